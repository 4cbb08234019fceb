"""Finds phrases that make a reader read twice, in prose about the code and in tests' names.

    python -m tools.plain [FILE ...]

prints each with its file and line, and what to write instead; without files it checks all Python
and Markdown files in git. It skips docs/texts.md, which shows players' texts unchanged.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSTEAD = {
    r"\bOf (?!course\b)\w+": "begin with the subject: “A race has …”, “For a snake …”",
    r"\b(?:that|those) of\b": "name it again, or “one”, “its”",
    r"\bof (?:which|these|those)\b": "two sentences, or “whose”, “them”",
    r"\bso (?:many|much)(?! that\b)\b": "say the number’s name: “N tries”, “this many”",
    r"\bwho(?:m)?ever\b": "“anyone who”, “the player who”",
    r"\b(?:some|any|every|no)?(?:one|body)[’']s own\b": "“their own”, “a player’s own”",
    r"\banew\b": "“again”",
    r"\b(?:is|are|was|were|be|been|being) told\b": "“hears”, “gets a message”, “learns”",
    r"\bto be had\b": "“available”",
    r"\b(?:that|what|those|all|than) there (?:is|are)\b": "“existing”, “every”, “the”",
}
"""What not to write, with a better way to say it."""
_FOUND = re.compile("|".join(f"(?P<p{i}>{phrase})" for i, phrase in enumerate(INSTEAD)))
_LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical"}


def _prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield comments, docstrings, log messages and tests' names, with each one's first line."""
    comment, last = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            text, line = token.string.lstrip("#: "), token.start[0]
            alone = token.line.lstrip().startswith("#")
            if comment and not (alone and line == last + 1):
                yield last - comment.count("\n"), comment
                comment = ""
            comment, last = f"{comment}\n{text}" if comment else text, line
    if comment:
        yield last - comment.count("\n"), comment
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str(text))):
                yield node.lineno, text
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test_"):
                    yield node.lineno, name.removeprefix("test_").replace("_", " ").capitalize()
            case ast.Call(ast.Attribute(attr=name), [ast.Constant(str(text)), *_]):
                if name in _LOG_METHODS:
                    yield node.lineno, text


def _found_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield for each phrase its line after the first, the phrase, and what to write instead."""
    for match in _FOUND.finditer(text.replace("\n", " ")):
        index = int((match.lastgroup or "p0")[1:])
        yield text.count("\n", 0, match.start()), match[0], [*INSTEAD.values()][index]


def look(path: Path) -> list[str]:
    """Return a line for each phrase found in a file."""
    source = path.read_text("utf-8")
    parts = _prose(source) if path.suffix == ".py" else [(1, source)]
    return [
        f"{path}:{start + line}: “{phrase}”: {better}"
        for start, text in parts
        for line, phrase, better in _found_in(text)
    ]


def words_in_a_sentence(document: str) -> float:
    """Return the average words in a sentence of a Markdown text's paragraphs and lists.

    Code blocks, headings and tables are left out; an item of a list ends a sentence.
    """
    text = re.sub(r"^ *```.*?^ *```", "", document, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?:#|\||    ).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`\n]*`", "code", text))
    ends = r"[.!?…](?=[\s*)”\"])|\n\s*\n|^ *(?:[-*]|\d+\.) "
    sentences = re.split(ends, text, flags=re.MULTILINE)
    lengths = [len(words) for part in sentences if (words := re.findall(r"\w[\w’'-]*", part))]
    return sum(lengths) / max(1, len(lengths))


def main() -> None:
    """Print the phrases found in the command line's files, or in all."""
    names = sys.argv[1:] or subprocess.run(
        ["git", "ls-files", "-z", "*.py", "*.md", ":!data/licences"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    paths = [Path(name) for name in names if name and name != "docs/texts.md"]
    found = [line for path in paths if path.is_file() for line in look(path)]
    for line in found:
        print(line)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
