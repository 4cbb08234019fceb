"""Set-up: makes definitions where it can, again only when needed, and says how to get them."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from data import setup, wordnet
from solvers.lexicon import Definitions
from solvers.library import DATA
from tests.paths import ROOT
from tests.privileges import without_override
from tests.programs import ran

HOSTING = ROOT / "docs/hosting.md"
FILES = {
    "index.noun": "cat n 1 0 1 0 00000001\n",
    "data.noun": "00000001 05 n 01 cat 0 000 | a feline\n",
    **dict.fromkeys(("index.verb", "data.verb", "index.adj", "data.adj", "index.adv"), ""),
    "data.adv": "",
}


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "wordnet"
    made.mkdir()
    for name, text in FILES.items():
        (made / name).write_text(text)
    return made


@pytest.fixture
def output(tmp_path) -> Path:
    return tmp_path / "definitions.bin"


def test_it_makes_them_once_and_again_when_wordnet_changes(folder, output) -> None:
    environment = {"WORDNET_DIR": str(folder)}
    assert "made" in setup.set_up_definitions(environment, output)
    senses = Definitions.open(output).define("cats")
    assert "a feline" in {sense.text for sense in senses}
    assert "up to date" in setup.set_up_definitions(environment, output)
    (folder / "data.noun").write_text("00000001 05 n 01 cat 0 000 | a purring feline\n")
    assert "made" in setup.set_up_definitions(environment, output)
    senses = Definitions.open(output).define("cats")
    assert "a purring feline" in {sense.text for sense in senses}


def test_it_replaces_a_damaged_look_up(folder, output) -> None:
    output.write_bytes(b"junk")
    assert "made" in setup.set_up_definitions({"WORDNET_DIR": str(folder)}, output)


def test_without_a_wordnet_it_says_how_to_get_one(output, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(setup, "DEBIAN_WORDNET", tmp_path / "usr" / "share" / "wordnet")
    monkeypatch.setenv("PATH", str(tmp_path))  # and no apt-get
    line = setup.set_up_definitions({}, output)
    assert "sudo apt install wordnet-base" in line
    assert "WORDNET_DIR" in line
    assert "\n" not in line
    assert not output.exists()


def test_without_a_wordnet_it_keeps_what_it_has(folder, output, tmp_path, monkeypatch) -> None:
    setup.set_up_definitions({"WORDNET_DIR": str(folder)}, output)
    monkeypatch.setattr(setup, "DEBIAN_WORDNET", tmp_path / "usr" / "share" / "wordnet")
    made = output.read_bytes()
    assert "kept" in setup.set_up_definitions({}, output)
    assert output.read_bytes() == made


def test_a_failing_package_manager_is_no_wordnet(output, tmp_path, monkeypatch) -> None:
    for name in ("apt-get", "dpkg-deb"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\nexit 100\n")
        program.chmod(0o755)
    monkeypatch.setattr(setup, "DEBIAN_WORDNET", tmp_path / "usr" / "share" / "wordnet")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert "sudo apt install" in setup.set_up_definitions({}, output)


@pytest.mark.full
@pytest.mark.skipif(not Path("/usr/bin/apt-get").exists(), reason="not a Debian")
def test_it_fetches_debians_package(tmp_path) -> None:
    fetched = setup.fetch_wordnet(tmp_path)
    if fetched is None:
        pytest.skip("no package archive can be reached")
    assert wordnet.find(fetched) == fetched


def test_a_wrong_setting_is_one_clear_line(tmp_path) -> None:
    wrong = tmp_path / "not wordnet"
    env = os.environ | {"WORDNET_DIR": str(wrong)}
    done = ran(sys.executable, "-m", "data.setup", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"WORDNET_DIR is “{wrong}”, where there are no WordNet files")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["setup", "build"])
def test_in_a_folder_that_it_cannot_write_it_says_so(tmp_path, folder, command) -> None:
    ours = tmp_path / "data"
    shutil.copytree(DATA, ours, ignore=shutil.ignore_patterns("definitions.bin", "*.pyc"))
    scowl = tmp_path / "scowl"
    scowl.mkdir()
    (scowl / "english-words.10").write_text("cat\n")
    ours.chmod(0o555)
    (ours / "words.tsv.gz").chmod(0o444)
    program = (
        "import runpy, sys\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "from pathlib import Path\n"
        "from solvers import library\n"
        f"library.DEFINITIONS = Path({str(ours / 'definitions.bin')!r})\n"
        f"runpy.run_module('data.{command}', run_name='__main__', alter_sys=True)\n"
    )
    line = [sys.executable, "-c", program, *([str(scowl)] if command == "build" else [])]
    env = os.environ | {"WORDNET_DIR": str(folder)}
    done = ran(*line, env=env, preexec_fn=without_override)
    ours.chmod(0o755)
    assert done.returncode == 2
    assert done.stderr.startswith(str(ours))
    assert done.stderr.endswith(": Permission denied.\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_it_takes_no_more_memory_than_the_docs_say(tmp_path) -> None:
    (said,) = re.findall(r"`make setup` takes (\d+) MB", HOSTING.read_text("utf-8"))
    program = (
        "import pathlib\n"
        "from solvers import library\n"
        f"library.DEFINITIONS = pathlib.Path({str(tmp_path / 'definitions.bin')!r})\n"
        "from data import setup\n"
        "print(setup.main())\n"
        "print(pathlib.Path('/proc/self/status').read_text())\n"
    )
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    done = ran(sys.executable, "-c", program, env=env, check=True, timeout=None)
    assert "Definitions: made" in done.stdout
    (peak,) = re.findall(r"VmHWM:\s*(\d+) kB", done.stdout)
    assert int(peak) * 1024 < int(said) * 1_000_000 <= 400_000_000
