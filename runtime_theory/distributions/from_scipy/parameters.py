"""Reading a scipy.stats object: the law, its shapes, location and scale, all checked."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from runtime_theory.errors import check_real

__all__ = [
    "Parameters",
    "named",
    "own_functions",
    "read_parameters",
    "registered",
    "shape_names",
]


class Parameters(NamedTuple):
    """A scipy law, frozen or not, taken apart."""

    dist: Any
    shapes: tuple[Any, ...]
    loc: float
    scale: float


def read_parameters(obj: Any) -> Parameters | None:
    """Take a frozen law, or an instance without free shapes, apart; None for anything else.

    Raises
    ------
    TypeError
        If shapes are missing, or a parameter is an array.
    ValueError
        If a parameter is NaN or outside the domain that scipy states.
    """
    if _is_generic(obj):
        if obj.numargs:
            example = ", ".join(shape_names(obj))
            raise TypeError(
                f"{obj.name} has free parameters: freeze it, stats.{obj.name}({example})"
            )
        return Parameters(obj, (), 0.0, 1.0)
    dist = getattr(obj, "dist", None)
    if dist is None or not _is_generic(dist):
        return None
    canonical = getattr(stats, dist.name, None) if registered(dist) else None
    dist = dist if canonical is None else canonical
    shapes, loc, scale = dist._parse_args(*obj.args, **obj.kwds)
    names = shape_names(dist)
    checked = tuple(_scalar(dist.name, n, s) for n, s in zip(names, shapes, strict=False))
    if dist.name == "poisson_binom":
        checked = tuple(_scalar(dist.name, "p", p) for p in np.ravel(shapes))
    loc = _scalar(dist.name, "loc", loc, finite=True)
    scale = _scalar(dist.name, "scale", scale, finite=True, low=0.0, open_low=True)
    _check_shapes(dist, names, checked)
    return Parameters(dist, checked, loc, scale)


def _is_generic(obj: Any) -> bool:
    return isinstance(obj, stats.rv_continuous | stats.rv_discrete)


def _scalar(law: str, name: str, value: Any, *, finite: bool = False, **domain: Any) -> float:
    """A parameter as one number in its domain."""
    if np.ndim(value) > 0:
        raise TypeError(
            f"{law}: {name} must be one number, got an array of shape {np.shape(value)}; "
            f"ask for one law at a time"
        )
    number = value.item() if isinstance(value, np.ndarray | np.generic) else value
    try:
        return check_real(name, number, finite=finite, **domain)
    except (TypeError, ValueError) as wrong:
        raise type(wrong)(f"{law}: {wrong}") from None


def _check_shapes(dist: Any, names: tuple[str, ...], shapes: tuple[float, ...]) -> None:
    """Refuse shapes outside scipy's domain, naming the one that is where it can be told."""
    arguments = (list(shapes),) if dist.name == "poisson_binom" else shapes
    if np.all(dist._argcheck(*arguments)) and not any(math.isinf(s) for s in shapes):
        return
    infos = dist._shape_info() if len(names) == len(shapes) and registered(dist) else []
    for info, value in zip(infos, shapes, strict=False):
        (low, high), (low_in, high_in) = info.endpoints, info.inclusive
        above = value >= low if low_in else value > low
        below = value <= high if high_in else value < high
        whole = not info.integrality or value == round(value)
        if math.isinf(value) or not (above and below and whole):
            kind = "an integer" if info.integrality else "a real number"
            ends = f"{'[' if low_in else '('}{low:g}, {high:g}{']' if high_in else ')'}"
            raise ValueError(
                f"{dist.name}: {info.name} must be {kind} in {ends}, got {info.name}={value:.12g}"
            )
    shown = ", ".join(f"{s:.12g}" for s in shapes[:8])
    if len(names) == len(shapes):
        shown = ", ".join(f"{n}={s:.12g}" for n, s in zip(names, shapes, strict=True))
    raise ValueError(f"{dist.name}: these parameters do not define a law: {shown}")


def registered(dist: Any) -> bool:
    """Whether this is one of scipy's own laws and not a user's, or one with shifted ends."""
    own = getattr(stats, dist.name or "", None)
    return own is not None and type(own) is type(dist) and (own.a, own.b) == (dist.a, dist.b)


def shape_names(dist: Any) -> tuple[str, ...]:
    """Names of the shape parameters, in order."""
    return tuple(dist.shapes.replace(" ", "").split(",")) if dist.shapes else ()


def named(name: str, parameters: tuple[str, ...], values: tuple[float, ...]) -> str:
    """A law's name with its parameters, such as ``gamma(a=2.5)``."""
    shown = ", ".join(f"{p}={v:.10g}" for p, v in zip(parameters, values, strict=False))
    return f"{name}({shown})" if shown else name


@lru_cache(maxsize=512)
def _own_functions(cls: Any) -> frozenset[str]:
    base = stats.rv_discrete if issubclass(cls, stats.rv_discrete) else stats.rv_continuous
    names = ("_pdf", "_logpdf", "_pmf", "_cdf", "_sf", "_logsf", "_ppf", "_isf", "_rvs")
    return frozenset(n for n in names if getattr(cls, n, None) is not getattr(base, n, None))


def own_functions(dist: Any) -> frozenset[str]:
    """Which functions a law defines itself instead of inheriting scipy's generic ones."""
    cls: Any = type(dist)
    return _own_functions(cls)
