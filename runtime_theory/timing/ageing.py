"""The ageing class of a law where it is a theorem.

Bounds have to hold for certain, so the outcome of a test on a grid (`Distribution.ageing` of
a law that nobody has classified) does not sharpen them.
"""

from __future__ import annotations

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Ageing, Distribution
from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.distributions.from_scipy.ageing import AGEING
from runtime_theory.distributions.from_scipy.laws import ScipyLaw

__all__ = ["ageing_theorem"]


def ageing_theorem(law: Distribution) -> Ageing:
    """Return the class a law is proved to be in, ``unknown`` where no theorem is at hand.

    A fixed delay keeps new-better-than-used and spoils new-worse-than-used.

    References
    ----------
    Barlow and Proschan (1975), chapters 3 and 6.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> print(ageing_theorem(as_law(stats.gamma(2.5, loc=1))), ageing_theorem(as_law([1.0, 2.0])))
    nbu unknown
    """
    member = law.member
    if member is not None and member.ageing is not Ageing.UNKNOWN:
        return member.ageing
    if isinstance(law, Affine):
        inner = ageing_theorem(law.base)
        keeps = law.loc == 0 or (law.loc > 0 and inner in (Ageing.NBU, Ageing.BOTH))
        return (Ageing.NBU if law.loc > 0 else inner) if keeps else Ageing.UNKNOWN
    if isinstance(law, Deterministic):
        return law.ageing
    if isinstance(law, ScipyLaw) and law.key is not None and law.key[0] == law.name:
        rule = AGEING.get(law.name)  # law.key has no name where the law only borrows scipy's
        found = None if rule is None else rule(*law.shapes)
        return Ageing.UNKNOWN if found is None else found
    return Ageing.UNKNOWN
