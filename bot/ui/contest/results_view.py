"""The results post, with the best snake and its picture, and a player's own review."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise

from discord import ButtonStyle, ui

from bot.contests import Answer, Board, BoardRow, Proof, Review, par_snake, puzzle_of
from bot.durations import short_length
from bot.puzzles import GAMES
from bot.store.schema import Contest
from bot.ui.contest.ids import AskId, ContestId
from bot.ui.contest.text import (
    Shown,
    a_game,
    amount_of,
    arranges,
    closeness,
    in_a_line,
    lines_of,
    missing,
    out_of_competition,
    par_claim,
    percent_of_best,
    scored_of,
    show_answer,
    show_snake,
    title,
    whole,
    why_behind,
)
from bot.ui.games.faces import FACES, face_of
from bot.ui.games.snake_card import can_be_drawn, caption
from bot.ui.games.snake_text import wrapped
from bot.ui.layout import (
    TEXT_LIMIT,
    Attachment,
    Page,
    Tone,
    and_more,
    button,
    card,
    medal,
    picture,
    shorten,
    who,
)
from bot.ui.picture import RowSketch, Sketch
from bot.ui.proof import PAGE, present_proof
from solvers.daily import Departure
from solvers.text import many, ordinal
from solvers.wordsnake import Explanation, Scored, ScoreRequest, score

PICTURE = "par.png"
FILE = "par.txt"
PODIUM = 3
MOST_ON_PODIUM = 6
MOST_OTHERS = 12
"""Rows after the podium; a button shows the others."""
RESULTS = MOST_ON_PODIUM + MOST_OTHERS + 1
"""Rows of the board that the results may show, and one more."""
WINNER_LETTERS = 300
"""Letters of a winner's snake that are shown; a longer one is left to *Everyone’s answers*."""
SPOKEN = 500
"""Characters of the text for those who cannot see the picture."""
SPARE = 200
"""Characters of the message that its headings and last lines need."""
REVIEW_FILE = "my-snake.txt"
PROOF = "words.txt", "certificate.json"
SENTENCE = 500
JOINS = 5
"""Joins of the best snake that are named."""


def present_results(
    board: Board, answers: Mapping[int, Answer], drawn: bytes | None = None
) -> Page:
    """Return the results post of a revealed contest.

    `answers` has what the `winners` answered, by user id (`ContestQueries.answers`); `drawn` is the
    picture of `sketch_of_par`, if there is one.
    """
    contest = board.contest
    files: list[Attachment] = []
    media: list[ui.Item[ui.LayoutView]] = []
    heard = "" if drawn is None else _spoken(contest)
    if drawn is not None:
        files.append(Attachment(PICTURE, drawn))
        media.append(picture(files[-1], heard))
    # A picture of words in rows says all that the words do.
    best = _best(contest) if arranges(contest) or drawn is None else Shown("")
    podium = _podium(board, answers)
    end = f"### The best {contest.game}\n{par_claim(contest)}\n{best.text}"
    share = _to_share(board)
    taken = (heard, podium, end, share or "", out_of_competition(board) or "")
    room = TEXT_LIMIT - SPARE - sum(map(len, taken))
    others = [_others(board, room), out_of_competition(board)]
    blocks = [f"## {title(contest)}: the results", podium, *others, end, share]
    buttons = [
        button("My review", ContestId("review", contest.id), style=ButtonStyle.primary),
        button("Practice", ContestId("practice", contest.id)),
        button("Everyone’s answers", ContestId("board", contest.id)),
        button("Repeat weekly", AskId("repeat", contest.id)),
        button("Save as template", AskId("template", contest.id)),
    ]
    return Page(card(Tone.ANSWER, blocks, buttons, [*media, *best.media]), (*files, *best.files))


def _to_share(board: Board) -> str | None:
    """Return a line to copy, which gives no word away and names nobody."""
    rows = _first(board)
    if not rows:
        return None
    places = [f"{medal(row.place)} {whole(row.percent or 0)}" for row in rows]
    facts = " · ".join([many(board.ranked, "player"), *places])
    return f"-# To share\n```\n{_plain(board.contest)}: {facts}\n```"


