"""`expression`: what is known of a scheme or a law, as a sympy expression."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from runtime_theory.distributions.families.exact import is_numeric
from runtime_theory.errors import check_integer
from runtime_theory.expressions.derivation import Derivation, derive
from runtime_theory.expressions.integration import Integrator
from runtime_theory.expressions.numeric_laws import LawOptions
from runtime_theory.expressions.quantities import QUANTITIES, Quantity
from runtime_theory.expressions.recognition import as_symbolic_law
from runtime_theory.expressions.statement import Case, Statement
from runtime_theory.schemes import SCHEMES, Scheme, scheme_class

__all__ = ["derivation", "expression"]


def expression(
    scheme: Scheme | str | None,
    family: Any = None,
    *,
    quantity: str = "iteration_time",
    digits: int | None = None,
    timeout: float | None = None,
    integral: bool = False,
    sharp: bool = False,
    **values: Any,
) -> Any:
    r"""What is known of a quantity, as a sympy expression in plain symbols.

    Parameters
    ----------
    scheme : Scheme, str or None
        A scheme, its P and K numbers or names; its name, which stands for P and K as symbols;
        None for quantities of the law itself.
    family
        Law of a mini-batch time: a family's name (ours or scipy's; its parameters are symbols,
        or are given among `values`), a law of scipy.stats, a sympy.stats random variable, with
        symbols as parameters or numbers, or None, which leaves it open: then E[X] is the symbol
        ``E_X`` and E[X_{k:n}] the function ``order_mean(k, n)``.
    quantity : str, keyword-only
        One of `quantities`.
    digits : int, optional, keyword-only
        The value as a sympy Float with so many digits; all else has to be numbers.
    timeout : float, optional, keyword-only
        Let sympy try integrals that have no closed form here, in a process that is killed
        after so many seconds, its start included.  By default integrals are left as they are.
    integral : bool, keyword-only
        Write order statistics as integrals even where a closed form is known.
    sharp : bool, keyword-only
        Error bounds: the sharper theorem instead of the paper's.
    **values
        Numbers or expressions for the family's parameters and the formula's symbols, by name.

    Returns
    -------
    sympy.Expr
        Exact: rational where all that goes in is.  A mean that diverges is ``oo``.

    Raises
    ------
    NoMethodError
        No closed form is known; the message says what is.
    TimeoutError
        `timeout` is over.
    TypeError, ValueError
        Wrong arguments, by name.

    Notes
    -----
    For numbers give them here, as in the last example, or put exact ones in with ``.subs`` and
    call ``.evalf()``.  ``sympy.lambdify`` into numpy or scipy gives wrong numbers for
    harmonic numbers, and the alternating sums of some families lose all digits in floats.

    References
    ----------
    Dutta et al. (2018); David and Nagaraja (2003).

    Examples
    --------
    >>> from runtime_theory.schemes import Async, KSync
    >>> formula = expression(KSync("P", "K"), "exponential")
    >>> formula
    (harmonic(P) - harmonic(-K + P))/mu
    >>> formula.subs({"P": 8, "K": 4, "mu": 1})
    533/840
    >>> expression(Async("P"), quantity="update_speedup")
    P*order_mean(P, P)/E_X
    >>> expression(KSync(8, 4), "exponential", mu=2, digits=30)
    0.317261904761904761904761904762
    """
    return derivation(
        scheme,
        family,
        quantity=quantity,
        digits=digits,
        timeout=timeout,
        integral=integral,
        sharp=sharp,
        **values,
    ).expression


def derivation(
    scheme: Scheme | str | None,
    family: Any = None,
    *,
    quantity: str = "iteration_time",
    digits: int | None = None,
    timeout: float | None = None,
    integral: bool = False,
    sharp: bool = False,
    **values: Any,
) -> Derivation:
    """Return how `expression` gets there, from the general form to the special.

    Parameters are those of `expression`.

    Examples
    --------
    >>> derivation("k-async", "exponential").lines
    (order_mean(K, P), (harmonic(P) - harmonic(-K + P))/mu)
    """
    what, asked = _quantity(quantity), _scheme(scheme)
    _match(quantity, what, asked)
    evaluate = None if timeout is None else Integrator(timeout)
    options = LawOptions(integral=integral, evaluate=evaluate)
    given = {name: _value(name, value) for name, value in values.items()}
    law, used = as_symbolic_law(family, given, options)
    precise = law
    if digits is not None:
        precise, _ = as_symbolic_law(family, given, replace(options, precise=True))
    case = Case(asked, law, sharp)
    stated = what.state(case)
    _refuse_clashes(stated, case, given)
    _check_ranks(given)
    rest = {name: value for name, value in given.items() if name not in used}
    placed = case.counts | _placed(stated, case, rest, used)
    lines = derive(stated.expression, law, placed, digits=digits, precise=precise)
    return Derivation(stated.left, stated.relation, lines, law.latex)


def _refuse_clashes(stated: Statement, case: Case, given: Mapping[str, Any]) -> None:
    """Names chosen for P, K and parameters must not be those of other symbols of the formula."""
    own = {symbol.name: str(count) for symbol, count in case.counts.items()}
    chosen = {s.name: name for name, count in own.items() for s in _free(case.counts, name)}
    member = getattr(case.law, "member", None)
    taken = {symbol.name for symbol in stated.expression.free_symbols} | set(case.law.latex)
    taken |= set() if member is None else {p.name for p in member.family.parameters}
    taken |= {"x"} if case.law.tries else set()
    for symbol, name in chosen.items():
        if symbol in taken - {"P", "K"}:
            raise ValueError(
                f"{name} must have another name than a symbol of the formula, got {name}={symbol!r}"
            )
    for name, value in given.items():
        if name in ("j", "k", "n"):
            continue  # a rank may be written in the others
        for symbol in getattr(value, "free_symbols", ()):
            if symbol.name != name and symbol.name in taken | set(chosen):
                raise ValueError(
                    f"{name} must not be written in another symbol of the formula, "
                    f"got {name}={value}"
                )


def _free(counts: Mapping[Any, Any], name: str) -> Any:
    """Return the symbols in P or K of a scheme, by its name."""
    return next(count.free_symbols for symbol, count in counts.items() if symbol.name == name)


def _check_ranks(given: Mapping[str, Any]) -> None:
    """Refuse numbers that are no ranks: k and j lie in 1..n."""
    known: dict[str, int] = {}
    for name in ("n", "k", "j"):
        value = given.get(name)
        if value is None or not is_numeric(value):
            continue
        limit = known.get("n") if name != "n" else None
        known[name] = check_integer(
            name, int(value) if value == int(value) else value, low=1, high=limit
        )


def _quantity(name: str) -> Quantity:
    if name not in QUANTITIES:
        allowed = ", ".join(QUANTITIES)
        raise ValueError(f"quantity must be one of {allowed}, got quantity={name!r}")
    return QUANTITIES[name]


def _scheme(scheme: Scheme | str | None) -> Scheme | None:
    if scheme is None or isinstance(scheme, Scheme):
        return scheme
    if isinstance(scheme, str):
        cls = scheme_class(scheme)
        return cls("P") if cls.name in ("sync", "async") else cls("P", "K")  # type: ignore[call-arg]
    known = ", ".join(cls.__name__ for cls in SCHEMES)
    raise TypeError(f"scheme must be one of {known}, a name or None, got {scheme!r}")


def _match(name: str, quantity: Quantity, scheme: Scheme | None) -> None:
    """Refuse a scheme that is not needed, and a missing one."""
    if quantity.of_scheme == (scheme is not None):
        return
    fitting = [key for key, each in QUANTITIES.items() if each.of_scheme == (scheme is not None)]
    if scheme is None:
        raise ValueError(
            f"quantity={name!r} needs a scheme; without one there are {', '.join(fitting)}"
        )
    raise ValueError(f"quantity={name!r} is of a law alone: give None as the scheme")


def _value(name: str, value: Any) -> Any:
    """Return a number, an expression, or the symbol of a name; tuples of them for phases."""
    from sympy import Basic, Symbol

    if isinstance(value, tuple):
        return tuple(_value(name, item) for item in value)
    if isinstance(value, str) and value.isidentifier():
        return Symbol(value)
    if not isinstance(value, bool) and (is_numeric(value) or isinstance(value, Basic)):
        if is_numeric(value) and not abs(value) < math.inf:
            raise ValueError(f"{name} must be a finite number, got {name}={value}")
        return value
    raise TypeError(f"{name} must be a number, a sympy expression or a name, got {name}={value!r}")


def _placed(
    stated: Statement, case: Case, given: Mapping[str, Any], used: set[str]
) -> dict[Any, Any]:
    """Return values by symbol; every one has to be in the formula, and P, K in the scheme."""
    from sympy import Symbol

    names = {symbol.name for symbol in stated.expression.free_symbols}
    fixed = {symbol.name for symbol in case.counts}
    for name in given:
        if name in fixed:
            raise TypeError(
                f"{name} belongs to the scheme: write it there, got {name}={given[name]}"
            )
        if name not in names:
            open_names = ", ".join(sorted(names - fixed)) or "none"
            raise TypeError(f"the formula has no symbol {name}; it has {open_names}")
    double = sorted(used & names)
    if double:
        raise ValueError(
            f"{double[0]} is a parameter of the law and a symbol of the formula: leave it out and "
            f"use .subs, where the law's is {double[0]}_X"
        )
    return {Symbol(name): value for name, value in given.items()}
