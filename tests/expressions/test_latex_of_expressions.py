"""LaTeX as a paper would print it, read by real parsers."""

from __future__ import annotations

import pytest
import sympy
from scipy import stats
from typesetting.katex import check_katex
from typesetting.tex import check_tex, displayed

import runtime_theory as rt
from runtime_theory.distributions.families import FAMILIES
from runtime_theory.expressions.quantities import QUANTITIES
from runtime_theory.expressions.questions import derivation
from runtime_theory.formulas import Formula

SCHEMES = ["sync", "k-sync", "k-batch-sync", "async", "k-async", "k-batch-async"]
LAWS = [None, "exponential", "shifted_exponential", "pareto", "deterministic", "weibull"]
RANKS = {"k": 2, "n": 3}


def everything():
    """All that is known for some laws, with how it was asked for."""
    for name, quantity in QUANTITIES.items():
        for scheme in SCHEMES if quantity.of_scheme else [None]:
            for family in LAWS if quantity.needs != "scheme" else [None]:
                yield f"{name} of {scheme}, {family}", (scheme, family), {"quantity": name}
    for family in FAMILIES:
        ranks = RANKS if family.integers_only else {}
        fixed = {"r": 2} if family.name == "erlang" else {}
        for moment in ("mean", "variance", "covariance"):
            name = f"order_statistic_{moment}"
            if moment != "covariance":
                options = {"quantity": name, **ranks, **fixed}
                yield f"{name}, {family.name}", (None, family.name), options
            elif not ranks:
                yield f"{name}, {family.name}", (None, family.name), {"quantity": name}
    for law in ("gamma", "lognormal", "beta", "invgauss", "chi2"):
        options = {"quantity": "order_statistic_mean"}
        yield f"integral of {law}", (None, law), options


def known():
    for name, arguments, options in everything():
        try:
            yield name, derivation(*arguments, **options), arguments, options
        except rt.NoMethodError:
            continue


KNOWN = list(known())


def test_much_is_known():
    assert len(KNOWN) > 250


def test_all_of_it_is_math_for_katex():
    snippets = {name: rt.latex(*arguments, **options) for name, _, arguments, options in KNOWN}
    for env in ("aligned",):
        snippets |= {
            f"{name} ({env})": rt.latex(*arguments, env=env, **options)
            for name, _, arguments, options in KNOWN[::5]
        }
    check_katex(snippets)


def test_all_of_it_is_math_for_tex():
    wide = ("covariance", "variance", "integral", "adasync", "error", "iterations", "time_to")
    snippets = {}
    for name, _, arguments, options in KNOWN:
        math = rt.latex(*arguments, **options)
        is_wide = name.startswith((*wide, "quadratic")) or "variance" in name
        # What a paper would break by hand is set without a line to fit into.
        snippets[name] = (
            rf"\setbox0=\hbox{{$\displaystyle {math}$}}set" if is_wide else displayed(math)
        )
    snippets |= {
        f"{env} {i}": rt.latex("k-sync", "exponential", env=env)
        for i, env in enumerate(("equation", "equation*", "align", "align*"))
    }
    check_tex(snippets)


