"""The gate, once all is installed: runs the README's commands, repeats failed tests, sums up.

`python3 tests/gate.py` is the end of `.ci/run`, and needs only Python and make. The exit status is
0 only if everything passed, or if at most `MOST_UNSTEADY` tests failed and passed alone.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

PARTS = ("check", "test", "test-slow")
MOST_UNSTEADY = 3
MOST_AGAIN = 10
"""If more tests than this fail, something affects them all: none is repeated."""
SLOWEST = 15
ALONE = [".venv/bin/python", "-m", "pytest", "-m", ""]


@dataclass
class Report:
    """The results of a pytest run, by node id."""

    seconds: Counter[str] = field(default_factory=Counter)
    fell: dict[str, str] = field(default_factory=dict)  # how each failed, in a word
    skipped: dict[str, str] = field(default_factory=dict)
    passed: int = 0
    status: int | None = None  # pytest's exit status; None if it did not finish

    @classmethod
    def read(cls, file: Path) -> Report:
        """Read the file of pytest-reportlog."""
        report = cls()
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            report._add(json.loads(line))
        return report

    def _add(self, entry: dict) -> None:
        kind, name = entry["$report_type"], entry.get("nodeid", "")
        if kind == "SessionFinish":
            self.status = entry["exitstatus"]
        if kind not in {"TestReport", "CollectReport"}:
            return
        self.seconds[name] += entry.get("duration", 0)
        self.passed += entry["outcome"] == "passed" and entry.get("when") == "call"
        if entry["outcome"] == "failed":
            self.fell.setdefault(name, _how(entry["longrepr"]))
        elif entry["outcome"] == "skipped":
            self.skipped[name] = _how(entry["longrepr"])


def _how(said: object) -> str:
    """Return the line that says how a test failed, or why it was skipped."""
    match said:
        case {"reprcrash": {"message": str(text), "path": path, "lineno": line}}:
            return f"{text.strip().partition(chr(10))[0]} ({Path(path).name}:{line})"
        case [_, _, text] | str(text):
            return str(text).strip().rpartition("\n")[2]
    return "no reason given"


def run(command: list[str], log: Path) -> tuple[int, float, Report]:
    """Run a command whose pytest writes a report; return its status, its seconds, the report."""
    log.unlink(missing_ok=True)
    options = f"{os.environ.get('PYTEST_ADDOPTS', '')} --report-log={log}"
    sys.stdout.flush()
    begun = time.monotonic()
    done = subprocess.run(command, env=os.environ | {"PYTEST_ADDOPTS": options}, check=False)
    return done.returncode, time.monotonic() - begun, Report.read(log)


def main() -> int:
    """Run every part, repeat failed tests once, print the summary, return the exit status."""
    took, seconds, passed = {}, Counter(), 0
    fell: dict[str, str] = {}
    wrong: list[str] = []  # failures that no second run mends
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "report")
        # Meanwhile compile the tests once; otherwise each test process would do it.
        collecting = subprocess.Popen([*ALONE, "--collect-only", "-q"], stdout=subprocess.DEVNULL)
        for part in PARTS:
            status, took[part], report = run(["make", part], log)
            seconds += report.seconds
            passed += report.passed
            fell |= report.fell
            wrong += [f"skipped: {name}: {why}" for name, why in report.skipped.items()]
            if status and not (report.status == 1 and report.fell):
                wrong.append(f"make {part} ended with {status}")
            if part == "check":
                collecting.wait()
                if status:
                    break  # no use testing code that is not well formed
        unsteady = {}
        if len(fell) <= MOST_AGAIN:
            for name in fell:
                print(f"\nAgain, alone: {name}")
                status, spent, alone = run([*ALONE, name], log)
                took["again"] = took.get("again", 0) + spent
                if status == 0 and alone.passed:
                    unsteady[name] = fell[name]
    failed = {name: how for name, how in fell.items() if name not in unsteady}
    if len(unsteady) > MOST_UNSTEADY:
        wrong.append(f"{len(unsteady)} tests are unsteady, and {MOST_UNSTEADY} may be")
    print("\n" + summary(took, seconds, unsteady, failed, wrong))
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or wrong else 0


def summary(
    took: dict[str, float],
    seconds: Counter[str],
    unsteady: dict[str, str],
    failed: dict[str, str],
    wrong: list[str],
) -> str:
    """Return the last lines of a run: each part's duration, and what is wrong."""
    lines = ["The gate: " + ", ".join(f"{part} {_clock(spent)}" for part, spent in took.items())]
    lines += [f"in all {_clock(sum(took.values()))}; the slowest:"]
    lines += [f"  {spent:6.1f} s  {name}" for name, spent in seconds.most_common(SLOWEST)]
    for name, how in unsteady.items():
        lines.append(f"unsteady: {name}: {how}")
    for name, how in failed.items():
        lines += [f"failed: {name}: {how}", f"  alone: {shlex.join([*ALONE, name])}"]
    return "\n".join([*lines, *wrong])


def _clock(seconds: float) -> str:
    return f"{seconds // 60:.0f} min {seconds % 60:02.0f} s"


if __name__ == "__main__":
    sys.exit(main())
