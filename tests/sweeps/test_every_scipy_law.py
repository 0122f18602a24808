"""Every continuous law of scipy.stats: a right answer with an honest error, or a clear refusal.

The references come from mpmath definitions of the laws that share nothing with scipy or with
this package (tests/oracles/scipy_laws.py).
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from scipy import stats

import runtime_theory as rt

REFERENCES = json.loads(
    (Path(__file__).parents[1] / "oracles" / "scipy_law_refs.json").read_text(encoding="utf-8")
)
LAWS = sorted({(r["dist"], json.dumps(r["params"], sort_keys=True)) for r in REFERENCES})

# docs/scipy_laws.md explains each of these.
REFUSED = {"studentized_range": "not supported", "vonmises": "circle"}
# Both tails of these diverge for a single draw: no mean is defined.
UNDEFINED = {"cauchy", "skewcauchy"}


def _rows(dist: str, params: str) -> list[dict[str, object]]:
    wanted = json.loads(params)
    return [r for r in REFERENCES if r["dist"] == dist and r["params"] == wanted]


@pytest.mark.parametrize("dist,params", LAWS, ids=[f"{d}-{p}" for d, p in LAWS])
def test_right_or_refused(dist: str, params: str) -> None:
    law = getattr(stats, dist)(**json.loads(params))
    if dist in REFUSED:
        with pytest.raises(ValueError, match=REFUSED[dist]):
            rt.order_statistic(law, 1, 8).mean()
        return
    for row in _rows(dist, params):
        k, n, truth = int(row["k"]), int(row["n"]), float(row["mean"])
        where = f"{dist}({params}) {k}:{n}"
        if dist in UNDEFINED and n == 1:
            with pytest.raises(ArithmeticError, match="not defined"):
                rt.order_statistic(law, k, n).mean()
            continue
        result = rt.order_statistic(law, k, n).mean()
        value, error = float(result.value), float(result.error)
        if math.isinf(truth):
            assert value == truth, where
            assert result.note, where
            continue
        doubt = abs(truth) * (float(row["uncertainty"]) + 2.3e-16)
        miss = abs(value - truth)
        assert miss <= error + doubt, f"{where}: off by {miss:.3g}, reported {error:.3g}"
        spread = float(law.isf(0.25)) - float(law.ppf(0.25))
        allowed = 2e-13 * abs(truth) + 2e-15 * spread + doubt
        assert miss <= allowed, f"{where}: off by {miss:.3g} of {truth:.6g}"
