"""A parameter as papers print it: symbol, domain, typical values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.distributions.families.exact import Number, is_numeric

__all__ = ["Parameter"]


@final
@dataclass(frozen=True)
class Parameter:
    r"""A parameter as it is printed.

    Parameters
    ----------
    name, latex : str
        Name in Python and symbol in LaTeX.
    typical : tuple
        The i-th values of all parameters of a family are one typical law.
    low, high : float
        Ends of the domain, themselves excluded.
    integer : bool
        Only integers.
    default : number or None
        None where a value has to be given.
    vector : bool
        The value is a tuple of such numbers.

    Examples
    --------
    >>> Parameter("alpha", r"\alpha", (2.0,), low=0).domain
    'a real number > 0'
    """

    name: str
    latex: str
    typical: tuple[Any, ...]
    low: float = -math.inf
    high: float = math.inf
    integer: bool = False
    default: Number | None = None
    vector: bool = False

    @property
    def domain(self) -> str:
        """The allowed values in words."""
        kind = "an integer" if self.integer else "a real number"
        if self.vector:
            kind = "a tuple of real numbers, each"
        if math.isfinite(self.low) and math.isfinite(self.high):
            return f"{kind} in ({self.low:g}, {self.high:g})"
        if math.isfinite(self.low):
            return f"{kind} > {self.low:g}"
        return kind

    def check(self, value: Number) -> None:
        """Raise an error that names parameter, value and domain; symbols pass.

        Raises
        ------
        TypeError
            Neither a real number nor a sympy expression.
        ValueError
            A number outside the domain.
        """
        if self.vector is not isinstance(value, tuple):
            raise TypeError(self._message(value))
        for item in value if self.vector else (value,):
            self._check_one(item, value)

    def _check_one(self, item: Number, value: Number) -> None:
        if not is_numeric(item):
            if not hasattr(item, "free_symbols"):
                raise TypeError(self._message(value))
            return
        inside = bool(abs(item) < math.inf) and bool(self.low < item < self.high)
        if not inside or (self.integer and item != int(item)):
            raise ValueError(self._message(value))

    def _message(self, value: Number) -> str:
        return f"{self.name} must be {self.domain}, got {self.name}={value!r}"
