"""Composite Gauss-Legendre panels in mpmath: integrate, integrate up to each node, bisect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mpmath import mp, mpf

Vector = Sequence[mpf]


@dataclass(frozen=True)
class Rule:
    """Gauss-Legendre on [-1, 1] with what the interpolating polynomial gives for free."""

    nodes: list[mpf]
    weights: list[mpf]
    primitive: list[list[mpf]]  # row i: integral from -1 to node i
    halves: tuple[list[list[mpf]], list[list[mpf]]]  # values at the nodes of the two halves
    high: list[list[mpf]]  # the last Legendre coefficients, to judge resolution


def _legendre(count: int, x: mpf) -> list[mpf]:
    """P_0 .. P_count at x."""
    values = [mpf(1), x]
    for j in range(1, count):
        values.append(((2 * j + 1) * x * values[j] - j * values[j - 1]) / (j + 1))
    return values


def _node(count: int, i: int) -> tuple[mpf, mpf]:
    """The i-th zero of P_count by Newton's method, with its weight."""
    x = -mp.cos(mp.pi * (i + mpf(3) / 4) / (count + mpf(1) / 2))
    for _ in range(12):
        p = _legendre(count, x)
        slope = count * (x * p[count] - p[count - 1]) / (x * x - 1)
        x -= p[count] / slope
    return x, 2 / ((1 - x * x) * slope * slope)


def gauss_rule(count: int) -> Rule:
    """The rule with `count` nodes, at the working precision."""
    nodes, weights = map(list, zip(*(_node(count, i) for i in range(count)), strict=False))
    values = [_legendre(count, x) for x in nodes]
    to_coefficients = [
        [(2 * j + 1) * w * p[j] / 2 for w, p in zip(weights, values, strict=False)]
        for j in range(count)
    ]
    by_node = list(zip(*to_coefficients, strict=False))

    def at(x: mpf) -> list[mpf]:
        p = _legendre(count, x)
        return [mp.fdot(p[:count], c) for c in by_node]

    def up_to(x: mpf) -> list[mpf]:
        p = _legendre(count, x)
        steps = [(p[j + 1] - p[j - 1]) / (2 * j + 1) for j in range(1, count)]
        return [mp.fdot([x + 1, *steps], c) for c in by_node]

    halves = tuple([at((x + side) / 2) for x in nodes] for side in (-1, 1))
    return Rule(nodes, weights, [up_to(x) for x in nodes], halves, to_coefficients[-3:])


def roughness(rule: Rule, values: Vector) -> mpf:
    """Size of the last Legendre coefficients: the error of the interpolating polynomial."""
    return max(abs(mp.fdot(row, values)) for row in rule.high)


def apply(matrix: list[list[mpf]], values: Vector) -> list[mpf]:
    return [mp.fdot(row, values) for row in matrix]
