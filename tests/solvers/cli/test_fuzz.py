"""Command lines that nobody would type: never a traceback, and one line for each mistake."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs
import pytest

from solvers import TIERS, open_lexicon
from solvers.cli.main import main
from solvers.ladder import MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")

WORDS = "cat cot cog dog cats a i tale late steal least abab bab street test nausea run".split()  # noqa: SIM905
FILES = {
    "good.txt": "".join(f"{word}\n" for word in WORDS).encode(),
    "rare.txt": b"cat\t4\ncot\t20\ncog\t0001\ndog\t1000000000\n",
    "comments.txt": b"# animals\ncat\n\n  # more\ndog\ncot\ncog\n",
    "placed.txt": b"wombat 0\nbats 3\n",
    "binary.txt": b"abab\nbab\nbaba\naab\nabba\naabab\nbbab\n",
    "empty.txt": b"",
    "blank.txt": b" \n\t\n\n",
    "one.txt": b"cat\n",
    "twice.txt": b"cat\ncat\n",
    "crlf.txt": b"cat\r\ncot\r\ndog\r\ncog\r\n",
    "mac.txt": b"cat\rcot\rdog\rcog\r",
    "bom.txt": b"\xef\xbb\xbfcat\ncot\ncog\ndog\n",
    "utf16.txt": "cat\ncot\n".encode("utf-16"),
    "latin.txt": b"caf\xe9\ncat\n",
    "bytes.bin": bytes(range(256)),
    "huge-line.txt": b"a" * 200_000 + b"\ncat\n",
    "digits.txt": b"cat\t" + b"9" * 5_000 + b"\ndog\n",
    "zeros.txt": b"cat\t" + b"0" * 50_000 + b"x\n",
    "escape.txt": b"cat\n\x1b[31mdog\n",
    "turned.txt": "cat\n\u202edog\n".encode(),
    "lines.txt": "cat\x0bcot\x85cog\u2028dog\n".encode(),
    "position.txt": b"cat 0\ntar 99999999999999999999\n",
    "certificate.json": b'{"format": "wordsnake certificate 1", "rule": "pairs", "order": [1]}',
    "deep.json": b"[" * 988 + b"]" * 988,
    "deeper.json": b"[" * 100_000,
    "nan.json": b'{"score": NaN, "bound": 1e999}',
    "list.json": b"[1]",
}
ODD = ["folder", "missing.txt", "secret.txt", "loop", "no/such/folder", "new\nline", "\x1b[31m"]
ODD += ["", "-", "\udce9", "/dev/null", "x" * 5_000]
NUMBERS = [*"1 2 3 4 0 -1 +3 1_0 \u0663 1.5 nan inf 1e400".split(), "", "x"]  # noqa: SIM905
NUMBERS += ["4294967296", str(2**63 - 1), str(2**63), "-" + "9" * 30, "9" * 5_000, "\x1b[1m"]
TYPED = [*WORDS, "CAT", " cat ", "", "c-t", "caf\xe9", "\x1b[31mcat", "cat\ndog", "x" * 60]
TYPED += ["x" * 253, "x" * 300, "\u202e", "\udce9", "\U0001f40d", "--json", "-", "--", "#", "zzzyx"]
TIMES = ["0", "0.01", "1e-300", "-1", "nan", "inf", "x", ""]
COUNTS = ["1", "2", "5", "0", "-1", "100001", "9" * 5_000, "x"]

OPTIONS: dict[str, list[str] | None] = {
    "--json": None,
    "--words": [*FILES, *ODD],
    "--tier": ["full", *TIERS, "huge", ""],
    "--flagged": ["allow", "standard", "family", "standard", "x"],
    "--avoid": TYPED,
    "--via": TYPED,
    "--steps": [*NUMBERS, "4", "100"],
    "--moves": ["change", ",".join(MOVES), "fly", "", ",", "change,\x1b[1m"],
    "--cost": ["familiarity", "rareness", "x", ""],
    "--seed": NUMBERS,
    "--time": TIMES,
    "--count": COUNTS,
    "--all": COUNTS,
    "--start": TYPED,
    "--end": TYPED,
    "--through": TYPED,
    "--length": NUMBERS,
    "--from": NUMBERS,
    "--to": [*NUMBERS, "1000000000000"],
    "--mode": ["ends", "anywhere", "x"],
    "--familiar": None,
    "--diameter": None,
    "--group": NUMBERS,
    "--format": ["edges", "dot", "graphml", "dimacs", "json", "tsplib", "lp", "mps", "x"],
    "--rule": ["pairs", "containment"] * 2 + ["x"],
    "--certificate": ["out.json", "/dev/full", *ODD],
    "--progress": ["out.txt", "/dev/full", *ODD],
    "-n": ["2", "3", "0", "-5", "1001", "x", "9" * 5_000],
    "--difficulty": ["gentle", "1", "9", "", "\x1b[1m", "x" * 400],
    "--help": None,
    "--no-such": None,
}
COMMON = ["--json", "--words", "--tier", "--flagged"]
LADDER = [*COMMON, "--avoid", "--via", "--steps", "--moves", "--cost", "--seed", "--count", "--all"]
FILE, WORD = [*FILES, *ODD], TYPED
COMMANDS: dict[str, tuple[list[list[str]], list[str]]] = {
    "ladder": ([WORD, WORD], [*LADDER, "--time"]),
    "word": ([WORD], COMMON),
    "words": ([], COMMON),
    "groups": ([], [*COMMON, "--diameter"]),
    "links": ([], [*COMMON, "--format", "--length", "--group"]),
    "anigram chain": ([], [*COMMON, "--start", "--end", "--length", "--familiar", "--count"]),
    "anigram count": ([], [*COMMON, "--from", "--to"]),
    "truncate": ([], [*COMMON, "--start", "--through", "--end", "--mode", "--familiar", "--count"]),
    "snake solve": ([FILE], [*COMMON, "--rule", "--certificate", "--progress"]),
    "snake score": ([FILE], [*COMMON, "--rule"]),
    "snake explain": ([FILE], [*COMMON, "--rule"]),
    "snake verify": ([FILE, FILE], COMMON),
    "snake export": ([FILE], [*COMMON, "--rule", "--format"]),
    "snake generate": ([], [*COMMON, "-n", "--difficulty", "--rule", "--seed"]),
    "snake": ([], COMMON),
    "no-such": ([WORD], COMMON),
    "": ([], COMMON),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield the working folder: odd files, and the tiers' indexes in a cache of its own."""
    place = tmp_path_factory.mktemp("fuzz")
    for name, content in FILES.items():
        (place / name).write_bytes(content)
    (place / "folder").mkdir()
    (place / "secret.txt").touch(mode=0o000)
    (place / "loop").symlink_to("loop")
    for tier in TIERS:
        open_lexicon(tier)
    cache = place / "cache" / "snakes-and-ladders"
    cache.mkdir(parents=True)
    for index in platformdirs.user_cache_path("snakes-and-ladders", appauthor=False).iterdir():
        if index.name.startswith(TIERS):
            try:
                (cache / index.name).hardlink_to(index)
            except OSError:  # on another disk
                shutil.copyfile(index, cache / index.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place / "cache"))
        patch.chdir(place)
        yield place


