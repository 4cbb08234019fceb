"""Hostile names and texts wherever the page shows one, on a phone: nothing acts, nothing breaks.

Two checks look for forbidden acts: one on the page, and its content-security policy, which reports
every attempt.
"""

import io

import pytest
from PIL import Image

from playground import posting
from playground.model import ChannelType
from playground.validation.choices import focused
from tests.playground.page import DIALOG, FOCUSED, TOOLS, button, message, slot
from tests.playground.scripted import V2, push, text
from tests.sweeps import by_turns

HOSTILE = {
    "script": "<script>window.hurt = 1</script>",
    "markup": '"><img src=x onerror="window.hurt = 1"><style>*{display:none}</style>',
    "link": "[go](javascript:window.hurt=1) <javascript:window.hurt=1> javascript:window.hurt=1",
    "long": "w" * 2000,
}
SLOW = by_turns("script", "link", "long", marks=[pytest.mark.slow])
EVIL_URL = "javascript:window.hurt=1"
WATCH = """(() => {
  window.violations = [];
  const note = (it) => violations.push(it.violatedDirective);
  document.addEventListener("securitypolicyviolation", note);
})()"""
HARM = """(() => {
  const harm = [...violations];
  if (window.hurt !== undefined) harm.push("it ran");
  for (const node of document.querySelectorAll("body *")) {
    if (node.matches("script, style, iframe, object, embed, link, base, meta, svg")) {
      harm.push(node.outerHTML.slice(0, 200));
    }
    for (const { name } of node.attributes) if (/^(on|srcdoc$)/.test(name)) harm.push(name);
    const address = node.getAttribute("href") ?? node.getAttribute("src");
    if (address && !["http:", "https:"].includes(new URL(address, location.href).protocol)) {
      harm.push(address);
    }
    if (node.localName === "img" && !node.src.startsWith(location.origin)) harm.push(node.src);
  }
  return harm;
})()"""
WIDE = """[...document.querySelectorAll("html, #scroll, #side, #places, #tools-body, #composer,"
  + " #picker, #notice, .top, dialog, dialog form, .choices-list")]
  .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
  .map((it) => `${it.localName}#${it.id}.${it.className}: ${it.scrollWidth} > ${it.clientWidth}`)"""


@pytest.fixture(params=["markup", *SLOW], autouse=True)
async def hostile(request, raw_page):
    """Return a text of a kind, cut to a length; check the page afterwards."""
    await raw_page.tab.resize(360, 720)
    await raw_page.tab.run(WATCH)
    yield lambda length: HOSTILE[request.param][:length]
    await unharmed(raw_page)


async def unharmed(page):
    assert await page.value(HARM) == []
    assert await page.value(WIDE) == []


def png():
    data = io.BytesIO()
    Image.new("RGB", (120, 60), "green").save(data, "PNG")
    return data.getvalue()


async def shows(page, node, said):
    """Check that some element's own text is the text as written."""
    await page.tab.until(f"{node}?.textContent.includes({said!r})")


async def test_in_components(scripted, hostile):
    page = scripted.page
    media = {"url": "attachment://green.png"}
    about = hostile(1000)
    options = [
        {"label": hostile(100), "value": hostile(90), "description": hostile(100)},
        {"label": "tame", "value": "tame"},
    ]
    layout = [
        text("here: " + hostile(500)),
        {"type": 9, "components": [text(hostile(300))], "accessory": push(hostile(80))},
        {
            "type": 9,
            "components": [text(hostile(300))],
            "accessory": {"type": 11, "media": media, "description": about},
        },
        {"type": 12, "items": [{"media": media, "description": about}]},
        {"type": 1, "components": [push(hostile(80), custom_id=str(n)) for n in range(5)]},
        {
            "type": 1,
            "components": [
                {"type": 3, "custom_id": "it", "placeholder": hostile(150), "options": options}
            ],
        },
    ]
    data = {"flags": V2, "components": layout, "attachments": [{"id": 0, "filename": "green.png"}]}
    await scripted.answer(data, [("green.png", png())], sees="here: ")
    body = message("here: ")
    await shows(page, f"{body}.querySelector('.section .button')", hostile(80))
    await shows(page, f"{body}.querySelector('.chooser')", hostile(150))
    await unharmed(page)
    await page.tab.click(f"{body}.querySelector('.chooser')")
    await shows(page, "document.querySelector(':popover-open .choice')", hostile(100))
    await unharmed(page)
    await page.tab.click("document.querySelector(':popover-open .choice')")
    assert (await scripted.pressed())["values"] == [hostile(90)]
    await shows(page, f"{body}.querySelector('.chooser .shown')", hostile(100))
    await page.tab.click(f"{body}.querySelector('.thumbnail .alt')")
    await shows(page, "document.querySelector('.alt-text:popover-open')", about)
    box = "document.querySelector('.alt-text:popover-open').getBoundingClientRect()"
    assert await page.value(f"{box}.left >= 0 && {box}.right <= innerWidth")


