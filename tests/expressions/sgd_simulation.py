"""A naive event simulation of the asynchronous schemes: who pushed what, read at which version."""

from __future__ import annotations

import heapq
from collections import Counter


def stalenesses(draw, P, K, updates, *, waits, warmup=200):
    """Count the staleness of pushed gradients.

    `draw` returns one mini-batch time.  With `waits` a learner that has pushed waits for the
    update (K-async), else it fetches the current version at once (K-batch-async).
    """
    counts, version, pushed, waiting = Counter(), 0, 0, []
    running = [(draw(), i, 0) for i in range(P)]  # end of the mini-batch, learner, version read
    heapq.heapify(running)
    while version < updates + warmup:
        now, learner, read = heapq.heappop(running)
        if version >= warmup:
            counts[version - read] += 1
        pushed += 1
        waiting.append(learner)
        if pushed == K:
            version, pushed = version + 1, 0
        if pushed == 0 or not waits:
            for each in waiting:
                heapq.heappush(running, (now + draw(), each, version))
            waiting = []
    return counts


def z_score(count, total, probability, inflation=1.0):
    """How many standard deviations a count is off, its variance inflated for correlation."""
    spread = (inflation * total * probability * (1 - probability)) ** 0.5
    return (count - total * probability) / spread
