"""Independent witnesses of the dynamics on a quadratic: enumeration and simulation of the process.

Nothing here knows of A, B, C, D or of exchangeable learners: the state is w and the copy of every
learner; the noise of a gradient at y is e1 s + e2 sqrt(M) a y with independent signs e1 and e2.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product

import numpy as np

SIGNS = (-1, 1)


def gradients(copies, pushers, *, a, s, root_M):
    """Yield every sum of the pushers' gradients, as often as it is likely."""
    for noise in product(SIGNS, repeat=2 * len(pushers)):
        additive, growing = noise[::2], noise[1::2]
        yield sum(
            a * copies[i] + e1 * s + e2 * root_M * a * copies[i]
            for i, e1, e2 in zip(pushers, additive, growing, strict=True)
        )


def learners_at_once(state, groups, *, eta, a, s, root_M):
    """Yield all outcomes of an update by one of the groups of learners."""
    w, copies = state
    for group in groups:
        for total in gradients(copies, group, a=a, s=s, root_M=root_M):
            new = w - eta / len(group) * total
            yield new, tuple(new if i in group else y for i, y in enumerate(copies))


def mini_batches(state, K, *, eta, a, s, root_M):
    """Yield all outcomes of an update by K pushes, of any learner each."""
    w, first = state
    partial = [(Fraction(0), first)]
    for number in range(1, K + 1):
        following = []
        for gathered, copies in partial:
            for i in range(len(copies)):
                for total in gradients(copies, (i,), a=a, s=s, root_M=root_M):
                    sums = gathered + total
                    read = w if number < K else w - eta / K * sums
                    following.append((sums, (*copies[:i], read, *copies[i + 1 :])))
        partial = following
    for sums, copies in partial:
        yield w - eta / K * sums, copies


def enumerated_second_moments(scheme, P, K, J, *, w0, eta, a, s, root_M):
    """Return E[w_j^2] and the mean of (w_j - y)^2 over learners for j = 0..J, exactly."""
    law = {(w0, (w0,) * P): Fraction(1)}
    path = [second_moments(law)]
    for _ in range(J):
        following = defaultdict(Fraction)
        for state, probability in law.items():
            found = list(outcomes(scheme, state, P, K, eta=eta, a=a, s=s, root_M=root_M))
            for new in found:
                following[new] += probability / len(found)
        law = following
        path.append(second_moments(law))
    return path


def outcomes(scheme, state, P, K, **numbers):
    """Yield what an update leads to, equally likely outcomes."""
    if scheme == "k-batch-async":
        return mini_batches(state, K, **numbers)
    if scheme == "k-async":
        return learners_at_once(state, list(combinations(range(P), K)), **numbers)
    if scheme == "async":
        return learners_at_once(state, [(i,) for i in range(P)], **numbers)
    w, _ = state  # sync kinds: K copies of w
    return learners_at_once((w, (w,) * K), [tuple(range(K))], **numbers)


def second_moments(law):
    """Return E[w^2], and means over learners of E[w y], E[y^2] and over pairs of E[y y']."""
    total = [Fraction(0)] * 4
    for (w, copies), probability in law.items():
        P = len(copies)
        pairs = sum(y * z for y, z in combinations(copies, 2))
        values = (
            w * w,
            w * sum(copies) / P,
            sum(y * y for y in copies) / P,
            2 * pairs / (P * (P - 1)) if P > 1 else w * w,
        )
        total = [t + probability * v for t, v in zip(total, values, strict=True)]
    return tuple(total)


def simulated_squares(scheme, P, K, J, *, w0, eta, a, s, M, replications, rng):
    """Return w_J^2 of replications with clocks: exponential times of every mini-batch."""
    rows = np.arange(replications)
    w, y = np.full(replications, w0), np.full((replications, P), w0)
    ready = rng.exponential(size=(replications, P))
    for _ in range(J):
        gathered = np.zeros(replications)
        for number in range(1, K + 1):
            who = ready.argmin(axis=1)
            now, read = ready[rows, who], y[rows, who]
            spread = np.sqrt(s * s + M * (a * read) ** 2)
            gathered += a * read + spread * rng.standard_normal(replications)
            if number == K:
                w = w - eta / K * gathered
            if scheme == "k-async":
                ready[rows, who] = np.inf  # waits for the update
                continue
            y[rows, who] = w
            ready[rows, who] = now + rng.exponential(size=replications)
        if scheme == "k-async":
            waiting = np.isinf(ready)
            y = np.where(waiting, w[:, None], y)
            restarted = now[:, None] + rng.exponential(size=(replications, P))
            ready = np.where(waiting, restarted, ready)
    return w * w
