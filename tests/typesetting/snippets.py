"""All LaTeX that the library emits, name -> snippet, for the parsers.

A source is a function without arguments; add it to MATH (bare math, or math between dollar
signs: it goes through KaTeX and through TeX) or to TEX (what stands in the body of a paper).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import sympy
from scipy import stats
from typesetting.tex import displayed

import runtime_theory as rt
from runtime_theory.distributions.families import FAMILIES
from runtime_theory.formulas import latex_of
from runtime_theory.formulas.vocabulary import NOTATION
from runtime_theory.results import Kind, Relation, Result
from runtime_theory.tables import Table

Source = Callable[[], dict[str, str]]


def notation() -> dict[str, str]:
    """Every symbol of the notation table and every family's parameters."""
    found = {f"symbol {name}": entry.latex for name, entry in NOTATION.items()}
    for family in FAMILIES:
        found |= {f"{family.name}'s {p.name}": p.latex for p in family.parameters}
    return found


INTEGER_RANKS = ("hyperexponential", "erlang", "normal")  # their closed forms take no symbol


def family_means() -> dict[str, str]:
    """E[X_{k:n}] of every family, of symbolic rank where it has one."""
    P, K = sympy.symbols("P K")
    found = {}
    for family in FAMILIES:
        values = {p.name: _symbol_of(p) for p in family.parameters}
        names = {p.name: p.latex for p in family.parameters if not p.vector}
        for k, n in ((K, P), (P, P), (1, P), (1, 2), (2, 3), (3, 3)):
            if family.name in INTEGER_RANKS and not (isinstance(k, int) and isinstance(n, int)):
                continue
            mean = family.mean_symbolic(k, n, **values)
            found[f"mean of {family.name} {k}:{n}"] = latex_of(mean, names)
    return found


def _symbol_of(parameter):
    if parameter.vector:
        return sympy.symbols(f"{parameter.name}_1 {parameter.name}_2")
    if parameter.integer:
        return int(parameter.typical[0])
    return sympy.Symbol(parameter.name)


def result_values() -> dict[str, str]:
    """What notebooks show of Results: numbers of every shape, kind, relation and unit."""
    array = np.array([1e-9, 2.5, math.inf, -1e30])
    shapes = [0.0, 0.5, -2 / 3, 1e-20 / 3, 1e25, math.inf, -math.inf, array, array[:2], array[:0]]
    shapes.append(array.reshape(2, 2))
    errors = [0.0, 5e-324, 1e-17, 0.03, 1e30]
    found = {}
    for i, value in enumerate(shapes):
        for error in errors:
            found[f"value {i} +- {error}"] = _shown(value, error)
        for kind in Kind:
            found[f"value {i} {kind}"] = _shown(value, math.inf, kind=kind)
        for relation in Relation:
            found[f"value {i} {relation}"] = _shown(value, 0.01, relation=relation)
        for unit in ("s", "updates", "gradients/s", "updates/s", "s^2", "1/s"):
            found[f"value {i} in {unit}"] = _shown(value, 0.01, unit=unit)
    one = Result(1e-7, 1e-12, kind="exact", method="m", unit="s")
    specs = (".3f", ".2e", ".12g")
    return found | {f"value in format {spec}": f"${one:{spec}L}$" for spec in specs}


def _shown(value, error, kind=Kind.NUMERICAL, **fields):
    level = 0.95 if kind is Kind.SIMULATED else None
    answer = Result(value, error, kind=kind, method="m", confidence=level, **fields)
    return answer._repr_latex_()


LAWS = {
    "exponential": stats.expon(scale=0.2),
    "pareto": stats.pareto(2.5),
    "heavy": stats.pareto(0.9),
    "normal": stats.norm(5, 1),
    "trace": [0.1, 0.2, 0.2, 0.7],
}


