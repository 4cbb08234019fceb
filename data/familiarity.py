"""Build familiarity.gz, how well people know each word: `python -m data.familiarity`.

It needs Debian's scowl and wordnet-base, and msgspec. The
file has a line for each word of words.tsv.gz, in its order: ten times the word's frequency on the
Zipf scale (the logarithm of its number in a thousand million words), 0 for a word never met.

Texts are counted without their capitals, and by form, which two rules make good:

- An inflection is known about as well as its base, however rarely it is written.
- A word that SCOWL lists late, and with a capital early, is met as a name (*ted, jean*), and a very
  short one as an abbreviation. It is known no better than its size class lets one expect.
"""

from __future__ import annotations

import gzip
import hashlib
import math
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from data import added, build, wordnet
from data.command import run
from data.inflection import regular_forms
from solvers.lexicon.morphy import detach

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from data.wordnet import WordNet

OUTPUT = Path(__file__).parent / "familiarity.gz"
WORDNET = Path("/usr/share/wordnet")
FREQUENCIES = Path(__file__).parent / "wordfreq.msgpack.gz"
"""The large English list of wordfreq 3.1.1, as it comes."""

INFLECTED = {70: 15}
"""How much less known than its base an inflection is at most, in tenths, by its size class; 5 for
other classes. The largest class, 80, has forms that nobody uses (*givees, newses*), so bases lift
none of its words."""
UNSEEN, LIFT = 24, 15
"""Limits: how familiar a base makes a form never met itself, and how much it adds to any other."""
FUNCTION_WORD = 60
"""A word at least this familiar is no base: *he* is helium too, but that makes *hes* no better
known."""
NAMES = {50: 30, 55: 27, 60: 24, 70: 20, 80: 14}
"""The most for a name or an abbreviation, by the size class of the lower-case word."""
LARGEST_NAME = {50: 60, 55: 60, 60: 80, 70: 95, 80: 95}
"""The highest class in which a capital counts: the largest lists have every village."""

_WORDS_TOO = """
    abs afro antichrist apache arabic argentine aurora aw axel bastille bigfoot bohemian borg
    brit brits bubba buddha caesar catholicism catholics chesterfield coco cree cretaceous
    cyclops dada danish deco diablo dino dutch dutchman easter egyptian egyptians english eros
    ew excellency flemish frau geo german germanic germans gestapo goliath gothic grande greek
    hades hercules illuminati jesuit jesuits jurassic kaiser kremlin labrador latina latino
    latinos luna mach macintosh madonna mana martian mayan medicaid medicare mediterranean
    medusa meta methodist midi midwestern mohawk mojo morse muppet nada nan nazi nazis nitro
    nordic obi olympics op oy pandora parmesan passover pegasus permian pinot presbyterian prima
    quaker realtor romans romeo sabbath samaritan savannah scot scots sherlock shiva soma
    springer sus swiss tao tarzan templar tiki toon torah tories tory turk turks ubuntu utopian
    valkyrie venetian viking vikings vulcan watergate waterloo zen zimmer
"""
WORDS_TOO = frozenset(_WORDS_TOO.split())
"""Names also used as words, chosen by reading: people know them, but no game chooses them."""
KNOWN = 29
"""The most for `WORDS_TOO`, just below what games choose."""

_LIST = re.compile(r"\w+-(?:upper|proper-names)\.(\d+)")
_SHARE = 0.1
"""The least share of a base's uses that must be as the noun or verb being inflected."""


def frequencies() -> Mapping[str, float]:
    """Return the frequency of each word of wordfreq's large English list among all words."""
    import msgspec  # noqa: PLC0415 - only building needs it

    # A header, then the words of each hundredth of a power of ten, from 1 downwards.
    content = msgspec.msgpack.decode(gzip.decompress(FREQUENCIES.read_bytes()))
    return {word: 10 ** (-step / 100) for step, words in enumerate(content[1:]) for word in words}


def read_names(scowl: Path) -> dict[str, int]:
    """Return SCOWL's capitalised words, in lower case, with their least class."""
    names: dict[str, int] = {}
    for path in sorted(scowl.iterdir()):
        if found := _LIST.fullmatch(path.name):
            for line in path.read_text(encoding="utf-8").splitlines():
                if line[:1].isupper():
                    name = line.lower()
                    names[name] = min(int(found[1]), names.get(name, 99))
    return names


def familiarity(
    sizes: Mapping[str, int],
    frequency: Mapping[str, float],
    names: Mapping[str, int],
    found: WordNet,
) -> dict[str, int]:
    """Return the Zipf value of every word, times ten."""
    own = {word: _own(word, size, frequency, names) for word, size in sizes.items()}
    known = dict(own)
    for word, size in sizes.items():
        limit = own[word] + LIFT if own[word] else UNSEEN
        for base in bases(word, found) if size < build.LARGEST else ():
            if own.get(base, FUNCTION_WORD) < FUNCTION_WORD:
                lifted = min(limit, own[base] - INFLECTED.get(size, 5))
                known[word] = max(known[word], lifted)
    return known


def _own(word: str, size: int, frequency: Mapping[str, float], names: Mapping[str, int]) -> int:
    """Return how well a form is known on its own account."""
    often = frequency.get(word, 0.0)
    zipf = max(0, round(10 * (math.log10(often) + 9))) if often else 0
    if size in NAMES:
        short = size > 60 and len(word) < 3
        if word in WORDS_TOO:
            return min(zipf, KNOWN)
        if short or names.get(word, 99) <= LARGEST_NAME[size]:
            return min(zipf, NAMES[size])
    return zipf


def bases(word: str, found: WordNet) -> Iterator[str]:
    """Yield the nouns and verbs that a word is a regular or irregular form of, by WordNet."""
    for part in ("noun", "verb"):
        irregular = found.exceptions.get((part, word))
        for base in irregular or detach(word, part):
            regular = irregular is None and word in regular_forms(base)
            if base != word and (irregular or regular) and _is_mainly(base, part, found):
                yield base


def _is_mainly(base: str, part: str, found: WordNet) -> bool:
    """Return whether a word is really used as this part of speech, not merely listed as it."""
    senses = found.senses.get(base, ())
    counts = [sense.count + 0.1 for sense in senses]  # for words that were never counted
    used = sum(n for n, sense in zip(counts, senses, strict=True) if sense.part == part)
    return used > 0 and used >= _SHARE * sum(counts)


def render(words: Sequence[str], known: Mapping[str, int]) -> str:
    """Return the file's text: a fingerprint of the words, and a number for each."""
    return "\n".join((fingerprint(words), *(str(known[word]) for word in words), ""))


def fingerprint(words: Sequence[str]) -> str:
    """Return a short hash of the words in order: the numbers belong to this list only."""
    return hashlib.sha256("\n".join(words).encode("ascii")).hexdigest()[:16]


def make(scowl: Path = build.SCOWL, folder: Path = WORDNET) -> str:
    """Return the text of the file."""
    sizes = build.read_words()
    found = added.explain(wordnet.read(folder), added.read())
    known = familiarity(sizes, frequencies(), read_names(scowl), found)
    return render(list(sizes), known)


def main(*folders: Path) -> str:
    """Write the file; return a line that reports it."""
    return build.write(OUTPUT, make(*folders))


if __name__ == "__main__":
    sys.exit(run(main, [*map(Path, sys.argv[1:])], most=2))
