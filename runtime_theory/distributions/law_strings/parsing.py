"""parse_law: the law that a string such as ``0.5*gamma(2) + 1`` names. Nothing is evaluated."""

from __future__ import annotations

import ast
import math
from typing import Any

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.mirrored import affine_map
from runtime_theory.distributions.law_strings.names import named_law
from runtime_theory.distributions.law_strings.parameters import ParameterError
from runtime_theory.distributions.law_strings.text import DEEPEST, LawText

__all__ = ["parse_law"]

_Value = Distribution | float | int | list[float]


def parse_law(text: str) -> Distribution:
    """Read the law that a string names.

    Parameters
    ----------
    text : str
        ``NAME(parameters)`` with the name of a scipy.stats law (``stats.`` may precede it) and
        its parameters by position or name, or one of deterministic(d), discrete(values=[...],
        probabilities=[...]), exponential(rate=), erlang(k, rate=), hyperexponential(p=[...],
        rates=[...]), two_point(a, b, q), shifted_exponential(delta, rate), geometric(p) and the
        families of this package with their printed parameters by name. Location and scale may
        also be written around it: ``1 + 2*expon()``. Parameters are numbers, or fractions a/b.

    Returns
    -------
    Distribution
        The law.

    Raises
    ------
    ValueError
        For anything else; the message shows the place, what is allowed and close names.
    TypeError
        If ``text`` is not a string.

    Notes
    -----
    The text is split into names, numbers and signs before Python's parser sees it, and only calls
    of known names are followed, so no part of it is ever executed. ``expon(0.2)`` is refused: in
    scipy that is a delay of 0.2 and not a rate.

    Examples
    --------
    >>> parse_law("gamma(2, scale=1/4)")
    <gamma(a=2, scale=0.25)>
    >>> parse_law("1 + expon(scale=2)")
    <expon(loc=1, scale=2)>
    >>> parse_law("gama(2)")
    Traceback (most recent call last):
    ...
    ValueError: there is no law 'gama': did you mean gamma, ...?
      gama(2)
      ^
    ...
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string such as 'expon(scale=2)', got {text!r:.80}")
    return _Reader(text).law()


class _Reader:
    """One string on its way through the grammar; every failure knows its place."""

    def __init__(self, text: str) -> None:
        self.text = LawText(text)
        self._error = self.text.error

    def law(self) -> Distribution:
        value = self._read(self.text.tree(), 0)
        if isinstance(value, Distribution):
            return value
        if isinstance(value, list):
            raise self._error(
                "a list is no law: discrete(values=[...], probabilities=[...]) is one", 0
            )
        raise self._error(f"a number is no law: deterministic({value:g}) always takes this long", 0)

    def _read(self, node: ast.expr, depth: int) -> _Value:
        if depth > DEEPEST:
            raise self._error("nested too deeply", node.col_offset)
        if isinstance(node, ast.Constant):
            return self._number(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            sign = -1 if isinstance(node.op, ast.USub) else 1
            return self._scaled(self._read(node.operand, depth + 1), sign, node)
        if isinstance(node, ast.BinOp):
            left, right = self._read(node.left, depth + 1), self._read(node.right, depth + 1)
            return self._combined(left, right, node)
        if isinstance(node, ast.List):
            return self._list(node, depth)
        if isinstance(node, ast.Call | ast.Name | ast.Attribute):
            return self._called(node, depth)
        raise self._error("not allowed in a law", node.col_offset)

    def _number(self, node: ast.Constant) -> float | int:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._error(f"{value!r} is no number", node.col_offset)
        return self._finite(value, node)

    def _list(self, node: ast.List, depth: int) -> list[float]:
        values = [self._read(item, depth + 1) for item in node.elts]
        for item, value in zip(node.elts, values, strict=True):
            if not isinstance(value, int | float):
                raise self._error("a list must consist of numbers", item.col_offset)
        return values  # type: ignore[return-value]

    def _combined(self, left: _Value, right: _Value, node: ast.BinOp) -> _Value:
        if isinstance(left, list) or isinstance(right, list):
            raise self._error("a list cannot be calculated with", node.col_offset)
        if isinstance(left, Distribution) and isinstance(right, Distribution):
            raise self._error(
                "two laws cannot be combined: only loc + scale*LAW", node.right.col_offset
            )
        match node.op:
            case ast.Add():
                return self._sum(left, right, node)
            case ast.Sub():
                return self._sum(left, self._scaled(right, -1, node), node)
            case ast.Mult():
                if isinstance(right, Distribution):
                    left, right = right, left
                return self._scaled(left, right, node)
            case ast.Div():
                return self._quotient(left, right, node)
        raise self._error("only + - * / are allowed", node.right.col_offset - 1)

    def _sum(self, left: Any, right: Any, node: ast.BinOp) -> _Value:
        if isinstance(right, Distribution):
            left, right = right, left
        if isinstance(left, Distribution):
            return self._affine(left, right, 1.0, node)
        return self._finite(left + right, node)

    def _scaled(self, value: _Value, factor: Any, node: ast.expr) -> _Value:
        if isinstance(value, list):
            raise self._error("a list cannot be calculated with", node.col_offset)
        if isinstance(value, Distribution):
            return self._affine(value, 0.0, factor, node)
        return self._finite(value * factor, node)

    def _quotient(self, left: Any, right: Any, node: ast.BinOp) -> _Value:
        if isinstance(right, Distribution):
            raise self._error("a number cannot be divided by a law", node.right.col_offset)
        if right == 0:
            raise self._error("division by 0", node.right.col_offset)
        if isinstance(left, Distribution):
            return self._affine(left, 0.0, self._finite(1.0 / right, node), node)
        return self._finite(left / right, node)

    def _finite(self, value: float | int, node: ast.expr) -> float | int:
        try:
            finite = math.isfinite(float(value))
        except OverflowError:
            finite = False
        if not finite:
            raise self._error("the number is too large", node.col_offset)
        return value

    def _affine(self, law: Distribution, loc: Any, scale: Any, node: ast.expr) -> Distribution:
        try:
            return affine_map(law, float(loc), float(scale))
        except (ValueError, TypeError) as wrong:
            raise self._error(str(wrong), node.col_offset) from wrong

    def _called(self, node: ast.Call | ast.Name | ast.Attribute, depth: int) -> Distribution:
        function = node.func if isinstance(node, ast.Call) else node
        name, prefixed = self._name(function)
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        if isinstance(node, ast.Call):
            positional = [self._parameter(item, depth) for item in node.args]
            for keyword in node.keywords:
                if keyword.arg is None or keyword.arg in keywords:
                    raise self._error(
                        "parameters must be named once each", keyword.value.col_offset
                    )
                keywords[keyword.arg] = self._parameter(keyword.value, depth)
        try:
            return named_law(name, positional, keywords, only_scipy=prefixed)
        except ParameterError as wrong:
            raise self._error(str(wrong), self._place(node, wrong)) from wrong
        except (ValueError, TypeError, ArithmeticError) as wrong:
            raise self._error(str(wrong), function.col_offset) from wrong

    def _place(self, node: ast.expr, wrong: ParameterError) -> int:
        """Position of the keyword or argument that was refused, else of the name."""
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg == wrong.parameter:
                    return keyword.col_offset
            if wrong.position is not None:
                return node.args[wrong.position].col_offset
        return node.col_offset

    def _parameter(self, node: ast.expr, depth: int) -> float | int | list[float]:
        if isinstance(node, ast.Name):
            raise self._error(f"{node.id!r} is no number", node.col_offset)
        value = self._read(node, depth + 1)
        if isinstance(value, Distribution):
            raise self._error("a parameter must be a number, not a law", node.col_offset)
        return value

    def _name(self, node: ast.expr) -> tuple[str, bool]:
        """The name of a law, and whether ``stats.`` stands before it."""
        if isinstance(node, ast.Name):
            return node.id, False
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("stats", "scipy.stats"):
            return node.attr, True
        raise self._error("only stats. or scipy.stats. may stand before a name", node.col_offset)