def _plain(contest: Contest) -> str:
    """Return a title as it is shown in a block of code."""
    return contest.title.replace("`", "’")


def _best(contest: Contest) -> Shown:
    par = par_snake(contest)
    if par is None:
        return Shown(lines_of(contest, puzzle_of(contest).solution, done=True))
    proven = "the best possible" if contest.proven else "the best found"
    claim = f"{contest.title}: {contest.par} points, {proven}"
    return show_snake(par, claim, FILE, brief=True)


def present_private_results(board: Board, link: str | None) -> Page:
    """Return the results for a player alone, who asked for them; the post is at `link`."""
    contest, own = board.contest, board.own
    if own is None:
        text = f"None of your {contest.game}s counts on its board."
    elif own.insider:
        text = f"**{_result_of(contest, own)}**, out of competition: you had seen it before."
    else:
        sign = medal(own.place) if own.place <= PODIUM else "🏁"
        text = (
            f"{sign} You’re **{ordinal(own.place)}** of {board.ranked:,}: "
            f"**{_result_of(contest, own)}**."
        )
        if own.rating_change is not None:
            text += f" {_rated(own)}"
    where = None if link is None else f"[See all the results]({link})"
    review = button("My review", ContestId("review", contest.id), disabled=own is None)
    return Page(card(Tone.ANSWER, [f"## {title(contest)} is over", text, where], [review]))


def _result_of(contest: Contest, row: BoardRow) -> str:
    return f"{amount_of(contest, row.score or 0)}, {percent_of_best(row.percent or 0)}"


def present_reveal(board: Board) -> Page:
    """Return the results of a board that was frozen, as far as its places are revealed."""
    contest, last = board.contest, len(board.rows)
    hidden = last - (contest.revealing or 0)
    lines = []
    for number, row in enumerate(board.rows):
        if number < hidden:
            lines.append(f"{medal(number + 1)} ❓")
            continue
        why = why_behind(row) if number > hidden else ""  # gives nothing away about a hidden one
        amount = f"**{amount_of(contest, row.score or 0)}**{why}"
        facts = f"{amount} · {short_length(row.reached_ms)}{_moved(row)}"
        lines.append(f"{medal(row.place)} {who(row.user_id)} {facts}")
    if board.ranked > last:
        lines.append(f"{and_more(board.ranked - last)} further down")
    blocks = [
        f"## {title(contest)}: the results",
        _rising(board.rows[hidden]) if hidden < last else "Place by place, the first one last …",
        "\n".join(lines),
    ]
    # This button identifies the message.
    review = button("My review", ContestId("review", contest.id), disabled=True)
    return Page(card(Tone.HINT, blocks, [review]))


def _moved(row: BoardRow) -> str:
    """Say where somebody stood at the freeze, unless that is their place now."""
    if row.before is None:
        return " · new"
    if row.before == row.place:
        return ""
    return f" · {'⬆' if row.place < row.before else '⬇'} from {ordinal(row.before)}"


def _rising(row: BoardRow) -> str:
    """Say how the place just revealed compares with the place at the freeze."""
    place = ordinal(row.place)
    if row.before is None:
        return f"**{who(row.user_id)} comes from nowhere to {place}!**"
    if row.before > row.place:
        return f"**{who(row.user_id)} rises from {ordinal(row.before)} to {place}!**"
    if row.before < row.place:
        return f"**{who(row.user_id)} was {ordinal(row.before)}, and is {place}.**"
    return f"**{who(row.user_id)} stays {place}.**"


def present_leader(board: Board) -> Page:
    """Say who leads, in the contest's thread."""
    leader = next(iter(board.rows), None)
    if leader is None:  # they were disqualified meanwhile
        return Page(card(Tone.NOTE, ["Nobody leads at the moment."]))
    score = "" if leader.score is None else f" with **{amount_of(board.contest, leader.score)}**"
    share = "" if leader.percent is None else f", {percent_of_best(leader.percent)}"
    text = f"{medal(1)} {who(leader.user_id)} takes the lead{score}{share}!"
    return Page(card(Tone.ANSWER, [text]))


