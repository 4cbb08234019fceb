"""Writing in the message box, and the lines above answers and replies."""

import pytest

from tests.playground.page import FOCUSED, LINE, TOOLS, button, message, slot, tool
from tests.playground.scripted import EPHEMERAL, V2, push, text
from tests.playground.scripts import AT_THE_END, HELD, SCROLL

pytestmark = pytest.mark.slow

TALL = f"{LINE}.getBoundingClientRect().height"
BURSTS = """
window.held = [];
window.EventSource = class extends EventSource {
  constructor(...about) {
    super(...about);
    this.addEventListener("open", () => (window.listens = true));
  }
  set onmessage(handler) { super.onmessage = (event) => held.push(() => handler(event)); }
};
const { port1, port2 } = new MessageChannel();
const burst = () => {
  for (const handle of held.splice(0, 20)) handle();
  if (held.length) requestAnimationFrame(() => port2.postMessage(null));  // straight after drawing
};
port1.onmessage = burst;
window.go = () => {
  burst();
  held.push = (handle) => handle();  // from now on as they come
};
"""
"""Holds events back; they then come in bursts, faster than the page can lay them out."""
ABOVE = ".querySelector('.above').textContent"


async def test_what_is_typed_after_a_channel_was_chosen_is_written_there(page):
    await page.go("contests")
    assert await page.value(f"{FOCUSED}.matches('.place')")  # so that arrows and Tab go on from it
    await page.tab.key("h", "i")
    assert await page.value(f"{LINE}.value") == "hi"
    assert await page.value(f"{FOCUSED} === {LINE}")
    await page.go("daily")
    await page.tab.key(" ")  # presses the button
    assert await page.value(f"{FOCUSED}.matches('.place')")


async def test_the_box_grows_with_what_is_written(page, harness):
    tab = page.tab
    one = await page.value(TALL)
    await page.type("first")
    await tab.key("Shift+Enter")
    await tab.type("second")
    await tab.key("Shift+Enter", "Shift+Enter")
    await tab.type("fourth")
    four = await page.value(TALL)
    assert four > 2.5 * one
    await tab.key("Enter")
    post = await harness.person("olive").sees("fourth")
    assert post.text == "first\nsecond\n\nfourth"
    await tab.until(f"{LINE}.value === '' && {TALL} === {one}")
    await tab.key("ArrowUp")
    assert await page.value(f"{LINE}.value") == "first\nsecond\n\nfourth"
    assert await page.value(TALL) == four
    await tab.run(f"{LINE}.value = ''")
    await page.type("long " * 1000)
    assert four < await page.value(TALL) < 0.5 * await page.value("innerHeight")
    assert await page.value(f"{LINE}.scrollHeight > {LINE}.clientHeight")  # then it scrolls
    await tab.run(f"{LINE}.select()")
    await tab.type("word" * 500)
    assert await page.value(f"{LINE}.scrollWidth <= {LINE}.clientWidth")


async def test_what_is_typed_while_a_line_is_on_its_way_stays(page, harness):
    await page.tab.run(HELD)
    await page.type("first")
    await page.tab.key("Enter")
    await page.type(" and more")
    await page.tab.run("window.release()")
    await page.sees("first")
    assert (await harness.person("olive").sees("first")).text == "first"
    await page.tab.until(f"{LINE}.value === ' and more'")  # the answer may come after the event


async def test_a_command_is_one_line(page):
    await page.type("/think text:one")
    await page.tab.key("Shift+Enter")
    await page.sees("one")
    await page.tab.until(f"{LINE}.value === ''")


async def test_the_message_box_is_skipped_to(page):
    """It works by keyboard, whatever the box contains, and leaves the address alone."""
    tab = page.tab
    address = await page.value("location.href")

    async def skip():
        await tab.run("document.querySelector('.skip').focus()")
        shown = await page.value(f"{FOCUSED}.getBoundingClientRect().left >= 0")
        await tab.key("Enter")
        return shown

    assert await skip()
    assert await page.value(f"{FOCUSED} === {LINE}")
    await tab.type("/thi")
    await tab.until("document.querySelector('.pick b')?.textContent === '/think'")
    await tab.key("Tab")
    await tab.until(f"{FOCUSED} === {slot('text')}")
    await skip()
    assert await page.value(f"{FOCUSED} === {slot('text')}")
    await tab.type("given")
    await skip()
    assert await page.value(f"{FOCUSED}.classList.contains('more')")
    assert await page.value("location.href") == address


async def test_who_just_begins_to_write_writes(page):
    await page.tab.run(f"{FOCUSED}.blur()")
    await page.tab.key("/", "p")
    await page.tab.until("document.querySelector('.pick b')?.textContent === '/ping'")
    await page.tab.run(f"{TOOLS}.querySelector('summary').focus()")
    await page.tab.key("x")
    assert await page.value(f"{LINE}.value") == "/p"


async def test_an_answer_says_who_asked_what(page, harness):
    await (await harness.person("pia").run("/think text:hello")).reply()
    await page.sees("hello")
    assert await page.value(message("hello") + ABOVE) == "PPia used /think"
    await page.tab.click(button("/think", message("hello")))
    await page.tab.until(f"{FOCUSED} === {slot('text')}")  # so that Olive can ask the same


SHRUNK = """{
  const node = document.getElementById("scroll"), log = document.getElementById("log");
  [...log.children].slice(0, 20).forEach((one) => (one.hidden = true));
  void node.scrollHeight;  // laid out: the browser has moved the position back
  log.lastElementChild.style.paddingBottom = "400px";
}"""


