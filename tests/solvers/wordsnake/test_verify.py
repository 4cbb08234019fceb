"""Certificates: honest ones hold, and every alteration is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.wordsnake import RULES, SnakeRequest
from solvers.wordsnake.solver import solve
from solvers.wordsnake.verify import bears_out, verify
from tests.solvers.wordsnake.certificates import TAMPERING, TANGLED, WORDS, signed


def certificate(words: list[str], rule: str, seconds: float = 60) -> dict:
    request = SnakeRequest(tuple(words), rule, certify=True)
    written = solve(request, None, Deadline.after(seconds)).certificate
    return json.loads(json.dumps(written))


def test_a_result_is_borne_out_only_as_it_is() -> None:
    request = SnakeRequest(tuple(WORDS), certify=True)
    found = solve(request, None, Deadline.after(60))
    assert bears_out((request, found))
    first, *others = found.order
    for lie in (
        {"proven": not found.proven},
        {"score": found.score + 1},
        {"bound": found.bound + 1},
        {"snake": found.snake + "s"},
        {"order": (replace(first, score=first.score + 1), *others)},
        {"order": found.order[::-1]},
        {"rule": "containment"},
        {"certificate": None},
    ):
        assert not bears_out((request, replace(found, **lie))), lie
    assert not bears_out((replace(request, words=request.words[1:]), found))


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=25, deadline=None)
@given(words=st.lists(st.text("ab", min_size=1, max_size=6), min_size=2, max_size=7, unique=True))
def test_honest_certificates_hold(rule: str, words: list[str]) -> None:
    content = certificate(words, rule)
    verdict = verify(words, content)
    assert verdict.valid, verdict.reason
    assert verdict.score == verdict.bound == content["score"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seconds", [0.0, 0.05, 60])
def test_unfinished_searches_certify_their_bound_too(rule: str, seconds: float) -> None:
    words = ["".join(w) for w in zip(*[iter("abaabbabbaaabababbbaabaabab")] * 3, strict=False)]
    words = sorted(set(words) | {"abab", "babba", "aabb", "bbaab"})
    content = certificate(words, rule, seconds)
    verdict = verify(words, content)
    assert verdict.valid, verdict.reason
    assert verdict.score <= verdict.bound


def test_the_order_of_the_list_does_not_matter() -> None:
    assert verify(WORDS[::-1], certificate(WORDS, "pairs")).valid


@pytest.mark.parametrize("rule", RULES)
def test_another_list_is_refused(rule: str) -> None:
    content = certificate(WORDS, rule)
    assert not verify(WORDS[:-1], content).valid
    assert not verify([*WORDS, "another"], content).valid
    assert not verify([*WORDS[:-1], "other"], content).valid


@pytest.mark.parametrize("rule", RULES)
def test_any_change_breaks_the_hash(rule: str) -> None:
    content = certificate(WORDS, rule)
    content["branches"][0]["prices"]["snake:"] += 1
    verdict = verify(WORDS, content)
    assert (verdict.valid, "altered" in verdict.reason) == (False, True)


@pytest.mark.parametrize("rule", RULES)
def test_false_claims_are_refused(rule: str) -> None:
    honest = certificate(WORDS, rule)
    for claim in ({"bound": honest["bound"] - 1}, {"score": honest["score"] + 1}, {"score": 0}):
        assert not verify(WORDS, signed(honest | claim)).valid
    other = "pairs" if rule == "containment" else "containment"
    assert not verify(WORDS, signed(honest | {"rule": other})).valid
    assert not verify(WORDS, signed(honest | {"bound": float(honest["bound"])})).valid


@pytest.mark.parametrize("rule", RULES)
def test_another_order_is_refused(rule: str) -> None:
    honest = certificate(WORDS, rule)
    order = honest["order"]
    swapped = [[order[1][0], order[0][1]], [order[0][0], order[1][1]], *order[2:]]
    shifted = [*order[:-1], [order[-1][0], order[-1][1] + 1]]
    for altered in (swapped, shifted, order[1:], [*order, order[0]], [*order[:-1], ["zebra", 0]]):
        assert not verify(WORDS, signed(honest | {"order": altered})).valid


@pytest.mark.parametrize("tamper", TAMPERING)
def test_tampered_proofs_are_refused(tamper) -> None:
    content = certificate(TANGLED, "containment")
    assert content["cuts"]
    assert "below" in content["branches"][0]
    assert verify(TANGLED, signed(content)).valid
    tamper(content)
    verdict = verify(TANGLED, signed(content))
    assert not verdict.valid
    assert verdict.reason.endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=75, deadline=None)
@given(data=st.data())
def test_no_altered_number_proves_too_much(rule: str, data) -> None:
    """A forger may alter any number and sign again: a bound below the best is never proven."""
    content = certificate(WORDS, rule)
    content["bound"] -= 1
    content["score"] = content["score"] - 1  # a score that the claimed bound allows
    places: list[tuple[dict | list, object]] = []

    def collect(value) -> None:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            if isinstance(inner, dict | list):
                collect(inner)
            elif isinstance(inner, int):
                places.append((value, key))

    collect(content["branches"])
    where, key = data.draw(st.sampled_from(places))
    where[key] += data.draw(st.integers(-(10**6), 10**6))
    assert not verify(WORDS, signed(content)).valid


@pytest.mark.parametrize(
    "rubbish", [None, 3, [], {}, "x", {"format": 1}, {"branches": [{"below": 1}]}]
)
def test_rubbish_is_refused(rubbish) -> None:
    assert not verify(WORDS, rubbish).valid


def test_a_verifier_shares_only_the_scoring() -> None:
    modules = map(import_module, ("solvers.wordsnake.verify", "solvers.wordsnake.reference_graph"))
    names = {
        getattr(value, "__module__", None) for module in modules for value in vars(module).values()
    }
    ours = {name for name in names if name and name.startswith("solvers.wordsnake")}
    assert ours <= {
        "solvers.wordsnake.score",
        "solvers.wordsnake.types",
        "solvers.wordsnake.verify",
        "solvers.wordsnake.reference_graph",
        "solvers.wordsnake.words",
    }
