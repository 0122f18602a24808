"""Laws of scipy.stats, old and new style, with both tails."""
