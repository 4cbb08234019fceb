"""Ctrl-C, the time limit and progress of `snake solve`, each in a process of its own."""

from __future__ import annotations

import itertools
import json
import random
import signal
import string
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, score, verify
from tests.solvers.wordsnake.test_local_search import palindromes

if TYPE_CHECKING:
    from pathlib import Path

SOON = 2.0
BUSY = 8.0
"""Seconds that a busy machine may take longer; on an idle one these are not needed."""
SECONDS = 100.0
"""However busy it is, no process runs longer."""


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    path = tmp_path / "hard.txt"
    path.write_text("\n".join(palindromes(1, 40)))
    return path


def started(path: Path, *options: str, python: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    command = [sys.executable, *python, "-m", "solvers", "snake", "solve"]
    command += [str(path), "--json", *options]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return what a process has printed, if it ends."""
    try:
        return process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def read_progress(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def interrupted(process: subprocess.Popen[str], progress: Path, after: float) -> dict:
    """Wait for a first snake and so many seconds more; then press Ctrl-C."""
    while not read_progress(progress):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(after)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = ended(process)
    assert time.monotonic() - began < SOON + BUSY
    assert (process.returncode, err) == (130, "")
    return json.loads(out)


def check(found: dict, words: list[str], rule: str) -> None:
    order = tuple(placed["word"] for placed in found["order"])
    positions = tuple(placed["position"] for placed in found["order"])
    laid = positions if rule == "containment" else None
    assert score(ScoreRequest(order, laid, rule, tuple(words))).score == found["score"]
    assert found["score"] < found["bound"]
    assert found["proven"] is False


def test_ctrl_c_gives_the_best_so_far_its_bound_and_what_proves_it(
    hard: Path, tmp_path: Path
) -> None:
    progress, proof = tmp_path / "progress", tmp_path / "proof.json"
    options = ("--rule", "containment", "--progress", str(progress), "--certificate", str(proof))
    found = interrupted(started(hard, *options), progress, 1.5)
    words = hard.read_text().split()
    check(found, words, "containment")
    lines = read_progress(progress)
    assert lines[-1]["best"] <= found["score"] < found["bound"] <= lines[-1]["bound"]
    assert [line["seconds"] for line in lines] == sorted(line["seconds"] for line in lines)
    assert verify(words, json.loads(proof.read_text())).valid
    assert found["valid"] is not False  # None: a busy machine had no time to check it


@pytest.mark.parametrize("python", [(), ("-u",)])
def test_ctrl_c_while_the_answer_is_printed_cuts_nothing(
    tmp_path: Path, python: tuple[str, ...]
) -> None:
    path = tmp_path / "many.txt"
    letters = string.ascii_lowercase
    words = ["".join(word) for word in itertools.product(letters, letters, letters)]
    path.write_text("\n".join(words))
    with started(path, "--time", "0", python=python) as process:
        assert process.stdout.read(1) == "{"  # the rest does not fit into a pipe
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()
        assert (process.wait(), process.stderr.read()) == (130, "")
    check(json.loads("{" + out), words, "pairs")


@pytest.mark.slow
def test_the_time_holds_and_progress_goes_to_standard_error(hard: Path) -> None:
    process = started(hard, "--rule", "containment", "--time", "1.5", "--progress", "-")
    out, err = ended(process)
    found = json.loads(out)
    assert process.returncode == 0
    assert found["seconds"] < 2.5 + BUSY
    last = [json.loads(line) for line in err.splitlines()][-1]
    assert (last["best"], last["bound"]) <= (found["score"], found["bound"])
    assert last["seconds"] <= found["seconds"] + 1


@pytest.mark.full
@pytest.mark.parametrize("after", [0.0, 1.5, 3.0])
def test_ctrl_c_is_heard_inside_highs(tmp_path: Path, after: float) -> None:
    lexicon = open_lexicon("full")
    words = random.Random(1).sample([lexicon.word(id_) for id_ in range(len(lexicon))], 100_000)
    path, progress = tmp_path / "many.txt", tmp_path / "progress"
    path.write_text("\n".join(words))
    found = interrupted(started(path, "--progress", str(progress)), progress, after)
    check(found, words, "pairs")


@pytest.mark.full
@pytest.mark.parametrize("rule", ["pairs", "containment"])
@pytest.mark.parametrize(("number", "seconds"), [(10_000, 2.0), (60_000, 5.0), (100_000, 30.0)])
def test_the_time_holds_for_long_lists(
    tmp_path: Path, rule: str, number: int, seconds: float
) -> None:
    lexicon = open_lexicon("full")
    words = random.Random(2).sample([lexicon.word(id_) for id_ in range(len(lexicon))], number)
    path = tmp_path / "many.txt"
    path.write_text("\n".join(words))
    process = started(path, "--rule", rule, "--time", str(seconds))
    out, _ = ended(process)
    found = json.loads(out)
    late = max(1.0, 0.1 * seconds)
    assert found["seconds"] < seconds + late + BUSY
