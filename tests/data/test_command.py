"""All commands in data/ answer mistakes with a sentence and a status, never a trace."""

from __future__ import annotations

import json
import sys
import zlib

import pytest

from data.command import SetupError, run
from tests.paths import ROOT
from tests.programs import ran


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (SetupError("Name a folder."), 2, "Name a folder.\n"),
        (FileNotFoundError(2, "No such file", "a"), 2, "a: No such file.\n"),
        (KeyboardInterrupt(), 130, ""),
        *(
            (error, 2, f"What this reads is damaged or of another format: {error!r}.\n")
            for error in (
                ValueError("too few"),
                EOFError("ended"),
                IndexError("range"),
                KeyError("version"),
                zlib.error("Error -3"),
                UnicodeDecodeError("ascii", b"\xff", 0, 1, "ordinal"),
                json.JSONDecodeError("Expecting", "x", 0),
            )
        ),
    ],
)
def test_what_is_wrong_is_a_sentence(capsys, error, status, said) -> None:
    def make() -> str:
        raise error

    assert run(make) == status
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(("module", "most"), [("build", 1), ("pairs", 1), ("profanity", 1)])
def test_too_many_arguments_are_a_sentence(tmp_path, module, most) -> None:
    line = [sys.executable, "-m", f"data.{module}", *map(str, [tmp_path] * (most + 1))]
    done = ran(*line, cwd=ROOT)
    said = f"{most + 1} arguments; this takes {most} at most.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
