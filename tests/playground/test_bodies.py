"""What a message or a form may hold, by the raw protocol: libraries do not enforce it."""

import pytest

from tests.playground.raw import ask, code, faults

V2 = 1 << 15


def text(content="hello"):
    return {"type": 10, "content": content}


def button(**about):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **about}


def row(*children):
    return {"type": 1, "components": list(children)}


def container(*children):
    return {"type": 17, "components": list(children)}


def in_row(*children):
    """Return a message with these parts in its only row."""
    return {"components": [row(*children)]}


def layout(*children):
    return {"flags": V2, "components": list(children)}


# Messages

PART = "components.0.components.0"
"""Where the first part of the first row is."""
REJECTED = {
    "BASE_TYPE_MAX_LENGTH": {
        "too much text": ("content", {"content": "x" * 2001}),
        "a long label": (f"{PART}.label", in_row(button(label="x" * 81))),
    },
    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2": {
        "content with V2": ("content", {"content": "no", **layout(text())}),
    },
    "BASE_TYPE_CHOICES": {
        "V2 component without the flag": ("components.0.type", {"components": [text()]}),
        "a container in a container": (f"{PART}.type", layout(container(container()))),
    },
    "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED": {
        "4,001 characters": ("components", layout(text("x" * 2000), text("x" * 2001))),
    },
    "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED": {
        "41 components": ("components", layout(*[text()] * 41)),
        "41 components, nested": ("components", layout(container(*[text()] * 40))),
    },
    "BASE_TYPE_BAD_LENGTH": {
        "a long custom id": (f"{PART}.custom_id", in_row(button(custom_id="x" * 101))),
        "six buttons in a row": (
            "components.0.components",
            in_row(*(button(custom_id=str(n)) for n in range(6))),
        ),
        "an empty row": ("components.0.components", in_row()),
        "a select without options": (
            f"{PART}.options",
            in_row({"type": 3, "custom_id": "s", "options": []}),
        ),
        "eleven embeds": ("embeds", {"embeds": [{"title": "t"}] * 11}),
    },
    "COMPONENT_CUSTOM_ID_DUPLICATED": {
        "one custom id twice": ("components.0.components.1.custom_id", in_row(button(), button())),
    },
    "COMPONENT_LAYOUT_WIDTH_EXCEEDED": {
        "a button next to a select": (
            "components.0.components",
            in_row(button(), {"type": 5, "custom_id": "who"}),
        ),
    },
    "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_ARE_MUTUALLY_EXCLUSIVE": {
        "a link with a custom id": (PART, in_row(button(style=5, url="https://example.org"))),
    },
    "URL_TYPE_INVALID_SCHEME": {
        "a script for a link": (
            f"{PART}.url",
            in_row({"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"}),
        ),
    },
    "BASE_TYPE_REQUIRED": {
        "a section without accessory": (
            "components.0.accessory",
            layout({"type": 9, "components": [text()]}),
        ),
    },
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND": {
        "an attachment that was not sent": (
            "components",
            layout({"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}),
        ),
    },
    "MAX_EMBED_SIZE_EXCEEDED": {
        "a long embed": (
            "embeds",
            {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        ),
    },
    "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE": {
        "mentions both ways": (
            "allowed_mentions",
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        ),
    },
}


@pytest.mark.parametrize(
    ("fault", "name"), [(fault, name) for fault, some in REJECTED.items() for name in some]
)
async def test_a_bad_message_is_refused_where_it_is_bad(raw, harness, fault, name):
    path, body = REJECTED[fault][name]
    _, interaction = await ask(raw, harness)
    status, answer = await raw.respond(interaction, 4, body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert (path, fault) in list(faults(answer["errors"]))


async def test_the_most_a_layout_may_hold_is_taken(raw, harness):
    _, interaction = await ask(raw, harness)
    body = layout(*[text("x" * 100)] * 40)
    assert (await raw.respond(interaction, 4, body))[0] == 204
    _, message = await raw.call("GET", raw.answer_path(interaction))
    assert [one["id"] for one in message["components"]] == list(range(1, 41))


async def test_nothing_to_send(raw, harness):
    _, interaction = await ask(raw, harness)
    assert code(await raw.respond(interaction, 4, {"content": "  "})) == (400, 50006)


async def test_a_layout_stays_a_layout(raw, harness):
    _, interaction = await ask(raw, harness)
    await raw.respond(interaction, 4, {"flags": V2, "components": [text()]})
    path = raw.answer_path(interaction)
    status, body = await raw.call("PATCH", path, {"flags": 0, "components": []})
    (fault,) = faults(body["errors"])
    assert (status, fault) == (400, ("flags", "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED"))
    status, body = await raw.call("PATCH", path, {"content": "no"})
    assert status == 400
    status, body = await raw.call("PATCH", path, {"components": [text("new")]})
    assert (status, body["components"][0]["content"]) == (200, "new")


async def test_a_refused_edit_changes_nothing(raw, harness):
    _, interaction = await ask(raw, harness)
    await raw.respond(interaction, 4, {"content": "before"})
    path = raw.answer_path(interaction)
    status, _ = await raw.call("PATCH", path, {"content": "after", "components": [text()]})
    assert status == 400
    assert (await raw.call("GET", path))[1]["content"] == "before"


# Forms


def label(field, name="Field"):
    return {"type": 18, "label": name, "component": field}


FIELD = {"type": 4, "style": 1, "custom_id": "a"}


@pytest.mark.parametrize(
    ("modal", "path"),
    [
        ({"title": "x" * 46}, "title"),
        ({"title": ""}, "title"),
        ({"custom_id": "x" * 101}, "custom_id"),
        ({"components": []}, "components"),
        ({"components": [label(FIELD)] * 6}, "components"),
        ({"components": [label(FIELD, "x" * 46)]}, "components.0.label"),
        ({"components": [label(button())]}, "components.0.component.type"),
        ({"components": [label(FIELD), label(FIELD)]}, "components.1.component.custom_id"),
        ({"components": [text("")]}, "components.0.content"),
    ],
)
async def test_a_bad_form_is_refused_where_it_is_bad(raw, harness, modal, path):
    _, interaction = await ask(raw, harness)
    whole = {"title": "Form", "custom_id": "form", "components": [label(FIELD)], **modal}
    status, body = await raw.respond(interaction, 9, whole)
    assert status == 400
    assert path in [found for found, _ in faults(body["errors"])]
