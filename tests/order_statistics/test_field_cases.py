"""Wrong numbers and open questions found in the field, with the right answer typed in.

Each case names its source; the values were computed with mpmath by two routes.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt


@dataclass(frozen=True)
class Case:
    key: str
    source: str
    law: Any
    answers: dict[tuple[int, int], str]  # (k, n): value
    rtol: float = 5e-14
    atol: float = field(default=0.0)  # 2e-16 IQR where the value itself is small


def _exactly(loc, width):
    """Mean of the eighth of 16 uniforms, the parameters being doubles."""
    with mp.workdps(40):
        return mp.nstr(mpf(loc) + mpf(width) * 8 / 17, 35)


DIE = rt.Discrete(range(1, 7), [1 / 6] * 6)
FOUR = rt.Discrete([0.5, 1, 10, 1000], [0.25] * 4)
NORMAL_MAX_8 = "1.423600306045277753"

CASES = [
    # The mean of a law far from 0 collapses to 0 in a quadrature over the whole line.
    *(
        Case(f"RC-01 mu={mu:g}", "https://github.com/scipy/scipy/issues/8928",
             stats.norm(mu, 1), {(8, 8): str(int(mu) + 1) + NORMAL_MAX_8[1:]})
        for mu in (40.0, 200.0, 800.0, 1e6)
    ),
    # expect() of a narrow lognormal is right or nearly zero, depending on the upper limit.
    Case("RC-03", "https://github.com/scipy/scipy/issues/14347", stats.lognorm(0.194, scale=0.066),
         {(1, 1): "0.067253747512777459878", (64, 64): "0.10440098561157233663"}),
    Case("RC-05", "https://github.com/scipy/scipy/issues/5735", stats.norm(800, 1),
         {(1, 1): "800", (1024, 1024): "803.24823960137541234"}),
    # quad of a step followed by a long zero tail returns 0.
    Case("RC-06", "https://github.com/scipy/scipy/issues/7204", rt.Deterministic(1.0),
         {(1, 16): "1", (8, 16): "1", (16, 16): "1"}),
    Case("RC-06 narrow", "https://github.com/JuliaMath/QuadGK.jl/issues/37",
         stats.uniform(0.999999, 2e-6), {(8, 16): _exactly(0.999999, 2e-6)}),
    Case("RC-08", "https://math.stackexchange.com/questions/2659562", stats.gamma(2, scale=20),
         {(20, 20): "108.69743116550657258"}),
    # The tail is cut at F = 0.999999: 1.5% low.
    Case("RC-11", "https://github.com/imperial-qore/line-solver", stats.lomax(2.1, scale=1.1),
         {(10, 10): "4.547498669725157261"}),
    # A mean of -90.8 on a positive support.
    Case("RC-13", "https://github.com/scipy/scipy/issues/9544", stats.burr(0.94839, 4.382028),
         {(1, 1): "inf", (1, 2): "6.4058362633360070988"}),
    Case("RC-15", "https://github.com/scipy/scipy/issues/18838", stats.burr12(2, 0.25),
         {(1, 1): "inf", (1, 4): "1.5707963267948966192"}),
    Case("RC-16", "https://github.com/scipy/scipy/pull/13712", stats.invweibull(0.8),
         {(1, 1): "inf", (1, 3): "0.91671291854386827065"}),
    # Cancellation as the shape goes to 0: the exponential limit H_32.
    Case("RC-18", "https://github.com/scipy/scipy/issues/11168", stats.genpareto(1e-8),
         {(32, 32): "4.0584952858642741556"}),
    Case("RC-20", "https://github.com/pymc-devs/pymc/issues/128", stats.weibull_min(2, scale=3),
         {(1, 1): "2.6586807763582740409", (4, 4): "4.1655157290933878133"}),
    Case("RC-21", "https://github.com/jonathf/chaospy/issues/100", stats.burr(3, 2),
         {(1, 1): "1.6122661015415269783", (4, 4): "2.670645936831781009"}),
    Case("RC-23", "https://github.com/sympy/sympy/issues/19132", stats.logistic(), {(3, 3): "1.5"}),
    Case("RC-26", "https://mathematica.stackexchange.com/questions/303202", stats.norm(), {
        (2, 2): "0.56418958354775628695", (3, 3): "0.84628437532163443042",
        (4, 4): "1.0293753730039641321", (5, 5): "1.1629644736405196128",  # also RC-25
        (6, 6): "1.2672063606114712976", (7, 7): "1.3521783756069043992",
        (4096, 4096): "3.6260821777691453452",  # RC-28, rohin-garg.github.io/kexue-en 11390
    }),
    Case("RC-31", "https://stats.stackexchange.com/questions/597795", DIE, {
        (2, 4): str(mpf(1253) / 432), (3, 4): str(mpf(1771) / 432), (4, 4): str(mpf(6797) / 1296),
        (2, 2): str(mpf(161) / 36),  # RC-30, https://mathematica.stackexchange.com/questions/20817
    }),
    Case("RC-33", "https://mathoverflow.net/questions/41604", stats.geom(0.01),
         {(100, 100): "516.63971843860196913"}),
    Case("RC-35", "https://math.stackexchange.com/questions/2023110", stats.expon(),
         {(4, 5): "1.2833333333333333333"}),
    Case("RC-45", "https://stats.stackexchange.com/q/214103", stats.lognorm(1),
         {(100, 100): "13.594649517166401093"}),
    Case("RC-46", "https://stats.stackexchange.com/questions/286224", stats.weibull_min(0.4),
         {(50, 50): "49.707631700645159951", (100, 100): "68.559553511292389816"}),
    # The binomial prefactor overflows: K-of-P becomes NaN.
    Case("RC-48", "https://github.com/scipy/scipy/issues/8346", stats.expon(), {
        (515, 1030): "0.69266197931560764869", (550, 1100): "0.69269284171688472626",
        (4500, 5000): "2.3016854229939123643", (1, 1100): "0.00090909090909090909091",
    }),
    Case("RC-70", "https://github.com/scipy/scipy/pull/12659", FOUR,
         {(1, 1): "252.875", (3, 4): "266.263671875"}),
    Case("RC-71", "https://github.com/JuliaStats/Distributions.jl/issues/1839", FOUR,
         {(1, 3): "17.3046875", (2, 3): "160.109375", (3, 3): "581.2109375"}),
    Case("RC-96", "https://github.com/scipy/scipy/issues/25639",
         rt.PhaseType([1, 0, 0], [[-1, 1, 0], [0, -(1 + 1e-9), 1 + 1e-9], [0, 0, -2]]),
         {(3, 3): "3.7909259243559351869"}),
    # 99.9999464 came out: below the shortest possible time.
    Case("RC-98", "https://github.com/scipy/scipy/pull/22050", stats.expon(100, 1e-9),
         {(64, 64): "100.0000000047438909037"}),
]  # fmt: skip
ROWS = [
    pytest.param(case, k, n, answer, id=f"{case.key} {k}:{n}")
    for case in CASES
    for (k, n), answer in case.answers.items()
]


@pytest.mark.parametrize("case, k, n, answer", ROWS)
def test_field_case(case, k, n, answer):
    got = rt.order_statistic(case.law, k, n).mean()
    if answer == "inf":
        assert float(got) == np.inf
        assert "diverges" in got.note
        return
    with mp.workdps(30):
        truth = mpf(answer)
        error = abs(mpf(float(got)) - truth)
        # The typed-in value has about 20 digits.
        assert error <= float(got.error) + abs(truth) * mpf(10) ** -18
        assert error <= case.rtol * abs(truth)


def test_rc18_variance_near_the_exponential_limit():
    got = rt.order_statistic(stats.genpareto(1e-8), 1, 1).var()
    assert float(got) == pytest.approx(1.0000000400000011, rel=1e-13)


def test_rc36_unlike_exponentials():
    """https://math.stackexchange.com/questions/4261472: rates 1, 2, 3, the last one: 73/60."""
    workers = rt.Workers([stats.expon(scale=1 / rate) for rate in (1, 2, 3)])
    got = rt.order_statistic(workers, 3).mean()
    assert abs(Fraction(float(got)) - Fraction(73, 60)) <= float(got.error) <= 1e-12


