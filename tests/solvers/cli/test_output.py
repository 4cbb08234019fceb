"""Standard output has only the answer; terminals may have any width."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from solvers.cli.main import main
from tests.programs import ran

NOISY = """
import atexit, ctypes, os, runpy, sys
def murmur():
    print("noise")
    ctypes.CDLL(None).puts(b"noise")
def shout():
    murmur()
    print("noise", file=sys.__stdout__, flush=True)
    os.write(1, b"noise")
class Noisy:
    def find_spec(self, name, *_):
        if name in {"rich.console", "numpy", "highspy"}:
            shout()
sys.meta_path.insert(0, Noisy())
atexit.register(shout)
murmur()
runpy.run_module("solvers", run_name="__main__")
"""
"""The command line, with libraries that print in every possible way at any time."""


@pytest.fixture
def listed(tmp_path) -> str:
    path = tmp_path / "words.txt"
    path.write_text("run\nnausea\nseasick\n")
    return str(path)


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        (["snake", "solve", "FILE", "--json"], '{"rule": "pairs"'),
        (["snake", "solve", "FILE"], "runauseasick\n"),
        (["snake", "--help"], "usage: "),
        (["snake", "solve", "/none", "--json"], '{"error": '),
    ],
)
def test_what_a_library_prints_is_no_part_of_the_answer(listed, line, begins) -> None:
    line = [listed if word == "FILE" else word for word in line]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    run = ran(sys.executable, "-c", NOISY, *line, env=env)
    assert run.stdout.startswith(begins)
    assert "noise" not in run.stdout + run.stderr
    if "--json" in line:
        assert len(run.stdout.splitlines()) == 1
        json.loads(run.stdout)


def test_no_file_gets_the_number_of_a_stream_that_is_closed(listed, tmp_path) -> None:
    proof = tmp_path / "proof.json"
    line = [*map(json.dumps, (sys.executable, "-c", NOISY, "snake", "solve", listed))]
    script = f"exec {' '.join(line)} --certificate {proof} <&- >&- 2>&-".replace("\\n", "\n")
    run = subprocess.run(["bash", "-c", script], check=False)
    assert run.returncode == 2
    assert json.loads(proof.read_text())["score"] == 10


@pytest.mark.parametrize("columns", ["0", "1", "2", "21", "-3", "²", "9" * 5000, "wide"])
def test_a_terminal_of_any_width(capsys, monkeypatch, listed, columns) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", columns)
    for terminal in (False, True):
        monkeypatch.setattr(sys.stdout, "isatty", lambda terminal=terminal: terminal)
        for line in (
            ["groups", "--diameter", "--words", listed],
            ["snake", "solve", listed],
            ["ladder", "run", "run"],
            ["snake", "generate", "-n", "2", "--words", listed],
        ):
            assert main(line) in {0, 2}, line
        assert "Traceback" not in "".join(capsys.readouterr())
    with pytest.raises(SystemExit):
        main(["snake", "solve", "--help"])
    assert "--certificate" in capsys.readouterr().out
