"""Rules for an application command as a bot registers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.validation.choices import (
    INTEGER,
    LARGEST,
    MOST_CHOICES,
    NUMBER,
    STRING,
    check_choice_list,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.model import JSON
    from playground.validation.fields import Checker, Path

CHAT_INPUT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = 1, 2, 3, 4
SUBCOMMAND, GROUP = 1, 2
LARGEST_COMMAND = 8_000
MOST_BY_KIND = {CHAT_INPUT: 100, USER_MENU: 15, MESSAGE_MENU: 15, ENTRY_POINT: 1}
HANDLERS = (1, 2)
"""An Entry Point command's handler: the app itself, or Discord, which launches the Activity."""


def check_command(check: Checker, command: JSON, path: Path = ()) -> None:
    """Check one command with everything under it."""
    kind = check.choice(command, "type", path, MOST_BY_KIND, required=False) or CHAT_INPUT
    if kind == CHAT_INPUT:
        _check_name(check, command, path)
        check.string(command, "description", path, 1, 100, required=True)
        _check_options(check, command, path, depth=0)
    elif kind == ENTRY_POINT:
        _check_name(check, command, path)
        check.string(command, "description", path, 0, 100)
        check.choice(command, "handler", path, HANDLERS, required=False)
    else:
        check.string(command, "name", path, 1, 32, required=True)
        for key in ("description", "options"):
            if command.get(key):
                text = "Context menu commands cannot have description or options"
                check.fail((*path, key), f"APPLICATION_COMMAND_CONTEXT_MENU_{key.upper()}", text)
    _check_places(check, command, path)
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdigit():
        text = f'Value "{permissions}" is not int.'
        check.fail((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", text)
    if check.clean and sum(len(text) for text in _weighed(command)) > LARGEST_COMMAND:
        text = f"Command exceeds maximum size ({LARGEST_COMMAND})"
        check.fail(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_places(check: Checker, command: JSON, path: Path) -> None:
    for key, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        values = command.get(key)
        for index, value in enumerate(values if isinstance(values, list) else []):
            if value not in allowed:
                text = f"Value must be one of {allowed}."
                check.fail((*path, key, index), "BASE_TYPE_CHOICES", text)


def _weighed(command: JSON) -> Iterator[str]:
    """Yield the texts that count towards a command's size."""
    yield from (command.get("name", ""), command.get("description", ""))
    for choice in command.get("choices") or []:
        yield from (choice["name"], str(choice["value"]))
    for option in command.get("options") or []:
        yield from _weighed(option)


def _check_name(check: Checker, thing: JSON, path: Path) -> str | None:
    name = check.string(thing, "name", path, 1, 32, required=True)
    if name is not None and not valid_name(name):
        text = "Command name is invalid"
        check.fail((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", text)
        return None
    return name


def valid_name(name: str) -> bool:
    """Return whether a command or option may have this name: letters, digits, - _ ', lower case."""
    return name == name.lower() and all(sign.isalnum() or sign in "-_'" for sign in name)


def _check_options(check: Checker, parent: JSON, path: Path, depth: int) -> None:
    """Check the options of a command (depth 0), of a group (1) or of a subcommand (2)."""
    names: set[str] = set()
    optional_seen = False
    options = check.items(parent, "options", path, 0, 25)
    nested = {option.get("type") in {SUBCOMMAND, GROUP} for option in options}
    if len(nested) > 1:
        text = "Sub-commands and sub-command groups cannot be mixed with other options"
        check.fail((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    for index, option in enumerate(options):
        here = (*path, "options", index)
        kind = check.choice(option, "type", here, range(1, 12))
        name = _check_name(check, option, here)
        check.string(option, "description", here, 1, 100, required=True)
        if name in names:
            text = "Option name already exists"
            check.fail((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text)
        elif name is not None:
            names.add(name)
        if kind in {SUBCOMMAND, GROUP}:
            _check_nested(check, option, here, depth)
            continue
        if option.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            check.fail(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen |= not option.get("required")
        if kind is not None:
            _check_value(check, option, here, kind)


def _check_nested(check: Checker, option: JSON, path: Path, depth: int) -> None:
    group = option["type"] == GROUP
    if depth > (0 if group else 1):
        text = "Sub-command option types are not allowed here"
        check.fail((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        return
    _check_options(check, option, path, 1 if group else 2)
    if group and any(one.get("type") != SUBCOMMAND for one in option.get("options") or []):
        text = "A sub-command group holds sub-commands only"
        check.fail((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _check_value(check: Checker, option: JSON, path: Path, kind: int) -> None:
    """Check the limits on an option's value: choices, autocomplete, range, length."""
    choices = option.get("choices") or []
    if choices and kind not in {STRING, INTEGER, NUMBER}:
        text = "Choices are only valid for string, integer and number options"
        check.fail((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", text)
    elif choices:
        check_choice_list(check, option, path, kind)
        for key in ("name", "value"):
            values = [one.get(key) for one in choices if isinstance(one, dict)]
            if len({str(value) for value in values}) < len(values) <= MOST_CHOICES:
                text = f"Option choice {key} already exists"
                code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
                check.fail((*path, "choices"), code, text)
    if option.get("autocomplete") and (choices or kind not in {STRING, INTEGER, NUMBER}):
        text = "Autocomplete needs a string, integer or number option without choices"
        check.fail(
            (*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", text
        )
    if kind == STRING:
        check.integer(option, "min_length", path, 0, 6_000)
        check.integer(option, "max_length", path, 1, 6_000)
    for key in ("min_value", "max_value"):
        value = option.get(key)
        if value is not None and kind == INTEGER:
            check.integer(option, key, path, -LARGEST, LARGEST)
        elif value is not None and kind != NUMBER:
            text = "Only integer and number options have a range"
            check.fail((*path, key), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", text)
