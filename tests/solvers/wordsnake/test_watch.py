"""Ctrl-C, time limit and progress of `snake solve`, each in its own process."""

from __future__ import annotations

import itertools
import json
import os
import random
import resource
import signal
import string
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solvers.library import open_lexicon
from solvers.wordsnake import ScoreRequest, score, verify
from tests.patience import PATIENCE, SCALE
from tests.solvers.wordsnake.lists import palindromes

SOON = 10.0
"""Seconds of processor time, mostly for the current step, and for checking and printing."""
BUSY = 30.0 * SCALE
"""Seconds by which a busy machine may overrun its limit; the bench measures how soon it ends."""


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
    """Wait for a process's end; return its output."""
    try:
        return process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def read_progress(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def spent(process: subprocess.Popen[str] | None = None) -> float:
    """Return the processor seconds of a running process, or of all that have ended."""
    if process is None:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime
    about = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(about[11]) + int(about[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(process: subprocess.Popen[str], progress: Path, after: float) -> dict:
    """Wait for a first snake and `after` seconds more; then press Ctrl-C."""
    while not read_progress(progress):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(after)  # in the middle of its work
    before, others = spent(process), spent()
    process.send_signal(signal.SIGINT)
    out, err = ended(process)
    assert spent() - others - before < SOON
    assert (process.returncode, err) == (130, "")
    return json.loads(out)


def check(found: dict, words: list[str], rule: str) -> None:
    order = tuple(placed["word"] for placed in found["order"])
    positions = tuple(placed["position"] for placed in found["order"])
    laid = positions if rule == "containment" else None
    assert score(ScoreRequest(order, laid, rule, tuple(words))).score == found["score"]
    assert found["score"] < found["bound"]
    assert found["proven"] is False


def test_ctrl_c_gives_the_best_so_far_its_bound_and_what_proves_it(hard, tmp_path) -> None:
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
def test_ctrl_c_while_the_answer_is_printed_cuts_nothing(tmp_path, python) -> None:
    path = tmp_path / "many.txt"
    letters = string.ascii_lowercase
    words = ["".join(word) for word in itertools.product(letters, letters, letters)]
    path.write_text("\n".join(words))
    with started(path, "--time", "0", python=python) as process:
        assert process.stdout.read(1) == "{"  # the rest exceeds a pipe's buffer
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
def test_the_time_holds_for_long_lists(tmp_path, rule, number, seconds) -> None:
    lexicon = open_lexicon("full")
    words = random.Random(2).sample([lexicon.word(id_) for id_ in range(len(lexicon))], number)
    path = tmp_path / "many.txt"
    path.write_text("\n".join(words))
    process = started(path, "--rule", rule, "--time", str(seconds))
    out, _ = ended(process)
    found = json.loads(out)
    late = max(1.0, 0.1 * seconds)
    assert found["seconds"] < seconds + late + BUSY