def test_rc38_seventh_of_ten_unlike():
    """https://math.stackexchange.com/questions/80475: rates 1..10, the seventh to finish."""
    workers = rt.Workers([stats.expon(scale=1 / rate) for rate in range(1, 11)])
    got = rt.order_statistic(workers, 7).mean()
    assert float(got) == pytest.approx(0.24383321277424454383, rel=5e-14)


def test_rc43_unlike_normals():
    """https://mathoverflow.net/revisions/298926/3: negative support."""
    workers = rt.Workers([stats.norm(0, 1), stats.norm(0.5, 2), stats.norm(1, 0.5)])
    got = rt.order_statistic(workers, 3).mean()
    assert abs(float(got) - 1.6662940223364839426) <= float(got.error) + 3e-16
    assert float(got) == pytest.approx(1.6662940223364839426, rel=1e-13)


def test_rc45_heavier_lognormals():
    assert float(rt.order_statistic(stats.lognorm(3), 100, 100).mean()) == pytest.approx(
        6101.877, rel=1e-6
    )
    assert float(rt.order_statistic(stats.lognorm(5), 100, 100).mean()) == pytest.approx(
        2.65e7, rel=2e-3
    )


def test_rc56_a_discrete_law_with_infinite_mean():
    """https://github.com/sympy/sympy/issues/9902: a sum of n**-1/2 evaluates to 0.e+65."""
    law = stats.zipf(1.5)
    assert float(rt.order_statistic(law, 1, 1).mean()) == np.inf
    fastest = rt.order_statistic(law, 1, 4).mean()
    with mp.workdps(20):
        norm = mp.zeta(1.5)
        truth = mp.nsum(lambda j: (mp.zeta(1.5, j) / norm) ** 4, [1, mp.inf])
    assert abs(mpf(float(fastest)) - truth) <= float(fastest.error) + 1e-14


def test_rc68_largest_of_a_thousand_without_replacement():
    """https://math.stackexchange.com/questions/117990: 1000 of 1..1e6, exact 1000001000/1001."""
    trace = rt.Trace(np.arange(1, 10**6 + 1, dtype=float))
    got = rt.order_statistic(trace, 1000, 1000).mean(method="u-statistic")
    assert float(got) == pytest.approx(1000001000 / 1001, rel=1e-13)
    assert got.kind == "estimate"
    assert float(got.error) == np.inf


def test_rc96_tail_of_the_sum_of_stages():
    law = rt.PhaseType([1, 0, 0], [[-1, 1, 0], [0, -(1 + 1e-9), 1 + 1e-9], [0, 0, -2]])
    assert float(law.sf(1.0)) == pytest.approx(0.87109416548228846041, rel=1e-13)


def test_rc98_stays_inside_the_support():
    law = rt.order_statistic(stats.expon(100, 1e-9), 64, 64)
    assert law.support[0] == 100.0
    assert law.mean().lower >= 100.0 + 4.74e-9 - 1e-13


def test_rc31_no_density_formula_for_dice():
    with pytest.raises(TypeError, match="density"):
        rt.order_statistic(DIE, 2, 4).pdf(3.0)
