"""The ageing class of a law that does not know it, tested on a grid of quantiles."""

from __future__ import annotations

import math

import numpy as np

from runtime_theory.distributions.base import Ageing, Distribution, FloatArray

_LEVELS = np.concatenate([np.geomspace(1e-9, 0.05, 12), np.linspace(0.1, 0.9, 17)])
_LEVELS = np.concatenate([_LEVELS, 1.0 - _LEVELS[:12][::-1]])
_MOST_ATOMS = 40
_MARGIN = 1e-9


def ageing_by_test(law: Distribution) -> Ageing:
    """Compare S(t+u) with S(t) S(u) for t, u on a grid of quantiles.

    A test, not a proof: a class is reported where no pair on the grid contradicts it.

    Parameters
    ----------
    law : Distribution
        A law on [0, inf); for negative times the classes are not defined.

    Returns
    -------
    Ageing
        ``unknown`` where the support reaches below 0.

    References
    ----------
    Barlow and Proschan (1975), Statistical Theory of Reliability, section 6.2.

    Examples
    --------
    >>> from runtime_theory.distributions.discrete import Deterministic
    >>> str(ageing_by_test(Deterministic(1.0)))
    'nbu'
    """
    if law.support[0] < 0.0:
        return Ageing.UNKNOWN
    t = _grid(law)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_s = law.logsf(t)
        together = law.logsf(t[:, None] + t)
        apart = log_s[:, None] + log_s
        gap = together - apart
        margin = _MARGIN * (1.0 + np.abs(apart))
    known = np.isfinite(apart)
    gap = np.where(np.isnan(gap), -math.inf, gap)
    longer, shorter = bool(np.any((gap > margin) & known)), bool(np.any((gap < -margin) & known))
    if longer and shorter:
        return Ageing.NEITHER
    if longer:
        return Ageing.NWU
    return Ageing.NBU if shorter else Ageing.BOTH


def _grid(law: Distribution) -> FloatArray:
    """Quantiles, and for atoms the values and the points just before them."""
    atoms = law.atoms
    if law.integer_valued:
        steps = np.unique(law.ppf(np.unique(_LEVELS)))
        points = np.concatenate([steps, np.nextafter(steps, -math.inf)])
    elif atoms is None:
        levels = np.unique(_LEVELS)
        low = levels[levels <= 0.5]
        points = np.concatenate([law.ppf(low), law.isf(low)])
    else:
        values = atoms.values
        if values.size > _MOST_ATOMS:
            values = values[np.linspace(0, values.size - 1, _MOST_ATOMS).astype(int)]
        points = np.concatenate([values, np.nextafter(values, -math.inf)])
    points = np.unique(points[np.isfinite(points)])
    return points[points > 0.0]