async def test_in_embeds_and_files(scripted, hostile, harness):
    page = scripted.page
    embed = {
        "title": hostile(256),
        "description": "embedded " + hostile(600),
        "url": "https://example.org/",
        "author": {"name": hostile(256)},
        "footer": {"text": hostile(256)},
        "fields": [{"name": hostile(256), "value": hostile(600), "inline": n} for n in (0, 1, 1)],
    }
    files = [("a.txt", b"cat"), ("green.png", png())]
    await scripted.answer({"content": hostile(500), "embeds": [embed]}, files, sees="embedded ")
    post = list(harness.channel("general").messages.values())[-1]
    # The page does not trust even names that the server would not let in.
    post.attachments[0]["filename"] = post.attachments[1]["filename"] = hostile(120)
    post.attachments[0]["url"] = EVIL_URL
    post.embeds[0]["url"] = EVIL_URL
    post.embeds[0]["image"] = {"url": EVIL_URL}
    posting.changed(harness.world, post)
    body = message("embedded ")
    await page.tab.until(f"!{body}.querySelector('.embed a[href^=https]')")
    for at in (".title", "dt", ".subtext"):
        await shows(page, f"{body}.querySelector('.embed {at}')", hostile(256))
    await shows(page, f"{body}.querySelector('.file')", hostile(120))


async def test_in_addresses(scripted, hostile, harness):
    page = scripted.page
    row = {"type": 1, "components": [push(hostile(80), 5, url="https://example.org/")]}
    media = {"url": "https://example.org/a.png"}
    gallery = {"type": 12, "items": [{"media": media, "description": hostile(500)}]}
    await scripted.answer({"flags": V2, "components": [text("linked"), row, gallery]})
    await page.sees("linked")
    post = list(harness.channel("general").messages.values())[-1]
    post.components[1]["components"][0]["url"] = EVIL_URL
    post.components[2]["items"][0]["media"]["url"] = EVIL_URL
    posting.changed(harness.world, post)
    await page.tab.until(f"!{message('linked')}.querySelector('.row a[href]')")
    await shows(page, f"{message('linked')}.querySelector('.tile')", hostile(500))
    await page.tab.click(f"{message('linked')}.querySelector('.row a')")


async def test_in_forms(scripted, hostile):
    page = scripted.page

    def label(name, field):
        about = {"label": hostile(45), "description": hostile(100)}
        return {"type": 18, **about, "component": {"custom_id": name, **field}}

    options = [
        {"label": hostile(100), "value": f"v{n}", "description": hostile(100)} for n in (1, 2)
    ]
    parts = [
        text(hostile(500)),
        label("short", {"type": 4, "style": 1, "placeholder": hostile(100), "value": hostile(500)}),
        label("tree", {"type": 3, "options": options, "placeholder": hostile(150)}),
        label("one", {"type": 21, "options": options}),
        label("some", {"type": 22, "options": options}),
    ]
    form = {"custom_id": "form", "title": hostile(45), "components": parts}
    status, body = await scripted.raw.respond(await scripted.asked(), 9, form)
    assert status in {200, 204}, body
    await shows(page, f"{DIALOG}?.querySelector('h2')", hostile(45))
    await shows(page, f"{DIALOG}.querySelector('legend')", hostile(45))
    await shows(page, f"{DIALOG}.querySelector('.choice-line small')", hostile(100))
    assert await page.value(f"{DIALOG}.querySelector('input').value") == hostile(500)
    await unharmed(page)
    await page.tab.run(f"{DIALOG}.querySelector('.chooser').focus()")
    await page.tab.key("ArrowDown")
    await unharmed(page)
    await page.tab.key("Enter")
    await page.tab.click(button("Submit", DIALOG))
    await page.tab.until(f"{DIALOG}.querySelector('.error').textContent.includes({hostile(45)!r})")


