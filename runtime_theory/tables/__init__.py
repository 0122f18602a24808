"""Tables of answers: they render themselves as text, markdown, LaTeX, csv, HTML and pictures."""

from runtime_theory.tables.table import Chart as Chart
from runtime_theory.tables.table import Table as Table
