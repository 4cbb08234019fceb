"""Locking in: a code that gives nothing away, and a text in which every change shows."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from bot.puzzles import Best, Commitment, Terms, commit, opened

BEST = Best(4, True, ("cold", "cord", "card", "ward", "warm"))
TERMS = Terms("contest x", "ladder", ("cold", "warm"), BEST, {"tries each": 3, "words": "full"})


def test_a_code_is_half_a_sha_256_of_a_line_that_nobody_can_guess():
    kept, other = commit(TERMS), commit(TERMS)
    assert kept.code == sha256(kept.text.encode()).hexdigest()[:32]
    assert kept.code != other.code
    content = json.loads(kept.text)
    assert [*content] == ["format", "salt", "about", "game", "puzzle", "best", "rules"]
    assert len(bytes.fromhex(content["salt"])) * 8 >= 128
    assert content["salt"] != json.loads(other.text)["salt"]
    assert kept.text.isascii()
    assert kept.text.isprintable()  # one line
    assert opened(kept, TERMS).changed == ()


@pytest.mark.parametrize(
    ("part", "now"),
    [
        ("puzzle", replace(TERMS, puzzle=("cold", "wart"))),
        ("puzzle", replace(TERMS, game="truncate")),
        ("best", replace(TERMS, best=replace(BEST, result=5))),
        ("best", replace(TERMS, best=replace(BEST, result=3))),
        ("best", replace(TERMS, best=replace(BEST, proven=False))),
        ("best", replace(TERMS, best=replace(BEST, answer=BEST.answer[::-1]))),
        ("rules", replace(TERMS, rules={"tries each": 4})),
        ("rules", replace(TERMS, rules={"tries each": None})),
    ],
)
def test_each_change_is_named(part, now):
    assert opened(commit(TERMS), now).changed == (part,)


def test_what_is_not_stored_or_not_known_then_is_no_change():
    """A later version may know more rules, and not every rule's text is stored."""
    now = replace(TERMS, rules={"words": "full", "of a later version": 1})
    assert opened(commit(TERMS), now).changed == ()


def test_a_best_that_was_not_proven_may_be_beaten_and_nothing_else():
    begun = replace(TERMS, game="snake", best=Best(10, False, ("run", "nausea"), None, (0, 2)))
    for result, changed in ((11, ()), (10, ("best",)), (9, ("best",))):
        now = replace(begun, best=Best(result, True, ("nausea", "run"), None, (0, 6)))
        assert opened(commit(begun), now).changed == changed


def test_a_text_that_was_changed_no_longer_makes_its_code():
    kept = commit(TERMS)
    other = Commitment(kept.code, kept.text.replace('"tries each":3', '"tries each":9'))
    assert opened(other, TERMS).changed == ("rules", "text")
