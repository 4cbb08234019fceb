"""The frame of the benchmarks: what a subject returns, and how it is shown and stored.

A subject is a module of this folder with `run(quick) -> Report`: its name is the module's, its
docstring's first line says what it measures, and `quick` asks for a first impression only.
"""

from __future__ import annotations

import json
import os
import platform
import time
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table as RichTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console


RESULTS = Path(__file__).parent / "results.json"
SUBJECTS = (
    "anigram",
    "attacks",
    "bot",
    "contest_rush",
    "contests",
    "dailies",
    "disk",
    "forms",
    "ladder",
    "lexicon",
    "page",
    "picture",
    "processors",
    "race_rush",
    "shown",
    "truncate",
    "wordsnake",
    "wordsnake_tier",
)
"""The modules that measure something. They are imported when they run."""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures side by side. Cells are shown unchanged, numbers to three digits."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What a subject measured: tables for people, `figures` (JSON) for later comparisons."""

    tables: Sequence[Table]
    figures: Mapping[str, Any] = field(default_factory=dict)


def purpose(subject: str) -> str:
    """Return one line that says what a subject measures."""
    return (import_module(f"bench.{subject}").__doc__ or "").strip().partition("\n")[0]


def run(names: Sequence[str], console: Console, *, quick: bool) -> None:
    """Run subjects, show their tables, and store their figures beside earlier runs'."""
    for name in names:
        console.rule(f"[bold]{name}")
        began = time.perf_counter()
        report = import_module(f"bench.{name}").run(quick)
        seconds = time.perf_counter() - began
        for table in report.tables:
            _show(table, console)
        console.print(f"[dim]{name}: {seconds:.0f} s[/]\n")
        _keep(name, {"seconds": round(seconds, 1), "quick": quick, **_plain(report)})
    console.print(f"Figures are in {RESULTS}")


def _show(table: Table, console: Console) -> None:
    shown = RichTable(title=table.title, title_justify="left", caption=table.note or None)
    shown.caption_justify = "left"
    for place, column in enumerate(table.columns):
        shown.add_column(column, justify="right" if place else "left", no_wrap=not place)
    for row in table.rows:
        shown.add_row(*map(_cell, row))
    console.print(shown)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _plain(report: Report) -> dict[str, Any]:
    tables = [
        {
            "title": table.title,
            "columns": list(table.columns),
            "rows": [list(r) for r in table.rows],
        }
        for table in report.tables
    ]
    return {"figures": dict(report.figures), "tables": tables}


def _keep(name: str, measured: Mapping[str, Any]) -> None:
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"subjects": {}}
    kept["machine"] = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
    }
    kept["subjects"][name] = {"at": time.strftime("%Y-%m-%d %H:%M:%S"), **measured}
    RESULTS.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n")