async def test_in_commands(scripted, hostile, harness):
    page, tab, raw = scripted.page, scripted.page.tab, scripted.raw
    choices = [{"name": hostile(100), "value": "x"}]
    long = "o" * 32
    said = {"type": 3, "description": hostile(100)}
    options = [
        {**said, "name": long, "choices": choices, "required": True},
        {**said, "name": "typed", "autocomplete": True},
    ]
    command = {"name": "c" * 32, "description": hostile(100), "options": options}
    await raw.register({"name": "it", "description": "It"}, command)
    await page.type("/ccc")
    await shows(page, "document.querySelector('.pick span')", hostile(100))
    await unharmed(page)
    await tab.key("Tab")
    await tab.until(f"{FOCUSED} === {slot(long)}")
    await shows(page, "document.querySelector('.pick b')", hostile(100))
    await shows(page, "document.getElementById('hint')", hostile(100))
    await unharmed(page)
    await tab.key("ArrowDown", "Enter")
    assert await page.value(f"{slot(long)}.value") == hostile(100)
    await tab.type("typed")
    await tab.key("Tab")
    await tab.until(f"{FOCUSED} === {slot('typed')}")
    await tab.type(hostile(500))
    asked = await raw.event("INTERACTION_CREATE")
    while focused(asked["data"])["value"] != hostile(500):  # those for "" come first
        asked = await raw.event("INTERACTION_CREATE")
    await raw.respond(asked, 8, {"choices": [{"name": hostile(100), "value": hostile(100)}]})
    await shows(page, "document.querySelector('.pick b')", hostile(100))
    await unharmed(page)
    await tab.key("Escape", "Escape")  # as one line
    await tab.key("Enter")
    await page.tab.until("document.querySelector('.note, #error:not([hidden])')")


async def test_in_names(scripted, hostile, harness):
    page, world = scripted.page, harness.world
    await page.tab.run(f"{TOOLS}.open = true")
    pia = harness.person("pia").user
    guild = harness.guild("Word House")
    pia.display_name, pia.about = hostile(32), hostile(100)
    guild.name = hostile(100)
    harness.channel("contests").name = hostile(100)
    general = harness.channel("general")
    general.name, general.topic = hostile(100), hostile(1000)
    world.bot.display_name = world.bot.name = hostile(32)
    role = world.create_role(guild, hostile(100))
    place = posting.build(world, general, pia, {"content": f"by <@{pia.id}> <@&{role.id}>"}, {})
    world.conversation(harness.person("olive").user, pia)
    world.changed("people")
    await shows(page, "document.querySelector('#places h2')", hostile(100))
    await page.tab.until(f"document.getElementById('topic').textContent === {hostile(1000)!r}")
    posting.post(world, place)
    for channel in world.channels.values():
        if channel.type is ChannelType.GROUP_DM:
            channel.name = hostile(100)
    await page.sees("by ")
    await shows(page, f"{message('by ')}.querySelector('.author')", hostile(32))
    await shows(page, f"{message('by ')}.querySelector('.mention')", hostile(32))
    await scripted.answer({"content": "named"}, sees="named")
    reply = posting.build(world, general, world.bot, {"content": "replied"}, {})
    posting.set_reply(reply, place.id)
    posting.post(world, reply)
    await page.sees("replied")
    await shows(page, f"{message('replied')}.querySelector('.reply b')", hostile(32))
    await unharmed(page)
    await page.tab.click("document.getElementById('menu')")
    await page.tab.until("document.body.classList.contains('side-open')")
    await unharmed(page)
    await page.tab.run(f"void (location.hash = 'user=' + encodeURIComponent({hostile(300)!r}))")
    await shows(page, "document.getElementById('notice')", "is not in this playground")
