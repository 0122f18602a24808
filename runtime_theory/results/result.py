"""`Result`: a number that says how far to trust it.

The class holds and checks the fields; `arithmetic` combines them, `rendering` prints them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, fields
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, NoReturn, final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from runtime_theory.references import Reference
from runtime_theory.results.arithmetic import combined, opposite
from runtime_theory.results.fields import Numbers, member, require, settled
from runtime_theory.results.kinds import Kind, Relation
from runtime_theory.results.precise import in_floats, infinite, is_mpf
from runtime_theory.results.rendering import html_value, latex_value, plain_value

__all__ = ["Kind", "Relation", "Result"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class Result:
    r"""A value, a bound on its error, and where it comes from.

    Parameters
    ----------
    value : float, array or mpmath.mpf
        The number.  ``inf`` is exact: a divergent mean.  Never NaN.  An mpf keeps all its
        digits, and makes the other numbers mpf; arithmetic with it goes on in floats.
    error : float or array
        Bound on ``|value - the quantity asked for|`` for the kinds exact,
        certified and numerical; half-width at `confidence` for simulated;
        inf for estimate and approximation.  For a relation other than equal,
        the error of the bound itself.
    kind : Kind or str
        How the value was obtained.
    method : str
        What computed it, in a few words.
    relation : Relation or str
        Whether the quantity asked for equals the value, or the value is an
        upper or a lower bound on it.
    note : str
        Why: a divergent mean, the choice of method, a seed.
    unit : str
        ``"s"``, ``"gradients/s"``, ``"updates/s"``, ``"updates"`` or ``""``.
    references : tuple of Reference
        The sources of the formula and the method.
    formula : Formula or None
        The symbolic form, where there is one.
    lower, upper : float or array, optional
        Ends that enclose the quantity asked for, for certain.  By default what
        `value`, `error`, `kind` and `relation` imply; infinite where unknown.
    standard_error : float or array, optional
        Sampling error of a measured trace, apart from `error`.
    confidence : float, optional
        Confidence level of `error`; required for simulated.

    Notes
    -----
    ``+ - * /`` take numbers, arrays and Results; errors are propagated with their
    rounding, the weaker kind wins, notes and references are kept.  Standard
    errors add up to first order without assuming independence.  There is no
    order and no truth value; equality is identity.

    Examples
    --------
    >>> half = Result(0.5, 0.0, kind="exact", method="closed form", unit="s")
    >>> half
    0.5 +- 0 s (exact: closed form)
    >>> 3 * half - 1
    0.5 +- 0 s (exact: closed form)
    >>> f"{half:.3fL}"
    '0.500 \\pm 0\\,\\mathrm{s}'
    """

    value: Any
    error: Any
    _: KW_ONLY
    kind: Kind
    method: str
    relation: Relation = Relation.EQUAL
    note: str = ""
    unit: str = ""
    references: tuple[Reference, ...] = ()
    formula: Any = None
    lower: Any = None
    upper: Any = None
    standard_error: Any = None
    confidence: float | None = None

    __array_ufunc__ = None  # numpy operators defer to ours instead of dropping the error

    def __post_init__(self) -> None:
        put = object.__setattr__.__get__(self)
        put("kind", member(Kind, "kind", self.kind))
        put("relation", member(Relation, "relation", self.relation))
        put("references", tuple(self.references))
        given = Numbers(self.value, self.error, self.lower, self.upper, self.standard_error)
        for name, part in settled(given, self.kind, self.relation)._asdict().items():
            put(name, part)
        if self.confidence is None:
            require("confidence", "given", None, holds=self.kind is not Kind.SIMULATED)
        else:
            require("confidence", "in [0, 1)", self.confidence, holds=0 <= self.confidence < 1)

    # -- use as a number ---------------------------------------------------------------

    def __float__(self) -> float:
        if isinstance(self.value, np.ndarray):
            raise TypeError(f"only a scalar Result is a float, this one has {self.shape}")
        return float(self.value)

    def __array__(
        self,
        dtype: DTypeLike | None = None,
        copy: bool | None = None,  # noqa: FBT001  numpy's protocol
    ) -> NDArray[Any]:
        if copy is False and not isinstance(self.value, np.ndarray):
            raise ValueError("a scalar Result cannot be viewed as an array without a copy")
        value = float(self) if is_mpf(self.value) else self.value
        return np.array(value, dtype=dtype, copy=copy)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the value; ``()`` for a scalar."""
        return np.shape(self.value)

    @property
    def latex(self) -> str:
        r"""The formula in LaTeX where there is one, else ``value \pm error``."""
        return f"{self:L}" if self.formula is None else str(self.formula.latex)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar Result has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Result:
        if not self.shape:
            raise TypeError("a scalar Result cannot be indexed")
        pick = ("value", "error", "lower", "upper", "standard_error")
        parts = {name: getattr(self, name) for name in pick}
        return self.replace(
            **{name: None if part is None else part[index] for name, part in parts.items()}
        )

    def replace(self, **changes: Any) -> Result:
        """Return a copy with some fields changed.

        `lower` and `upper` are kept unless changed; pass None to imply them anew.

        Examples
        --------
        >>> Result(1.0, 0.0, kind="exact", method="m").replace(unit="s").unit
        's'
        """
        state = {item.name: getattr(self, item.name) for item in fields(self)}
        unknown = sorted(set(changes) - set(state))
        if unknown:
            raise TypeError(f"a Result has no field {unknown[0]!r}; its fields are {list(state)}")
        return Result(**(state | changes))

    def in_floats(self) -> Result:
        """Return the same in floats, error and ends rounded outwards, where it is in mpf.

        Raises
        ------
        OverflowError
            The value is finite and beyond the largest float.
        """
        if not is_mpf(self.value):
            return self
        ball = in_floats(self.value, self.error, self.lower, self.upper)
        return self.replace(**ball._asdict())

    # -- arithmetic --------------------------------------------------------------------

    def __neg__(self) -> Result:
        return self.replace(**opposite(self))

    def __pos__(self) -> Result:
        return self

    def __add__(self, other: object) -> Result:
        return _binary(self, other, "+")

    def __radd__(self, other: object) -> Result:
        return _binary(self, other, "+", swap=True)

    def __sub__(self, other: object) -> Result:
        return _binary(self, other, "-")

    def __rsub__(self, other: object) -> Result:
        return _binary(self, other, "-", swap=True)

    def __mul__(self, other: object) -> Result:
        return _binary(self, other, "*")

    def __rmul__(self, other: object) -> Result:
        return _binary(self, other, "*", swap=True)

    def __truediv__(self, other: object) -> Result:
        return _binary(self, other, "/")

    def __rtruediv__(self, other: object) -> Result:
        return _binary(self, other, "/", swap=True)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Result has no truth value: test float(r), r.lower or r.upper")

    def _unordered(self, other: object) -> NoReturn:
        raise TypeError(
            "a Result has no order: compare float(r), or r.upper with the other's lower"
        )

    __lt__ = __le__ = __gt__ = __ge__ = _unordered

    # -- text --------------------------------------------------------------------------

    def __format__(self, spec: str) -> str:
        if spec.endswith("L"):
            sign = self.relation.sign.replace("<=", r"\le").replace(">=", r"\ge")
            spaced = self.unit.replace(" ", r"\,")
            unit = rf"\,\mathrm{{{spaced}}}" if self.unit else ""
            shown = self._text(latex_value, spec[:-1], r", \ldots \text{ (%d values)}")
            return sign + shown + unit
        return self.relation.sign + self._text(plain_value, spec) + f" {self.unit}".rstrip()

    def _text(
        self,
        write: Callable[[float, float, str], str],
        spec: str,
        rest: str = ", ... (%d values)",
    ) -> str:
        if not self.shape:
            return write(self.value, self.error, spec)
        values, errors = np.ravel(self.value), np.ravel(self.error)
        pairs = zip(values[:3].tolist(), errors[:3].tolist(), strict=True)
        shown = [write(value, error, spec) for value, error in pairs]
        more = rest % values.size if values.size > 3 else ""
        return f"[{', '.join(shown)}{more}]"

    def __str__(self) -> str:
        return format(self, "")

    def __repr__(self) -> str:
        level = "" if self.confidence is None else f", {100 * self.confidence:g}% confidence"
        doubtful = any(_any_infinite(part) for part in (self.value, self.error))
        note = f"; {self.note}" if self.note and doubtful else ""
        return f"{self} ({self.kind}{level}: {self.method}{note})"

    def _repr_latex_(self) -> str:
        return f"${self:L}$"

    def _repr_html_(self) -> str:
        sign = self.relation.sign.replace("<=", "&le;").replace(">=", "&ge;")
        return f"{sign}{self._text(html_value, '')} {self.unit} <small>({self.kind})</small>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, ({item.name: getattr(self, item.name) for item in fields(self)},)

    def _sympy_(self) -> NoReturn:
        from sympy import SympifyError  # sympy is what called us

        raise SympifyError("a Result would lose its error as a sympy number; use float(r)")


