"""Stores submissions in batches, each checked against the ones before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.contests import insiders, life
from bot.contests.answers import Answer
from bot.contests.ranking import order_of, percent, place_among
from bot.errors import ContestError, NoSuchContest
from bot.store import Transaction, contests, entrants, outbox, rows
from bot.store.schema import Act, BoardEntry, Contest, Entrant, Submission

LEADERS_EVERY = timedelta(minutes=1)
"""Least time between two messages about new leaders."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """An answer that has been stored.

    number    the number of the player's try, from 1
    place     place on the board among `ranked`; None if the board is hidden, or for an insider
    insider   whether they play out of competition
    again_at  when the cooldown ends; None without one
    repeated  whether this interaction had been stored before
    """

    contest: Contest
    number: int
    answer: Answer
    percent: float
    is_best: bool
    best_score: int
    best_percent: float
    place: int | None
    ranked: int | None
    tries_left: int | None
    again_at: datetime | None
    repeated: bool
    insider: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer that a person sent to a contest, not yet checked."""

    contest_id: str
    act: Act
    answer: Answer


class Batch:
    """The state of a batch: what is stored, and what will be (`new`)."""

    def __init__(
        self, known: Iterable[Contest], tombstones: set[str], stored: Iterable[Submission]
    ) -> None:
        self.contests = {contest.id: contest for contest in known}
        self.tombstones = tombstones
        self.entrants: dict[tuple[str, int], Entrant] = {}
        self.tries = {submission.id: submission for submission in stored}
        self.new: list[Submission] = []

    def add_entrants(self, entrants: Iterable[Entrant]) -> None:
        """Note entrants in the contests of the batch."""
        for entrant in entrants:
            if entrant.user_id is not None:
                self.entrants[entrant.contest_id, entrant.user_id] = entrant

    def check(self, sent: Sent) -> Entrant | None:
        """Return the sender's entrant, None for a newcomer; raise ContestError if it is refused."""
        contest = self.contests.get(sent.contest_id)
        if contest is None:
            raise NoSuchContest(
                "I no longer have this contest. See the others with /contests list."
            )
        entrant = self.entrants.get((sent.contest_id, sent.act.user))
        if entrant is None:
            life.refuse_returning(contest, sent.act.user, self.tombstones)
        life.check_submission(contest, entrant, sent.act.at)
        return entrant

    def add(self, sent: Sent) -> bool:
        """Add a try; False if it is stored already. Raises ContestError."""
        if sent.act.interaction in self.tries:
            return False
        entrant = self.check(sent)
        assert entrant is not None  # newcomers have joined
        submission = Submission(
            id=sent.act.interaction,
            contest_id=sent.contest_id,
            entrant_id=entrant.id,
            at=sent.act.at,
            number=entrant.tries + 1,
            score=sent.answer.score,
            words=sent.answer.words,
            positions=sent.answer.positions,
        )
        self.tries[submission.id] = submission
        self.new.append(submission)
        key = (sent.contest_id, sent.act.user)
        self.entrants[key] = _with_try(entrant, submission, self.contests[sent.contest_id])
        return True


async def store_batch(tx: Transaction, all_sent: Sequence[Sent]) -> list[Receipt | Exception]:
    """Check and store answers in the order they were sent; return a receipt or error for each."""
    contest_ids = list({sent.contest_id for sent in all_sent})
    users = list({sent.act.user for sent in all_sent})
    batch = Batch(
        await contests.some(tx, contest_ids),
        await entrants.tombstones(tx, contest_ids),
        await entrants.get_tries(tx, [sent.act.interaction for sent in all_sent]),
    )
    batch.add_entrants(await entrants.some(tx, contest_ids, users))
    in_order = sorted(
        range(len(all_sent)), key=lambda n: (all_sent[n].act.at, all_sent[n].act.interaction)
    )
    refused = await _join_newcomers(tx, batch, {n: all_sent[n] for n in in_order})
    fresh = set()
    for n in in_order:
        try:
            if n not in refused and batch.add(all_sent[n]):
                fresh.add(n)
        except ContestError as error:
            refused[n] = error
    if batch.new:
        await rows.add_all(tx, batch.new)
        changed = {submission.entrant_id for submission in batch.new}
        await entrants.score(tx, (e for e in batch.entrants.values() if e.id in changed))
        await _show(tx, batch)
    boards = {
        contest.id: sorted(
            await entrants.keys(tx, contest.id, frozen=contest.freezes_at is not None)
        )
        for contest in batch.contests.values()
        if contest.board != "hidden"
    }
    return [
        refused.get(n) or _receipt(batch, sent, boards, repeated=n not in fresh)
        for n, sent in enumerate(all_sent)
    ]


