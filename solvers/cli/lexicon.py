"""The commands `word`, `words` and `groups`: what the word list knows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from solvers.cli.command import Answer, Parser, Session, Subcommands, command
from solvers.text import many

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from rich.console import Console

    from solvers.lexicon import Lexicon


def add(commands: Subcommands[Parser]) -> None:
    """Add the commands of this module."""
    word = command(commands, "word", _word, "tell all that is known of a word")
    word.add_argument("word", metavar="WORD", help="the word to look up")
    command(commands, "words", _words, "list every word, one a line")
    command(commands, "groups", _groups, "list the groups of words that links connect")


def _word(arguments: Namespace, session: Session) -> Answer:
    lexicon = session.lexicon
    id_ = lexicon.require(arguments.word)
    word, group = lexicon.word(id_), lexicon.group(id_)
    data = {
        "word": word,
        "tier": lexicon.tier_of(id_),
        "rareness": lexicon.rareness[id_],
        "links": [lexicon.word(neighbour) for neighbour in lexicon.neighbours(id_)],
        "group": {"number": group.number, "size": group.size} if group else None,
        "definitions": [
            {"lemma": sense.lemma, "part": sense.part, "text": sense.text}
            for sense in lexicon.define(word)
        ],
    }
    return Answer(data, lambda console: _show_word(console, data, lexicon))


def _show_word(console: Console, data: dict[str, Any], lexicon: Lexicon) -> None:
    tier = data["tier"] or "unrated"
    console.print(f"[bold]{data['word']}[/]  {tier}, rareness {data['rareness']:,}")
    for sense in data["definitions"]:
        lemma = "" if sense["lemma"] == data["word"] else f"{sense['lemma']}, "
        console.print(f"  [italic]{lemma}{sense['part']}[/]: ", end="")
        console.print(sense["text"], markup=False)
    if not lexicon.has_definitions:
        console.print(
            "  [dim]no definitions are set up; “python -m data.setup” tells how to get them[/]"
        )
    elif not data["definitions"]:
        console.print("  [dim]no definition[/]")
    if data["group"] is None:
        console.print("no links, and so no group")
        return
    group = data["group"]
    console.print(f"group {group['number']:,}, of {group['size']:,} words")
    links = data["links"]
    console.print(f"{many(len(links), 'link')}: [cyan]{' '.join(links)}[/]")


def _words(_arguments: Namespace, session: Session) -> Answer:
    lexicon = session.lexicon
    words = [lexicon.word(id_) for id_ in lexicon.view("alphabetical")]
    return Answer({"words": words}, lambda console: _show_words(console, words))


def _show_words(console: Console, words: list[str]) -> None:
    console.file.write("\n".join((*words, "")))


def _groups(_arguments: Namespace, session: Session) -> Answer:
    lexicon = session.lexicon
    sizes, lengths = lexicon.view("group_sizes"), lexicon.view("group_lengths")
    groups = [
        {"number": number, "length": lengths[number], "size": sizes[number]}
        for number in range(1, len(sizes))
    ]
    champions = list(_champions(lexicon))
    data = {"groups": groups, "champions": champions}
    return Answer(data, lambda console: _show_groups(console, groups, champions))


def _champions(lexicon: Lexicon) -> Iterator[dict[str, Any]]:
    """Yield the most linked word of each length that has links; the commonest where several are."""
    degree = np.diff(lexicon.table("link_start").astype(np.int64))
    rank = lexicon.table("rank")
    for length in range(1, lexicon.longest + 1):
        ids = lexicon.ids_of_length(length)
        if not ids or not (most := int(degree[ids.start : ids.stop].max())):
            continue
        best = ids.start + np.flatnonzero(degree[ids.start : ids.stop] == most)
        word = lexicon.word(int(best[np.argmin(rank[best])]))
        yield {"length": length, "word": word, "links": most}


def _show_groups(
    console: Console, groups: list[dict[str, int]], champions: list[dict[str, Any]]
) -> None:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for heading in ("letters", "groups", "words", "largest", "its number", "links"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("most linked")
    counts = Counter(group["length"] for group in groups)
    members: Counter[int] = Counter()
    for group in groups:
        members[group["length"]] += group["size"]
    largest = {group["length"]: group for group in groups}
    for champion in champions:
        length = champion["length"]
        table.add_row(
            str(length),
            f"{counts[length]:,}",
            f"{members[length]:,}",
            f"{largest[length]['size']:,}",
            f"{largest[length]['number']:,}",
            str(champion["links"]),
            champion["word"],
        )
    console.print(table)
    console.print("Groups are numbered by word length and then by size, smallest first.")
