"""Laws by name and parameters: those of scipy.stats, and our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.law_strings.own_laws import OWN_NAMES, family_by_name, own_law
from runtime_theory.distributions.law_strings.parameters import ParameterError, close_names
from runtime_theory.distributions.law_strings.scipy_names import scipy_by_name, scipy_names

__all__ = ["named_law"]


def named_law(
    name: str, positional: Sequence[Any], keywords: Mapping[str, Any], *, only_scipy: bool = False
) -> Distribution:
    """The law with this name and these parameters.

    Parameters
    ----------
    name : str
        Of a scipy.stats law, of one of our own, or of a family.
    positional, keywords
        Numbers, or lists of numbers.
    only_scipy : bool, keyword-only
        Leave our own names out.

    Raises
    ------
    ValueError
        For an unknown name or parameter, and for a value outside its domain.

    Examples
    --------
    >>> named_law("gamma", [2], {"scale": 0.5})
    <gamma(a=2, scale=0.5)>
    >>> named_law("exponential", [], {"rate": 0.25})
    <expon(scale=4)>
    """
    known = scipy_names()
    if only_scipy:
        if name not in known:
            raise ParameterError(f"scipy.stats has no law {name!r}{close_names(name, known)}")
        return scipy_by_name(name, positional, keywords)
    # scipy's erlang(a, loc, scale) is told from ours by its parameters.
    if name in OWN_NAMES and not (name in known and {"a", "loc"} & keywords.keys()):
        return own_law(name, positional, keywords)
    if name in known:
        return scipy_by_name(name, positional, keywords)
    law = family_by_name(name, positional, keywords)
    if law is None:
        close = close_names(name, [*OWN_NAMES, *known])
        raise ParameterError(f"there is no law {name!r}{close}")
    return law