@pytest.mark.parametrize(
    "name,found,arguments,options", KNOWN[::3], ids=[each[0] for each in KNOWN[::3]]
)
def test_the_lines_of_a_derivation_are_equal(name, found, arguments, options):
    """Put one law's moments and numbers into each line."""
    law = {"mu": 3, "Delta": 2, "alpha": 7, "x_m": 2, "d": 3, "c_X": 2, "l": 3, "a": 1, "b": 3}
    numbers = {
        "P": 4, "K": 2, "k": 2, "n": 4, "j": 1, "s": 1, "t": 5, "eta": sympy.Rational(1, 8),
        "L": 1, "m": 2, "sigma2": 3, "M_G": 0, "gap": 4, "J": 6, "gamma": sympy.Rational(1, 2),
        "p0": sympy.Rational(1, 4), "epsilon": 1, "F_t": 1, "F_0": 3, "K_0": 1, "c": 2,
    }  # fmt: skip
    _, family = arguments
    if len(found.lines) == 1 or family not in LAWS:
        return  # nothing to compare, or parameters for which no numbers are given below
    special = {"weibull": {"c": 2}}.get(family, {})

    def moment(quantity, **ranks):
        fixed = {n: v for n, v in law.items() if n in _parameters(family)} | special
        return rt.expression(None, family, quantity=quantity, **fixed, **ranks)

    def settled(line):
        of_law_alone = "eta" not in {symbol.name for symbol in line.free_symbols}
        filled = line.subs({**numbers, **law, **(special if of_law_alone else {})})
        filled = filled.subs({"E_X": moment("mean"), "Var_X": moment("variance")})
        filled = filled.replace(
            sympy.Function("order_mean"),
            lambda k, n: moment("order_statistic_mean", k=k, n=n),
        )
        filled = filled.replace(
            sympy.Function("order_covariance"),
            lambda j, k, n: moment("order_statistic_covariance", j=j, k=k, n=n),
        )
        return float(filled.doit().evalf(20))

    first, *rest = map(settled, found.lines)
    assert rest == pytest.approx([first] * len(rest), rel=1e-12)


def _parameters(family):
    names = {"shifted_exponential": ("mu", "Delta"), "exponential": ("mu",)}
    known = next((f for f in FAMILIES if f.name == family), None)
    return names.get(family) or tuple(p.name for p in known.parameters)


# ------------------------------------------------------------ as papers print it


PRINTED = [
    (("k-sync", "exponential"), {}, r"\mathbb{E}[T] = \frac{H_{P} - H_{P - K}}{\mu}"),
    (("sync", "exponential"), {}, r"\mathbb{E}[T] = \frac{H_{P}}{\mu}"),
    (("k-async",), {"quantity": "mean_staleness"}, r"\mathbb{E}[s] = \frac{P}{K} - 1"),
    (("k-batch-async",), {}, r"\mathbb{E}[T] = \frac{K \mathbb{E}[X]}{P}"),
    (
        ("k-sync", "shifted_exponential"), {},
        r"\mathbb{E}[T] = \Delta + \frac{H_{P} - H_{P - K}}{\mu}",
    ),
    (
        ("async",), {"quantity": "update_speedup"},
        r"\frac{\mathbb{E}[T_{\mathrm{sync}}]}{\mathbb{E}[T]} = "
        r"\frac{P \mathbb{E}[X_{P:P}]}{\mathbb{E}[X]}",
    ),
    (
        ("k-async",), {"quantity": "iteration_time_upper"},
        r"\mathbb{E}[T] \le \frac{K \mathbb{E}[X]}{P - K + 1}",
    ),
    (
        ("k-async", "exponential"), {"quantity": "staleness_pmf"},
        r"\Pr(s) = \frac{K \left(1 - \frac{K}{P}\right)^{s}}{P}",
    ),
    ((None, "uniform"), {"quantity": "mean"}, r"\mathbb{E}[X] = \frac{a + b}{2}"),
    ((None, "genpareto"), {"quantity": "mean"}, r"\mathbb{E}[X] = m + \frac{s}{1 - c}"),
    ((None, "lomax"), {"quantity": "mean"}, r"\mathbb{E}[X] = \frac{\lambda}{\alpha - 1}"),
    (
        (None, "exponential"), {"quantity": "order_statistic_variance"},
        r"\operatorname{Var}[X_{k:n}] = \frac{H_{n}^{(2)} - H_{n - k}^{(2)}}{\mu^{2}}",
    ),
    (
        ("k-sync",), {"quantity": "error_bound"},
        r"\mathbb{E}[F(w_J)] - F^* \le \frac{\eta L \sigma^{2}}{2 c K m} + "
        r"\left(1 - \eta c\right)^{J} "
        r"\left(F(w_0) - F^* - \frac{\eta L \sigma^{2}}{2 c K m}\right)",
    ),
    ((rt.KSync(8, 4), "exponential"), {"mu": 1}, r"\mathbb{E}[T] = \frac{533}{840}"),
    ((rt.Sync(8), stats.pareto(0.9)), {}, r"\mathbb{E}[T] = \infty"),
    (("k-sync", "exponential"), {"symbols": {"P": "n", "K": "k", "mu": r"\lambda", "E": "E"}},
     r"E[T] = \frac{H_{n} - H_{n - k}}{\lambda}"),
    (("sync",), {"symbols": {"X": "Y"}, "lhs": False}, r"\mathbb{E}[Y_{P:P}]"),
]  # fmt: skip


