"""Mean iteration times known from independent work, to hold bounds against.

K-batch-sync: panel convolution and lattice convolution with Richardson extrapolation, which
agree to 1e-12 (uniform(0, 1) also by Irwin-Hall at 60 digits). K-async: exact Markov chains
for phase-type laws and lattices, the Fredholm equation for K = P - 1, and event simulation
(the third number is then its uncertainty).
"""

from __future__ import annotations

from scipy import stats

from runtime_theory.schemes import KAsync, KBatchSync

HYPER = stats.Mixture(
    [stats.make_distribution(stats.expon)() * 0.25, stats.make_distribution(stats.expon)() * 4.0],
    weights=[0.8, 0.2],
)
DIE = stats.randint(1, 7)
TWO_POINT = stats.rv_discrete(values=([1, 5], [0.9, 0.1]))

TRUTHS = [
    (KBatchSync(8, 4), stats.expon(1), 1.6312348591, 1e-9),
    (KBatchSync(8, 8), stats.expon(1), 2.6707607020, 1e-9),
    (KBatchSync(8, 12), stats.expon(1), 3.6527354962, 1e-9),
    (KBatchSync(20, 10), stats.expon(1), 1.6678144098, 1e-9),
    (KBatchSync(64, 256), stats.expon(1), 8.738280134127235, 1e-12),
    (KBatchSync(8, 8), stats.gamma(3), 3.8777771384, 1e-9),
    (KBatchSync(8, 8), stats.gamma(2.5), 3.1575941358006347, 1e-12),
    (KBatchSync(1000, 500), stats.gamma(2.5), 1.984860978016792, 1e-12),
    (KBatchSync(8, 24), stats.gamma(0.3), 0.6255105445170032, 1e-12),
    (KBatchSync(64, 256), stats.gamma(0.6), 2.204895736124574, 1e-12),
    (KBatchSync(8, 8), stats.lognorm(1), 1.5289317468268848, 1e-12),
    (KBatchSync(64, 256), stats.lognorm(0.2), 4.561889424755159, 1e-12),
    (KBatchSync(8, 4), stats.weibull_min(0.6), 0.31512774821105694, 1e-12),
    (KBatchSync(8, 24), stats.weibull_min(0.6), 3.41520681600856, 1e-12),
    (KBatchSync(8, 8), stats.weibull_min(3), 1.2120700802290076, 1e-12),
    (KBatchSync(64, 256), stats.weibull_min(3), 3.9534518398506755, 1e-12),
    (KBatchSync(8, 4), stats.uniform(), 0.38535353535353535354, 1e-15),
    (KBatchSync(8, 8), stats.uniform(), 0.66287185037185037185, 1e-15),
    (KBatchSync(8, 8), stats.uniform(1, 0.2), 1.1777777777777798, 1e-12),
    (KBatchSync(64, 256), stats.uniform(1, 0.2), 4.65848262075456, 1e-12),
    (KBatchSync(8, 24), stats.pareto(2.5), 5.383681313910053, 1e-12),
    (KBatchSync(64, 32), stats.pareto(2.5), 1.317040177892525, 1e-12),
    (KBatchSync(2, 2), stats.halfcauchy(), 1.915050819914, 1e-9),
    (KBatchSync(8, 24), DIE, 11.659712933150413, 1e-10),
    (KBatchSync(64, 32), DIE, 3.0907795521073194, 1e-11),
    (KBatchSync(8, 8), TWO_POINT, 1.5721320963507441, 1e-11),
    (KBatchSync(8, 24), stats.geom(0.3), 10.43749999977647, 1e-10),
    (KBatchSync(8, 4), HYPER, None, None),
    (KAsync(8, 4), HYPER, 0.6855997035, 1e-9),
    (KAsync(8, 7), HYPER, 2.4346505240, 1e-9),
    (KAsync(8, 2), HYPER, 0.271400314171725, 1e-12),
    (KAsync(8, 4), stats.gamma(2), 1.2383364795, 1e-9),
    (KAsync(8, 7), stats.gamma(2), 3.0112259187, 1e-9),
    (KAsync(64, 32), stats.gamma(2), 1.3256048606233329, 1e-11),
    (KAsync(8, 4), stats.gamma(3), 1.8481411160, 1e-9),
    (KAsync(8, 7), stats.gamma(3), 4.2377317459, 1e-9),
    (KAsync(8, 7), stats.expon(1), 2.638842073003566, 1e-11),
    (KAsync(8, 4), stats.expon(1), 1.24063569, 1e-4),
    (KAsync(8, 2), stats.expon(1), 0.5333224, 3e-5),
    (KAsync(64, 63), stats.lognorm(1), 7.928404385406483, 1e-11),
    (KAsync(8, 4), stats.lognorm(1), 1.0344193, 1e-4),
    (KAsync(8, 7), stats.weibull_min(0.6), 3.207118728499421, 1e-11),
    (KAsync(8, 4), stats.weibull_min(0.6), 1.00891733, 1e-4),
    (KAsync(8, 7), stats.weibull_min(3), 1.1425923332810966, 1e-11),
    (KAsync(4, 3), stats.uniform(), 0.5239337074609357, 1e-11),
    (KAsync(8, 2), stats.uniform(), 0.13362048, 1e-5),
    (KAsync(64, 63), stats.uniform(1, 0.2), 1.19375, 1e-11),
    (KAsync(8, 4), stats.uniform(1, 0.2), 0.5794801, 2e-5),
    (KAsync(64, 32), stats.uniform(1, 0.2), 0.5969487, 2e-5),
    (KAsync(8, 7), stats.pareto(2.5), 2.1697945251748068, 1e-11),
    (KAsync(64, 32), stats.pareto(2.5), 1.12360772, 6e-5),
    (KAsync(8, 2), DIE, 0.9333516764994169, 1e-11),
    (KAsync(8, 7), DIE, 4.997575704644488, 1e-10),
    (KAsync(8, 4), TWO_POINT, 0.9050875273740671, 1e-11),
    (KAsync(8, 7), TWO_POINT, 1.9716436960431345, 1e-11),
]
TRUTHS = [row for row in TRUTHS if row[2] is not None]
