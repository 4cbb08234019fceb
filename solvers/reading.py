"""Reads words that people type, paste or copy: one reader for every command, form and list.

A word has the letters a to z. Additions by a keyboard, a phone or another program are not the
player's doing, so they make no difference: other widths and styles of a letter count as that letter
(Unicode's compatibility forms), and accents, as in the lexicon, and invisible characters are
removed. Anything else that is no letter, digit or apostrophe separates words: blanks, commas,
dashes, arrows, bullets, quotation marks, emoji. `docs/design/typed-words.md` has a table of
spellings.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from solvers.text import listed, oddity, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMED = 5
_UNSEEN = {"Mn", "Mc", "Me", "Cf", "Cc", "Cs"}
"""Categories of characters that do not stand alone: marks, variation selectors, format signs."""
_FILLERS = "\u115f\u1160\u3164\uffa0\ufffc"
"""Blank letters, and the placeholder that dictation leaves for a picture."""
_BLANKS = "\u2122\u2120\u20e3\u2800"
"""Trade marks, which would become letters; the frame of a keycap digit; Braille's blank."""
_APOSTROPHES = "‘’ʹʻʼʽˈ´′"
_LATIN = re.compile(
    r"(?:LATIN (?:SMALL|CAPITAL) LETTER(?: DOTLESS)?|LATIN LETTER SMALL CAPITAL) ([A-Z])"
    r"(?: WITH .*)?"
)
"""Names of letters that are one of a to z with a stroke, or in a style that NFKD keeps."""
_JOINED = {"æ": "ae", "œ": "oe", "ß": "ss"}
_REMEMBERED = 4096
_NO_WORDS = re.compile(
    r"</[^<>]+:\d+>|<(?:[@#:]|a:|t:|id:)[^<>\s]*>|https?://[^\s<>)]+|:\w+:(?!\w)|\+\d+"
    r"|&(?:nbsp|amp|quot|lt|gt|#\d+);|<br\s*/?>"
)
"""Discord's mentions, emoji and times; web addresses; emoji by name; points of a join; remains of
HTML."""
_EMPHASIS = re.compile(r"(\*{1,3}|__|~~|`)([^\W_]+)\1")
"""Markdown's emphasis, which may begin or end within a word: the bot itself writes naus**ea**rn."""
_NESTED = 3
_TOKEN = re.compile(r"(?<!\S)-\d+(?!\w)|[^\W_]+(?:['`@#$%*]+[^\W_]+)*")
_WORD = re.compile(r"[^\W_]*")


class _Folding(dict[int, str]):
    """Maps each character to its reading, computed on first use."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        category = unicodedata.category(char)
        if char in _APOSTROPHES:
            read = "'"
        elif char in _BLANKS:
            read = " "
        elif char in _FILLERS or (category in _UNSEEN and not char.isspace()):
            read = ""
        else:
            parts = unicodedata.normalize("NFKD", char)
            if parts != char:
                read = parts.translate(self)
            elif named := _LATIN.fullmatch(unicodedata.name(char, "")):
                read = named[1].lower()
            else:
                read = _JOINED.get(char.lower(), char.lower())
            if category == "No":  # ① and ❶ are separate from a word, whatever stands between
                read = f" {unicodedata.digit(char, read)} "
        if len(self) < _REMEMBERED:
            self[point] = read
        return read


_FOLDED = _Folding()


def fold(text: str) -> str:
    r"""Return a text in lower case, without accents and invisible characters.

    >>> fold("Ｃafé\u200b \U0001d41a")
    'cafe a'
    """
    return text.lower() if text.isascii() and text.isprintable() else text.translate(_FOLDED)


def bare(text: str) -> str:
    """Return a folded text without Markdown's emphasis, mentions, emoji by name and addresses.

    >>> bare("naus**ea**rn <@123> :snake:").split()
    ['nausearn']
    """
    plain = _NO_WORDS.sub(" ", fold(text))
    for _ in range(_NESTED):
        plain = _EMPHASIS.sub(r"\2", plain)
    return plain


def read_tokens(text: str) -> list[str]:
    r"""Return the words of a text, with the numbers behind them.

    If lines begin with the numbers 1, 2, 3, these line numbers are left out.

    >>> read_tokens("timber 0, beret 3")
    ['timber', '0', 'beret', '3']
    >>> read_tokens("1. timber 0\n2) beret 3")
    ['timber', '0', 'beret', '3']
    """
    lines = [tokens for line in bare(text).splitlines() if (tokens := _TOKEN.findall(line))]
    numbered = [line for line in lines if line[0].isdecimal() and len(line) > 1]
    if [int(line[0]) for line in numbered] != [*range(1, len(numbered) + 1)]:
        numbered = []
    for line in numbered:
        both = zip(line, [*line[1:], "0"], strict=True)
        line[:] = [one for one, then in both if not one.isdecimal() or then.isdecimal()]
    return [token for line in lines for token in line]


def read_words(text: str) -> tuple[str, ...]:
    """Return the words of a text; `strange` names words with characters other than a to z.

    >>> read_words("1. Cold → “cord”, **card**!")
    ('cold', 'cord', 'card')
    >>> read_words("cold-cord—c4rd. don’t")
    ('cold', 'cord', 'c4rd', "don't")
    """
    if text.isascii() and text.isalpha():  # as most texts are
        return (text.lower(),)
    return tuple(token for token in _TOKEN.findall(bare(text)) if not token.isdecimal())


def read_word(text: str) -> str:
    """Return the one word of a text; several words stay separate, so that no lexicon has them.

    >>> read_word("“Cat”."), read_word("ice-cream"), read_word("?")
    ('cat', 'ice cream', '')
    """
    return " ".join(read_words(text))


def strange(words: Iterable[str]) -> str | None:
    """Return a sentence that names the words with characters other than a to z, each once.

    >>> strange(["cat", "c4t", "c4t"])
    'Words can only have the letters a to z. Please change “c4t”.'
    >>> strange(["cat"])
    """
    found = [word for word in dict.fromkeys(words) if not (word.isascii() and word.isalpha())]
    if not found:
        return None
    named = listed(found, NAMED, lambda word: quoted(word) + oddity(word))
    return f"Words can only have the letters a to z. Please change {named}."


def last_word(text: str) -> str:
    """Return the unfinished word at the end of a text, as typed.

    >>> last_word("cat, Do"), last_word("cat, ")
    ('Do', '')
    """
    found = _WORD.match(text[::-1])
    assert found is not None
    return found[0][::-1]
