"""Drafts: ready-made contests to draft, a draft, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from discord import ButtonStyle, ui

from bot.contests import (
    OPTION_FORMS,
    POINTLESS,
    READY,
    Contest,
    ContestTemplate,
    Scoring,
    effort,
    name_of_rounds,
)
from bot.durations import length
from bot.puzzles import GAMES
from bot.ui.contest.announcement_view import RECEIPTS, words_block
from bot.ui.contest.ids import AskId, DraftId, DraftOptionsId, ManageId, ReadyId, ReadyMenuId
from bot.ui.contest.season_view import scoring_line
from bot.ui.contest.text import options_of, par_claim, rule_of, size_of, title, words_of, words_page
from bot.ui.games.faces import FACES
from bot.ui.layout import (
    Page,
    Pressed,
    Tone,
    button,
    card,
    escape,
    menu,
    on,
    relative,
    shorten,
)
from solvers.text import listed, many

WORDS_SHOWN = 60
NAMED = 8
"""Words left out by the server's filter that are named, at most."""
PREVIEWED = {
    True: "Players see how close they get, and the best answer at the end.",
    False: "Players see their result, and only at the end how close they got.",
}
"""What players see before the end, by whether that includes their % of best."""


def _nth(contest: Contest) -> str:
    return "" if contest.round is None else f"**List {contest.round}** · "


def present_ready(templates: Sequence[ContestTemplate]) -> Page:
    """Offer ready-made contests, a server's templates, and the form."""
    lines = [f"**{one.label}** – {one.about}" for one in READY.values()]
    buttons: list[Pressed] = [
        button(one.label, ReadyId(name), style=ButtonStyle.primary) for name, one in READY.items()
    ]
    buttons.append(button("My own", ReadyId("own")))
    if templates:
        offered = [(one.id, one.name, shorten(words_of(one), WORDS_SHOWN)) for one in templates]
        buttons.append(menu("Or one of your templates", ReadyMenuId(), offered))
    said = "You see a draft first; nothing is announced before you confirm."
    return Page(card(Tone.NOTE, ["## A new contest", "\n".join(lines), f"-# {said}"], buttons))


def present_preview(
    lists: Sequence[Contest], scoring: Scoring = "percent", warnings: Sequence[str] = ()
) -> Page:
    """Return a draft, or rounds, as players will see it; its best answers are known.

    What only organisers see comes last: the best score, how long people need, and `warnings`.
    """
    contest, several = lists[0], len(lists) > 1
    rules = {rule_of(one): one for one in lists}  # one list of each game
    if len(rules) > 1:
        rules = {rule.replace("Wins", f"Wins the {one.game}"): one for rule, one in rules.items()}
    how = [*rules, _options(lists)]
    if several:
        what = "The lists count together: players play them all, in any order."
        words = "\n\n".join(f"{_nth(one)}{words_block(one)}" for one in lists)
        how.append(scoring_line(scoring))
    else:
        face = FACES[contest.game]
        what = f"{face.goal} Your best try counts, {RECEIPTS[contest.percents]}"
        words = words_block(contest)
    blocks: list[str | None] = [
        f"## {title(contest)}",
        f"{what}\n{_preview_times(contest)}",
        words,
        "\n".join(how),
        f"### For you\n{_for_organisers(lists)}",
        "\n".join(f"⚠️ {one}" for one in warnings) or None,
    ]
    label = "Confirm and open" if contest.opens_at is None else "Confirm and announce"
    confirm = button(label, DraftId("confirm", contest.id), style=ButtonStyle.success)
    forms = OPTION_FORMS.items()
    buttons = [
        confirm,
        *(button(form.label, DraftOptionsId(key, contest.id)) for key, form in forms),
        *([button(*_other(scoring, contest))] if several else []),
        *_preview_buttons(contest),
    ]
    instead = ""
    if several:
        sizes = (f"{_nth(one)}**{size_of(one).capitalize()}** {par_claim(one)}" for one in lists)
        instead = "\n".join(
            [f"**{many(len(lists), 'list')} – their words are in the file**", *sizes]
        )
    every = [word for one in lists for word in ("", *one.words)][1:]
    return words_page(Tone.NOTE, blocks, 2, every, buttons, instead=instead)


def asked_again(filtered: Sequence[str]) -> str | None:
    """Ask whether to post words that the server's filter would leave out."""
    if not filtered:
        return None
    words = listed(filtered, NAMED)
    return (
        f"I wouldn’t show {words} here unasked. *Confirm* posts it anyway; *Change* takes other "
        "words."
    )


