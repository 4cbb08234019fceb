"""A whole command typed on one line: `/ladder cat dog` or `/ladder start:cat target:dog`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playground.errors import Refused

if TYPE_CHECKING:
    from playground.model import JSON

STRING, ATTACHMENT = 3, 11


def words_of(line: str) -> list[str]:
    """Return the words of a command line, without its slash."""
    return line.strip().removeprefix("/").split()


def read_options(line: str, depth: int, options: list[JSON]) -> dict[str, str]:
    """Return the options' values by name from a line whose first `depth` words name the command.

    A value given by name runs to the next name. Values without a name fill the options in order;
    one that the next option cannot hold continues the text before it. Quotes keep words together.
    """
    rest = line.strip().removeprefix("/")
    for _ in range(depth):
        rest = re.sub(r"^\S+\s*", "", rest)
    names = sorted((option["name"] for option in options), key=len, reverse=True)
    values: dict[str, str] = {}
    if names:
        pattern = re.compile(rf"(?:^|(?<=\s))({'|'.join(map(re.escape, names))}):")
        found = list(pattern.finditer(rest))
        ends = [one.start() for one in found[1:]] + [len(rest)]
        for one, end in zip(found, ends, strict=False):  # no names: nothing to pair
            values[one[1]] = _bare(rest[one.end() : end].strip())
        if found:
            rest = rest[: found[0].start()]
    open_options = [one for one in options if one["name"] not in values]
    values |= _in_order(re.findall(r'"[^"]*"|\S+', rest), open_options)
    return values


def _bare(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _in_order(tokens: list[str], options: list[JSON]) -> dict[str, str]:
    values: dict[str, str] = {}
    waiting = list(options)
    last_text: str | None = None
    for token in tokens:
        chosen = next((one for one in waiting if _holds(one, token)), None)
        skipped_required = chosen is not None and any(
            one.get("required") for one in waiting[: waiting.index(chosen)]
        )
        if chosen is not None and not skipped_required:
            values[chosen["name"]] = _bare(token)
            waiting = waiting[waiting.index(chosen) + 1 :]
            last_text = chosen["name"] if chosen["type"] == STRING else None
        elif last_text is not None:
            values[last_text] += f" {_bare(token)}"
        else:
            raise Refused(f"“{token}” fits none of this command's options.")
    return values


def _holds(option: JSON, token: str) -> bool:
    """Return whether a word can be an option's value, judging by the option's type only."""
    token = _bare(token)
    kind = option["type"]
    if option.get("choices"):
        known = {str(one[key]).lower() for one in option["choices"] for key in ("name", "value")}
        return token.lower() in known
    if kind == 4:
        return re.fullmatch(r"-?\d+", token) is not None
    if kind == 10:
        return re.fullmatch(r"-?\d+(\.\d+)?", token) is not None
    if kind == 5:
        return token.lower() in {"true", "false", "yes", "no"}
    if kind in {6, 7, 8, 9}:
        return token.startswith(("@", "#", "<"))
    return bool(kind == STRING)
