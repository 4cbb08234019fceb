"""One more option, a theme, in a tree that has its three files and no other change.

`test_contest_option.py` makes that tree and runs this module in it.
"""

import json
import re

import pytest

from bot.store.contests import commitment
from tests.bot.hosting import answer, finished
from tests.bot.organising import (
    audit,
    confirmed,
    drafted,
    filled,
    managed,
    more,
    template_of,
    until,
    written,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")
DRAWN = {"Words": "generate 5 gentle", "Lasts": "30 min"}
SEA = "**Theme** The sea"


async def themed(person, **fields):
    """A draft with a theme."""
    preview = await drafted(person, **(DRAWN | fields))
    assert "Theme" not in preview.text
    asked = await person.press(preview, "People")
    assert (await written(person, asked))["theme"] == ""
    await person.submit(asked, Theme=" The sea ")
    return await preview.says(SEA)


async def run(person, line, **options):
    return await (await person.run(line, "contests", **options)).reply()


async def test_it_is_typed_refused_and_typed_again(app):
    olive = app.person()
    preview = await themed(olive, Title="Typed")
    asked = await olive.press(preview, "People")
    assert (await written(olive, asked))["theme"] == "The sea"
    fault = await (await olive.submit(asked, Theme="The sea and all that is in it")).reply()
    await fault.says("A theme can have 20 letters.")
    again = await olive.press(fault, "Fix it")
    assert (await written(olive, again))["theme"] == "The sea and all that is in it"
    await olive.submit(again, Theme="")
    await until(lambda: "Theme" not in preview.text)


async def test_it_is_shown_audited_exported_and_locked_in(app):
    olive, pia = app.person(), app.person("pia")
    preview = await themed(olive, Title="Shown")
    post = await confirmed(olive, preview)
    assert SEA in post.text
    assert "It’s about The sea." in (await answer(pia, post, "Rules")).text
    assert SEA in (await run(pia, "/contests show", contest="Shown")).text
    assert "theme: none → The sea" in (await audit(olive, "Shown")).plain
    assert SEA in (await more(olive, "Shown", "export")).text
    (contest,) = await app.services.contests.queries.of_guild(
        app.harness.guild("Word House").id, ["open"]
    )
    await finished(app, contest)
    async with app.services.store.database.read() as tx:
        kept = await commitment(tx, contest.id)
    assert json.loads(kept.text)["rules"]["theme"] == "The sea"


async def test_it_is_saved_used_copied_and_held_by_itself(app):
    olive = app.person()
    preview = await themed(olive, Title="Saved")
    await confirmed(olive, preview)
    saved = await filled(olive, await managed(olive, "Saved"), "Save as template", Name="Weekly")
    assert "about The sea" in saved.text
    preview = await (await olive.press(saved, "Start one now")).reply()
    await preview.says(SEA)
    edited = await olive.press(preview, "Change")
    await olive.submit(edited, Words="generate 5 gentle\n\ngenerate 6 gentle")
    await preview.says("The lists count together")
    assert SEA in preview.text
    weekly = await template_of(olive, "Weekly")
    dates = await filled(olive, weekly, "Repeat", when="every day 20:00")
    first = int(re.search(r"▸ <t:(\d+)", dates.text)[1])
    app.advance(seconds=first - app.now().timestamp() - 60)
    assert SEA in (await olive.sees("## Weekly \\#1\n", "contests")).text
    app.advance(hours=1)
    await olive.sees("Weekly \\#1: the results", "contests")
    again = await olive.press(await managed(olive, "Weekly #1"), "Hold it again")
    preview = await (await olive.submit(again)).reply()
    await preview.says(SEA)
