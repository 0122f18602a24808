"""SGD on quadratics whose exact error is known: the witnesses of the bounds.

Every number is a fraction and comes from the recursion of a second moment, update by update.
Nothing here uses a bound, a floor or a learning-rate condition.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

__all__ = ["Plane", "noise_at_minimum", "rational"]


def rational(value: Fraction | int) -> Any:
    """Return an exact sympy number.

    Examples
    --------
    >>> rational(Fraction(2, 3))
    2/3
    """
    from sympy import Rational

    exact = Fraction(value)
    return Rational(exact.numerator, exact.denominator)


@final
@dataclass(frozen=True)
class Plane:
    """F(w) = L |w|^2/2 in the plane; a stale gradient is the current one, turned and scaled.

    Points of the plane are complex numbers. An update averages K gradients with independent
    noise of variance (sigma2 + M_G |gradient|^2)/m. With probability `fresh` all of them are
    gradients at w, else at z w, z = `real` + i `imaginary`: a point of the past. With z = 0
    the stale learner has read the model when it was at its best.

    Parameters
    ----------
    eta, L, M_G, sigma2 : Fraction
        Learning rate, curvature, noise.
    K, m : int
        Gradients an update, examples a mini-batch.
    real, imaginary, fresh : Fraction
        Staleness.
    start : Fraction
        |w_0|^2.

    Examples
    --------
    >>> plane = Plane(eta=Fraction(1, 2), start=Fraction(2))
    >>> plane.error(2)
    Fraction(1, 16)
    """

    eta: Fraction
    L: Fraction = Fraction(1)
    M_G: Fraction = Fraction(0)
    sigma2: Fraction = Fraction(0)
    K: int = 1
    m: int = 1
    real: Fraction = Fraction(1)
    imaginary: Fraction = Fraction(0)
    fresh: Fraction = Fraction(0)
    start: Fraction = Fraction(2)

    def _after(self, square: Fraction, real: Fraction, imaginary: Fraction) -> Fraction:
        """Return E|w|^2 after an update with gradients at z w, from that before it."""
        x = self.eta * self.L
        mean = ((1 - x * real) ** 2 + (x * imaginary) ** 2) * square
        gradient = self.L**2 * (real**2 + imaginary**2) * square
        variance = (self.sigma2 + self.M_G * gradient) / self.m / self.K
        return mean + self.eta**2 * variance

    def squares(self, J: int) -> list[Fraction]:
        """Return E|w_j|^2 for j = 0..J."""
        found = [self.start]
        for _ in range(J):
            at_z = self._after(found[-1], self.real, self.imaginary)
            at_w = self._after(found[-1], Fraction(1), Fraction(0))
            found.append(self.fresh * at_w + (1 - self.fresh) * at_z)
        return found

    def error(self, J: int) -> Fraction:
        """Return E F(w_J) - F*."""
        return self.L * self.squares(J)[-1] / 2

    def mean_squared_gradient(self, J: int) -> Fraction:
        """Return the mean over j < J of E|grad F(w_j)|^2."""
        return self.L**2 * sum(self.squares(J)[:-1]) / J

    @property
    def stationary(self) -> Fraction:
        """E F(w_j) - F* for j to infinity: the fixed point of the affine recursion."""
        first, second = self._from(Fraction(0)), self._from(Fraction(1))
        return self.L * first / (1 - (second - first)) / 2

    def _from(self, square: Fraction) -> Fraction:
        at_z = self._after(square, self.real, self.imaginary)
        at_w = self._after(square, Fraction(1), Fraction(0))
        return self.fresh * at_w + (1 - self.fresh) * at_z

    @property
    def gamma(self) -> Fraction:
        """E|grad F(w) - stale gradient|^2 over E|grad F(w)|^2."""
        return (1 - self.fresh) * ((1 - self.real) ** 2 + self.imaginary**2)

    @property
    def p0(self) -> Fraction:
        """E|gradient that is used|^2 over E|grad F(w)|^2."""
        return self.fresh + (1 - self.fresh) * (self.real**2 + self.imaginary**2)

    def point(self, *, c: Fraction | None = None, **more: Any) -> dict[str, Any]:
        """Return the symbols of the bounds at this model; c = L unless F has flat directions."""
        values = {
            "eta": self.eta,
            "L": self.L,
            "c": self.L if c is None else c,
            "M_G": self.M_G,
            "sigma2": self.sigma2,
            "gap": self.L * self.start / 2,
            "gamma": self.gamma,
            "p0": self.p0,
        }
        counts = {"K": self.K, "P": self.K, "m": self.m}
        exact = {name: rational(value) for name, value in (values | counts).items()}
        return exact | more


def noise_at_minimum(plane: Plane) -> Fraction:
    """Return E F(w_1) - F* from w_0 = w*, with noise along the steepest direction only.

    The other directions, of curvature c < L, are not excited: c plays no part in the truth.

    Examples
    --------
    >>> noise_at_minimum(Plane(eta=Fraction(1, 2), sigma2=Fraction(3)))
    Fraction(3, 8)
    """
    step = plane.eta**2 * plane.sigma2 / plane.m / plane.K
    return plane.L * step / 2