@pytest.mark.parametrize("arguments,options,text", PRINTED, ids=lambda v: str(v)[:40])
def test_printed_form(arguments, options, text):
    assert rt.latex(*arguments, **options) == text


def test_environments():
    assert rt.latex("sync", env="equation") == (
        "\\begin{equation}\n\\mathbb{E}[T] = \\mathbb{E}[X_{P:P}]\n\\end{equation}"
    )
    chain = rt.latex(rt.KSync(8, 4), "exponential", mu=2, env="align")
    assert chain.splitlines() == [
        r"\begin{align}",
        r"\mathbb{E}[T] &= \mathbb{E}[X_{K:P}] \nonumber \\",
        r"&= \frac{H_{P}}{2} - \frac{H_{P - K}}{2} \nonumber \\",
        r"&= \frac{533}{1680}",
        r"\end{align}",
    ]
    digits = rt.latex(rt.KSync(8, 4), "exponential", mu=2, env="align*", digits=6)
    assert digits.splitlines()[-2] == "&= 0.317262"
    assert rt.latex("sync", env="aligned", lhs=False).splitlines()[1] == r"&\mathbb{E}[X_{P:P}]"


def test_indices_of_summation_are_not_taken():
    text = rt.latex(None, "two_point", quantity="order_statistic_covariance")
    assert r"\sum_{j=" not in text
    assert "n - j + 1" in text


# ------------------------------------------------------------ anything with LaTeX


def test_other_objects():
    result = rt.iteration_time(rt.KSync(8, 4), stats.expon())
    assert rt.latex(result) == r"\mathbb{E}[T] = \mathbb{E}[X_{K:P}]"
    assert rt.latex(result, symbols={"P": "n"}, lhs=False) == r"\mathbb{E}[X_{K:n}]"
    plain = rt.order_statistic(stats.gamma(2.5), 2, 3).mean()
    assert r"\pm" in rt.latex(plain)
    table = rt.compare(stats.expon(), 4)
    assert rt.latex(table) == table.to_latex()
    with pytest.raises(ValueError, match="a table is a tabular"):
        rt.latex(table, env="equation")
    formula = rt.expression("k-sync", "exponential")
    assert rt.latex(formula, symbols={"P": "n"}) == r"\frac{H_{n} - H_{n - K}}{\mu}"
    assert isinstance(result.formula, Formula)
    assert rt.latex(result.formula, env="equation").startswith(
        "\\begin{equation}\n\\mathbb{E}[T] = "
    )
    for reference in (3, object()):
        with pytest.raises(TypeError, match="latex takes a scheme"):
            rt.latex(reference)


@pytest.mark.parametrize(
    "arguments, options, kind, message",
    [
        (("sync",), {"env": "eqnarray"}, ValueError, "env must be None or one of equation"),
        (("sync",), {"symbols": {"P": 3}}, TypeError, "symbols must map names to LaTeX"),
        (("sync",), {"symbols": {"P": ""}}, TypeError, "symbols must map names to LaTeX"),
        ((sympy.Symbol("P"), "exponential"), {}, TypeError, "family belongs to a scheme"),
        ((sympy.Symbol("P"),), {"quantity": "mean"}, TypeError, "quantity belongs to a scheme"),
        (("nosuch",), {}, ValueError, "scheme must be one of"),
    ],
)
def test_bad_requests(arguments, options, kind, message):
    with pytest.raises(kind, match=message):
        rt.latex(*arguments, **options)


def test_quantities_are_listed():
    table = rt.quantities()
    assert table["quantity"] == list(QUANTITIES)
    assert set(table["needs"]) == {"scheme, law", "scheme", "law"}
    assert all(table["meaning"])
