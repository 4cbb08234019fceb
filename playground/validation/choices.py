"""Rules for the choices of an option, set or completed while typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.validation.fields import Checker, Path

if TYPE_CHECKING:
    from playground.model import JSON

STRING, INTEGER, NUMBER = 3, 4, 10
MOST_CHOICES = 25
LARGEST = 2**53


def check_choices(asked: JSON, data: JSON) -> None:
    """Raise Discord's 400 unless these choices answer the focused option of an autocomplete."""
    check = Checker()
    kind = focused(asked)["type"]
    check_choice_list(check, data, (), kind)
    check.done()


def focused(data: JSON) -> JSON:
    """Return the option that is being typed."""
    for option in data.get("options", []):
        if option.get("focused"):
            found: JSON = option
            return found
        if "options" in option:
            return focused(option)
    raise LookupError("no option has the focus")


def check_choice_list(check: Checker, parent: JSON, path: Path, kind: int) -> None:
    """Check `choices`: how many, their names, their values' type."""
    for index, choice in enumerate(check.items(parent, "choices", path, 0, MOST_CHOICES)):
        here = (*path, "choices", index)
        check.string(choice, "name", here, 1, 100, required=True)
        if kind == STRING:
            check.string(choice, "value", here, 1, 100, required=True)
        elif kind == INTEGER:
            check.integer(choice, "value", here, -LARGEST, LARGEST, required=True)
        elif isinstance(choice.get("value"), bool) or not isinstance(
            choice.get("value"), int | float
        ):
            text = f'Value "{choice.get("value")}" is not float.'
            check.fail((*here, "value"), "NUMBER_TYPE_COERCE", text)
