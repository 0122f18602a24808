"""What a theorem is and how it is checked: domains, steps, witnesses, mutants, reports."""
