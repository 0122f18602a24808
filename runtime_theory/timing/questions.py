"""The questions about one scheme's timing, as users ask them."""

from __future__ import annotations

from typing import Any

from runtime_theory.distributions.base import Distribution
from runtime_theory.errors import NoMethodError, check_real
from runtime_theory.numerics.seeds import as_generator
from runtime_theory.results import Result
from runtime_theory.schemes import SCHEMES, Scheme
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Bounds, Options, Seed
from runtime_theory.timing.registry import TIMINGS, bounds_of, mean_staleness_of, time_of

__all__ = [
    "iteration_law",
    "iteration_time",
    "iteration_time_bounds",
    "mean_staleness",
    "methods",
    "throughput",
]


def iteration_time(
    scheme: Scheme, X: Any, *, method: str = "auto", rtol: float | None = None, rng: Seed = None
) -> Result:
    """Mean time of one iteration (one update of the model).

    Async kinds: the long-run mean. Schemes that are one process get one answer.

    Parameters
    ----------
    scheme : Scheme
        Which scheme, with integer P and K.
    X
        Law of one learner's mini-batch time, or a list of laws for learners that differ.
    method : str, keyword-only
        ``"auto"`` or one of `methods`.
    rtol : float, optional, keyword-only
        Relative accuracy that must be met; by default the method's best.
    rng : int, Generator or SeedSequence, optional, keyword-only
        For methods that simulate; None is a fixed, documented seed, named in ``.note``.

    Returns
    -------
    Result
        In seconds. A divergent mean is exactly inf, with its reason in ``.note``.

    Raises
    ------
    NoMethodError
        No method answers; its message and attributes quote the known bounds.
    AccuracyError
        `rtol` was not met; ``.result`` is what was reached.
    TypeError, ValueError
        Wrong arguments, by name.

    References
    ----------
    Dutta et al. (2018), sections 3 and 4.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import KSync
    >>> round(float(iteration_time(KSync(4, 2), stats.expon())), 6)  # 1/4 + 1/3
    0.583333
    """
    fleet = _fleet(scheme, X, "iteration_time")
    return time_of(scheme, fleet, method=method, options=_options(rtol, rng))


def iteration_time_bounds(scheme: Scheme, X: Any) -> Bounds:
    """Best known lower and upper bound on the mean iteration time.

    Where the mean itself is known, both are that mean.

    Returns
    -------
    Bounds
        ``(lower, upper)``, Results in seconds with relation lower and upper.

    Raises
    ------
    ValueError
        Times may be negative, so that the bounds do not hold.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import KAsync
    >>> lower, upper = iteration_time_bounds(KAsync(8, 4), stats.uniform())
    >>> float(lower), lower.relation
    (0.25, <Relation.LOWER: 'lower'>)
    >>> float(upper), upper.method
    (0.4, 'at most K-1 idle: K E[X]/(P-K+1)')
    """
    return bounds_of(scheme, _fleet(scheme, X, "iteration_time_bounds"))


def iteration_law(scheme: Scheme, X: Any) -> Distribution:
    """Law of one iteration time, where iterations are i.i.d. and it is known.

    Raises
    ------
    NoMethodError
        It is not.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import KBatchSync
    >>> float(iteration_law(KBatchSync(8, 4), stats.expon()).mean())
    0.5
    """
    fleet = _fleet(scheme, X, "iteration_law")
    form = scheme.canonical()
    law = TIMINGS[type(form)].iteration_law(form, fleet)
    if law is None:
        raise NoMethodError(f"the iteration law of {scheme} is not known for {fleet.law!r}")
    return law


def throughput(
    scheme: Scheme, X: Any, *, method: str = "auto", rtol: float | None = None, rng: Seed = None
) -> Result:
    """Gradients per second in the long run: gradients per update over E[T].

    Parameters are those of `iteration_time`.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import Async
    >>> rate = throughput(Async(8), stats.expon(scale=2))
    >>> float(rate), rate.unit
    (4.0, 'gradients/s')
    """
    fleet = _fleet(scheme, X, "throughput")
    time = time_of(scheme, fleet, method=method, options=_options(rtol, rng))
    share: int = scheme.gradients_per_update
    return (share / time).replace(unit="gradients/s")


def mean_staleness(scheme: Scheme, X: Any) -> Result:
    """Long-run mean number of updates between reading the model and applying the gradient.

    Raises
    ------
    NoMethodError
        E[X] is infinite, so that there is no long run.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import KAsync
    >>> print(mean_staleness(KAsync(8, 4), stats.gamma(2)))
    1.0 +- 0 updates
    """
    return mean_staleness_of(scheme, _fleet(scheme, X, "mean_staleness"))


def methods(scheme: Scheme | type[Scheme], X: Any = None) -> tuple[str, ...]:
    """Names of the methods for a scheme, preferred first; with a law, those that apply to it.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import KAsync
    >>> methods(KAsync), methods(KAsync(8, 4), stats.gamma(3))
    (('closed-form',), ())
    """
    if isinstance(scheme, type):
        if scheme not in TIMINGS or X is not None:
            raise TypeError(_not_a_scheme(scheme))
        return tuple(method.name for method in TIMINGS[scheme].methods)
    form = _checked(scheme).canonical()
    if X is None:
        return tuple(method.name for method in TIMINGS[type(form)].methods)
    fleet = _fleet(scheme, X, "methods")
    return tuple(m.name for m in TIMINGS[type(form)].methods if m.applies(form, fleet))


def _options(rtol: float | None, rng: Seed) -> Options:
    if rtol is not None:
        rtol = check_real("rtol", rtol, low=0.0, open_low=True)
    if rng is not None:
        as_generator(rng)
    return Options(rtol, rng)


def _fleet(scheme: Scheme, X: Any, question: str) -> Fleet:
    _checked(scheme).require_numbers(question)
    return Fleet(X, scheme.P)


def _checked(scheme: Scheme) -> Scheme:
    if not isinstance(scheme, Scheme):
        raise TypeError(_not_a_scheme(scheme))
    return scheme


def _not_a_scheme(scheme: object) -> str:
    known = ", ".join(cls.__name__ for cls in SCHEMES)
    return f"scheme must be one of {known} with its P and K, got {scheme!r}"