def command_line(rng: random.Random) -> list[str]:
    command, (places, options) = rng.choice(list(COMMANDS.items()))
    given = command.split()
    if command in {"words", "groups", "links", "snake generate"} or rng.random() < 0.8:
        good = rng.random() < 0.6
        given += ["--words", rng.choice(WELL_FORMED if good else FILE)]
    given += [some(values, rng) for values in places if rng.random() < 0.97]
    if command == "snake solve":
        given += ["--time", "0.02"]
    options = options if rng.random() < 0.9 else list(OPTIONS)
    for option in rng.sample(options, rng.randint(0, min(4, len(options)))):
        values = OPTIONS[option]
        given.append(option)
        if values is not None and rng.random() < 0.98:
            given.append(some(values, rng))
    if rng.random() < 0.1:
        rng.shuffle(given)
    return given


def some(values: list[str], rng: random.Random) -> str:
    """Draw a value, more often one of the first, as these make sense."""
    return rng.choice(values[:4] if rng.random() < 0.7 else values)


WELL_FORMED = ["good.txt", "rare.txt", "comments.txt", "crlf.txt", "bom.txt", "binary.txt"]


@contextmanager
def stream(kind: str) -> Iterator[io.TextIOWrapper | None]:
    """Yield a stream to write to: kept, closed, without a reader, or full."""
    if kind == "closed":
        yield None
        return
    if kind == "kept":
        yield io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
        return
    if kind == "full":
        number = os.open(FULL, os.O_WRONLY)
    else:
        end, number = os.pipe()
        os.close(end)
    with open(number, "w", encoding="utf-8", errors="backslashreplace") as written:  # noqa: PTH123 - a descriptor
        yield written