def answers() -> dict[str, str]:
    """What the library answers of every scheme: the formula where there is one, the value."""
    found = {}
    for name, law in LAWS.items():
        for scheme in _schemes(4, 2):
            for question in (rt.iteration_time, rt.throughput):
                label = f"{question.__name__} of {scheme.name}, {name}"
                try:
                    answer = question(scheme, law)
                except (rt.NoMethodError, ArithmeticError):
                    continue
                found |= {label: answer.latex, f"{label}, in a notebook": answer._repr_latex_()}
    return found


def _schemes(P, K) -> Iterable[rt.Scheme]:
    several = (rt.KSync, rt.KBatchSync, rt.KAsync, rt.KBatchAsync)
    return [rt.Sync(P), rt.Async(P), *(scheme(P, K) for scheme in several)]


def compare_tables() -> dict[str, str]:
    """The tables of `compare`, as they come and as a paper would have them."""
    found = {}
    for name, law in LAWS.items():
        table = replace(rt.compare(law, 4), symbols={"time": r"\mathbb{E}[T]"})
        narrow = table.without("P", "method", "relation", "lower", "upper", "mean_staleness")
        paper = table.without("P", "method", "gradients_per_second", "gradient_speedup")
        found[f"table of {name}"] = narrow.without("gradient_speedup").to_latex()
        found[f"table of {name}, siunitx"] = paper.to_latex(siunitx=True)
    return found


AWKWARD = Table(
    {
        "law": [
            "a_b & 5% #1 {x} $",
            "η < 0.1 | μ > Σ, ϵ",
            "[1, 2]",
            "*",
            '~^\\ "q" --P',
            "é ≤ ∞",
        ],
        "P": [4, 8, 12, 16, 20, 100],
        "time": [0.123456, math.inf, 1e-7 / 3, None, -2 / 3, 2.5],
        "error": [4e-4, 0.0, 1e-12, None, 1e-16, math.inf],
        "relation": [*["equal"] * 3, None, "upper", "lower"],
        "kind": [*list(Kind)[:3], None, *list(Kind)[3:5]],
        "x_y": [-1.5, 2.0, 3e20, None, -math.inf, 0.0],
        "η": [True, False, None, 1, -12, 3],
    },
    caption="100% of _it_ & {more\nlines}",
    units={"time": "s", "error": "s", "x_y": "gradients/s"},
    errors=["error"],
)


def awkward_tables() -> dict[str, str]:
    """Cells that TeX could mistake, numbers of every size, columns without numbers or rows."""
    relations = [each and Relation(each) for each in AWKWARD["relation"]]
    signed = replace(AWKWARD, columns=AWKWARD.columns | {"relation": relations})
    tables = {
        "awkward": AWKWARD.without("kind", "η"),
        "relations": signed.without("kind"),
        "orphan relations": signed.without("error", "kind", "η"),
        "no rows": Table({"a_b": [], "K": []}),
        "nothing known": Table({"K": [None, None], "t": [math.inf, -math.inf]}),
        "brackets first": Table({"[a]": ["[b]"], "*": ["*"]}),
    }
    found = {f"{name} table": table.to_latex() for name, table in tables.items()}
    for digits in (1, 6, 17):
        found |= {
            f"{name} table, siunitx, {digits} digits": table.without(
                *(["x_y"] if digits == 17 and "x_y" in table.columns else [])
            ).to_latex(siunitx=True, digits=digits)
            for name, table in tables.items()
        }
    return found


MATH: tuple[Source, ...] = (notation, family_means, result_values, answers)
TEX: tuple[Source, ...] = (compare_tables, awkward_tables)


def math_snippets() -> dict[str, str]:
    """All math, bare or between dollar signs."""
    return _gathered(MATH)


def tex_snippets() -> dict[str, str]:
    """All that goes into papers: the math, set as displays, and the tables."""
    shown = {
        name: text if text.startswith("$") else displayed(text)
        for name, text in math_snippets().items()
    }
    return shown | _gathered(TEX)


def _gathered(sources: Iterable[Source]) -> dict[str, str]:
    found: dict[str, str] = {}
    for source in sources:
        more = source()
        assert more, f"{source.__name__} yields nothing"
        assert not found.keys() & more.keys(), "two snippets of one name"
        found |= more
    return found
