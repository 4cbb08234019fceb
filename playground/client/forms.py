"""Fills in a modal: turns values by custom id into the components Discord sends back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import Refused
from playground.validation.components import LABEL, ROW, SELECTS, STRING_SELECT, TEXT_INPUT
from playground.validation.modals import CHECKBOX, RADIO, UPLOAD, check_answer, fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.client.options import Reader
    from playground.model import JSON

OPTION_TYPES = {5: 6, 6: 8, 7: 9, 8: 7}  # select type -> option type


def answers(modal: JSON, values: Mapping[str, Any], reader: Reader) -> list[JSON]:
    """Return the submitted components; refuse what Discord's client would not submit."""
    known = {field["custom_id"] for field, _ in fields_of(modal)}
    for name in values:
        if name not in known:
            raise Refused(f"The form has no field “{name}”; it has {', '.join(sorted(known))}.")
    for field, label in fields_of(modal):
        check_answer(field, label, _given(field, values))
    return [_answer(component, values, reader) for component in modal["components"]]


def _given(field: JSON, values: Mapping[str, Any]) -> Any:
    """Return the value filled in, or the field's initial value."""
    if field["custom_id"] in values:
        return values[field["custom_id"]]
    kind = field["type"]
    if kind == TEXT_INPUT:
        return field.get("value")
    if kind == CHECKBOX:
        return field.get("default", False)
    if kind in SELECTS - {STRING_SELECT}:
        return [one["id"] for one in field.get("default_values") or []]
    preset = [one["value"] for one in field.get("options") or [] if one.get("default")]
    return (preset[0] if preset else None) if kind == RADIO else preset


def _answer(component: JSON, values: Mapping[str, Any], reader: Reader) -> JSON:
    kind = component["type"]
    about: JSON = {"type": kind, "id": component.get("id", 0)}
    if kind == ROW:
        fields = [_field(one, values, reader) for one in component["components"]]
        return about | {"components": fields}
    if kind == LABEL:
        return about | {"component": _field(component["component"], values, reader)}
    return about


def _field(field: JSON, values: Mapping[str, Any], reader: Reader) -> JSON:
    kind = field["type"]
    about: JSON = {"type": kind, "id": field.get("id", 0), "custom_id": field["custom_id"]}
    value = _given(field, values)
    if kind == TEXT_INPUT:
        return about | {"value": "" if value is None else str(value)}
    if kind == CHECKBOX:
        return about | {"value": bool(value)}
    if kind == RADIO:
        return about | {"value": value}
    chosen = value if isinstance(value, list) else [] if value is None else [value]
    if kind in SELECTS - {STRING_SELECT}:
        option = {"name": field["custom_id"], "type": OPTION_TYPES[kind]}
        chosen = [reader.value(option, one) for one in chosen]
    elif kind == UPLOAD:
        option = {"name": field["custom_id"], "type": 11}
        chosen = [reader.value(option, one) for one in chosen]
    return about | {"values": chosen}