def _any_infinite(part: Any) -> bool:
    return infinite(part) if is_mpf(part) else bool(np.any(np.isinf(part)))


def _rebuild(state: dict[str, Any]) -> Result:
    return Result(**state)


def _binary(self: Result, other: object, symbol: str, *, swap: bool = False) -> Result:
    operand = _operand(other)
    if operand is None:
        return NotImplemented  # type: ignore[no-any-return]
    pair = (operand, self) if swap else (self, operand)
    a, b = (result.in_floats() for result in pair)
    return Result(**combined(a, b, symbol))


def _operand(other: object) -> Result | None:
    """Return a number or an array as an exact Result, None for anything else."""
    if isinstance(other, Result):
        return other
    if isinstance(other, bool | np.bool_):
        return None
    if is_mpf(other):
        return Result(other, 0, kind=Kind.EXACT, method="")
    if isinstance(other, Real):
        number = float(other)
        whole = isinstance(other, int) and abs(other) <= 2**53  # the quick answer for most
        exact = whole or not isinstance(other, Rational) or Fraction(other) == Fraction(number)
        error = 0.0 if exact else np.spacing(abs(number))
        return Result(number, error, kind=Kind.EXACT, method="")
    if isinstance(other, np.ndarray) and other.dtype.kind in "iuf":
        numbers = other.astype(np.float64)
        rounded = (other.dtype.kind in "iu") & (np.abs(numbers) > 2.0**53)
        error = np.where(rounded, np.spacing(np.abs(numbers)), 0.0)
        return Result(numbers, error, kind=Kind.EXACT, method="")
    return None
