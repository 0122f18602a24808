"""Exact models of learners, which share nothing with the formulas they are set against."""
