"""The public questions about theorems."""

from __future__ import annotations

from difflib import get_close_matches

from runtime_theory.theorems.catalogue import theorems
from runtime_theory.theorems.kernel.challenge import challenge as challenged
from runtime_theory.theorems.kernel.report import Challenge, Report
from runtime_theory.theorems.kernel.theorem import Theorem

__all__ = ["challenge", "get", "names", "verify"]


def names() -> tuple[str, ...]:
    """Names of all theorems, in the order in which one builds on another.

    Examples
    --------
    >>> "renyi-spacings" in names()
    True
    """
    return tuple(theorems())


def get(name: str) -> Theorem:
    """The theorem of that name.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Theorem
        With ``.statement``, ``.assumptions``, ``.steps``, ``.latex`` and ``.reference``.

    Raises
    ------
    ValueError
        There is none; the message names the closest ones.

    Examples
    --------
    >>> get("renyi-spacings").reference.short
    'Renyi (1953)'
    """
    known = theorems()
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, one of theorems.names(), got {name!r}")
    if name not in known:
        close = get_close_matches(str(name), known, n=3, cutoff=0.3) or list(known)
        raise ValueError(f"name must be one of {', '.join(close)}, ..., got name={name!r}")
    return known[name]


def verify(name: str | None = None) -> tuple[Report, ...]:
    """Replay the proof of a theorem, or of all, step by step, and try its witnesses.

    Parameters
    ----------
    name : str, optional
        One of `names`; by default all.

    Returns
    -------
    tuple of Report
        Each with ``.ok``, ``.steps`` and ``.latex``. A step that cannot be checked has
        failed.

    Examples
    --------
    >>> all(report.ok for report in verify("renyi-spacings"))
    True
    """
    return tuple(theorem.verify() for theorem in _chosen(name))


def challenge(name: str | None = None) -> tuple[Challenge, ...]:
    """Perturb every constant, exponent, sign and condition of the claims, one at a time.

    A mutant is false if a witness refutes it (and then the proof must reject it), weaker if
    it no longer reaches a witness that attains the claim; otherwise it is listed, or, where
    the claim is said to be sharp, has survived: a failure.

    Parameters
    ----------
    name : str, optional
        One of `names`; by default all.

    Returns
    -------
    tuple of Challenge
        Each with ``.ok``, ``.mutants`` and ``.survivors``.

    Examples
    --------
    >>> challenge("renyi-spacings")[0].survivors
    ()
    """
    return tuple(challenged(theorem) for theorem in _chosen(name))


def _chosen(name: str | None) -> tuple[Theorem, ...]:
    return tuple(theorems().values()) if name is None else (get(name),)
