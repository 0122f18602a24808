"""Order statistics of any law: one, all n, or their covariances."""

from runtime_theory.order_statistics.covariance import (
    covariance_order_statistics as covariance_order_statistics,
)
from runtime_theory.order_statistics.heterogeneous import (
    WorkersOrderStatistic as WorkersOrderStatistic,
)
from runtime_theory.order_statistics.questions import (
    expected_order_statistics as expected_order_statistics,
)
from runtime_theory.order_statistics.questions import order_statistic as order_statistic
from runtime_theory.order_statistics.statistic import OrderStatistic as OrderStatistic
from runtime_theory.order_statistics.vector import OrderStatistics as OrderStatistics
