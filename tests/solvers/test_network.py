"""The graph of links: its measures against searches from every word, and its exported files."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections import deque

import numpy as np
import pytest

from solvers.cli.main import main
from solvers.library import open_lexicon
from solvers.network import Network, measure


def reach(near: dict[int, list[int]], source: int) -> dict[int, int]:
    away, queue = {source: 0}, deque([source])
    while queue:
        here = queue.popleft()
        for other in near[here]:
            if other not in away:
                away[other] = away[here] + 1
                queue.append(other)
    return away


def check(network: Network) -> None:
    near: dict[int, list[int]] = {place: [] for place in range(len(network.ids))}
    for a, b in network.edges():
        near[a].append(b)
        near[b].append(a)
    away = {source: reach(near, source) for source in near}
    farthest = {source: max(there.values()) for source, there in away.items()}
    found = measure(network)
    one, other = found.farthest
    assert found.diameter == max(farthest.values()) == away[one][other]
    assert found.radius == min(farthest.values()) == farthest[found.centre]
    degrees = [len(links) for links in near.values()]
    assert found.degrees == (min(degrees), pytest.approx(np.mean(degrees)), max(degrees))


def connected(rng: random.Random, size: int, more: int) -> Network:
    edges = {(rng.randrange(max(0, i - 4), i), i) for i in range(1, size)}
    edges |= {tuple(sorted(rng.sample(range(size), 2))) for _ in range(more)}
    both = np.array(sorted(edges | {(b, a) for a, b in edges}))
    start = np.searchsorted(both[:, 0], np.arange(size + 1))
    return Network(np.arange(size), start, both[:, 1])


def test_measures_equal_a_search_from_every_word() -> None:
    rng = random.Random(1)
    for _ in range(150):
        size = rng.randint(2, 40)
        check(connected(rng, size, rng.choice([0, 1, size // 4, size])))


def test_measures_of_a_real_group() -> None:
    lexicon = open_lexicon("common")
    numbers = lexicon.table("group_number")
    group = int(numbers[lexicon.require("street")])
    check(Network.of(lexicon, np.flatnonzero(numbers == group)))


@pytest.fixture
def words(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "mine.txt"
    path.write_text("cat\ncot\ncog\ndog\nbird\nbind\nsolo\n")
    return str(path)


def shown(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_groups_are_measured(words, capsys) -> None:
    data = json.loads(shown(capsys, "groups", "--diameter", "--words", words, "--json"))
    assert data["groups"] == [
        {
            "number": 1, "length": 3, "size": 4, "diameter": 3, "farthest": ["cat", "dog"],
            "radius": 2, "centre": "cog", "links": {"least": 1, "mean": 1.5, "most": 2},
        },
        {
            "number": 2, "length": 4, "size": 2, "diameter": 1, "farthest": ["bind", "bird"],
            "radius": 1, "centre": "bind", "links": {"least": 1, "mean": 1.0, "most": 1},
        },
    ]  # fmt: skip
    text = shown(capsys, "groups", "--diameter", "--words", words)
    assert "cat dog" in text
    assert "farthest pair" in text


LINKS = {("cat", "cot"), ("cog", "cot"), ("cog", "dog"), ("bind", "bird")}


def test_links_in_every_format(words, capsys) -> None:
    edges = shown(capsys, "links", "--words", words).splitlines()
    assert {tuple(line.split()) for line in edges} == LINKS
    dot = shown(capsys, "links", "--words", words, "--format", "dot")
    assert set(re.findall(r'"(\w+)" -- "(\w+)"', dot)) == LINKS
    graph = ET.fromstring(shown(capsys, "links", "--words", words, "--format", "graphml"))
    found = {(e.get("source"), e.get("target")) for e in graph.iter() if e.tag.endswith("edge")}
    assert found == LINKS
    assert sum(node.tag.endswith("node") for node in graph.iter()) == 7
    lines = shown(capsys, "links", "--words", words, "--format", "dimacs").splitlines()
    named = {line.split()[1]: line.split()[2] for line in lines if line[0] == "c"}
    assert "p edge 7 4" in lines
    assert {tuple(named[n] for n in line.split()[1:]) for line in lines if line[0] == "e"} == LINKS
    by_format = json.loads(shown(capsys, "links", "--words", words, "--format", "json"))
    assert by_format == json.loads(shown(capsys, "links", "--words", words, "--json"))
    assert {tuple(pair) for pair in by_format["links"]} == LINKS
    assert len(by_format["words"]) == 7


def test_links_of_a_length_or_a_group(words, capsys) -> None:
    by_length = shown(capsys, "links", "--words", words, "--length", "4")
    assert by_length == shown(capsys, "links", "--words", words, "--group", "2") == "bind bird\n"
    for wrong in (["--group", "3"], ["--group", "0"], ["--length", "9"], ["--length", "-1"]):
        assert main(["links", "--words", words, *wrong]) == 2
