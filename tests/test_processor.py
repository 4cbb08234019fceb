"""Processors that the libraries do not support: refused in a sentence, before a crash."""

import os
import platform
import sys
from pathlib import Path

import pytest

from solvers.processor import FLAGS, too_old
from tests.programs import ran

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="others have no such"
)
CORE2 = "fpu vme sse sse2 ssse3 cx16 lahf_lm pni sse4_1"


def cpuinfo(path, flags):
    path.write_text(f"processor\t: 0\nmodel name\t: popcnt sse4_2\nflags\t\t: {flags}\n\n" * 64)
    return str(path)


def test_a_processor_without_what_numpy_needs_is_refused(tmp_path):
    why = too_old(cpuinfo(tmp_path / "old", CORE2))
    assert "x86-64-v2 (popcnt, sse4_2 missing)" in why
    assert "\n" not in why
    assert too_old(cpuinfo(tmp_path / "new", f"{CORE2} popcnt sse4_2 avx")) is None
    for unknown in ("none", "empty", "strange"):
        assert too_old(str(tmp_path / unknown)) is None
        (tmp_path / "empty").write_text("")
        (tmp_path / "strange").write_bytes(os.urandom(9000))


def test_this_one_is_taken_at_once():
    assert set(Path("/proc/cpuinfo").read_text().split()) >= FLAGS
    assert too_old() is None


IMPORTS = "-X", "importtime"
PRETENDS = """
import runpy, sys
import solvers.processor
solvers.processor.too_old.__defaults__ = (sys.argv[1],)
program, sys.argv = sys.argv[2], sys.argv[2:]
runpy.run_module(program, run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("program", ["solvers", "bot", "bot.solving.serve"])
def test_each_program_says_so_before_it_loads_a_library(tmp_path, program):
    old = cpuinfo(tmp_path / "old", CORE2)
    run = ran(sys.executable, *IMPORTS, "-c", PRETENDS, old, program)
    said = [line for line in run.stderr.splitlines() if not line.startswith("import time:")]
    assert (run.returncode, len(said)) == (2, 1)
    assert "This processor is too old for NumPy" in said[0]
    assert "numpy" not in run.stderr.replace(said[0], "")
