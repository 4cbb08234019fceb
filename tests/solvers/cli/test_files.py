"""Files that a command writes: whole or not at all, and never one that it reads."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solvers import files
from solvers.cli.main import main
from tests.patience import PATIENCE
from tests.privileges import without_override
from tests.programs import ran

RUN = [sys.executable, "-m", "solvers"]
WORDS = "run\nnausea\nseasick\n"


@pytest.fixture(autouse=True)
def listed(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("words.txt")
    path.write_text(WORDS)
    Path("link.txt").symlink_to(path)
    Path("hard.txt").hardlink_to(path)
    Path("folder").mkdir()
    return path


@pytest.mark.parametrize("option", ["--certificate", "--progress"])
@pytest.mark.parametrize("name", ["words.txt", "link.txt", "hard.txt", "folder/../words.txt"])
def test_what_is_read_is_never_written(capsys, listed, option, name) -> None:
    for given in ("words.txt", "hard.txt"):
        assert main(["snake", "solve", given, option, name]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"error: {name}: this file is read, and would be overwritten")
        assert said.err.count("\n") == 1
    assert listed.read_text() == WORDS


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve - --certificate hard.txt < words.txt", "hard.txt: this file is read"),
        ("solve words.txt --certificate new --progress folder/../new", "would be written twice"),
        ("solve words.txt --certificate new > new", "new: this file would be written twice"),
        ("solve words.txt >> link.txt", "A file is read to which this prints as well"),
        ("generate -n 2 --words words.txt 1<> hard.txt", "A file is read to which this prints"),
    ],
)
def test_streams_are_files_too(listed, line, said) -> None:
    run = ran("bash", "-c", f"{' '.join(RUN)} snake {line}")
    assert run.returncode == 2
    assert said in run.stderr
    assert run.stderr.count("\n") == 1
    assert listed.read_text() == WORDS


def test_what_is_written_may_be_a_stream_a_pipe_or_a_link(listed) -> None:
    line = f"{' '.join(RUN)} snake solve words.txt --json"
    Path("there.json").write_text("old")
    Path("there.json").chmod(0o640)
    Path("link.json").symlink_to("there.json")
    for out in ("--certificate /dev/stdout", "--certificate >(cat)", "--progress /dev/fd/1"):
        run = ran("bash", "-c", f"{line} {out} | cat", check=True)
        said = list(map(json.loads, run.stdout.splitlines()))  # two processes write, in any order
        assert any(one.keys() & {"format", "best"} for one in said)
        assert [one["score"] for one in said if "seconds" in one and "order" in one] == [10]
    subprocess.run(f"{line} --certificate link.json", shell=True, check=True)
    assert json.loads(Path("there.json").read_text())["score"] == 10
    assert Path("there.json").stat().st_mode & 0o777 == 0o640
    assert Path("link.json").is_symlink()


def limited() -> None:
    """Limit a process to files of a few bytes, as if the disk were full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))


def test_a_file_that_cannot_be_written_stays_what_it_was(tmp_path) -> None:
    proof = Path("proof.json")
    proof.write_text("old")
    line = [*RUN, "snake", "solve", "words.txt", "--certificate", "proof.json"]
    run = ran(*line, preexec_fn=limited)
    assert run.returncode == 2
    assert "proven best" in run.stdout
    assert run.stderr == "error: proof.json: File too large.\n"
    assert proof.read_text() == "old"
    assert [*tmp_path.glob("*.part")] == []


def test_an_interrupt_leaves_the_old_file(tmp_path) -> None:
    path = tmp_path / "old"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)
    assert path.read_text() == "old"
    assert [*tmp_path.glob("*.part")] == []


def interrupted(path: Path) -> None:
    with files.replacing(path) as file:
        file.write(b"half")
        file.flush()
        raise KeyboardInterrupt


WRITING = """
import signal, sys, time
from pathlib import Path
from solvers import __main__, files
from solvers.cli import main
def script():
    with files.replacing(Path(sys.argv[1])) as file:
        file.write(bytes(99))
        print(end="!", file=sys.stderr, flush=True)
        time.sleep(9)
main.script = script
signal.signal(signal.SIGINT, signal.default_int_handler)
__main__.main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_is_half_written_is_removed_and_nothing_else(tmp_path, number) -> None:
    line = [sys.executable, "-c", WRITING, tmp_path / "whole"]
    with subprocess.Popen(line, stderr=-1) as run:
        assert run.stderr.read(1) == b"!"
        (part,) = tmp_path.glob(".*.part")
        files.forget_parts(tmp_path)
        assert part.exists()
        run.send_signal(number)
        assert run.wait(PATIENCE) == (-9 if number == signal.SIGKILL else 128 + number)
    assert part.exists() == (number == signal.SIGKILL)
    files.forget_parts(tmp_path)
    assert not part.exists()


def test_a_file_that_may_not_be_written_is_not_replaced() -> None:
    proof = Path("proof.json")
    proof.write_text("old")
    proof.chmod(0o444)
    line = [*RUN, "snake", "solve", "words.txt", "--certificate", "proof.json"]
    run = ran(*line, preexec_fn=without_override)
    assert (run.returncode, run.stderr) == (2, "error: proof.json: Permission denied.\n")
    assert proof.read_text() == "old"
