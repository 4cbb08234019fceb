"""Writes docs/design/typed-words.md: one ladder as phones, programs and people write it.

    python -m tests.spellings

Each row is read by every reader of the bot; a test compares the file with the code.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from types import MappingProxyType

from bot.contests import read_asked, read_try, split_lists
from bot.errors import BotError
from bot.puzzles import find_in_message, judge
from bot.ui.games.snake_text import ordered
from bot.ui.options import decode, letters_option, list_option
from bot.ui.words import ladder_block
from solvers.daily import Puzzle
from solvers.errors import PuzzleError
from solvers.growth.typed import letters_of
from solvers.reading import read_words
from solvers.wordsnake import ScoreRequest, score
from solvers.wordsnake.words import checked
from tests.paths import ROOT

FILE = ROOT / "docs" / "design" / "typed-words.md"
WORDS = ("cold", "cord", "card", "ward", "warm")
_EDITION = Puzzle("ladder", 1, 0.0, ("cold", "warm"), 4, 4, WORDS[1:], 4)
_SCORED = score(ScoreRequest(WORDS))


def _styled(first: int) -> str:
    """Return the words in letters of another Unicode block, whose letter a is `first`."""
    return " ".join("".join(chr(first + ord(c) - ord("a")) for c in word) for word in WORDS)


SPELLINGS = (
    ("typed", " ".join(WORDS)),
    ("typed", "  cold   cord\tcard ward warm \n"),
    ("typed", "cold, cord, card, ward, warm"),
    ("typed", "cold,cord,card,ward,warm"),
    ("typed", "cold;cord;card;ward;warm"),
    ("typed", "cold/cord/card/ward/warm"),
    ("typed", "cold > cord > card > ward > warm"),
    ("typed", "cold->cord->card->ward->warm"),
    ("typed", "cold --> cord --> card --> ward --> warm"),
    ("typed", "cold=>cord=>card=>ward=>warm"),
    ("typed", "cold-cord-card-ward-warm"),
    ("typed", "cold - cord - card - ward - warm"),
    ("typed", "cold+cord+card+ward+warm"),
    ("typed", "cold | cord | card | ward | warm"),
    ("typed", "cold… cord… card… ward… warm!"),
    ("typed", "(cold) [cord] {card} <ward> warm?"),
    ("typed", "1. cold 2. cord 3. card 4. ward 5. warm"),
    ("typed", "1) cold\n2) cord\n3) card\n4) ward\n5) warm"),
    ("typed", "(1) cold\n(2) cord\n(3) card\n(4) ward\n(5) warm"),
    ("typed", "1: cold\n2: cord\n3: card\n4: ward\n5: warm"),
    ("typed", "1.cold 2.cord 3.card 4.ward 5.warm"),
    ("typed", "#1 cold\n#2 cord\n#3 card\n#4 ward\n#5 warm"),
    ("typed", "- cold\n- cord\n- card\n- ward\n- warm"),
    ("typed", "* cold\n* cord\n* card\n* ward\n* warm"),
    ("typed", "COLD CORD CARD WARD WARM"),
    ("phone: capital, two spaces for a full stop", "Cold. Cord. Card. Ward. Warm."),
    ("phone: quotation marks", "“cold” ‘cord’ „card“ «ward» ‹warm›"),
    ("phone: dashes", "cold – cord — card ― ward − warm"),
    ("phone: non-breaking hyphen", "cold\u2011cord\u2011card\u2011ward\u2011warm"),
    ("phone: variation selector", "cold\ufe0f cord\ufe0f card\ufe0f ward\ufe0f warm\ufe0f"),
    ("phone: text style of an emoji", "cold\ufe0e cord card ward warm\ufe0e"),
    ("phone: emoji", "🥶cold😀 cord 🃏 card🏻 ward 👨‍👩‍👧 warm🔥"),
    ("phone: arrows", "cold ➡️ cord ⮕ card ⟶ ward ⇒ warm"),
    ("phone: digits on keys", "1️⃣ cold 2️⃣cord 3️⃣ card 4️⃣ ward 5️⃣warm"),
    ("phone: dictation", "\ufffccold cord card ward warm\ufffc"),
    ("phone: accents of a long press", "cöld córd cârd wārd wårm"),
    ("phone: strokes of a long press", "cøłđ cørđ ȼarđ warđ warm"),
    ("phone: dead keys", "co\u0302ld cord ca\u0308rd ward warm\u0301"),
    ("phone: full-width keyboard", _styled(0xFF41).replace(" ", "\u3000")),
    ("phone: ideographic punctuation", "cold、cord，card。ward；warm"),
    ("phone: right to left", "\u202bcold \u200fcord\u200e card\u202c \u2067ward\u2069 \u061cwarm"),
    ("phone: middle dots", "cold·cord・card‧ward⋅warm"),
    ("Word: bullets", "•\tcold\n•\tcord\n•\tcard\n•\tward\n•\twarm"),
    ("Word: other bullets", "▪ cold\n‣ cord\n◦ card\n■ ward\n✓ warm"),
    ("Word: its own bullets",
     "\uf0b7\tcold\n\uf0a7\tcord\n\uf0d8\tcard\n\uf0fc\tward\n\uf076\twarm"),
    ("Word: circled numbers", "① cold ②cord ❸ card ⑷ ward ⒌ warm"),
    ("Word: line ends", "cold\vcord\vcard\fward\r\nwarm\r"),
    ("Word: soft hyphens", "co\u00adld cord car\u00add ward wa\u00adrm"),
    ("Word: a word joiner", "cold\u2060 cord \u2060card ward\u200d \u200cwarm"),
    ("Excel: a column", "cold\r\ncord\r\ncard\r\nward\r\nwarm\r\n"),
    ("Excel: a row", "cold\tcord\tcard\tward\twarm"),
    ("Excel: CSV", '"cold","cord","card","ward","warm"'),
    ("Excel: CSV with numbers", "1;cold\n2;cord\n3;card\n4;ward\n5;warm"),
    ("Excel: a byte order mark", "\ufeffcold,cord,card,ward,warm"),
    ("old Mac: line ends", "cold\rcord\rcard\rward\rwarm\r"),
    ("web page: non-breaking blanks", "cold\u00a0cord\u202fcard\u2009ward\u2003warm"),
    ("web page: zero-width blanks", "co\u200bld\u200b cord \u200bcard ward wa\u200brm"),
    ("web page: line and paragraph separators", "cold\u2028cord\u2029card\x85ward\nwarm"),
    ("web page: trade marks", "cold™ cord® card© ward warm℠"),
    ("web page: an address", "cold cord card ward warm https://example.org/ladder?a=b"),
    ("web page: combining grapheme joiner", "co\u034fld cord card ward\u034f warm"),
    ("chat: bold and italics", "**cold** *cord* ***card*** __ward__ _warm_"),
    ("chat: part of a word bold", "c**o**ld co**rd** *c*ard wa__rd__ wa~~r~~m"),
    ("chat: code, spoiler, struck out", "`cold` ||cord|| ~~card~~ ``ward`` ||`warm`||"),
    ("chat: a quotation", "> cold\n> cord\n> card\n> ward\n> warm"),
    ("chat: small print and headings", "# cold\n-# cord\n## card\n>>> ward\n- warm"),
    ("chat: a block of code", "```\ncold cord card\nward warm\n```"),
    ("chat: emoji by name", "cold :snake: cord <:ladder:123> card <a:up:45> ward warm:fire:"),
    ("chat: mentions and times", "<@123> cold cord <#4> card <@&5> ward <t:1700000000:R> warm"),
    ("chat: escaped marks", "\\*cold\\* cord\\, card\\. ward \\_warm\\_"),
    ("chat: styled letters", _styled(0x1D41A)),
    ("chat: letters with double strokes", _styled(0x1D552)),
    ("chat: letters in circles", _styled(0x24D0)),
    ("chat: flags", "cold🇪🇸 cord 🇬🇧 card🇩🇪🇫🇷 ward warm🅱️"),
    ("chat: small capitals", "ᴄᴏʟᴅ ᴄᴏʀᴅ ᴄᴀʀᴅ ᴡᴀʀᴅ ᴡᴀʀᴍ"),
    ("bot: a line of arrows", "cold → cord → card → ward → warm"),
    ("bot: bold words", "**cold** → **cord** → **card** → **ward** → **warm**"),
    ("bot: a ladder", ladder_block(WORDS)),
    ("bot: its steps, copied as a line", " ".join(ladder_block(WORDS).split())),
    ("bot: a snake’s order", f"```\n{ordered(_SCORED)}\n```"),
)  # fmt: skip
"""Writers, and what each writes."""


_SPECIAL = re.compile(r"[^\w\s,.;()]")
"""Characters that may mean something in Markdown."""


class _Any:
    def __contains__(self, word: str) -> bool:
        return True


def _in_fours(letters: str) -> tuple[str, ...]:
    return tuple(letters[n : n + 4] for n in range(0, len(letters), 4))


def _message(text: str) -> tuple[str, ...]:
    found = find_in_message(text)
    return () if found is None else found.words


def _list(text: str) -> tuple[str, ...]:
    (one,) = split_lists(text)
    return read_asked(one).words


READERS: MappingProxyType[str, Callable[[str], Sequence[str]]] = MappingProxyType({
    "option": lambda text: list_option("via", text),
    "word": lambda text: _in_fours(letters_option("start", text) or ""),
    "play": lambda text: judge(_EDITION, read_words(text), _Any()).words,
    "contest": lambda text: read_try(text).order,
    "check": _message,
    "list": _list,
    "file": lambda text: _list(decode("words.txt", text.encode("utf-16"))),
    "snake": lambda text: checked(read_words(text)),
    "solver": lambda text: _in_fours(letters_of(text)),
})  # fmt: skip
"""The readers of words: see HEAD."""
HEAD = """\
# Typed words

