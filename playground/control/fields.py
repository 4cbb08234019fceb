"""Reads the fields a page posts; a field of the wrong type is refused by its name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

from playground.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T", str, bool, int, float, list[Any], dict[str, Any])

KINDS = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list of texts and numbers",
    dict: "an object of texts, numbers and lists of them",
}
LONGEST_NUMBER = 20  # digits; an id has no more


def field(about: Mapping[str, Any], name: str, otherwise: T) -> T:
    """Return a field of the same type as `otherwise`, or `otherwise` if it is missing or null.

    An integer is accepted as a number and as a text: an id may be either.
    """
    value, kind = about.get(name), type(otherwise)
    if value is None:
        return otherwise
    if type(value) is int and kind in {str, float} and abs(value) < 10**LONGEST_NUMBER:
        value = kind(value)
    if type(value) is not kind or not _is_sound(value):
        raise Refused(f"“{name}” has to be {KINDS[kind]}.")
    return value


def digits_field(about: Mapping[str, Any], name: str) -> int:
    """Return a field of digits, such as an id; if missing, 0, which no object has as its id."""
    digits = field(about, name, "") or "0"
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        raise Refused(f"“{name}” has to be digits and nothing else.")
    return int(digits)


def _is_sound(value: object) -> bool:
    """Return whether a number is finite, and a list or an object no deeper than needed."""
    match value:
        case float():
            return math.isfinite(value)
        case list():
            return not any(isinstance(one, list | dict) for one in value)
        case dict():
            return all(not isinstance(one, dict) and _is_sound(one) for one in value.values())
    return True
