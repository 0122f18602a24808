"""Integrals by sympy, in a process of its own that is killed at a time limit.

sympy has no limit of its own and may not come back for hours; a thread cannot be stopped, and a
signal waits for the end of a long multiplication.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, final

from runtime_theory.errors import NoMethodError, check_real

__all__ = ["Integrator"]

_CHILD = Path(__file__).with_name("integration_child.py")


@final
class Integrator:
    """Tries integrals, all of them within one time limit; an instance is called with each.

    Parameters
    ----------
    limit : float
        Seconds, with the start of the child process, about one.

    Examples
    --------
    >>> from sympy import Integral, Symbol, exp, oo
    >>> x = Symbol("x", positive=True)
    >>> Integrator(60)(Integral(x * exp(-x), (x, 0, oo)))
    1
    """

    def __init__(self, limit: float) -> None:
        self.limit = check_real("timeout", limit, low=0.0, open_low=True)
        self._deadline = time.monotonic() + self.limit

    def __call__(self, integral: Any) -> Any:
        """Return what sympy makes of an integral, if quadrature agrees.

        Symbols without assumptions are taken for positive numbers.

        Raises
        ------
        TimeoutError
            The time is up; the child process is gone.
        NoMethodError
            sympy does not know the integral, or what it says is not true.
        """
        from sympy import Symbol

        plain = {s: Symbol(s.name, positive=True) for s in integral.free_symbols if _is_plain(s)}
        task = pickle.dumps((integral.xreplace(plain), self.limit))
        status, found = pickle.loads(self._run(task, integral))
        if status == "found":
            return found.xreplace({positive: s for s, positive in plain.items()})
        reasons = {
            "unknown": "sympy knows no closed form of it",
            "failed": f"sympy fails on it ({found})",
            "unchecked": f"sympy's answer could not be checked ({found})",
            "wrong": f"sympy's answer is refuted by quadrature ({found})",
        }
        raise NoMethodError(f"no closed form for {integral}: {reasons[status]}")

    def _run(self, task: bytes, integral: Any) -> bytes:
        """Give the task to a child; kill it and its children whatever happens."""
        child = subprocess.Popen(
            [sys.executable, "-P", str(_CHILD)],  # -P: this directory is no place for modules
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        try:
            output, errors = child.communicate(task, max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise TimeoutError(
                f"sympy did not evaluate {integral} within timeout={self.limit:g} seconds"
            ) from None
        finally:
            _end(child)
        if child.returncode:
            last = errors.decode(errors="replace").strip().splitlines()[-1:]
            raise NoMethodError(f"sympy's process ended on {integral}: {' '.join(last)}")
        return output


def _is_plain(symbol: Any) -> bool:
    return symbol.is_positive is None and symbol.is_real is None


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it started, and collect it."""
    if child.returncode is None:  # not collected yet: its number, and its group's, are still its
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(child.pid, signal.SIGKILL)
            else:
                child.kill()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    child.wait()