async def _show(tx: Transaction, batch: Batch) -> None:
    """Have announcements updated, and new leaders named in their threads."""
    latest = {submission.contest_id: submission.at for submission in batch.new}
    await outbox.touch(tx, list(latest), max(latest.values()))
    for contest_id, at in latest.items():
        contest = batch.contests[contest_id]
        if not contest.talk or contest.board == "hidden":
            continue
        frozen = contest.freezes_at is not None
        for leader in await entrants.board(tx, contest_id, 0, 1, frozen=frozen):
            if not await _leads(tx, contest, leader):
                await rows.change(tx, contest, replace(contest, leader_id=leader.entrant_id))
                await outbox.send_again(tx, contest, "leader", at, LEADERS_EVERY)


async def _leads(tx: Transaction, contest: Contest, first: BoardEntry) -> bool:
    """Return whether the leader announced last is first on the board, or shares first place."""
    if contest.leader_id in {None, first.entrant_id} or contest.ties != "shared":
        return contest.leader_id == first.entrant_id
    assert contest.leader_id is not None
    leader = await rows.get(tx, Entrant, contest.leader_id)
    if leader is None or leader.disqualified_at is not None:
        return False
    score = leader.best_score if contest.freezes_at is None else leader.shown_score
    return score == first.score


async def refreeze(tx: Transaction, contest: Contest) -> None:
    """Work out everybody's result as of the freeze again, after the freeze has moved."""
    known = {entrant.id: entrant for entrant in await entrants.of_contest(tx, contest.id)}
    known = {
        key: replace(entrant, shown_score=None, shown_ms=None, shown_tries=None)
        for key, entrant in known.items()
    }
    for tried in await entrants.tries(tx, contest.id):
        known[tried.entrant_id] = _as_shown(known[tried.entrant_id], tried, contest)
    if known:
        await entrants.score(tx, known.values())


async def _join_newcomers(
    tx: Transaction, batch: Batch, some: Mapping[int, Sent]
) -> dict[int, ContestError]:
    """Enter people whose first answer counts; return why other answers do not, by number."""
    refused: dict[int, ContestError] = {}
    newcomers: dict[tuple[str, int], Act] = {}
    for n, sent in some.items():
        try:
            if sent.act.interaction not in batch.tries and batch.check(sent) is None:
                newcomers.setdefault((sent.contest_id, sent.act.user), sent.act)
        except ContestError as error:
            refused[n] = error
    if newcomers:
        joining = [(contest_id, act) for (contest_id, _), act in newcomers.items()]
        batch.add_entrants(await insiders.join(tx, joining, start=False))
    return refused


def _with_try(entrant: Entrant, submission: Submission, contest: Contest) -> Entrant:
    """Return the entrant with one more try; the best score counts, and the time to reach it."""
    entrant = replace(
        entrant,
        tries=submission.number,
        last_at=max(submission.at, entrant.last_at or submission.at),
    )
    entrant = _as_shown(entrant, submission, contest)
    reached = life.reached_ms(contest, entrant.started_at, submission.at)
    if entrant.best_score is not None and (submission.score, -reached) <= (
        entrant.best_score,
        -(entrant.reached_ms or 0),
    ):
        return entrant
    return replace(
        entrant,
        best_score=submission.score,
        best_submission=submission.id,
        reached_ms=reached,
    )


def _as_shown(entrant: Entrant, submission: Submission, contest: Contest) -> Entrant:
    """Return the entrant as the board shows them, which does not change after the freeze."""
    if contest.freezes_at is None or submission.at >= contest.freezes_at:
        return entrant
    entrant = replace(entrant, shown_tries=(entrant.shown_tries or 0) + 1)
    reached = life.reached_ms(contest, entrant.started_at, submission.at)
    shown = entrant.shown_score, -(entrant.shown_ms or 0)
    if shown[0] is not None and (submission.score, -reached) <= shown:
        return entrant
    return replace(entrant, shown_score=submission.score, shown_ms=reached)


def _receipt(
    batch: Batch,
    sent: Sent,
    boards: dict[str, list[tuple[int, int, int]]],
    *,
    repeated: bool,
) -> Receipt | ContestError:
    contest = batch.contests[sent.contest_id]
    submission = batch.tries[sent.act.interaction]
    entrant = batch.entrants.get((sent.contest_id, sent.act.user))
    if entrant is None or entrant.best_score is None:
        return NoSuchContest(
            "The person who sent this asked to be forgotten, so it’s no longer on the board."
        )
    board = boards.get(contest.id)
    place = None
    frozen = contest.freezes_at is not None and submission.at >= contest.freezes_at
    competes = entrant.disqualified_at is None and not entrant.insider
    if board is not None and competes and not frozen:
        place = place_among(order_of(entrant, contest.ties), board)
    cooldown = timedelta(seconds=contest.cooldown_seconds)
    return Receipt(
        contest=contest,
        number=submission.number,
        answer=Answer(submission.words, submission.positions, submission.score),
        percent=percent(contest, submission.score),
        is_best=entrant.best_submission == submission.id,
        best_score=entrant.best_score,
        best_percent=percent(contest, entrant.best_score),
        place=place,
        ranked=None if place is None or board is None else len(board),
        tries_left=life.tries_left(contest, entrant.tries),
        again_at=submission.at + cooldown if cooldown else None,
        repeated=repeated,
        insider=entrant.insider,
    )