def winners(board: Board) -> list[int]:
    """Return the users whose answers the results show: the first, unless forgotten."""
    return [row.user_id for row in board.rows[:1] if row.user_id is not None]


def sketch_of_par(contest: Contest) -> Sketch | RowSketch | None:
    """Return what to draw of a contest's best answer; None if nobody could read it."""
    if not arranges(contest):
        puzzle = puzzle_of(contest)
        return face_of(puzzle).picture(puzzle, puzzle.solution)
    par = par_snake(contest)
    if par is None or not can_be_drawn(par):
        return None
    assert contest.bound is not None
    return Sketch(par, caption(len(contest.words), par.score, contest.bound))


def _podium(board: Board, answers: Mapping[int, Answer]) -> str:
    rows, contest = _first(board), board.contest
    if not rows:
        return f"Nobody sent in {a_game(contest)}."
    podium = [
        f"{medal(row.place)} {who(row.user_id)} "
        f"**{amount_of(contest, row.score or 0)}**{why_behind(row)} · "
        f"{percent_of_best(row.percent or 0)} · {short_length(row.reached_ms)}"
        for row in rows
    ]
    winner = rows[0]
    answer = answers.get(winner.user_id or 0)
    line = "" if answer is None else in_a_line(contest, answer)
    # A best snake is spelled below its picture; other words are here to be read out and copied.
    below = arranges(contest) and answer and answer.words == puzzle_of(contest).solution
    if line and not below and len(line) <= WINNER_LETTERS:
        podium.insert(1, f"```\n{wrapped(line)}\n```" if arranges(contest) else line)
    score = winner.score or 0
    par = contest.par or 0
    several = sum(row.place == 1 for row in rows) > 1
    them = "The winners" if several else "The winner"
    game = contest.game
    theirs = f"The winners’ {game}s are" if several else f"The winner’s {game} is"
    podium.append(
        f"🎉 {them} found {'the' if contest.proven else 'my'} best {contest.game}!"
        if score >= par
        else f"🎉 {them} found one of the {FACES[contest.game].best} {contest.game}s! The best has "
        "commoner words."
        if GAMES[contest.game].is_rarer(score, par)
        else f"{theirs} {missing(contest, score)}."
    )
    return "\n".join(podium)


def _first(board: Board) -> Sequence[BoardRow]:
    return [row for row in board.rows if row.place <= PODIUM][:MOST_ON_PODIUM]


def _others(board: Board, room: int) -> str | None:
    """List everybody behind the podium, as far as there is room."""
    rows = board.rows[len(_first(board)) :]
    shown: list[str] = []
    for number, row in enumerate(rows):
        time = short_length(row.reached_ms)
        result = GAMES[board.contest.game].result_in(row.score or 0)
        facts = f"**{result:,}**{why_behind(row)} · {whole(row.percent or 0)} · {time}"
        text = f"{medal(row.place)} {who(row.user_id)} {facts}"
        room -= len(text) + 1
        if room < 0 or number == MOST_OTHERS:
            more = and_more(board.ranked - len(_first(board)) - number)
            shown.append(f"{more} under *Everyone’s answers*")
            break
        shown.append(text)
    silent = board.entered - board.ranked - len(board.insiders)
    if silent:
        shown.append(f"-# {many(silent, 'player')} without {a_game(board.contest)} that counts")
    return "\n".join(shown) or None


def _spoken(contest: Contest) -> str:
    par = par_snake(contest)
    if par is None:
        puzzle = puzzle_of(contest)
        return shorten(face_of(puzzle).spoken(puzzle, puzzle.solution), SPOKEN)
    words = ", ".join(placed.word for placed in par.order)
    return shorten(f"A coiled snake that spells {par.snake}. Its words: {words}.", SPOKEN)


