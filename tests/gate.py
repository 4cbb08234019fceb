"""The gate, once all is installed: the README's commands, what fell run again, a summary.

`python3 tests/gate.py` is the end of `.ci/run`, and needs nothing but Python and make. The exit
status is 0 only if everything passed, or what fell passes alone (`MOST_UNSTEADY` tests at most).
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
"""Where more tests than this fall, something is wrong with all of them: none is run again."""
SLOWEST = 15
ALONE = [".venv/bin/python", "-m", "pytest", "-m", ""]


@dataclass
class Report:
    """What a run of pytest said of its tests, by their node ids."""

    seconds: Counter[str] = field(default_factory=Counter)
    fell: dict[str, str] = field(default_factory=dict)  # in a word, how
    skipped: dict[str, str] = field(default_factory=dict)
    passed: int = 0
    status: int | None = None  # pytest's own; None if it did not come to its end

    @classmethod
    def read(cls, file: Path) -> Report:
        """Read what pytest-reportlog wrote."""
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
    """Return the line that says how a test fell, or why it was skipped."""
    match said:
        case {"reprcrash": {"message": str(text), "path": path, "lineno": line}}:
            return f"{text.strip().partition(chr(10))[0]} ({Path(path).name}:{line})"
        case [_, _, text] | str(text):
            return str(text).strip().rpartition("\n")[2]
    return "no reason given"


def run(command: list[str], log: Path) -> tuple[int, float, Report]:
    """Run a command, whose pytest writes a report; return its status, its seconds, the report."""
    log.unlink(missing_ok=True)
    options = f"{os.environ.get('PYTEST_ADDOPTS', '')} --report-log={log}"
    sys.stdout.flush()
    begun = time.monotonic()
    done = subprocess.run(command, env=os.environ | {"PYTEST_ADDOPTS": options}, check=False)
    return done.returncode, time.monotonic() - begun, Report.read(log)


def main() -> int:
    """Run every part, and what fell once more; print the summary; return the exit status."""
    took, seconds, passed = {}, Counter(), 0
    fell: dict[str, str] = {}
    wrong: list[str] = []  # what no second run makes good
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "report")
        # Meanwhile the tests are compiled, once: else each process that runs them would do so.
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
                    break  # nobody waits for the tests of what is not even well formed
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
    """Return the last lines of a run: how long what took, and what is wrong."""
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
