"""Texts on the page: Discord's Markdown, and nothing that could act."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from tests.paths import ROOT
from tests.playground.page import Page, message

HOSTILE = """<script>window.hurt = 1</script> <img src=x onerror="window.hurt = 1">
[press](javascript:alert(1)) [fine](https://example.org/a) **bold** *it* __under__ ~~gone~~
`code <b>` ||hidden|| <t:1700000000:R> <@{olive}> snake_case_name 2 * 3 * 4 \\*plain\\*
# One
-# small
> quoted
- a
  - b
1. c
```
pre <b>
```"""
MARKUP = '"><img src=x onerror="window.hurt = 1"><style>*{display:none}</style>&lt;'
LONG = "x" * 1500
MARKDOWN = {
    "a\nb": "<p>a\nb</p>",
    "***x***": "<p><strong><em>x</em></strong></p>",
    "**a *b* c**": "<p><strong>a <em>b</em> c</strong></p>",
    "```py\nx = 1\n```": "<pre><code>x = 1</code></pre>",
    "```one line```": "<pre><code>one line</code></pre>",
    "a\n```\nb\n``` c": "<p>a</p><pre><code>b</code></pre><p> c</p>",
    "``a`b``": "<p><code>a`b</code></p>",
    "`**no**`": "<p><code>**no**</code></p>",
    "\\# no": "<p># no</p>",
    "#no": "<p>#no</p>",
    "> a\n> b\nc": "<blockquote><p>a\nb</p></blockquote><p>c</p>",
    ">>> a\nb": "<blockquote><p>a\nb</p></blockquote>",
    "> > a": "<blockquote><p>&gt; a</p></blockquote>",
    "3. a\n4. b": '<ol start="3"><li>a</li><li>b</li></ol>',
    "**open": "<p>**open</p>",
    "": '<p class="gap"></p>',
    "<t:99999999999999:R>": "<p>&lt;t:99999999999999:R&gt;</p>",
    "<@7>": '<p><span class="mention">@<bdi>7</bdi></span></p>',
    "<https://a.org/?a=1&b>.": (
        '<p><a href="https://a.org/?a=1&amp;b" target="_blank" rel="noopener noreferrer">'
        "https://a.org/?a=1&amp;b</a>.</p>"
    ),
    "</contests show:12>": (
        '<p><button type="button" class="mention" data-command="contests show">'
        "/contests show</button></p>"
    ),
}
# fmt: off
PATHOLOGICAL = [
    "*_" * 2000, "||" * 2000, "> " * 2000, ">>> " * 1000, "**a " * 1000, "[" * 4000,
    "`" * 3999, "<t:" * 1300, "\n".join(" " * i + "- a" for i in range(85)), "***" * 1300,
]
# fmt: on


async def shown(page: Page, text: str) -> str:
    """Return the HTML that a text becomes."""
    return await page.value(
        "Promise.all([import('/page/markdown.js'), import('/page/dom.js')]).then(([it, { el }]) =>"
        f" el('div', {{}}, it.markdown({json.dumps(text)}, {{ user: (id) => id }})).innerHTML)"
    )


async def test_everything_written_is_escaped(page, harness):
    olive = harness.person("olive")
    await olive.write(HOSTILE.replace("{olive}", str(olive.id)))
    await olive.write(LONG)
    await page.sees("snake_case_name")
    await page.sees("xxxx")
    body = message("snake_case_name") + ".querySelector('.text')"
    assert await page.value("window.hurt") is None
    for tag, text in {
        "strong": "bold",
        "em": "it",
        "u": "under",
        "s": "gone",
        "code": "code <b>",
        "pre": "pre <b>",
        ".subtext": "small",
        ".h1": "One",
        "blockquote": "quoted",
        "ul ul li": "b",
        ".text > ol li": "c",
        ".spoiler": "hidden",
        ".mention": "@Olive",
    }.items():
        assert await page.value(f"{body}.querySelector({tag!r}).textContent") == text
    links = f"[...{body}.querySelectorAll('a')].map((a) => a.href)"
    assert await page.value(links) == ["https://example.org/a"]
    text = await page.value(f"{body}.textContent")
    assert "snake_case_name 2 * 3 * 4 *plain*" in text
    assert await page.value(f"{body}.querySelector('script, img')") is None
    scroll = "document.getElementById('scroll')"
    assert await page.value(f"{scroll}.scrollWidth <= {scroll}.clientWidth")


async def test_names_and_answers_are_escaped_too(page, harness):
    harness.create_person(MARKUP[:30])
    harness.channel("general").topic = MARKUP
    harness.world.changed("places")
    await page.tab.until("document.getElementById('topic').textContent.includes('onerror')")
    await page.say(f"/think text:{MARKUP}", sees="onerror")
    assert not await page.has("document.querySelector('#log img, #log style, main script')")
    assert await page.value("window.hurt") is None


async def test_markdown(page):
    assert {text: await shown(page, text) for text in MARKDOWN} == MARKDOWN


async def test_pathological_texts_neither_hang_nor_break_the_page(page):
    for text in PATHOLOGICAL:
        assert await shown(page, text), text[:20]


async def test_timestamps_are_in_the_viewers_zone_and_go_on(page, harness):
    await page.tab.send("Emulation.setTimezoneOverride", timezoneId="Asia/Tokyo")
    await page.tab.reload()
    await page.tab.until("document.querySelector('#log > li')")
    olive = harness.person("olive")
    at = int(datetime(2030, 1, 2, 20, 30, tzinfo=UTC).timestamp())
    soon = int(harness.world.clock.now()) + 3600
    await olive.write(f"<t:{at}:f> then <t:{at}:T> or <t:{soon}:R>")
    await page.sees("then")
    times = f"[...{message(' then ')}.querySelectorAll('.text time')].map((it) => it.textContent)"
    long, clock, relative = await page.value(times)
    assert ("January 3, 2030" in long, "5:30" in long) == (True, True)  # nine hours later there
    assert clock.startswith("5:30:00")
    assert relative in {"in 1 hour", "in 60 minutes"}
    harness.advance(30 * 60)
    await page.tab.until(f"{times}[2].includes('in 30 min') || {times}[2].includes('in 29 min')")
    harness.advance(86_400)
    await page.tab.until(f"{times}[2].includes('hours ago')")
    await olive.write("the next day")
    await page.sees("the next day")
    assert await page.value(f"{message('the next day')}.dataset.day")


async def test_a_spoiler_opens_by_mouse_and_by_keyboard(page, harness):
    await harness.person("olive").write("first ||secret one|| second ||secret two||")
    await page.sees("secret one")
    spoilers = f"{message('secret one')}.querySelectorAll('.spoiler')"
    hidden = "[...{}].map((it) => !it.firstChild.checkVisibility({{ visibilityProperty: true }}))"
    assert await page.value(hidden.format(spoilers)) == [True, True]
    assert "secret" not in await page.value("document.getElementById('announcer').textContent")
    await page.tab.click(f"{spoilers}[0]")
    assert await page.value(hidden.format(spoilers)) == [False, True]
    await page.tab.run(f"{spoilers}[1].focus()")
    await page.tab.key("Enter")
    assert await page.value(hidden.format(spoilers)) == [False, False]


def test_the_pages_font_has_the_emoji_that_the_bot_shows():
    css = (ROOT / "playground" / "page" / "base.css").read_text()
    there = {int(code, 16) for code in re.findall(r"U\+([0-9A-F]+)", css)}
    texts = [path.read_text() for path in (ROOT / "bot").rglob("*.py")]
    assert len(there) > 100
    shown = {ord(sign) for text in texts for sign in text}
    emoji = [0x2194, *range(0x2600, 0x27C0), *range(0x2B00, 0x2C00), *range(0x1F000, 0x20000)]
    assert shown.intersection(emoji) <= there