def present_contest_proof(proof: Proof) -> Page:
    """Return what was locked in and, for a snake, its words and certificate; say how to check.

    In other games the best answer is found by going through every answer.
    """
    contest = proof.contest
    if proof.certificate is None:
        return present_proof(title(contest), proof.opened)
    words = "".join(f"{word}\n" for word in contest.words)
    texts = words, json.dumps(proof.certificate) + "\n"
    files = tuple(Attachment(n, t.encode()) for n, t in zip(PROOF, texts, strict=True))
    claim = (
        f"**{many(contest.par or 0, 'point')}** is the best there is, and these files prove it."
        if contest.proven
        else "These files prove that no snake scores more than "
        f"**{many(contest.bound or 0, 'point')}**."
    )
    check = (
        f"You can check them yourself: open {PAGE} in a browser and drop both files on the page. "
        "It works offline."
    )
    return present_proof(title(contest), proof.opened, [f"{claim} {check}"], files)


def present_review(review: Review, own: BoardRow | None = None, ranked: int = 0) -> Page:
    """Return the review; `own`: the player's row, among `ranked` ones, which they can share."""
    contest, best = review.contest, review.submission
    answer = Answer(best.words, best.positions, best.score)
    points, close = amount_of(contest, best.score), closeness(contest, best.score)
    mine = show_answer(contest, answer, f"{contest.title}: {points}", REVIEW_FILE)
    better = (
        (_left(contest, answer, review.explanation), None)
        if isinstance(review.explanation, Departure)
        else (_change(review, review.explanation), _missed(contest, answer))
    )
    blocks = [
        f"## {title(contest)}: your review",
        f"**{points}** · {percent_of_best(review.percent)}. {close}",
        mine.text,
        *better,
        _rated(own) if own and own.rating_change is not None else None,
        _own_to_share(contest, own, ranked) if own else None,
    ]
    return Page(card(Tone.NOTE, blocks, media=mine.media), mine.files)


def _rated(own: BoardRow) -> str:
    change = own.rating_change or 0
    if not change:
        return "Your rating in contests stays."
    return f"Your rating in contests went {'up' if change > 0 else 'down'} by {abs(change):,}."


def _own_to_share(contest: Contest, own: BoardRow, ranked: int) -> str:
    said = [percent_of_best(own.percent or 0)]
    if not own.insider:
        sign = f"{medal(own.place)} " if own.place <= PODIUM else ""
        said.insert(0, f"{sign}{ordinal(own.place)} of {ranked:,}")
    return f"-# To share\n```\n{_plain(contest)}: {' · '.join(said)}\n```"


def _left(contest: Contest, answer: Answer, left: Departure) -> str | None:
    """Name the word that left the best answers behind, and show one of the best."""
    puzzle = puzzle_of(contest)
    if left.at is None:
        return None
    best = (
        f"**{face_of(puzzle).which_best(puzzle)}**\n{lines_of(contest, puzzle.solution, done=True)}"
    )
    if left.at == len(answer.words):
        return f"{face_of(puzzle).too_early(puzzle, left.at)}\n{best}"
    return f"“{answer.words[left.at]}” was the first step off every best way.\n{best}"


def _change(review: Review, change: Explanation) -> str | None:
    contest = review.contest
    sentence = shorten(change.sentence, SENTENCE)
    if change.kind is None:
        best = review.submission.score >= (contest.par or 0)
        return None if best else f"**Could one change have helped?**\n{sentence}"
    after = score(ScoreRequest(change.order, None, contest.rule)).score
    return (
        f"**The one change that would have helped most**\n{sentence} That makes "
        f"**{many(after, 'point')}**."
    )


def _missed(contest: Contest, answer: Answer) -> str | None:
    """Name the joins of the best snake that this one lacks, the most valuable first."""
    par = par_snake(contest)
    if par is None or answer.score >= par.score:
        return None
    mine = _joins(scored_of(contest, answer))
    missed = sorted(
        (join for join in _joins(par).items() if mine.get(join[0], 0) < join[1]),
        key=lambda join: (-join[1], join[0]),
    )
    named = [f"{name} +{points:,}" for name, points in missed if points][:JOINS]
    return f"**The best snake has these, yours doesn’t**\n{' · '.join(named)}" if named else None


def _joins(scored: Scored) -> dict[str, int]:
    """Return what each join (a word with the one before it) or, under containment, word scored."""
    if scored.rule == "containment":
        return {placed.word: placed.score for placed in scored.order}
    return {f"{a.word} {b.word}": b.score for a, b in pairwise(scored.order)}
