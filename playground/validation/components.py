"""Rules for a message's components, both the old rows and Components V2.

`Layout` walks a tree once: it checks every component, counts components and text, gives each one
its numeric id and collects the custom ids and media it meets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.model import JSON
    from playground.validation.fields import Checker, Path

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL = 18

TOP_V2 = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER})
IN_CONTAINER = TOP_V2 - {CONTAINER}
MOST_COMPONENTS = 40
MOST_TEXT = 4_000
LINK, PREMIUM = 5, 6


class Layout:
    """One message's components under inspection."""

    def __init__(self, check: Checker, *, v2: bool) -> None:
        self._check = check
        self._v2 = v2
        self._custom_ids: set[str] = set()
        self._seen: list[JSON] = []
        self.media: list[JSON] = []  # every {"url": …} found, to be resolved
        self.text = 0

    def inspect(self, components: list[JSON]) -> None:
        """Check a message's whole list of components."""
        check, path = self._check, ("components",)
        if not self._v2 and len(components) > 5:
            text = "Must be 5 or fewer in length."
            check.fail(path, "BASE_TYPE_MAX_LENGTH", text)
        for index, component in enumerate(components):
            self._one(component, (*path, index), TOP_V2 if self._v2 else {ROW})
        if self._v2 and len(self._seen) > MOST_COMPONENTS:
            text = f"The maximum number of components is {MOST_COMPONENTS}, got {len(self._seen)}."
            check.fail(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
        if self.text > MOST_TEXT:
            text = f"Displayable text may be {MOST_TEXT} characters in all, got {self.text}."
            check.fail(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
        self._number()

    def _number(self) -> None:
        """Give each component without an id one, counting up and skipping those taken."""
        taken = {one["id"] for one in self._seen if isinstance(one.get("id"), int) and one["id"]}
        following = 1
        for component in self._seen:
            if not component.get("id"):
                while following in taken:
                    following += 1
                component["id"] = following
                following += 1

    def _one(self, component: JSON, path: Path, allowed: set[int] | frozenset[int]) -> None:
        kind = self._check.choice(component, "type", path, allowed)
        if kind is not None:
            self._check.integer(component, "id", path, 0, 2**31 - 1)
            self._seen.append(component)
            _CHECKS[kind](self, component, path)

    def _row(self, row: JSON, path: Path) -> None:
        children = self._check.items(row, "components", path, 1, 5, required=True)
        inside = (*path, "components")
        for index, child in enumerate(children):
            self._one(child, (*inside, index), {BUTTON} | SELECTS)
        if len(children) > 1 and any(child.get("type") in SELECTS for child in children):
            text = "A row holds up to five buttons or one select, not both."
            self._check.fail(inside, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)

    def _custom_id(self, component: JSON, path: Path) -> None:
        custom_id = self._check.string(component, "custom_id", path, 1, 100, required=True)
        if custom_id is None:
            return
        if custom_id in self._custom_ids:
            text = "Component custom id cannot be duplicated"
            self._check.fail((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self._custom_ids.add(custom_id)

    def _button(self, button: JSON, path: Path) -> None:
        check = self._check
        style = check.choice(button, "style", path, range(1, 7))
        label = check.string(button, "label", path, 0, 80)
        check.boolean(button, "disabled", path)
        if style == LINK:
            url = check.string(button, "url", path, 1, 512, required=True)
            if url is not None and not url.startswith(("http://", "https://", "discord://")):
                text = "Scheme must be one of ('http', 'https', 'discord')."
                check.fail((*path, "url"), "URL_TYPE_INVALID_SCHEME", text)
            if "custom_id" in button:
                text = "A custom id and url cannot both be specified"
                check.fail(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_ARE_MUTUALLY_EXCLUSIVE", text)
        elif style == PREMIUM:
            check.string(button, "sku_id", path, 1, required=True)
        elif style is not None:
            self._custom_id(button, path)
            if "url" in button:
                text = "Only link buttons have a url"
                check.fail((*path, "url"), "BUTTON_COMPONENT_INVALID_URL", text)
        if style not in {None, PREMIUM} and not label and not button.get("emoji"):
            check.required((*path, "label"))

    def _select(self, select: JSON, path: Path) -> None:
        self._custom_id(select, path)
        check_select(self._check, select, path)

    def _section(self, section: JSON, path: Path) -> None:
        children = self._check.items(section, "components", path, 1, 3, required=True)
        for index, child in enumerate(children):
            self._one(child, (*path, "components", index), {TEXT})
        accessory = section.get("accessory")
        if isinstance(accessory, dict):
            self._one(accessory, (*path, "accessory"), {BUTTON, THUMBNAIL})
        else:
            self._check.required((*path, "accessory"))

    def _text(self, display: JSON, path: Path) -> None:
        content = self._check.string(display, "content", path, 1, MOST_TEXT, required=True)
        self.text += len(content or "")

    def _media(self, item: JSON, key: str, path: Path) -> None:
        media = item.get(key)
        if not isinstance(media, dict):
            self._check.required((*path, key))
            return
        allowed = ("attachment://",) if key == "file" else ("http://", "https://", "attachment://")
        url = self._check.string(media, "url", (*path, key), 1, 2048, required=True)
        if url is not None and not url.startswith(allowed) and "/cdn/" not in url:
            text = f"Scheme must be one of {allowed}."
            self._check.fail((*path, key, "url"), "URL_TYPE_INVALID_SCHEME", text)
        elif url is not None:
            self.media.append(media)
        self._check.boolean(item, "spoiler", path)

    def _thumbnail(self, thumbnail: JSON, path: Path) -> None:
        self._media(thumbnail, "media", path)
        self._check.string(thumbnail, "description", path, 0, 1024)

    def _gallery(self, gallery: JSON, path: Path) -> None:
        items = self._check.items(gallery, "items", path, 1, 10, required=True)
        for index, item in enumerate(items):
            self._thumbnail(item, (*path, "items", index))

    def _file(self, file: JSON, path: Path) -> None:
        self._media(file, "file", path)

    def _separator(self, separator: JSON, path: Path) -> None:
        self._check.boolean(separator, "divider", path)
        self._check.choice(separator, "spacing", path, (1, 2), required=False)

    def _container(self, container: JSON, path: Path) -> None:
        self._check.integer(container, "accent_color", path, 0, 0xFFFFFF)
        self._check.boolean(container, "spoiler", path)
        children = self._check.items(container, "components", path, 1, required=True)
        for index, child in enumerate(children):
            self._one(child, (*path, "components", index), IN_CONTAINER)


def check_select(check: Checker, select: JSON, path: Path, *, in_modal: bool = False) -> None:
    """Check what all selects share, and a string select's options."""
    check.string(select, "placeholder", path, 0, 150)
    low = check.integer(select, "min_values", path, 0, 25)
    high = check.integer(select, "max_values", path, 1, 25)
    if low is not None and low > (1 if high is None else high):
        text = "min_values must be at most max_values"
        check.fail((*path, "min_values"), "COMPONENT_SELECT_INVALID_RANGE", text)
    if select["type"] == STRING_SELECT:
        check_options(check, select, path, 1, 25)
    if not in_modal:
        check.boolean(select, "disabled", path)


def check_options(check: Checker, parent: JSON, path: Path, low: int, high: int) -> None:
    """Check the options of a select or of a group of radio buttons or checkboxes."""
    values: set[str] = set()
    for index, option in enumerate(check.items(parent, "options", path, low, high, required=True)):
        here = (*path, "options", index)
        check.string(option, "label", here, 1, 100, required=True)
        check.string(option, "description", here, 0, 100)
        value = check.string(option, "value", here, 1, 100, required=True)
        if value in values:
            text = "The specified option value is already used"
            check.fail((*here, "value"), "COMPONENT_SELECT_OPTION_VALUE_DUPLICATED", text)
        elif value is not None:
            values.add(value)


_CHECKS: dict[int, Callable[[Layout, JSON, Path], None]] = {
    ROW: Layout._row,  # noqa: SLF001 - the class's own table
    BUTTON: Layout._button,  # noqa: SLF001
    SECTION: Layout._section,  # noqa: SLF001
    TEXT: Layout._text,  # noqa: SLF001
    THUMBNAIL: Layout._thumbnail,  # noqa: SLF001
    GALLERY: Layout._gallery,  # noqa: SLF001
    FILE: Layout._file,  # noqa: SLF001
    SEPARATOR: Layout._separator,  # noqa: SLF001
    CONTAINER: Layout._container,  # noqa: SLF001
    **dict.fromkeys(SELECTS, Layout._select),  # noqa: SLF001
}
