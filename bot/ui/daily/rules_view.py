"""The rules of daily puzzles, and the result that a player shares."""

from __future__ import annotations

from bot.dailies import COST, Shared
from bot.puzzles import GAMES
from bot.ui.daily.ids import EditionId
from bot.ui.daily.text import share, share_line, title
from bot.ui.games.faces import FACES
from bot.ui.layout import Attachment, Page, Tone, button, card, picture
from bot.ui.proof import LABEL
from solvers.text import series

STORY = "story.png"
COSTLY = series(f"{name}s" for name, game in GAMES.items() if game.miss)
ALL = f"""\
- **Word by word**: what’s right stays, on all your devices. You can send several words at once, \
too, or the whole answer.
- **Points**: up to 100 – the closer to the best, the more. A letter or a meaning as a \
hint costs {COST["letter"]}, a word {COST["word"]}, off everything you solve after it.
- **Tries**: as many as you like; your best counts. Only in {COSTLY} a wrong word costs points. \
Your clock runs from your first *Play* until you send your best, and decides between equal points.
- **Streak**: solve the puzzle every day. Every 7 in a row earn you a freeze (you can hold 2), \
which saves your streak when you miss a day. Your streak is the same in all servers.
- **What you share** has a row for each word: green for letters that are right already, yellow \
for one that came new; ❌ is a wrong word, 💡 a hint, 👀 a word I gave. For a snake, each try is a \
row, green for its share of the best.
- **Boards**: every server has its own. You’re on it wherever you pressed *Play*.
- **When it’s over**, the next one opens. Find older ones with `/daily archive`, just for fun: no \
streak, no leaderboard.
- **One puzzle, one play**: what’s over here may still be open in another server. Hints and \
answers you see in the archive count there, too."""
LOCKED = """\
- **Locked in**: the puzzle, its best answer and these rules, by `{}`. *Proof* shows that nobody \
changed them, once it’s over."""


def present_shared(user_id: int, shared: Shared, drawn: bytes | None = None) -> Page:
    """Return what the channel sees of a player's result, with a button to play as well.

    `drawn`: a picture in place of the squares. The first line is short: with a name of usual
    length it fits a phone.
    """
    said = f"-# <@{user_id}> "
    play = [button("Play", EditionId("play", shared.edition.number))]
    if drawn is None:
        return Page(card(Tone.NOTE, [f"{said}{share(shared)}"], play))
    file, face = Attachment(STORY, drawn), FACES[shared.edition.puzzle.game]
    found = face.amount(shared.play.best_result or 0)
    shown = picture(file, f"{face.drawing} without letters: {found}")
    return Page(card(Tone.NOTE, [f"{said}{share_line(shared)}", shown], play), (file,))


def present_rules(game: str, number: int, code: str | None = None, *, over: bool = False) -> Page:
    """Return an edition's rules and the code that locks it in, but nothing of its puzzle."""
    blocks = [
        f"## {title(game, number)}: the rules",
        FACES[game].rules,
        ALL if code is None else f"{ALL}\n{LOCKED.format(code)}",
    ]
    buttons = [button("Play", EditionId("play", number))]
    if code is not None and over:
        buttons.append(button(LABEL, EditionId("proof", number)))
    return Page(card(Tone.NOTE, blocks, buttons))
