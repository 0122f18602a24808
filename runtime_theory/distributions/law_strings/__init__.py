"""Laws written as text, parsed and never evaluated."""