`solvers/reading.py` reads all words that people type, whichever command, form, button, game or \
list they are for. Here is one ladder as phones, programs and people write it, and who reads it \
as *cold, cord, card, ward, warm*. Made by `python -m tests.spellings`; a test compares it with \
the code.

| reader | for |
|---|---|
| option | options with several words: `/ladder via`, `/race list`, `/settings allow` |
| word | options with one word or letters, here with nothing between the words |
| play | *Next word* and whole answers in dailies, races and training |
| contest | answers in contests and practice |
| check | *Check this snake or ladder* |
| list | *Words* of a contest, a template or a season |
| file | a list in a file, here in UTF-16 |
| snake | the form of `/snake` |
| solver | words and letters given on the command line and to the library; their files are read \
strictly ([more](../lexicon.md#your-own-lists)) |

A word that has another character among its letters (*c4rd*, *don’t*, a Cyrillic *с*) is named in \
one sentence, once, and never counts as a miss. Numbers are left out, but for a position behind a \
word in a contest by containment.

"""


def _read(reader: Callable[[str], Sequence[str]], text: str) -> tuple[str, ...] | None:
    try:
        return tuple(reader(text))
    except (BotError, PuzzleError):
        return None


def table() -> str:
    """Return the file."""
    heads = ["written by", "spelling", *READERS]
    rows = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for source, text in SPELLINGS:
        shown = _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", ascii(text)[1:-1])
        read = ["✓" if _read(reader, text) == WORDS else "✗" for reader in READERS.values()]
        rows.append(f"| {source} | <code>{shown}</code> | {' | '.join(read)} |")
    return HEAD + "\n".join(rows) + f"\n\n{len(SPELLINGS)} spellings, {len(READERS)} readers.\n"


def main() -> int:
    """Write it."""
    FILE.write_text(table(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
