"""The commands' two roots, and the custom ids of contests: messages, drafts, plays, panels."""

from __future__ import annotations

from dataclasses import field
from datetime import date
from typing import Annotated, Literal

from discord import Permissions, app_commands

from bot.contests import OPTION_FORMS, READY, ReadyName
from bot.ui.custom_ids import KEY, CustomId, Field, Key, optional
from bot.ui.play.ids import MODES, Target
from bot.ui.tapping import Order, TapId
from bot.ui.taps import UNTAPPED


def _root(name: str, description: str, needed: Permissions | None = None) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description=description,
        # A context that is None here is taken from the tree, which allows commands everywhere.
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        default_permissions=needed,
    )


# For each root, Discord lets a server choose who sees it.
players = _root("contests", "Contests in word games: who finds the best answer?")
organisers = _root(
    "contest", "For organisers: start and manage contests", Permissions(manage_events=True)
)

ContestAction = Literal["start", "rules", "review", "practice", "board", "proof", "tell"]


_MODES = ("contest", "practice")
Played = Annotated[Target, Field("|".join(f"{one}:{MODES[one]}" for one in _MODES), Target.read)]


class ContestId(CustomId, prefix="contest"):
    """A button under a contest's messages; each is answered to the person who pressed it."""

    action: ContestAction
    contest: Key


class BoardPageId(CustomId, prefix="contest:page"):
    """Back, Next, Refresh under a board; pages count from 0."""

    contest: Key
    page: Annotated[int, Field(r"\d{1,5}", int)]


class ContestPlayId(CustomId, prefix="play"):
    """A button that opens the form, or the words to be tapped."""

    action: Literal["write", "tap"]
    target: Played


class ContestSnakeFormId(CustomId, prefix="play:form"):
    """The form that a snake is written into."""

    target: Played


class ContestTapId(TapId, prefix="play"):
    """A button of a snake that is tapped."""

    target: Played


class ContestTypeId(CustomId, prefix="play:type"):
    """Type, beside words that are tapped."""

    target: Played
    tapped: Order = field(kw_only=True, default=UNTAPPED)


class ContestSnakeEditId(CustomId, prefix="play:edit"):
    """The button under a refused snake; its key is the card's."""

    key: Key


class DraftId(CustomId, prefix="draft"):
    """A button of a draft."""

    action: Literal["confirm", "edit", "discard", "open", "percent", "points"]
    contest: Key


FormKey = Annotated[str, Field("|".join(OPTION_FORMS), str)]


class ReadyId(CustomId, prefix="draft:ready"):
    """A ready-made contest to draft, or the form of a new one."""

    which: Literal["own", "snake", "rounds", "ladder"]


class ReadyMenuId(CustomId, prefix="draft:template"):
    """The menu of templates to draft a contest from."""


class DraftOptionsId(CustomId, prefix="draft:choose"):
    """A button of a draft that opens one of the forms of its options."""

    form: FormKey
    contest: Key


class DraftEditId(CustomId, prefix="draft:again"):
    """The button under a refused plan or refused options; its key is the card's."""

    form: Literal["plan", "options"]
    key: Key


class PlanFormId(CustomId, prefix="draft:form:plan"):
    """The form of a draft's plan, or of a new contest where there is no draft.

    A new one is played `like` another, as a template says, or as a `ready` one.
    """

    draft: Annotated[str | None, optional(KEY)]
    like: Annotated[str | None, optional(KEY)]
    saved: Annotated[str | None, optional(KEY)]
    ready: Annotated[ReadyName | None, optional(Field("|".join(READY), str))]


class OptionsFormId(CustomId, prefix="draft:form:options"):
    """One of the forms of a draft's options."""

    form: FormKey
    draft: Key


class PingId(CustomId, prefix="contest:ping"):
    """Ping me: gives or takes the role. It identifies the message that it is `under`."""

    under: Literal["announcement", "opening", "ending"]
    contest: Key


class AgainId(CustomId, prefix="contest:again"):
    """Hold it again, on the panel of a finished contest; None: Start a contest, a new one."""

    contest: Annotated[str | None, optional(KEY)]


Day = Annotated[date, Field(r"\d{4}-\d\d-\d\d", date.fromisoformat)]


class RepeatId(CustomId, prefix="template:day"):
    """A button about a day of a repeating template."""

    action: Literal["skip", "hold", "earlier", "later", "next", "stop"]
    key: Key
    day: Day
    to: Day  # the new date, however often the button is pressed


class SeasonId(CustomId, prefix="contest:season"):
    """Standings, under the post at a season's end; it identifies that post."""

    season: Key


class ContestRemindId(CustomId, prefix="contest:remind"):
    """I'm in, for a contest or rounds; under a reminder it identifies that message."""

    about: Literal["contest", "rounds"]
    key: Key


class RoundsId(CustomId, prefix="contest:rounds"):
    """Standings, under the post of rounds; it identifies that post."""

    season: Key


class ManageId(CustomId, prefix="manage"):
    """A button that opens an organiser's panel of a contest, or a page of it."""

    action: Literal["open", "close", "cancel", "repost", "players", "export", "everything"]
    contest: Annotated[str | None, optional(KEY)]


class MoreId(CustomId, prefix="manage:more"):
    """The menu of a panel."""

    contest: Key


Asked = Literal[
    "change",
    "change all",
    "who",
    "disqualify",
    "reinstate",
    "template",
    "repeat",
    "dates",
    "season",
    "counting",
]


class AskId(CustomId, prefix="ask"):
    """A button that opens a form about a contest, a template or a season, or a new one (None)."""

    form: Asked
    key: Annotated[str | None, optional(KEY)]


class AskFormId(CustomId, prefix="ask:form"):
    """The form; `again`: opened from the message that refused it."""

    form: Asked
    key: Annotated[str | None, optional(KEY)]
    again: Annotated[str | None, optional(Field("again", str))] = field(kw_only=True, default=None)


class AskAgainId(CustomId, prefix="ask:again"):
    """The button under a refused form; its key is the card's."""

    key: Key


class TemplateId(CustomId, prefix="template"):
    """A button of the templates' panel."""

    action: Literal["open", "use", "delete", "deleted", "move"]
    key: Key


class TemplatesId(CustomId, prefix="templates"):
    """All templates."""


class TemplatesMenuId(CustomId, prefix="templates:menu"):
    """The menu of templates."""


class SeasonCardId(CustomId, prefix="season"):
    """A button of the seasons' panel."""

    action: Literal["open", "end", "ended", "delete", "deleted"]
    season: Key


class SeasonsId(CustomId, prefix="seasons"):
    """All seasons."""


class SeasonsMenuId(CustomId, prefix="seasons:menu"):
    """The menu of seasons."""


class DecideId(CustomId, prefix="organise"):
    """Close it now, Cancel the contest; or all lists that count together."""

    action: Literal["close", "cancel"]
    which: Literal["one", "all"]
    contest: Key
