"""Schemes are data: their columns, their names, their canonical forms, their refusals."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime_theory.schemes import (
    SCHEMES,
    Async,
    KAsync,
    KBatchAsync,
    KBatchSync,
    KSync,
    Pushed,
    Scheme,
    Sync,
    Trigger,
    Unfinished,
    scheme_class,
)

WITH_K = (KSync, KBatchSync, KAsync, KBatchAsync)
COUNTING_LEARNERS = (KSync, KAsync)


class TestColumns:
    @pytest.mark.parametrize(
        "scheme, name, trigger, unfinished, pushed, stale, gradients",
        [
            (Sync(8), "sync", "learners", "none", "wait", False, 8),
            (KSync(8, 3), "k-sync", "learners", "cancelled", "wait", False, 3),
            (
                KBatchSync(8, 3),
                "k-batch-sync",
                "mini-batches",
                "cancelled",
                "same version",
                False,
                3,
            ),
            (KAsync(8, 3), "k-async", "learners", "continue", "wait", True, 3),
            (
                KBatchAsync(8, 3),
                "k-batch-async",
                "mini-batches",
                "continue",
                "current version",
                True,
                3,
            ),
            (Async(8), "async", "mini-batches", "continue", "current version", True, 1),
        ],
    )
    def test_are_the_papers(self, scheme, name, trigger, unfinished, pushed, stale, gradients):
        assert scheme.name == name
        assert scheme.trigger is Trigger(trigger)
        assert scheme.unfinished is Unfinished(unfinished)
        assert scheme.pushed is Pushed(pushed)
        assert scheme.stale is stale
        assert scheme.gradients_per_update == gradients

    def test_only_what_goes_on_is_stale(self):
        for scheme in SCHEMES:
            assert scheme.stale == (scheme.unfinished is Unfinished.CONTINUE)

    def test_the_list_is_complete(self):
        concrete = {
            cls
            for base in (Scheme, *Scheme.__subclasses__())
            for cls in base.__subclasses__()
            if not cls.__name__.startswith("_")
        }
        assert concrete == set(SCHEMES)

    def test_names_are_unique_and_found(self):
        assert [scheme_class(scheme.name) for scheme in SCHEMES] == list(SCHEMES)
        with pytest.raises(ValueError, match=r"one of sync, k-sync, .* got scheme='ssp'"):
            scheme_class("ssp")

    def test_aliases_belong_to_one_scheme(self):
        aliases = [alias for scheme in SCHEMES for alias in (scheme.name, *scheme.aliases)]
        assert len(set(aliases)) == len(aliases)
        assert "backup workers" in KSync.aliases


class TestValues:
    def test_structural_equality_and_hash(self):
        assert KSync(8, 4) == KSync(8, 4)
        assert len({KSync(8, 4), KSync(8, 4), KSync(8, 5), KAsync(8, 4)}) == 3
        assert KSync(8, 4) != KAsync(8, 4)

    def test_frozen(self):
        with pytest.raises(dataclasses.FrozenInstanceError):
            KSync(8, 4).K = 5  # type: ignore[misc]

    def test_text(self):
        assert repr(KBatchSync(8, 20)) == "KBatchSync(P=8, K=20)"
        assert str(KBatchSync(8, 20)) == "KBatchSync(8, 20)"
        assert str(Async(8)) == "Async(8)"

    @pytest.mark.parametrize("again", [copy.copy, lambda s: pickle.loads(pickle.dumps(s))])
    def test_copies_are_equal(self, again):
        for scheme in (Sync(8), KAsync(8, 3), KBatchAsync("P", "K")):
            assert again(scheme) == scheme

    def test_numpy_integers_become_ints(self):
        scheme = KSync(np.int64(8), np.int32(4))
        assert scheme == KSync(8, 4)
        assert type(scheme.P) is type(scheme.K) is int

    @pytest.mark.parametrize("cls", WITH_K)
    @pytest.mark.parametrize("bad", [0, -1])
    def test_counts_start_at_one(self, cls, bad):
        with pytest.raises(ValueError, match=f"K must be an integer .* got K={bad}"):
            cls(8, bad)
        with pytest.raises(ValueError, match=f"P must be an integer >= 1, got P={bad}"):
            cls(bad, 1)

    @pytest.mark.parametrize("cls", SCHEMES)
    @pytest.mark.parametrize("bad", [8.0, True, None, [8], 8j])
    def test_counts_are_integers(self, cls, bad):
        rest = (1,) if cls in WITH_K else ()
        with pytest.raises(TypeError, match="P must be an integer >= 1, got P="):
            cls(bad, *rest)

    @pytest.mark.parametrize("cls", COUNTING_LEARNERS)
    def test_k_of_p_learners(self, cls):
        assert cls(8, 8).K == 8
        with pytest.raises(ValueError, match=r"K must be an integer in 1\.\.8, got K=9"):
            cls(8, 9)

    @pytest.mark.parametrize("cls", [KBatchSync, KBatchAsync])
    def test_mini_batches_may_outnumber_learners(self, cls):
        assert cls(8, 1000).K == 1000

    @given(st.integers(-5, 50), st.integers(-5, 50))
    def test_the_domain_is_exactly_this(self, P, K):
        for cls in WITH_K:
            valid = P >= 1 and K >= 1 and (cls not in COUNTING_LEARNERS or K <= P)
            if valid:
                assert (cls(P, K).P, cls(P, K).K) == (P, K)
            else:
                with pytest.raises(ValueError, match="must be an integer"):
                    cls(P, K)


class TestCanonical:
    @pytest.mark.parametrize(
        "first, second",
        [
            (KSync(8, 8), Sync(8)),
            (KAsync(8, 8), Sync(8)),
            (KAsync(8, 1), Async(8)),
            (KBatchAsync(8, 1), Async(8)),
            (KBatchSync(8, 1), KSync(8, 1)),
            (KSync(1, 1), Sync(1)),
            (KAsync(1, 1), Sync(1)),
            (Async(1), Sync(1)),
            (KBatchAsync(1, 1), Sync(1)),
            (KBatchSync(1, 1), Sync(1)),
            (KBatchAsync(1, 7), KBatchSync(1, 7)),
            (KSync("P", "P"), Sync("P")),
            (KAsync("P", 1), Async("P")),
        ],
    )
    def test_merges(self, first, second):
        assert first.canonical() == second.canonical()

    def test_separates_different_processes(self):
        different = [
            Sync(8),
            KSync(8, 1),
            KSync(8, 4),
            KAsync(8, 4),
            Async(8),
            KBatchSync(8, 4),
            KBatchSync(8, 8),
            KBatchAsync(8, 4),
            KBatchAsync(8, 8),
        ]
        forms = {scheme.canonical() for scheme in different}
        assert len(forms) == len(different)

    @pytest.mark.parametrize("P, K", list(itertools.product([1, 2, 5], [1, 2, 5])))
    def test_is_idempotent_and_keeps_the_gradients(self, P, K):
        for cls in WITH_K:
            if cls in COUNTING_LEARNERS and K > P:
                continue
            scheme = cls(P, K)
            form = scheme.canonical()
            assert form.canonical() == form
            assert form.gradients_per_update == scheme.gradients_per_update == K
            assert form.P == P


class TestSymbolic:
    def test_names_and_symbols(self):
        import sympy

        P, K = sympy.symbols("P K", integer=True, positive=True)
        for scheme in (KSync("P", "K"), KSync(P, K), KSync(P, 3), KSync(8, "K"), KSync(2 * K, K)):
            assert scheme.symbolic
            with pytest.raises(TypeError, match=r"iteration_time needs . as an integer, got KSync"):
                scheme.require_numbers("iteration_time")

    def test_numbers_are_not_symbolic(self):
        import sympy

        scheme = KSync(sympy.Integer(8), 4)
        assert scheme == KSync(8, 4)
        assert not scheme.symbolic
        scheme.require_numbers("iteration_time")  # does not raise

    @pytest.mark.parametrize("bad", ["", "8", "a b", "P;"])
    def test_a_name_is_an_identifier(self, bad):
        with pytest.raises(ValueError, match="P must be an integer >= 1 or a name, got P="):
            Sync(bad)

    def test_other_sympy_numbers_are_refused(self):
        import sympy

        with pytest.raises(ValueError, match="P must be an integer >= 1, got P=1/2"):
            Sync(sympy.Rational(1, 2))
        with pytest.raises(ValueError, match="K must be an integer >= 1, got K=-1"):
            KSync("P", sympy.Integer(-1))
