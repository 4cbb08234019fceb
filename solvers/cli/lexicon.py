"""The commands `word`, `words`, `groups` and `links`, about the word list."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from solvers.cli.command import Answer, Context, Parser, Subcommands, command
from solvers.errors import BadInput
from solvers.network import FORMATS, Network, lines, measure
from solvers.text import many

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from rich.console import Console

    from solvers.lexicon import Lexicon


def add(commands: Subcommands[Parser]) -> None:
    """Add the commands of this module."""
    word = command(commands, "word", _word, "show all that is known of a word")
    word.add_argument("word", metavar="WORD", help="the word to look up")
    command(commands, "words", _words, "list every word, one a line")
    groups = command(commands, "groups", _groups, "list the groups of words that links connect")
    groups.add_argument(
        "--diameter",
        action="store_true",
        help="measure each group: its farthest pair, its centre, how many links words have",
    )
    links = command(commands, "links", _links, "list every link, for other programs")
    links.add_argument(
        "--format",
        choices=(*FORMATS, "json"),
        default="edges",
        help="edges: two words a line (default); dot: Graphviz; json: as --json",
    )
    links.add_argument("--length", type=int, metavar="N", help="only words of N letters")
    links.add_argument("--group", type=int, metavar="N", help="only the group of this number")


def _word(arguments: Namespace, context: Context) -> Answer:
    lexicon = context.lexicon
    id_ = lexicon.require(arguments.word)
    word, group = lexicon.word(id_), lexicon.group(id_)
    data = {
        "word": word,
        "tier": lexicon.tier_of(id_),
        "rareness": lexicon.rareness[id_],
        "familiarity": lexicon.familiarity_of(id_),
        "links": [lexicon.word(neighbour) for neighbour in lexicon.shown(lexicon.neighbours(id_))],
        "group": {"number": group.number, "size": group.size} if group else None,
        "definitions": [
            {"lemma": sense.lemma, "part": sense.part, "text": sense.text}
            for sense in lexicon.define(word)
        ],
    }
    return Answer(data, lambda console: _show_word(console, data, lexicon))


def _show_word(console: Console, data: dict[str, Any], lexicon: Lexicon) -> None:
    tier = data["tier"] or "unrated"
    known = f", {data['familiarity']}" if data["familiarity"] else ""
    console.print(f"[bold]{data['word']}[/]  {tier}{known}, rareness {data['rareness']:,}")
    for sense in data["definitions"]:
        lemma = "" if sense["lemma"] == data["word"] else f"{sense['lemma']}, "
        console.print(f"  [italic]{lemma}{sense['part']}[/]: ", end="")
        console.print(sense["text"], markup=False)
    if not lexicon.has_definitions:
        console.print(
            "  [dim]no definitions are set up; “python -m data.setup” says how to get them[/]"
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


def _words(_arguments: Namespace, context: Context) -> Answer:
    lexicon = context.lexicon
    words = [lexicon.word(id_) for id_ in lexicon.view("alphabetical")]
    return Answer({"words": words}, lambda console: _show_words(console, words))


def _show_words(console: Console, words: list[str]) -> None:
    console.file.write("\n".join((*words, "")))


def _groups(arguments: Namespace, context: Context) -> Answer:
    lexicon = context.lexicon
    sizes, lengths = lexicon.view("group_sizes"), lexicon.view("group_lengths")
    groups: list[dict[str, Any]] = [
        {"number": number, "length": lengths[number], "size": sizes[number]}
        for number in range(1, len(sizes))
    ]
    if arguments.diameter:
        groups = [group | _measured(lexicon, group["number"]) for group in groups]
    champions = list(_champions(lexicon))
    data = {"groups": groups, "champions": champions}
    return Answer(data, lambda console: _show_groups(console, groups, champions))


def _measured(lexicon: Lexicon, number: int) -> dict[str, Any]:
    network = Network.of(lexicon, _members(lexicon, number))
    found = measure(network)

    def word(place: int) -> str:
        return lexicon.word(int(network.ids[place]))

    least, mean, most = found.degrees
    return {
        "diameter": found.diameter,
        "farthest": [word(place) for place in found.farthest],
        "radius": found.radius,
        "centre": word(found.centre),
        "links": {"least": least, "mean": round(mean, 3), "most": most},
    }


def _members(lexicon: Lexicon, number: int) -> NDArray[np.int64]:
    sizes, lengths = lexicon.view("group_sizes"), lexicon.view("group_lengths")
    if not 0 < number < len(sizes):
        raise BadInput(
            f"There is no group {number:,}; the last is {len(sizes) - 1:,}.", code="no_group"
        )
    ids = lexicon.ids_of_length(lengths[number])
    here = lexicon.table("group_number")[ids.start : ids.stop] == number
    return ids.start + np.flatnonzero(here)


def _links(arguments: Namespace, context: Context) -> Answer:
    lexicon = context.lexicon
    if arguments.group is not None:
        ids = _members(lexicon, arguments.group)
    elif arguments.length is not None:
        ids = np.array(lexicon.ids_of_length(arguments.length), np.int64)
    else:
        ids = np.arange(len(lexicon))
    if not len(ids):
        raise BadInput("There are no such words.", code="no_words")
    network = Network.of(lexicon, ids)
    words = [lexicon.word(int(id_)) for id_ in ids]
    if arguments.format == "json" or arguments.json:
        edges = [[words[a], words[b]] for a, b in network.edges()]
        data = {"words": words, "links": edges}
        return Answer(data, lambda console: console.file.writelines((json.dumps(data), "\n")))
    written = lines(network, words, arguments.format)
    return Answer({}, lambda console: console.file.writelines(f"{line}\n" for line in written))


def _champions(lexicon: Lexicon) -> Iterator[dict[str, Any]]:
    """Yield the most linked word of each length that has links, the commonest among equals.

    Links to hidden words count, but hidden words cannot be champions.
    """
    degree = np.diff(lexicon.table("link_start").astype(np.int64))
    degree[lexicon.hidden_ids] = 0
    rank = lexicon.table("rank")
    for length in range(1, lexicon.longest + 1):
        ids = lexicon.ids_of_length(length)
        if not ids or not (most := int(degree[ids.start : ids.stop].max())):
            continue
        best = ids.start + np.flatnonzero(degree[ids.start : ids.stop] == most)
        word = lexicon.word(int(best[np.argmin(rank[best])]))
        yield {"length": length, "word": word, "links": most}


def _show_groups(
    console: Console, groups: list[dict[str, Any]], champions: list[dict[str, Any]]
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
    if groups and "diameter" in groups[0]:
        _show_measured(console, list(largest.values()))
    console.print("Groups are numbered by word length and then by size, smallest first.")


def _show_measured(console: Console, largest: list[dict[str, Any]]) -> None:
    """Print the measures of the largest group of each length."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for heading in ("letters", "largest", "diameter", "radius", "mean links"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("farthest pair")
    table.add_column("a centre")
    for group in largest:
        numbers = (group["length"], group["size"], group["diameter"], group["radius"])
        mean = f"{group['links']['mean']:.2f}"
        pair = " ".join(group["farthest"])
        table.add_row(*(f"{number:,}" for number in numbers), mean, pair, group["centre"])
    console.print()
    console.print(table)
