"""Build words.tsv.gz, the word list: `python -m data.build [SCOWL_FOLDER]`.

It is made from Debian's package scowl (2020.12.07) and from `added.tsv`. The same lists give the
same bytes; if only a different zlib packs the same lines differently, the committed file is left
unchanged.
"""

from __future__ import annotations

import gzip
import io
import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from data import added, flags
from data.command import run
from solvers import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


HERE = Path(__file__).parent
SCOWL = Path("/usr/share/dict/scowl")
OUTPUT = HERE / "words.tsv.gz"
HEADER = "word\tsize\tflagged"

LARGEST = 80
"""SCOWL's class 95 is left out: most of it is in no dictionary."""

UNSURE_FLOOR = 60
"""The least size class of a word that only variant or Australian lists put in a lower one."""

_TWO_LETTERS = "aa ab ae al ar aw bo ch di ea ed ee el ew gi gu li mo ob oe op os st ze"
ADDED = dict.fromkeys(_TWO_LETTERS.split(), 80) | {"hm": 60, "mm": 60, "ok": 35}
"""Two-letter words that tournament lists of English accept and SCOWL lacks, with a size class."""

_CLIPPINGS = """
    abamp abs admin aff alt app att ave bal bio bot bro bros cert chem col comp consol cor cos cosec
    cotan crim cum dag dal del dev dif diff dol dom dup eff emf fas fem gen guar hist hon hyp incog
    intro jun jus lang lat lav lex lin ling litho mach mag max maths mech med mem min mol mon mor
    morph mos mun mus nom nos obs pam para ped pend perp phot photog plat prelim prog pseud psi rad
    rec reg rem res ret rom sae scot sculp sec sel sen ser soph stat syn tech tel therm tinct trans
    trop var vert vis vocab vol vols
"""
CLIPPINGS = frozenset(_CLIPPINGS.split())
"""Words that SCOWL files only as abbreviations, though dictionaries have them as words too."""

REMOVED = frozenset({"ge", "se", "ys"})
"""Fragments of foreign phrases, not words on their own."""

_VOWELLESS = """
    brr brrr crwth crwths cwm cwms hmm nth pfft phpht pht psst pssts pst psts pwn pwns sh shh ssh
    tsk tsks tsktsk tsktsks zzz
"""
VOWELLESS = frozenset(_VOWELLESS.split())
"""All of SCOWL's words without a, e, i, o, u or y; its other entries without them are letters or
units."""

_LIST = re.compile(r"(?P<category>\w+)-(?P<kind>words|abbreviations)\.(?P<size>\d+)")
_WORD = re.compile(r"[a-z]{2,}")


def read_sizes(scowl: Path) -> dict[str, int]:
    """Return every word of a folder of SCOWL lists with its smallest size class."""
    sizes: dict[str, int] = {}
    for path in sorted(scowl.iterdir()):
        name = _LIST.fullmatch(path.name)
        if name is None or int(name["size"]) > LARGEST:
            continue
        size = int(name["size"])
        if "variant" in name["category"] or name["category"] == "australian":
            size = max(size, UNSURE_FLOOR)
        for word in _words(path):
            if name["kind"] == "abbreviations" and word not in CLIPPINGS:
                continue
            sizes[word] = min(size, sizes.get(word, size))
    return sizes


def _words(path: Path) -> Iterator[str]:
    """Yield a list's words without accents. The file is UTF-8, whatever SCOWL's README says."""
    for line in path.read_text(encoding="utf-8").splitlines():
        letters = unicodedata.normalize("NFKD", line)
        word = "".join(letter for letter in letters if not unicodedata.combining(letter))
        if _WORD.fullmatch(word):
            yield word


def correct(sizes: dict[str, int]) -> dict[str, int]:
    """Return the words without the junk and with the short words that SCOWL lacks."""
    kept = {
        word: size
        for word, size in sizes.items()
        if word not in REMOVED and (word in VOWELLESS or not set(word).isdisjoint("aeiouy"))
    }
    return kept | ADDED


def render(sizes: Mapping[str, int], flagged: Mapping[str, int]) -> str:
    """Return the list as text: a header, then words with size class and flag, alphabetically."""
    rows = (f"{word}\t{sizes[word]}\t{flagged.get(word, 0)}" for word in sorted(sizes))
    return "\n".join((HEADER, *rows)) + "\n"


def pack(text: str) -> bytes:
    """Return the text gzipped without name or time."""
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=packed, mtime=0) as file:
        file.write(text.encode("ascii"))
    return packed.getvalue()


def read_words() -> dict[str, int]:
    """Return the words of the committed list in its order, with their size classes."""
    lines = gzip.decompress(OUTPUT.read_bytes()).decode("ascii").splitlines()[1:]
    return {word: int(size) for word, size, _ in (line.split("\t") for line in lines)}


def build(scowl: Path = SCOWL) -> str:
    """Return the text of the word list."""
    sizes = correct(read_sizes(scowl))
    for word, size in added.sizes(added.read()).items():
        sizes[word] = min(size, sizes.get(word, size))
    return render(sizes, flags.levels(sizes, flags.read_patterns()))


def write(output: Path, text: str) -> str:
    """Write a gzipped file, unless it already holds these lines; return a line that reports it."""
    lines = f"{text.count(chr(10)) - 1:,}"
    if output.exists() and gzip.decompress(output.read_bytes()) == text.encode("ascii"):
        return f"{output.name} is up to date: {lines} words."
    files.write(output, pack(text))
    return f"{output.name}: {lines} words."


def main(*folder: Path) -> str:
    """Write the list; return a line that reports it."""
    return write(OUTPUT, build(*folder))


if __name__ == "__main__":
    sys.exit(run(main, [*map(Path, sys.argv[1:])], most=1))
