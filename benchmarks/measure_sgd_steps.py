"""Measure the step times of real mini-batch SGD in several concurrent worker processes.

Every worker process trains its own copy of a softmax regression on synthetic data and times each
step (draw a mini-batch, compute the gradient, update the weights) with ``time.perf_counter``. The
workers start together and then run free, so they compete for the cores as the learners of one
machine do: with more workers than cores some steps straggle.

    python benchmarks/measure_sgd_steps.py --output steps.csv

writes the columns ``worker,step,seconds`` and prints where the numbers come from. Two kinds of step
are run but not recorded, and both are counted in what is printed: the first ``--warmup`` of each
worker (page faults, caches, frequency), and those a worker that is done goes on making until the
last one is done, so that the recorded steps of slow workers see the same competition throughout.
"""

import os

# One thread for each worker: must be set before numpy loads its BLAS, in spawned children too.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

import argparse
import csv
import datetime
import multiprocessing
import platform
import time
from dataclasses import dataclass
from multiprocessing.queues import Queue
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Barrier
from pathlib import Path

import numpy as np

LEARNING_RATE = 0.05
START_TIMEOUT = 120.0  # seconds a worker waits for the others to be ready


@dataclass(frozen=True, slots=True)
class Job:
    """What every worker does."""

    steps: int
    warmup: int
    batch: int
    features: int
    classes: int
    examples: int
    seed: int


class SoftmaxRegression:
    """Multi-class logistic regression on synthetic data, trained by mini-batch SGD."""

    def __init__(self, job: Job, rng: np.random.Generator) -> None:
        self.rng = rng
        self.batch = job.batch
        self.data = rng.standard_normal((job.examples, job.features))
        teacher = rng.standard_normal((job.features, job.classes))
        self.labels = np.argmax(self.data @ teacher, axis=1)
        self.weights = np.zeros((job.features, job.classes))

    def gradient(self) -> np.ndarray:
        """Return the gradient of the mean cross-entropy on a fresh mini-batch."""
        chosen = self.rng.integers(len(self.data), size=self.batch)
        inputs = self.data[chosen]
        logits = inputs @ self.weights
        scores = np.exp(logits - logits.max(axis=1, keepdims=True))
        scores /= scores.sum(axis=1, keepdims=True)
        scores[np.arange(self.batch), self.labels[chosen]] -= 1.0
        return inputs.T @ scores / self.batch

    def step(self) -> None:
        """Make one SGD update."""
        self.weights -= LEARNING_RATE * self.gradient()

    def accuracy(self) -> float:
        """Return the share of the training data classified correctly."""
        return float(np.mean(np.argmax(self.data @ self.weights, axis=1) == self.labels))


def run_worker(
    worker: int, job: Job, start: Barrier, running: "Synchronized[int]", results: "Queue[tuple]"
) -> None:
    """Warm up, time ``job.steps`` steps, keep the load up until all are done, then report."""
    model = SoftmaxRegression(job, np.random.default_rng([job.seed, worker]))
    start.wait(START_TIMEOUT)
    for _ in range(job.warmup):
        model.step()
    seconds = [timed_step(model) for _ in range(job.steps)]
    with running.get_lock():
        running.value -= 1
    unrecorded = 0
    while running.value:
        model.step()
        unrecorded += 1
    results.put((worker, seconds, unrecorded, model.accuracy()))


def timed_step(model: SoftmaxRegression) -> float:
    """Return the wallclock seconds one SGD step took."""
    begin = time.perf_counter()
    model.step()
    return time.perf_counter() - begin


def measure(job: Job, workers: int) -> list[tuple[int, list[float], int, float]]:
    """Run the workers; return (worker, seconds, unrecorded steps, accuracy) of each, in order."""
    context = multiprocessing.get_context("spawn")
    start, running, results = context.Barrier(workers), context.Value("i", workers), context.Queue()
    processes = [
        context.Process(target=run_worker, args=(worker, job, start, running, results), daemon=True)
        for worker in range(workers)
    ]
    for process in processes:
        process.start()
    reports = sorted(results.get() for _ in processes)
    for process in processes:
        process.join()
    return reports


def write_csv(path: Path, reports: list[tuple[int, list[float], int, float]]) -> None:
    """Write one row a recorded step, with a resolution of 0.1 microseconds."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("worker", "step", "seconds"))
        for worker, seconds, _, _ in reports:
            writer.writerows((worker, step, f"{value:.7f}") for step, value in enumerate(seconds))


def provenance(job: Job, workers: int) -> str:
    """Say what was measured, on what, with what, and when."""
    return (
        f"date {datetime.date.today():%Y-%m-%d}; {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores, {workers} worker processes, one BLAS thread each; "
        f"python {platform.python_version()}, numpy {np.__version__}\n"
        f"softmax regression, float64: batch {job.batch}, {job.features} features, "
        f"{job.classes} classes, {job.examples} examples a worker, seed {job.seed}"
    )


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="CSV file to write")
    parser.add_argument("--workers", type=int, default=4, help="concurrent processes")
    parser.add_argument("--steps", type=int, default=1000, help="recorded steps of each worker")
    parser.add_argument("--warmup", type=int, default=50, help="first steps, not recorded")
    parser.add_argument("--batch", type=int, default=1536, help="examples in a mini-batch")
    parser.add_argument("--features", type=int, default=784)
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--examples", type=int, default=8192, help="synthetic examples a worker")
    parser.add_argument("--seed", type=int, default=20261201)
    return parser.parse_args()


def main() -> None:
    """Measure, write the CSV file and print the provenance."""
    arguments = vars(parse_arguments())
    output, workers = arguments.pop("output"), arguments.pop("workers")
    job = Job(**arguments)
    load_before = os.getloadavg()[0]
    reports = measure(job, workers)
    write_csv(output, reports)
    print(provenance(job, workers))
    print(f"load average (1 minute) before the start: {load_before:.2f}")
    for worker, seconds, unrecorded, accuracy in reports:
        print(
            f"worker {worker}: {len(seconds)} steps recorded, mean {np.mean(seconds) * 1e3:.3f} ms;"
            f" {job.warmup} warm-up and {unrecorded} final steps not recorded;"
            f" training accuracy {accuracy:.3f}"
        )


if __name__ == "__main__":
    main()
