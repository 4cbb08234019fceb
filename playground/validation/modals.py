"""Rules for a modal: its title, its fields, and what a user may submit in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.errors import Refused
from playground.validation.components import (
    LABEL,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    check_options,
    check_select,
)
from playground.validation.fields import Checker, Path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.model import JSON

UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 19, 21, 22, 23
FIELDS = frozenset({TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX}) | SELECTS


def check_modal(data: JSON) -> None:
    """Raise Discord's 400 unless this is a modal Discord would show."""
    check = Checker()
    check.string(data, "custom_id", (), 1, 100, required=True)
    check.string(data, "title", (), 1, 45, required=True)
    custom_ids: set[str] = set()
    for index, component in enumerate(check.items(data, "components", (), 1, 5, required=True)):
        path: Path = ("components", index)
        kind = check.choice(component, "type", path, {ROW, TEXT, LABEL})
        if kind == TEXT:
            check.string(component, "content", path, 1, 4_000, required=True)
        elif kind == ROW:
            for place, child in enumerate(check.items(component, "components", path, 1, 1)):
                check.string(child, "label", (*path, "components", place), 1, 45, required=True)
                _field(check, child, (*path, "components", place), {TEXT_INPUT}, custom_ids)
        elif kind == LABEL:
            check.string(component, "label", path, 1, 45, required=True)
            check.string(component, "description", path, 0, 100)
            inner = component.get("component")
            if isinstance(inner, dict):
                _field(check, inner, (*path, "component"), FIELDS, custom_ids)
            else:
                check.required((*path, "component"))
    check.done()


def _field(
    check: Checker,
    field: JSON,
    path: Path,
    allowed: set[int] | frozenset[int],
    custom_ids: set[str],
) -> None:
    kind = check.choice(field, "type", path, allowed)
    if kind is None:
        return
    custom_id = check.string(field, "custom_id", path, 1, 100, required=True)
    if custom_id in custom_ids:
        text = "Component custom id cannot be duplicated"
        check.fail((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
    elif custom_id is not None:
        custom_ids.add(custom_id)
    check.boolean(field, "required", path)
    if kind == TEXT_INPUT:
        check.choice(field, "style", path, (1, 2))
        check.integer(field, "min_length", path, 0, 4_000)
        check.integer(field, "max_length", path, 1, 4_000)
        check.string(field, "value", path, 0, 4_000)
        check.string(field, "placeholder", path, 0, 100)
    elif kind in SELECTS:
        check_select(check, field, path, in_modal=True)
    elif kind == UPLOAD:
        check.integer(field, "min_values", path, 0, 10)
        check.integer(field, "max_values", path, 1, 10)
    elif kind == RADIO:
        check_options(check, field, path, 2, 10)
    elif kind == CHECKBOXES:
        check_options(check, field, path, 1, 10)


def fields_of(modal: JSON) -> Iterator[tuple[JSON, str]]:
    """Yield every field of a modal with its label."""
    for component in modal["components"]:
        if component["type"] == LABEL:
            yield component["component"], component["label"]
        elif component["type"] == ROW:
            yield component["components"][0], component["components"][0]["label"]


def check_answer(field: JSON, label: str, value: object) -> None:
    """Refuse a field's answer that Discord's client would not let a person submit."""
    required = field.get("required", True)
    kind = field["type"]
    if value is None or value in ("", []):
        if required and kind != CHECKBOX and field.get("min_values", 1) != 0:
            raise Refused(f"“{label}” must be filled in.")
        return
    if kind == TEXT_INPUT:
        length = len(str(value))
        low, high = field.get("min_length") or 0, field.get("max_length") or 4_000
        if not low <= length <= high:
            raise Refused(f"“{label}” must be {low} to {high} characters long; this is {length}.")
    elif kind in {3, RADIO, CHECKBOXES}:
        chosen = value if isinstance(value, list) else [value]
        offered = {option["value"] for option in field["options"]}
        for one in chosen:
            if one not in offered:
                raise Refused(f"“{one}” is not one of the options of “{label}”.")
        check_count(field, label, len(chosen))


def check_count(field: JSON, label: str, count: int) -> None:
    """Refuse too few or too many values."""
    most = len(field["options"]) if field["type"] == CHECKBOXES else 1
    low, high = field.get("min_values", 1), field.get("max_values", most)
    if not low <= count <= high:
        raise Refused(f"“{label}” takes {low} to {high} values; {count} were chosen.")
