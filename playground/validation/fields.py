"""Checks of single fields, and the nested error that Discord answers with (code 50035)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Collection

    from playground.model import JSON

Path = tuple[str | int, ...]


class Checker:
    """Collects everything that is wrong with one body, each fault at its path."""

    def __init__(self) -> None:
        self._errors: JSON = {}

    def fail(self, path: Path, code: str, message: str) -> None:
        """Note a fault."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def done(self) -> None:
        """Raise what was collected, if anything."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self._errors)

    @property
    def clean(self) -> bool:
        """Return whether nothing is wrong so far."""
        return not self._errors

    def string(
        self,
        body: JSON,
        key: str,
        path: Path,
        low: int = 0,
        high: int | None = None,
        *,
        required: bool = False,
    ) -> str | None:
        """Check a string's presence and length; return it if it is usable."""
        value = body.get(key)
        if value is None:
            if required:
                self.required((*path, key))
            return None
        if not isinstance(value, str):
            self.fail(
                (*path, key), "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.'
            )
            return None
        if low > len(value) or (high is not None and len(value) > high):
            self._bad_length((*path, key), value, low, high)
            return None
        return value

    def _bad_length(self, path: Path, value: str, low: int, high: int | None) -> None:
        if not value and low:
            self.required(path)
        elif high is None:
            self.fail(path, "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length.")
        elif low:
            self.fail(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        else:
            self.fail(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.fail(path, "BASE_TYPE_REQUIRED", "This field is required")

    def integer(
        self,
        body: JSON,
        key: str,
        path: Path,
        low: int | None = None,
        high: int | None = None,
        *,
        required: bool = False,
    ) -> int | None:
        """Check a whole number's presence and range; return it if it is usable."""
        value = body.get(key)
        if value is None:
            if required:
                self.required((*path, key))
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail((*path, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if low is not None and value < low:
            text = f"int value should be greater than or equal to {low}."
            self.fail((*path, key), "NUMBER_TYPE_MIN", text)
            return None
        if high is not None and value > high:
            text = f"int value should be less than or equal to {high}."
            self.fail((*path, key), "NUMBER_TYPE_MAX", text)
            return None
        return value

    def choice(
        self, body: JSON, key: str, path: Path, allowed: Collection[Any], *, required: bool = True
    ) -> Any:
        """Check that a value is among the allowed ones; return it if so."""
        value = body.get(key)
        if value is None:
            if required:
                self.required((*path, key))
            return None
        if isinstance(value, list | dict) or value not in allowed:
            listed = ", ".join(str(one) for one in sorted(allowed))
            self.fail((*path, key), "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
            return None
        return value

    def boolean(self, body: JSON, key: str, path: Path) -> bool | None:
        """Check a boolean; return it if it is usable."""
        value = body.get(key)
        if value is None or isinstance(value, bool):
            return value
        text = "Must be either true or false."
        self.fail((*path, key), "BOOLEAN_TYPE_CONVERT", text)
        return None

    def items(
        self,
        body: JSON,
        key: str,
        path: Path,
        low: int = 0,
        high: int | None = None,
        *,
        required: bool = False,
    ) -> list[JSON]:
        """Check a list of objects and its length; return the items that are objects."""
        value = body.get(key)
        here = (*path, key)
        if value is None:
            if required:
                self.required(here)
            return []
        if not isinstance(value, list):
            self.fail(here, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) or (high is not None and len(value) > high):
            top = len(value) if high is None else high
            text = f"Must be between {low} and {top} in length."
            self.fail(here, "BASE_TYPE_BAD_LENGTH", text)
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                text = "Only dictionaries may be used in a DictType"
                self.fail((*here, index), "DICT_TYPE_CONVERT", text)
        return [item for item in value if isinstance(item, dict)]


def body_object(value: object) -> JSON:
    """Return a request's body if it is an object, or raise the 400 for one that is not."""
    if isinstance(value, dict):
        return value
    raise ApiError(400, 50109, "The request body contains invalid JSON.")
