"""Work that is done again and again, killed at each of its steps in turn, and then carried on."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from sqlalchemy import event

ROOT = Path(__file__).resolve().parents[2]
LANES = 4  # they mostly wait for the disk
ENOUGH = 100  # statements, commits and messages; each is a place to die


class Hurdles:
    """Counts what happens and kills the process when it is time."""

    def __init__(self, kill_at):
        self.left = kill_at

    def __call__(self, *_):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, engine):
        event.listen(engine, "before_cursor_execute", self)
        event.listen(engine, "commit", self)


def begin_child(job):
    """Run a coroutine in a forked process; return its id."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.run(job)
        except BaseException:  # noqa: BLE001 - whatever it is, the parent is to know
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    job.close()
    return pid


def end_child(pid):
    """Return the exit code of a process, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def kill_everywhere(folder, prepare, work):
    """For k = 1, 2, … copy what `prepare` made to folder/k and do the work there, twice.

    The first child kills itself with -9 at its k-th hurdle; a second then starts anew and carries
    on. The number of the last k, whose first child lived to the end, is printed.
    """
    ready = folder / "ready"
    ready.mkdir()
    assert end_child(begin_child(prepare(ready))) == 0
    codes = [-signal.SIGKILL]
    while codes[-1]:  # until one lives to the end
        places = [folder / str(len(codes) + n) for n in range(LANES)]
        for place in places:
            shutil.copytree(ready, place)
        killed = [begin_child(work(p, Hurdles(int(p.name)))) for p in places]
        codes += map(end_child, killed)
        carried_on = [begin_child(work(place)) for place in places]
        assert [end_child(pid) for pid in carried_on] == [0] * LANES
    assert set(codes) == {0, -signal.SIGKILL}
    print(len(codes) - 1)  # noqa: T201 - for `run_killing` to read


def run_killing(module, folder, *arguments):
    """Run a module that does so; return the folders of all runs."""
    run = subprocess.run(
        [sys.executable, "-m", module, str(folder), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return [folder / str(k) for k in range(1, int(run.stdout) + 1)]


def lines(path):
    """What was noted in a file, a JSON value a line."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
