"""``python -m runtime_theory``: the command line."""

from runtime_theory.cli import main

if __name__ == "__main__":
    main()
