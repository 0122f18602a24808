"""The sources the package computes from, each once, as BibTeX.

Results, formulas and families point at these constants, and `bibliography`
prints the ones that were used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["Reference", "bibliography"]


@dataclass(frozen=True)
class Reference:
    """One source: its BibTeX key, its entry, and a short name for messages.

    Parameters
    ----------
    key : str
        BibTeX key.
    bibtex : str
        The whole entry.
    short : str
        Name in running text, such as ``"Renyi (1953)"``.

    Examples
    --------
    >>> RENYI1953.short
    'Renyi (1953)'
    """

    key: str
    bibtex: str
    short: str

    def __post_init__(self) -> None:
        if f"{{{self.key}," not in self.bibtex:
            raise ValueError(f"bibtex must be an entry with key {self.key!r}, got {self.bibtex!r}")


def bibliography(*objects: object) -> str:
    """Return the BibTeX entries behind results, formulas, families or references.

    Parameters
    ----------
    *objects
        References, or objects with ``.references`` or ``.reference``.

    Returns
    -------
    str
        Entries in order of first use, each once, separated by blank lines.

    Raises
    ------
    TypeError
        An argument carries no references.

    Examples
    --------
    >>> print(bibliography(RENYI1953, RENYI1953).splitlines()[0])
    @article{renyi1953,
    """
    found = dict.fromkeys(reference for item in objects for reference in _references(item))
    return "\n\n".join(reference.bibtex for reference in found)


def _references(item: object) -> Iterator[Reference]:
    if isinstance(item, Reference):
        yield item
        return
    carried = getattr(item, "references", None)
    if carried is None:
        single = getattr(item, "reference", None)
        carried = None if single is None else (single,)
    if not isinstance(carried, Iterable) or isinstance(carried, str):
        raise TypeError(
            "bibliography takes references and objects that carry them "
            f"(.references or .reference), got {item!r}"
        )
    yield from carried


def _entry(kind: str, key: str, short: str, **fields: str) -> Reference:
    lines = [f"  {name} = {{{text}}}" for name, text in fields.items()]
    return Reference(key, f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}", short)


DUTTA2018 = _entry(
    "inproceedings",
    "dutta2018",
    "Dutta et al. (2018)",
    author="Dutta, Sanghamitra and Joshi, Gauri and Ghosh, Soumyadip and Dube, Parijat "
    "and Nagpurkar, Priya",
    title="Slow and Stale Gradients Can Win the Race: Error-Runtime Trade-offs in Distributed SGD",
    booktitle="Proceedings of the 21st International Conference on Artificial Intelligence "
    "and Statistics",
    series="Proceedings of Machine Learning Research",
    volume="84",
    pages="803--812",
    year="2018",
    eprint="1803.01113",
    archiveprefix="arXiv",
)
DUTTA2020 = _entry(
    "misc",
    "dutta2020",
    "Dutta, Wang and Joshi (2020)",
    author="Dutta, Sanghamitra and Wang, Jianyu and Joshi, Gauri",
    title="Slow and Stale Gradients Can Win the Race",
    year="2020",
    eprint="2003.10579",
    archiveprefix="arXiv",
)
CHEN2016 = _entry(
    "misc",
    "chen2016",
    "Chen et al. (2016)",
    author="Chen, Jianmin and Monga, Rajat and Bengio, Samy and Jozefowicz, Rafal",
    title="Revisiting Distributed Synchronous SGD",
    year="2016",
    eprint="1604.00981",
    archiveprefix="arXiv",
)
TYURIN_RICHTARIK2023 = _entry(
    "inproceedings",
    "tyurin2023",
    "Tyurin and Richtarik (2023)",
    author="Tyurin, Alexander and Richt{\\'a}rik, Peter",
    title="Optimal Time Complexities of Parallel Stochastic Optimization Methods "
    "Under a Fixed Computation Model",
    booktitle="Advances in Neural Information Processing Systems",
    volume="36",
    year="2023",
    eprint="2305.12387",
    archiveprefix="arXiv",
)
DAVID_NAGARAJA2003 = _entry(
    "book",
    "david2003",
    "David and Nagaraja (2003)",
    author="David, Herbert A. and Nagaraja, Haikady N.",
    title="Order Statistics",
    edition="3",
    publisher="Wiley",
    year="2003",
)
ARNOLD2008 = _entry(
    "book",
    "arnold2008",
    "Arnold, Balakrishnan and Nagaraja (2008)",
    author="Arnold, Barry C. and Balakrishnan, N. and Nagaraja, H. N.",
    title="A First Course in Order Statistics",
    series="Classics in Applied Mathematics",
    volume="54",
    publisher="SIAM",
    year="2008",
)
RENYI1953 = _entry(
    "article",
    "renyi1953",
    "Renyi (1953)",
    author="R{\\'e}nyi, Alfr{\\'e}d",
    title="On the theory of order statistics",
    journal="Acta Mathematica Academiae Scientiarum Hungaricae",
    volume="4",
    pages="191--231",
    year="1953",
)
COX1962 = _entry(
    "book",
    "cox1962",
    "Cox (1962)",
    author="Cox, D. R.",
    title="Renewal Theory",
    publisher="Methuen",
    year="1962",
)
BARLOW_PROSCHAN1975 = _entry(
    "book",
    "barlow1975",
    "Barlow and Proschan (1975)",
    author="Barlow, Richard E. and Proschan, Frank",
    title="Statistical Theory of Reliability and Life Testing: Probability Models",
    publisher="Holt, Rinehart and Winston",
    year="1975",
)
TREFETHEN_WEIDEMAN2014 = _entry(
    "article",
    "trefethen2014",
    "Trefethen and Weideman (2014)",
    author="Trefethen, Lloyd N. and Weideman, J. A. C.",
    title="The Exponentially Convergent Trapezoidal Rule",
    journal="SIAM Review",
    volume="56",
    number="3",
    pages="385--458",
    year="2014",
)
HOEFFDING1948 = _entry(
    "article",
    "hoeffding1948",
    "Hoeffding (1948)",
    author="Hoeffding, Wassily",
    title="A Class of Statistics with Asymptotically Normal Distribution",
    journal="The Annals of Mathematical Statistics",
    volume="19",
    number="3",
    pages="293--325",
    year="1948",
)
GUMBEL1954 = _entry(
    "article",
    "gumbel1954",
    "Gumbel (1954)",
    author="Gumbel, E. J.",
    title="The Maxima of the Mean Largest Value and of the Range",
    journal="The Annals of Mathematical Statistics",
    volume="25",
    number="1",
    pages="76--84",
    year="1954",
)
HARTLEY_DAVID1954 = _entry(
    "article",
    "hartley1954",
    "Hartley and David (1954)",
    author="Hartley, H. O. and David, H. A.",
    title="Universal Bounds for Mean Range and Extreme Observation",
    journal="The Annals of Mathematical Statistics",
    volume="25",
    number="1",
    pages="85--99",
    year="1954",
)
EMBRECHTS1997 = _entry(
    "book",
    "embrechts1997",
    "Embrechts, Kluppelberg and Mikosch (1997)",
    author='Embrechts, Paul and Kl{\\"u}ppelberg, Claudia and Mikosch, Thomas',
    title="Modelling Extremal Events for Insurance and Finance",
    publisher="Springer",
    year="1997",
)
LIEBLEIN1955 = _entry(
    "article",
    "lieblein1955",
    "Lieblein (1955)",
    author="Lieblein, Julius",
    title="On Moments of Order Statistics from the Weibull Distribution",
    journal="The Annals of Mathematical Statistics",
    volume="26",
    number="2",
    pages="330--333",
    year="1955",
)
MALIK1966 = _entry(
    "article",
    "malik1966",
    "Malik (1966)",
    author="Malik, Henrick John",
    title="Exact Moments of Order Statistics from the Pareto Distribution",
    journal="Scandinavian Actuarial Journal",
    volume="1966",
    number="3--4",
    pages="144--157",
    year="1966",
)
NEUTS1981 = _entry(
    "book",
    "neuts1981",
    "Neuts (1981)",
    author="Neuts, Marcel F.",
    title="Matrix-Geometric Solutions in Stochastic Models: An Algorithmic Approach",
    publisher="Johns Hopkins University Press",
    year="1981",
)
KERSHAW1983 = _entry(
    "article",
    "kershaw1983",
    "Kershaw (1983)",
    author="Kershaw, D.",
    title="Some Extensions of {W. Gautschi's} Inequalities for the Gamma Function",
    journal="Mathematics of Computation",
    volume="41",
    number="164",
    pages="607--611",
    year="1983",
)
DAVID_JOHNSON1954 = _entry(
    "article",
    "david1954",
    "David and Johnson (1954)",
    author="David, F. N. and Johnson, N. L.",
    title="Statistical Treatment of Censored Data: Part {I}. Fundamental Formulae",
    journal="Biometrika",
    volume="41",
    number="1--2",
    pages="228--240",
    year="1954",
)
DEHAAN_FERREIRA2006 = _entry(
    "book",
    "dehaan2006",
    "de Haan and Ferreira (2006)",
    author="de Haan, Laurens and Ferreira, Ana",
    title="Extreme Value Theory: An Introduction",
    publisher="Springer",
    year="2006",
)
GRAHAM1994 = _entry(
    "book",
    "graham1994",
    "Graham, Knuth and Patashnik (1994)",
    author="Graham, Ronald L. and Knuth, Donald E. and Patashnik, Oren",
    title="Concrete Mathematics: A Foundation for Computer Science",
    publisher="Addison-Wesley",
    edition="2nd",
    year="1994",
)
JOHANSSON2017 = _entry(
    "article",
    "johansson2017",
    "Johansson (2017)",
    author="Johansson, Fredrik",
    title="Arb: Efficient Arbitrary-Precision Midpoint-Radius Interval Arithmetic",
    journal="IEEE Transactions on Computers",
    volume="66",
    number="8",
    pages="1281--1292",
    year="2017",
)
JOHANSSON2018 = _entry(
    "inproceedings",
    "johansson2018",
    "Johansson (2018)",
    author="Johansson, Fredrik",
    title="Numerical Integration in Arbitrary-Precision Ball Arithmetic",
    booktitle="Mathematical Software -- ICMS 2018",
    series="Lecture Notes in Computer Science",
    volume="10931",
    pages="255--263",
    publisher="Springer",
    year="2018",
)
KREIN_RUTMAN1948 = _entry(
    "article",
    "krein1948",
    "Krein and Rutman (1948)",
    author="Krein, M. G. and Rutman, M. A.",
    title="Linear Operators Leaving Invariant a Cone in a {Banach} Space",
    journal="Uspekhi Matematicheskikh Nauk",
    volume="3",
    number="1",
    pages="3--95",
    year="1948",
)