def run(given: list[str], rng: random.Random) -> int:
    """Run a command line, check its output, and return its exit status."""
    kinds = [rng.choice(["kept"] * 12 + ["closed", "full", "unread"]) for _ in range(2)]
    typed = io.TextIOWrapper(io.BytesIO(FILES[rng.choice(FILE[: len(FILES)])]), encoding="utf-8")
    with stream(kinds[0]) as out, stream(kinds[1]) as err, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", rng.choice([typed, typed, None]))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            status = main(given)
        except SystemExit as left:  # --help
            status = left.code if isinstance(left.code, int) else -1
            assert "--help" in given
        check(given, status, *map(text_of, (out, err)), kinds)
    return status


def text_of(written: io.TextIOWrapper | None) -> str:
    if written is None or not isinstance(written.buffer, io.BytesIO):
        return ""
    written.flush()
    return written.buffer.getvalue().decode()


def check(given: list[str], status: int, out: str, err: str, kinds: list[str]) -> None:
    assert status in {0, 1, 2, 141}
    assert status != 1 or "verify" in given
    assert status != 141 or "unread" in kinds
    if status == 2 and kinds[1] == "kept":
        *progress, complaint = err.splitlines()
        assert complaint.startswith("error: ")
        assert err.endswith("\n")
        assert all(c.isprintable() for c in complaint)
        assert not progress or "--progress" in given
    if "--json" in given and out and "--help" not in given:
        (line,) = out.splitlines()
        data: dict[str, Any] = json.loads(line)
        assert isinstance(data, dict)
        assert status != 2 or set(data["error"]) == {"code", "message"} or kinds[0] != "kept"


def fuzz(seeds: range) -> Counter[int]:
    found: Counter[int] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        given = command_line(rng)
        try:
            found[run(given, rng)] += 1
        except BaseException as error:
            error.add_note(f"seed {seed}: {given}"[:2_000])
            raise
    return found


def test_odd_command_lines(folder: Path) -> None:
    del folder
    found = fuzz(range(60))
    assert set(found) >= {0, 2}


@pytest.mark.full
def test_ten_thousand_odd_command_lines(folder: Path) -> None:
    del folder
    found = fuzz(range(10_000))
    assert sum(found.values()) == 10_000


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (["ladder", "x" * 254, "dog"], 2, "is not in the word list"),
        (["ladder", "cat", "dog", "--avoid", "x" * 260], 2, "is not in the word list"),
        (["anigram", "chain", "--length", str(2**63 - 1)], 2, "No game gets to"),
        (["anigram", "count", "--to", str(10**12)], 0, ""),
        (["groups", "--words", "digits.txt"], 2, "line 1: a rareness is at most"),
        (["groups", "--words", "comments.txt"], 0, ""),
        (["snake", "solve", "comments.txt"], 0, ""),
        (["snake", "verify", "good.txt", "deeper.json"], 2, "not a certificate"),
        (["ladder", "\x1b[31m", "dog"], 2, "“31m” is not in"),
        (["snake", "score", "no\nfile"], 2, r"no\nfile: No such file"),
        (["groups", "--words", "escape.txt"], 2, r"“\x1b[31mdog”"),
        (["snake", "solve", "good.txt", "--progress", "/dev/full"], 2, "/dev/full: No space left"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_what_once_ended_in_a_traceback(folder, capsys, command, status, said) -> None:
    del folder
    assert main(command) == status
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == (status == 2)


@pytest.mark.parametrize(
    ("streams", "command", "status", "said"),
    [
        ({"stdout": None}, ["word", "cat"], 2, "standard output: Bad file descriptor."),
        ({"stdout": None}, ["word", "cat", "--json"], 2, "standard output: Bad file descriptor."),
        ({"stdin": None}, ["snake", "solve", "-"], 2, "Standard input is closed."),
        ({"stderr": None}, ["word", "xyzzyq"], 2, ""),
        ({"stderr": None}, ["snake", "solve", "good.txt", "--progress", "-"], 2, ""),
    ],
)
def test_closed_streams(folder, capsys, monkeypatch, streams, command, status, said) -> None:
    del folder
    with monkeypatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        assert main(command) == status
    assert said in capsys.readouterr().err


def test_a_certificate_may_be_nested_however_deep(folder, capsys) -> None:
    del folder
    for depth in range(600, 1_000, 25):  # JSON has different depth limits for reading and writing
        Path("nested.json").write_text("[" * depth + "]" * depth)
        assert main(["snake", "verify", "good.txt", "nested.json"]) in {1, 2}
    assert "Traceback" not in capsys.readouterr().err
