"""The README and the library's docs hold with the newest releases that pyproject.toml allows."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.programs import ran
from tests.solvers.docs import examples_of_the_docs

PYTHONS = ["python3.11", "python3.12", "python3.13", "python3.14"]
CODE = ("pyproject.toml", "README.md", "LICENSE", "bot", "solvers", "playground", "data")
WORDS = "street\ntest\nnausea\nrun\nseasick\nester\n"


@pytest.fixture
def copy(tmp_path) -> Path:
    """Copy the project without set-up's files, as building it leaves files behind."""
    folder = tmp_path / "project"
    left_out = shutil.ignore_patterns("*.pyc", "__pycache__", "definitions.bin", ".setup")
    for name in CODE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=left_out)
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy(source, folder)
    return folder


@pytest.mark.slow
def test_what_is_installed_has_its_data_and_says_that_it_is_typed(copy, tmp_path) -> None:
    line = ["wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, copy]
    subprocess.run([sys.executable, "-m", "pip", *line], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {*zipfile.ZipFile(wheel).namelist()}
    assert {"solvers/py.typed", "data/words.tsv.gz", "data/familiarity.gz"} <= held


def commands_of_the_readme() -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8")
    section = text[text.index("## The command line") : text.index("With `--count` or `--all`")]
    code = re.findall(r"^    \.venv/bin/python -m solvers (.*)", section, re.MULTILINE)
    games = r"`((?:ladder|anigram|truncate|groups|links|snake) ?[^`]*)`"
    table = [line for line in re.findall(games, section) if line != "snake generate"]
    return [*code, *table, "snake generate -n 12"]


@pytest.mark.full
@pytest.mark.parametrize("python", PYTHONS)
def test_the_newest_releases_do_what_the_docs_say(copy, tmp_path, record_property, python) -> None:
    found = shutil.which(python)
    looks = [str(found), "-c", "import ensurepip, venv"]
    if found is None or subprocess.run(looks, check=False, capture_output=True).returncode:
        pytest.skip(f"{python} is not here")
    place = tmp_path / "environment"
    subprocess.run([python, "-m", "venv", place], check=True)
    pip = [place / "bin" / "python", "-m", "pip", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--upgrade", f"{copy}[large]"], check=True)
    listed = subprocess.run([*pip, "list", "--format", "freeze"], capture_output=True, check=True)
    record_property("newest", listed.stdout.decode().split())
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("FILE", "my-words.txt"):
        (folder / name).write_text(WORDS)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")

    def run(*line: object) -> subprocess.CompletedProcess[str]:
        return ran(*line, cwd=folder, env=environment, timeout=None)

    commands = commands_of_the_readme()
    assert len(commands) > 12
    for command in commands:
        for more in ([], ["--json"]):
            done = run(place / "bin" / "snakes-and-ladders", *shlex.split(command), *more)
            assert (done.returncode, done.stderr) == (0, ""), (command, done.stderr)
            if "--json" in [*shlex.split(command), *more] and command != "--help":
                assert len(done.stdout.splitlines()) == 1, command
                json.loads(done.stdout)
    source = tmp_path / "examples.txt"
    source.write_text(examples_of_the_docs(), "utf-8")
    done = run(place / "bin" / "python", "-m", "doctest", source)
    assert done.returncode == 0, done.stdout
