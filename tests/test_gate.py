"""The gate: what it lets through, its last lines, and the parts of sweeps."""

import os
import sys

import pytest

from tests import gate, sweeps
from tests.paths import ROOT
from tests.programs import ran

MAKEFILE = """
check:
	@exit {check}
test:
	@.venv/bin/python -m pytest -q -p no:cacheprovider test_quick.py
test-slow:
	@.venv/bin/python -m pytest -q -p no:cacheprovider test_slow.py
"""
ALONE = {  # only the pytest plugin that the gate needs
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_ADDOPTS": "-p pytest_reportlog.plugin",
}
PASSES = "def test_passes():\n    pass\n"
FAILS = "def test_fails():\n    assert 1 == 2\n"
SKIPPED = "import pytest\ndef test_skipped():\n    pytest.skip('no ship')\n"
HANGS = """
import asyncio
import threading
async def test_hangs():
    threading.Thread(target=threading.Event().wait, name="another", daemon=True).start()
    await asyncio.create_task(asyncio.Event().wait(), name="the one that waits")
"""
UNSTEADY = """
import pathlib
import pytest
@pytest.mark.parametrize("number", range({tests}))
def test_unsteady(number):
    been = pathlib.Path(f"been-{{number}}")
    had = been.exists()
    been.touch()
    assert had, "never been here"
"""


@pytest.fixture
def gate_of(tmp_path):
    """Run the gate on a project with given tests; return its exit status and last lines."""

    def run(quick=PASSES, slow=PASSES, check=0):
        (tmp_path / "Makefile").write_text(MAKEFILE.format(check=check))
        (tmp_path / "test_quick.py").write_text(quick)
        (tmp_path / "test_slow.py").write_text(slow)
        (tmp_path / ".venv").symlink_to(sys.prefix)
        done = ran(sys.executable, gate.__file__, cwd=tmp_path, env=os.environ | ALONE)
        return done.returncode, done.stdout[done.stdout.rindex("The gate:") :], done.stdout

    return run


@pytest.mark.slow
def test_what_passes_passes_and_says_how_long_it_took(gate_of):
    status, said, _ = gate_of()
    assert status == 0, said
    assert "check 0 min 0" in said
    assert "test-slow 0 min 0" in said
    assert "test_slow.py::test_passes" in said
    assert said.endswith("2 passed, 0 failed\n")


@pytest.mark.slow
def test_what_fails_fails_and_says_how_to_run_it_alone(gate_of):
    status, said, whole = gate_of(slow=PASSES + FAILS)
    assert status == 1
    assert "failed: test_slow.py::test_fails: assert 1 == 2 (test_slow.py:4)" in said
    assert "alone: .venv/bin/python -m pytest -m '' test_slow.py::test_fails\n" in said
    assert said.endswith("2 passed, 1 failed\n")
    assert "Again, alone: test_slow.py::test_fails" in whole


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "status"), [(gate.MOST_UNSTEADY, 0), (gate.MOST_UNSTEADY + 1, 1)]
)
def test_some_may_pass_only_when_they_are_run_again(gate_of, tests, status):
    ended, said, _ = gate_of(UNSTEADY.format(tests=tests))
    assert ended == status, said
    assert said.count("unsteady: test_quick.py::test_unsteady[") == tests
    assert "AssertionError: never been here (test_quick.py:9)" in said
    assert ("are unsteady" in said) is bool(status)


@pytest.mark.slow
def test_nothing_is_run_again_where_everything_falls(gate_of):
    status, said, whole = gate_of(UNSTEADY.format(tests=gate.MOST_AGAIN + 1))
    assert status == 1
    assert "Again" not in whole
    assert said.endswith(f"1 passed, {gate.MOST_AGAIN + 1} failed\n")


@pytest.mark.slow
def test_nothing_is_skipped_unnoticed(gate_of):
    status, said, _ = gate_of(SKIPPED)
    assert status == 1
    assert "skipped: test_quick.py::test_skipped: Skipped: no ship" in said


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["def", ""])
def test_a_run_that_breaks_off_fails_whatever_else_passes(gate_of, broken):
    status, said, _ = gate_of(broken)
    assert status == 1, said
    assert "make test ended with 2" in said


def test_what_is_not_well_formed_is_not_tested(gate_of):
    status, said, _ = gate_of(check=1)
    assert status == 1
    assert "make check ended with 2" in said
    assert said.endswith("0 passed, 0 failed\n")


@pytest.mark.slow
def test_what_hangs_ends_with_the_stacks_of_all_threads_and_tasks(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_hangs.py").write_text(HANGS)
    line = (sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", tmp_path)
    done = ran(*line, cwd=ROOT, env=os.environ | {"PYTEST_TIMEOUT": "1", "PYTEST_ADDOPTS": ""})
    assert done.returncode == 1, done.stdout
    assert "Timeout (>1.0s)" in done.stdout
    for one in ("task the one that waits", "thread MainThread", "thread another"):
        assert f"--- {one}\n" in done.stdout, done.stdout


def parts(monkeypatch, taken):
    """Yield the part of a sweep that each of some consecutive seeds takes."""
    for seed in range(12):
        monkeypatch.setattr(sweeps, "SEED", seed)
        yield taken()


def test_the_parts_make_up_the_whole(monkeypatch):
    monkeypatch.setattr(sweeps, "WHOLE", False)
    found = [*parts(monkeypatch, lambda: range(30)[slice(sweeps.every(4)[0] - 1, None, 4)])]
    assert {number for part in found for number in part} == {*range(30)}
    assert max(map(len, found)) == 8


class Item:
    """A test with two parameters that take turns."""

    def __init__(self, first, second):
        self.nodeid = f"test_it[{first}-{second}]"
        self._marks = [pytest.mark.turn(first, 2).mark, pytest.mark.turn(second, 2).mark]

    def iter_markers(self, name):
        return iter(self._marks)


def test_each_value_has_its_turn_with_each_of_another_parameter(monkeypatch):
    items = [Item(first, second) for first in range(2) for second in range(2)]
    monkeypatch.setattr(sweeps, "WHOLE", False)
    found = parts(monkeypatch, lambda: [i.nodeid for i in items if sweeps.has_its_turn(i)])
    taken = [*found]
    assert {len(one) for one in taken} == {1}
    assert len({one[0] for one in taken}) == 4
    monkeypatch.setattr(sweeps, "WHOLE", True)
    assert all(sweeps.has_its_turn(item) for item in items)


def test_gate_is_what_ci_runs():
    script = ROOT / ".ci" / "run"
    assert "tests/gate.py" in script.read_text().splitlines()[-1]
