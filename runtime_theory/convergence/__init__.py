"""Error of SGD: bounds, floors, learning-rate conditions, and exact dynamics on a quadratic."""
