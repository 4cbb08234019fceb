"""One thread of OpenBLAS, wherever NumPy is imported: each would take 33 MB a processor."""

from __future__ import annotations

import subprocess
import sys

import pytest

IMPORT = """
import os, sys

class Watch:
    def find_spec(self, name, *_):
        if name == "numpy":
            print(os.environ.get("OPENBLAS_NUM_THREADS"), file=sys.stderr)

sys.meta_path.insert(0, Watch())
{start}
import numpy
"""


@pytest.mark.parametrize(
    "start",
    [
        "import bot",
        "import bot.worker.preload",
        "import data.setup",
        "sys.argv[1:] = 'ladder', 'cat', 'dog'; from solvers.__main__ import main; main()",
    ],
)
def test_it_is_set_before_numpy_is_imported(monkeypatch, start) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    command = [sys.executable, "-c", IMPORT.format(start=start)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stderr.splitlines()[0] == "1"
