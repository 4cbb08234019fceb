"""The forms of a draft, built from the options of contests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.contests.options.contest import OPTIONS
from bot.contests.options.option import FIELDS, FORMS, ContestOption


@dataclass(frozen=True, slots=True)
class OptionForm:
    """A form of a draft: its button's label, its heading, its options."""

    label: str
    heading: str
    options: tuple[ContestOption[Any], ...]


def _forms() -> Mapping[str, OptionForm]:
    """Return the forms; a name with many options gets several."""
    found = {}
    for name, (label, heading) in FORMS.items():
        having = [option for option in OPTIONS if option.form == name]
        for number, start in enumerate(range(0, len(having), FIELDS), 1):
            more = f" {number}" if number > 1 else ""
            options = tuple(having[start : start + FIELDS])
            found[name + more.strip()] = OptionForm(label + more, heading + more, options)
    return found


OPTION_FORMS = _forms()
