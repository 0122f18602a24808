"""Laws made of other laws: mixtures, truncations, transformations, extremes."""