def _for_organisers(lists: Sequence[Contest]) -> str:
    """Say what players do not see: the best score, how hard it is, who sees this."""
    efforts = [effort(one) for one in lists]
    levels = ", ".join(one.level for one in efforts)
    minutes = many(sum(one.minutes for one in efforts), "minute")
    best = "\n".join(f"{_nth(one)}{par_claim(one)}" for one in lists)
    return (
        f"{best}\n{PREVIEWED[lists[0].percents]}\n"
        f"**{levels.capitalize()}** – people need about {minutes}.\n"
        "-# Only organisers see this draft. It’s kept for a day. You’ve seen the words, so you "
        "play out of competition; a contest that repeats is new to you, too."
    )


def _options(lists: Sequence[Contest]) -> str:
    """Return the options of a draft, and say which of its lists have no limit of tries."""
    limited = [one for one in lists if GAMES[one.game].limits_tries] or lists
    text = options_of(limited[0], planned=True)
    if len(limited) < len(lists):
        face = next(FACES[one.game] for one in lists if not GAMES[one.game].limits_tries)
        text += (
            f"\n-# In {face.game.a_name} each {face.unit} counts as it’s found: tries have no "
            "limit there."
        )
    return text


def _other(scoring: Scoring, contest: Contest) -> tuple[str, DraftId]:
    """Return the label and id of the button that switches how rounds are summed up."""
    if scoring == "points":
        return "Sum up % of best", DraftId("percent", contest.id)
    return "Sum up points", DraftId("points", contest.id)


def present_pointless(contest: Contest) -> Page:
    """Return a draft of words that no snake can join."""
    buttons = _preview_buttons(contest)
    return Page(card(Tone.HINT, [f"## {title(contest)}", POINTLESS], buttons))


def present_without_par(contest: Contest, fault: str) -> Page:
    """Return a draft whose par could not be found, and why."""
    again = button(
        f"Find the best {contest.game}", DraftId("open", contest.id), style=ButtonStyle.primary
    )
    kept = "-# The draft is kept for a day. It can open once that is known."
    blocks = [f"## {title(contest)}", escape(fault), kept]
    return Page(card(Tone.HINT, blocks, [again, *_preview_buttons(contest)]))


def present_confirmed(lists: Sequence[Contest], planned: datetime | None = None) -> Page:
    """Say when and where a confirmed contest, or its rounds, open; `planned`: the time planned."""
    contest = lists[0]
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    when = "is open!" if contest.state == "open" else f"opens {relative(contest.opens_at)}."
    name, announced = title(contest), "It’s announced"
    if len(lists) > 1:
        name = name_of_rounds(name)
        announced = "Both lists are" if len(lists) == 2 else f"All {len(lists)} lists are"
        announced += " announced"
    text = f"**{name}** {when} {announced} in <#{contest.channel_id}>."
    if len(lists) > 1:
        text += " After their results I post who did best in all."
    if planned is not None and planned < contest.opens_at:
        text += (
            f" It was to open {on(planned)}, and still lasts as long: it closes "
            f"{on(contest.closes_at)}."
        )
    buttons = [
        button("Manage", ManageId("open", contest.id)),
        button("Repeat weekly", AskId("repeat", contest.id)),
        button("Save as template", AskId("template", contest.id)),
    ]
    return Page(card(Tone.ANSWER, [text], buttons))


def present_discarded(contest: Contest) -> Page:
    """Say that a draft is gone."""
    return Page(card(Tone.NOTE, [f"The draft **{title(contest)}** is gone."]))


def present_drawing() -> Page:
    """Say that words are being drawn."""
    return Page(card(Tone.NOTE, ["Picking words worth playing…"]))


def _preview_times(contest: Contest) -> str:
    lasts = length(contest.lasts_seconds)
    opens = contest.opens_at
    if opens is None:
        return f"**Opens** when you confirm, and lasts {lasts}"
    ends = on(opens + timedelta(seconds=contest.lasts_seconds))
    return f"**Opens** {on(opens)}, {relative(opens)}, and lasts {lasts}, until {ends}"


def _preview_buttons(contest: Contest) -> list[ui.Button[ui.LayoutView]]:
    return [
        button("Change", DraftId("edit", contest.id)),
        button("Repeat weekly", AskId("repeat", contest.id)),
        button("Save as template", AskId("template", contest.id)),
        button("Discard", DraftId("discard", contest.id), style=ButtonStyle.danger),
    ]