async def test_bursts_of_messages_are_followed_to_their_end(page, harness):
    tab = page.tab
    await tab.send("Page.addScriptToEvaluateOnNewDocument", source=BURSTS)
    await tab.reload()
    await tab.until("window.listens && document.querySelector('#bot.online')")
    pia = harness.person("pia")
    for number in range(120):
        await pia.write(f"message {number}.")
    await tab.until("held.length >= 120")
    await tab.run("go()")
    await page.sees("message 119.")
    await tab.until(f"{AT_THE_END} && document.getElementById('newest').hidden")


async def test_who_reads_what_is_older_is_led_back(page, harness):
    tab = page.tab
    newest = "document.getElementById('newest')"
    pia = harness.person("pia")
    await page.reads(pia, 60)
    await tab.until(f"{AT_THE_END} && {newest}.hidden")
    await tab.run(f"void ({SCROLL}.scrollTop = 200)")
    await tab.until(f"!{newest}.hidden && {newest}.textContent === 'Newest ↓'")
    await pia.write("meanwhile")
    await page.sees("meanwhile")
    await tab.until(f"{newest}.textContent === 'New messages ↓'")
    assert await page.value(f"{SCROLL}.scrollTop") == 200
    await tab.run(f"{newest}.focus()")
    await tab.key("Enter")
    await tab.until(AT_THE_END)
    await tab.until(f"{newest}.hidden")
    await tab.run(f"void ({SCROLL}.scrollTop = 200)")
    await tab.until(f"!{newest}.hidden")
    await page.say("my own")  # the sender sees it
    await page.sees("my own")
    await tab.until(AT_THE_END)


async def test_the_end_stays_in_sight_when_what_is_above_turns_out_shorter(page, harness):
    pia = harness.person("pia")
    await page.reads(pia, 60)
    await page.tab.until(AT_THE_END)
    await page.tab.run(SHRUNK)
    await page.tab.until(f"{AT_THE_END} && document.getElementById('newest').hidden")


async def test_a_reply_says_to_what_and_leads_there(scripted, harness):
    page, tab, raw = scripted.page, scripted.page.tab, scripted.raw
    row = {"type": 1, "components": [push("Press")]}
    layout = [text("# Which **word**, ||cat||?"), row]
    first = await scripted.answer({"flags": V2, "components": layout}, sees="Which word")
    for number in range(130):
        await harness.person("quinn").write(f"meanwhile {number}.")
    follow_up = raw.answer_path(first).removesuffix("/messages/@original")
    await raw.call("POST", follow_up, {"content": "and further"})
    await page.sees("and further")
    said = "Reply to BBotWhich word, spoiler?"
    assert await page.value(message("and further") + ABOVE) == said
    await tab.reload()
    await page.sees("and further")
    assert not await page.has(message("Press"))  # it is older than the loaded messages
    await tab.click(f"{message('and further')}.querySelector('.reply button')")
    await tab.until(f"{FOCUSED} === {message('Press')}?.querySelector('article')")
    top = f"{message('Press')}.getBoundingClientRect()"
    assert await page.value(f"{top}.top > 0 && {top}.bottom < innerHeight")
    await page.press("Press", "Press")
    pressed = await raw.event("INTERACTION_CREATE")
    await raw.respond(pressed, 4, {"content": "pressed it", "flags": EPHEMERAL})
    await page.sees("pressed it")
    assert await page.value(message("pressed it") + ABOVE) == said
    await raw.call("PATCH", raw.answer_path(first), {"components": [text("Which bird?")]})
    await tab.until(f"{message('pressed it')}{ABOVE} === 'Reply to BBotWhich bird?'")
    await raw.call("DELETE", raw.answer_path(first))
    await tab.until(f"{message('pressed it')}{ABOVE} === 'Message could not be loaded'")


async def test_a_reply_to_what_only_another_sees_shows_nothing_of_it(scripted, harness):
    page, raw = scripted.page, scripted.raw
    first = await scripted.answer({"content": "a secret", "flags": EPHEMERAL})
    follow_up = raw.answer_path(first).removesuffix("/messages/@original")
    status, posted = await raw.call("POST", follow_up, {"content": "for all"})
    assert (status, posted["referenced_message"]) == (200, None)
    await page.sees("for all")
    assert "a secret" in await page.value(message("for all") + ABOVE)
    await page.become("Pia")
    await page.sees("for all")
    assert not await page.has(message("for all") + ".querySelector('.above')")
    await page.become("Olive")
    await page.press("Dismiss", "Only you can see this")
    await page.tab.until(f"{message('for all')}{ABOVE} === 'Message could not be loaded'")
    await page.become("Pia")
    await page.sees("for all")
    assert not await page.has(message("for all") + ".querySelector('.above')")
    assert "a secret" not in await page.value("document.documentElement.innerHTML")


async def test_the_clock_ticks(page, harness):
    clock = "document.getElementById('clock').textContent"
    await page.tab.run("document.getElementById('tools').open = true")
    await page.tab.until(f"{clock}.includes(' is ')")
    before = await page.value(clock)
    await page.tab.until(f"{clock} !== {before!r}")
    day = await page.value(f"{clock}.split(',')[0]")
    await tool(page, "+ 1 day")
    await page.tab.until(f"{clock}.startsWith('Here it is ') && {clock}.split(',')[0] !== {day!r}")
    before = await page.value(clock)
    await page.tab.until(f"{clock} !== {before!r}")
