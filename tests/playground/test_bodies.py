"""What a message or a form may hold, by the raw protocol: libraries do not enforce it."""

from __future__ import annotations

import pytest

from tests.playground.raw import ask, code

V2 = 1 << 15


def text(content="hello"):
    return {"type": 10, "content": content}


def button(**about):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **about}


def row(*children):
    return {"type": 1, "components": list(children)}


def deepest(errors):
    """Yield (path, code) of every fault in Discord's nested format."""
    for key, value in errors.items():
        if key == "_errors":
            yield from (((), one["code"]) for one in value)
        else:
            yield from (((key, *path), code) for path, code in deepest(value))


# Messages

REJECTED = {
    "too much text": ({"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    "content with V2": (
        {"flags": V2, "content": "no", "components": [text()]},
        ("content",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 component without the flag": (
        {"components": [text()]},
        ("components", "0", "type"),
        "BASE_TYPE_CHOICES",
    ),
    "4,001 characters": (
        {"flags": V2, "components": [text("x" * 2000), text("x" * 2001)]},
        ("components",),
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "41 components": (
        {"flags": V2, "components": [text()] * 41},
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "41 components, nested": (
        {"flags": V2, "components": [{"type": 17, "components": [text()] * 40}]},
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "a long custom id": (
        {"components": [row(button(custom_id="x" * 101))]},
        ("components", "0", "components", "0", "custom_id"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "one custom id twice": (
        {"components": [row(button(), button())]},
        ("components", "0", "components", "1", "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a long label": (
        {"components": [row(button(label="x" * 81))]},
        ("components", "0", "components", "0", "label"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "six buttons in a row": (
        {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
        ("components", "0", "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": (
        {"components": [row()]},
        ("components", "0", "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a button next to a select": (
        {"components": [row(button(), {"type": 5, "custom_id": "who"})]},
        ("components", "0", "components"),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a link with a custom id": (
        {"components": [row(button(style=5, url="https://example.org"))]},
        ("components", "0", "components", "0"),
        "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_ARE_MUTUALLY_EXCLUSIVE",
    ),
    "a script for a link": (
        {"components": [row({"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"})]},
        ("components", "0", "components", "0", "url"),
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a select without options": (
        {"components": [row({"type": 3, "custom_id": "s", "options": []})]},
        ("components", "0", "components", "0", "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a section without accessory": (
        {"flags": V2, "components": [{"type": 9, "components": [text()]}]},
        ("components", "0", "accessory"),
        "BASE_TYPE_REQUIRED",
    ),
    "a container in a container": (
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": []}]}]},
        ("components", "0", "components", "0", "type"),
        "BASE_TYPE_CHOICES",
    ),
    "an attachment that was not sent": (
        {
            "flags": V2,
            "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}],
        },
        ("components",),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "eleven embeds": ({"embeds": [{"title": "t"}] * 11}, ("embeds",), "BASE_TYPE_BAD_LENGTH"),
    "a long embed": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        ("embeds",),
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "mentions both ways": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        ("allowed_mentions",),
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


@pytest.mark.parametrize("name", REJECTED)
async def test_a_bad_message_is_refused_where_it_is_bad(raw, harness, name):
    body, path, code = REJECTED[name]
    _, interaction = await ask(raw, harness)
    status, answer = await raw.respond(interaction, 4, body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert (path, code) in list(deepest(answer["errors"]))


async def test_the_most_a_layout_may_hold_is_taken(raw, harness):
    _, interaction = await ask(raw, harness)
    body = {"flags": V2, "components": [text("x" * 100) for _ in range(40)]}
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
    assert (status, list(deepest(body["errors"]))) == (
        400,
        [(("flags",), "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED")],
    )
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
        ({"title": "x" * 46}, ("title",)),
        ({"title": ""}, ("title",)),
        ({"custom_id": "x" * 101}, ("custom_id",)),
        ({"components": []}, ("components",)),
        ({"components": [label(FIELD)] * 6}, ("components",)),
        ({"components": [label(FIELD, "x" * 46)]}, ("components", "0", "label")),
        ({"components": [label(button())]}, ("components", "0", "component", "type")),
        (
            {"components": [label(FIELD), label(FIELD)]},
            ("components", "1", "component", "custom_id"),
        ),
        ({"components": [text("")]}, ("components", "0", "content")),
    ],
)
async def test_a_bad_form_is_refused_where_it_is_bad(raw, harness, modal, path):
    _, interaction = await ask(raw, harness)
    whole = {"title": "Form", "custom_id": "form", "components": [label(FIELD)], **modal}
    status, body = await raw.respond(interaction, 9, whole)
    assert status == 400
    assert path in [found for found, _ in deepest(body["errors"])]
