"""Writes docs/texts.md: every text that people can meet on Discord, to be read aloud.

    python -m tests.texts

Commands with their options; every page and form as Discord gets it; then the sentences in the code
that no page has shown, most of them errors.
"""

from __future__ import annotations

import ast
import re
import sys
from itertools import groupby

from bot import errors
from solvers import errors as puzzles
from tests.bot.examples import contest_pages, daily_pages, every_page
from tests.paths import ROOT

FILE = ROOT / "docs" / "texts.md"
HEAD = """\
# What people read

Every text that somebody can meet on Discord, to be read aloud. Made by `python -m tests.texts`; a \
test compares it with the code. Examples stand for what differs from time to time, and … for the \
rest. A text that comes again is not repeated.
"""
SHOWN = {
    r"<t:\d+:R>": "in 2 hours",
    r"<t:\d+:f>": "4 May 2026 12:00",
    r"<@&(\d+|…)>": "@role",
    r"<@(\d+|…)>": "@somebody",
    r"<#(\d+|…)>": "#channel",
}
"""Roughly how Discord shows what it gets."""
ROWS = re.compile(r"^([4-9]|\d\d+)\\. .*\n?", re.MULTILINE)
"""Rows of a board that resemble the first ones."""
SAID = ("bot/ui", "bot/contests", "bot/dailies", "bot/guard", "bot/play", "bot/puzzles",
        "bot/races", "bot/solving", "bot/training",
        "bot/store/answering.py", "bot/store/budget.py", "bot/store/cards.py",
        "bot/store/database.py", "bot/zones.py")  # fmt: skip
"""Where any sentence may be shown; in the solvers only error messages are."""
SENTENCE = re.compile(
    r"(?=.*\w\W* \W*\w)(?:\W*[A-Z0-9“…].*[a-z]{2}|.*[a-z]{2}.*[.!?:…]$)", re.DOTALL
)
"""Begins or ends like a sentence and has several words; other texts are parts of sentences."""
FAULTS = {name for module in (errors, puzzles) for name in vars(module)} - set(
    vars(errors.StartError)
)
SILENT = {"debug", "info", "warning", "error", "exception", "compile", "ValueError", "TypeError",
          "LookupError", "RuntimeError", "TypeVar", "TypeAlias"}  # fmt: skip
"""Calls whose texts nobody sees."""


def texts() -> str:
    """Return the file."""
    pages = list(map("\n".join, _sections()))
    return "\n".join([HEAD, *pages, *_others(_plain("".join(pages)))])


def _sections():
    yield _commands()
    yield _pages("games", every_page.games())
    yield _pages("contests", contest_pages.pages())
    yield _pages("daily puzzles", daily_pages.pages())
    yield _pages("races and duels", every_page.race_pages())
    yield _pages("the bot itself", every_page.server_pages())
    yield ["## Forms", *_forms()]


def _commands():
    lines = ["## Commands"]
    for name, command in every_page.commands().items():
        lines += [f"\n**/{name}** – {command.description}"]
        for option in command.parameters:
            choices = ", ".join(choice.name for choice in option.choices)
            about = f"{option.description}{f' [{choices}]' if choices else ''}"
            lines.append(f"- `{option.display_name}`: {about}")
    for name in every_page.menus():
        lines += [f"\n*{name}*, in a menu"]
    return [*lines, ""]


def _pages(name, pages):
    seen = set()
    lines = [f"## Pages of {name}"]
    for page in pages:
        blocks = [item.content for item in page.view.walk_children() if hasattr(item, "content")]
        labels = [item.label for item in page.view.walk_children() if getattr(item, "label", None)]
        buttons = " ".join(f"[{label}]" for label in labels)
        fresh = [text for text in map(_shown, [*blocks, buttons]) if text and text not in seen]
        seen.update(fresh)
        if fresh:
            lines += ["", *_quoted("\n".join(fresh))]
    return [*lines, ""]


def _shown(text):
    text = re.sub(ROWS, "", text)
    for pattern, example in SHOWN.items():
        text = re.sub(pattern, example, text)
    return text


def _quoted(text):
    return [f"    {line}".rstrip() for line in text.splitlines()]


def _forms():
    seen = set()
    for form in every_page.forms():
        lines = [form.title]
        for label in form.to_dict()["components"]:
            field = label["component"]
            lines.append(": ".join(filter(None, [label["label"], label.get("description")])))
            if field.get("placeholder"):
                lines.append(f"    {field['placeholder']}")
            for choice in field.get("options", ()):
                parts = choice["label"], choice.get("description")
                lines.append("    - " + ": ".join(filter(None, parts)))
        fresh = [line for line in lines if line not in seen]
        seen.update(fresh)
        yield "\n".join(["", *_quoted("\n".join(fresh))])
    yield ""


def _others(shown):
    """Yield the sentences in the code that no page has shown, by file."""
    yield "## Errors, and what else is said"
    for place, found in groupby(sorted(_sentences()), key=lambda one: one[0]):
        fresh = [text for _, _, text in found if not _within(text, shown)]
        if fresh:
            yield f"\n{place}\n"
            yield from (f"- {' '.join(text.split())}" for text in dict.fromkeys(fresh))
    yield ""


def _within(text, shown):
    """Return whether all fixed parts of a text have been shown; blanks do not count."""
    return all(_plain(part) in shown for part in re.split(r"…|\{\w+\}", _shown(text)))


def _plain(text):
    return "".join(text.split())


def _sentences():
    """Yield every sentence in the code: its file, its line, and its text."""
    for place in SAID:
        path = ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield from _of_file(file, anywhere=True)
    for file in sorted((ROOT / "solvers").rglob("*.py")):
        if "cli" not in file.relative_to(ROOT).parts:
            yield from _of_file(file, anywhere=False)


def _of_file(file, *, anywhere):
    code = file.read_text()
    if not anywhere and not any(f"{name}(" in code for name in FAULTS):
        return
    for node in _speaking(ast.parse(code), anywhere=anywhere):
        text = _text(node)
        if SENTENCE.match(text):
            yield str(file.relative_to(ROOT)), node.lineno, text


def _speaking(node, *, anywhere):
    """Yield the string literals below a node that may be shown."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        if anywhere and (isinstance(node, ast.JoinedStr) or isinstance(node.value, str)):
            yield node
        return
    if isinstance(node, ast.Dict):
        node = ast.Tuple(node.values)  # keys are not shown
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in SILENT:
            return
        anywhere = anywhere or name in FAULTS
    for child in ast.iter_child_nodes(node):
        docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not docstring and not isinstance(child, ast.Assert | ast.Subscript):
            yield from _speaking(child, anywhere=anywhere)


def _text(node):
    if isinstance(node, ast.Constant):
        return node.value
    return "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)


if __name__ == "__main__":
    FILE.write_text(texts())
    sys.stdout.write(f"{FILE.relative_to(ROOT)}\n")
