"""What the error bounds assume of F, of its gradients and of their staleness, in words."""

from __future__ import annotations

__all__ = ["PL", "STALENESS", "smooth"]


def smooth(count: str | int = "K") -> tuple[str, ...]:
    """Return the assumptions on F and its gradients.

    Examples
    --------
    >>> "averages $P$ of them" in smooth("P")[0]
    True
    """
    averaged = "is one of them" if count == 1 else f"averages ${count}$ of them"
    return (
        r"Let $F$ be $L$-smooth with least value $F^*$, and let gradients of mini-batches be "
        r"unbiased with independent noise of variance at most $\sigma^2/m + (M_G/m)\|\nabla "
        rf"F\|^2$; an update {averaged}, with learning rate $\eta > 0$.",
    )


PL = (
    r"Let $\|\nabla F(w)\|^2 \ge 2c\,(F(w) - F^*)$ with $c > 0$, so that $G_j \ge 2c\,e_j$ for "
    r"$G_j = \mathbb{E}\|\nabla F(w_j)\|^2$ and $e_j = \mathbb{E}[F(w_j)] - F^*$, and let $F$ not "
    r"be constant: then $c \le L$ (theorem steepness).",
)
STALENESS = (
    r"Gradients may be read at older models $w_{\tau(l)}$; the noise of each is independent of "
    r"$w_j$, and of the others', given the copies read. Let $G_j = \mathbb{E}\|\nabla "
    r"F(w_j)\|^2$, $G_\tau = \frac{1}{K}\sum_l \mathbb{E}\|\nabla F(w_{\tau(l)})\|^2$ and $D_\tau "
    r"= \frac{1}{K}\sum_l \mathbb{E}\|\nabla F(w_j) - \nabla F(w_{\tau(l)})\|^2$ with $D_\tau \le "
    r"\gamma G_j$ and $G_\tau \ge p_0 G_j$, $0 \le p_0 \le 1$; the latter holds where, given "
    r"the past (theorem fresh-share), the expected share of fresh gradients is at least $p_0$.",
)
