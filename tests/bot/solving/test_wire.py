"""Requests, results and errors are unchanged after a journey over a network."""

import asyncio
from functools import cache

import pytest

from bot import errors
from bot.solving import wire
from solvers import anigram, daily, ladder, truncate, wordsnake
from solvers.deadline import Deadline
from solvers.errors import BadInput, GaveUp, NoAnswer, UnknownWord
from solvers.library import open_lexicon

lexicon = cache(open_lexicon)
SNAKE = ("nausea", "run", "seasick", "street", "test")
REQUESTS = {
    "solvers.ladder.solver.solve": (
        ladder.LadderRequest("cat", "dog"),
        ladder.LadderRequest("cold", "warm", avoid=("cord",), via=("card",), seed=1, define=True),
        ladder.LadderRequest("cat", "dog", steps=6, moves=("change", "swap"), policy="all"),
    ),
    "solvers.anigram.solver.solve": (anigram.AnigramRequest(),),
    "solvers.truncate.solver.solve": (
        truncate.TruncateRequest(),
        truncate.TruncateRequest(start="cat", define=True),
    ),
    "solvers.wordsnake.solver.solve": (
        wordsnake.SnakeRequest(SNAKE, seed=3),
        wordsnake.SnakeRequest(SNAKE, rule="containment", limit=100),
    ),
    "solvers.wordsnake.explain.explain": (
        wordsnake.ScoreRequest(SNAKE),
        wordsnake.ScoreRequest(("wombat", "bats"), positions=(0, 3), rule="containment"),
    ),
    "solvers.wordsnake.generate.generate": (wordsnake.GenerateRequest(8, difficulty=1, seed=1),),
    "solvers.daily.fresh.make_fresh": (
        *(daily.FreshRequest(game, 3, "seed") for game in daily.GAMES if game != "ladder"),
        daily.FreshRequest(
            "ladder", 1, "seed", avoid=frozenset({"key", "other"}), denied=frozenset({"cat"})
        ),
        daily.FreshRequest("snake", 4, "seed", words=SNAKE),
    ),
    "solvers.daily.own.solve_own": (
        daily.OwnRequest("ladder", ("cat", "dog"), ("cot",), "family"),
        daily.OwnRequest("truncate", ("laps",)),
    ),
    "solvers.daily.own.find_departure": (
        daily.LineRequest("ladder", ("cat", "dog"), ("cat", "cot", "cog", "dog")),
        daily.LineRequest("anigram", ("aest", "r"), ("east",)),
    ),
    "solvers.daily.own.find_distances": (
        daily.LineRequest("ladder", ("cat", "dog"), ("cat", "xyz", "cot")),
        daily.LineRequest("resize", ("fire", "sir"), ("fire", "ire"), avoid=("sire",)),
    ),
}


def test_there_is_an_example_of_each():
    assert REQUESTS.keys() == {call for call in wire.CALLS if call.startswith("solvers.")}


@pytest.mark.parametrize("call", REQUESTS)
def test_requests_and_results_come_back_as_they_were(call):
    solve = wire.function_of(call)
    assert wire.name_of(solve) == call
    for request in REQUESTS[call]:
        task = wire.Task("id", call, wire.pack(request), "full", 20.0, False, "inbox")
        told = wire.decode_task(wire.encode(task))
        assert told == task
        assert wire.read_request(told) == request
        result = solve(request, lexicon("full"), Deadline.after(20))
        answer = wire.Answer("id", wire.Done(wire.pack(result)))
        back = wire.decode_answer(wire.encode(answer))
        assert isinstance(back.said, wire.Done)
        assert wire.read_result(call, back.said) == result
        assert type(wire.read_result(call, back.said)) is type(result)


def test_counts_of_any_length_are_exact():
    shortest = ladder.Ladder(("cat", "dog"), 10**40 + 1, 1, 100)
    result = ladder.LadderResult("cat", "dog", None, shortest, None, 1)
    call = "solvers.ladder.solver.solve"
    assert wire.read_result(call, wire.Done(wire.pack(result))) == result


@pytest.mark.parametrize(
    "error",
    [
        UnknownWord("catt", ("cat", "cart")),
        BadInput("No.", code="length"),
        NoAnswer("There is none."),
        GaveUp("It took too long."),
        errors.TimeLimit("Too long."),
        errors.TooLarge("Too big."),
        errors.WorkerCrashed("It crashed."),
        errors.QueueFull("It is full."),
        errors.SolverFailed("My fault.", "a trace"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_as_they_were(error):
    answer = wire.decode_answer(wire.encode(wire.Answer("id", wire.said_of(error))))
    back = wire.error_of(answer.said)
    assert type(back) is type(error)
    for what in ("message", "code", "word", "close", "trace"):
        assert getattr(back, what, None) == getattr(error, what, None)


def test_nothing_else_can_be_called():
    assert wire.name_of(asyncio.run) is None
    with pytest.raises(KeyError):
        wire.function_of("os.system")
    for junk in (b"", b"\x80", wire.encode({"id": "x"}), b"\x93\x01\x02\x03"):
        with pytest.raises(wire.DecodeError):
            wire.decode_task(junk)
        with pytest.raises(wire.DecodeError):
            wire.decode_answer(junk)


def test_other_word_lists_are_other_solvers():
    here = wire.solvers_hash([lexicon("full"), lexicon("common")])
    assert here == wire.solvers_hash([lexicon("common"), lexicon("full")])
    assert here != wire.solvers_hash([lexicon("full")])
