"""/contest create end to end: the form, the draft with its par, the announcement."""

import re
from datetime import UTC, datetime

import pytest

from playground import Refused
from playground.permissions import SEND_MESSAGES
from tests.bot.bot_on_playground import MANY_DRAFTS
from tests.bot.hosting import answer, sent
from tests.bot.organising import (
    DRAFT_BUTTONS,
    PAR,
    announced,
    confirmed,
    drafted,
    filled,
    managed,
    planning,
    press_until,
    seen,
    the_contest,
    until,
    written,
)
from tests.bot.pages import check_private, check_says
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")
LIMITS = MANY_DRAFTS


async def faulty(person, **fields):
    asked = await planning(person)
    given = {"Title": "Spring", "Words": "street test", "Lasts": "1 hour"} | fields
    return await (await (await person.submit(asked, **given)).reply()).says(
        "What you wrote is kept"
    )


async def test_a_form_becomes_a_draft_with_par_that_only_organisers_see(app):
    olive, pia = app.person(), app.person("pia")
    listed = await (await olive.run("/contests show", "contests")).reply()
    asked = await olive.press(listed, "Start a contest")
    assert (await asked.form())["title"] == "A new contest"
    preview = await drafted(olive, Title="Spring *1*")
    check_private(preview, preview.text, f"The best possible is **{PAR} points** – that’s proven")
    assert "## Spring \\*1\\*" in preview.text
    assert preview.buttons == DRAFT_BUTTONS
    assert not seen(pia, "Spring")
    listed = await (await pia.run("/contests list", "contests")).reply()
    assert "Spring" not in listed.text


@pytest.mark.parametrize(
    ("fields", "reply"),
    [
        ({"Words": "street testt"}, "“testt” (did you mean “test”?)"),
        ({"Words": "street"}, "only “street”"),
        ({"Words": "street street test"}, "“street”"),
        ({"Opens": "yesterday"}, "I can’t read “yesterday” as a time"),
        ({"Opens": "2020-01-01 10:00"}, "already past"),
        ({"Lasts": "forever"}, "I can’t read “forever” as a length of time"),
        ({"Lasts": "5 s"}, "from 1 minute to 60 days"),
        ({"Title": "   "}, "Give the contest a title"),
        ({"Words": "generate 20 impossible"}, "gentle, easy, medium, hard, fierce"),
        *(
            ({"Words": f"generate {number}"}, "A contest has 2 to 250 words")
            for number in ("1 hard", "251", "9999 gentle", "-5 hard", "hard -5", "0")
        ),
    ],
)
async def test_mistakes_are_named_and_what_was_written_is_kept(app, fields, reply):
    olive = app.person()
    fault = await faulty(olive, **fields)
    assert fault.ephemeral
    assert reply in fault.plain.replace("\\", "")
    assert fault.buttons == ["Fix it"]
    again = await olive.press(fault, "Fix it")
    kept = await written(olive, again)
    assert {name.lower(): value for name, value in fields.items()}.items() <= kept.items()
    sent = await olive.submit(again, Title="Fixed", Words="street test", Opens="now", Lasts="1 h")
    await sent.reply()
    await fault.says("The best possible is")
    await press_until(olive, fault, "Discard", "is gone")


async def test_all_wrong_times_are_named_at_once(app):
    fault = await faulty(app.person(), Opens="soon", Lasts="long")
    check_says(fault.text, "“soon”", "“long”")


async def test_a_time_that_could_be_two_is_asked_about(app):
    fault = await faulty(app.person(), Opens="7/8 20:00", Lasts="2")
    check_says(fault.text, "Is “7/8” “8 July” or “7 August”?", "“2” of what? Write “2 min”")


async def test_times_are_said_back_as_everybody_sees_them(app):
    olive = app.person()
    opens = int(datetime(2040, 12, 24, 20, tzinfo=UTC).timestamp())  # the server's zone is UTC
    preview = await drafted(olive, Opens="24 December, 8 pm", Lasts="an hour and a half")
    said = "**Opens** <t:{0}:f>, <t:{0}:R>, and lasts 1 hour 30 minutes, until <t:{1}:f>"
    assert said.format(opens, opens + 5400) in preview.text
    edited = await olive.press(preview, "Change")
    assert (await written(olive, edited))["opens"] == "2040-12-24 20:00"
    await olive.submit(edited, Opens="24.12.2040 noon")
    await preview.says(said.format(opens - 8 * 3600, opens - 8 * 3600 + 5400))
    await press_until(olive, preview, "Discard", "is gone")


async def test_the_form_is_good_as_it_is(app):
    olive = app.person()
    asked = await planning(olive)
    assert (await written(olive, asked))["title"] == f"{app.now():%A}’s snake, 13 June"
    sent = await olive.submit(asked)
    preview = await (await sent.reply()).says("Only organisers see this draft")
    check_says(preview.text, "**12 words**", "lasts 1 hour")


@pytest.mark.parametrize(
    ("label", "title", "says"),
    [
        ("Tonight’s snake", "snake", ["**12 words**", "lasts 1 hour", "**Medium** – people need"]),
        ("Three rounds", "rounds", ["The lists count together", "**Gentle, medium, hard** – "]),
        ("Ladder sprint", "ladder", ["lasts 15 minutes", "**Medium** – people need"]),
    ],
)
async def test_a_ready_contest_is_announced_in_two_taps(app, label, title, says):
    olive = app.person()
    offered = await (await olive.run("/contest create", "contests")).reply()
    assert offered.buttons == ["Tonight’s snake", "Three rounds", "Ladder sprint", "My own"]
    await press_until(olive, offered, label, "Only organisers see this draft")
    assert f"’s {title}, " in offered.text
    for text in says:
        assert text in offered.text
    await confirmed(olive, offered)
    assert (await the_contest(app)).ties == ("look" if title == "ladder" else "shared")


async def test_the_rule_is_chosen_where_the_words_are_typed(app):
    olive = app.person()
    preview = await drafted(olive, Words="seashore ash reap", Rule="containment")
    assert "**13 points**" in preview.text
    await filled(olive, preview, "Change", Rule="pairs")
    await preview.says("**4 points**")


async def of_file(person, file):
    return await (await person.run("/contest create", "contests", file=file)).reply()


async def test_words_come_in_a_file_and_what_is_wrong_with_one_is_said(app):
    olive = app.person()
    many = "\n".join(f"w{number}" for number in range(251)).encode()
    for name, content, said in (
        ("list.txt", many, "list.txt has 251 words, and a contest takes 250"),
        ("list.png", b"\x89PNG\0", "isn’t a text file"),
        ("list.txt", b"x" * (128 * 1024 + 1), "up to 128 KB"),
        ("list.txt", b"street test qwxz", "I don’t know “qwxz”"),
    ):
        fault = await of_file(olive, (name, content))
        assert said in fault.plain.replace("\\", "")
    again = await olive.press(fault, "Fix it")
    assert (await written(olive, again))["words"] == "street test qwxz"
    file = ("list.txt", b"\xef\xbb\xbf1. Nausea\r\n2. seasick, street\r\n")
    preview = await of_file(olive, file)
    assert preview.text.split("```")[1].split() == ["nausea", "seasick", "street"]


async def test_a_puzzle_of_another_game_is_asked_for_in_the_same_field(app):
    olive = app.person()
    for words, said in (
        ("ladder cold sword", "Choose words of the same length."),
        ("ladder syzygy dreams", "No ladder leads from “syzygy” to “dreams”. Choose other words."),
        ("ladder super", "Write “ladder”, “ladder hard” or “ladder cold warm”."),
        ("truncate zebra zebra", "Write “truncate”, “truncate hard” or “truncate laps”."),
        ("anigram team", "Write “anigram” or “anigram hard”"),
    ):
        fault = await faulty(olive, Words=words)
        assert said in fault.plain.replace("\\", "")
    again = await olive.press(fault, "Fix it")
    sent = await olive.submit(again, Title="Climb", Words="Ladder cold warm", Opens="in 2 hours")
    preview = await sent.reply()
    await preview.says("The shortest takes **4 steps**")
    options = await olive.press(preview, "Options")
    assert "rule" not in await written(olive, options)
    await olive.submit(options, **{"Most tries": "3"})
    await preview.says("**Tries** 3 each")
    edit = await olive.press(preview, "Change")
    kept = await written(olive, edit)
    assert kept["words"] == "ladder cold warm"
    await olive.submit(edit, Title="Higher")  # the puzzle and its terms stay
    await preview.says("## Higher")
    await preview.says("**Tries** 3 each")
    post = await confirmed(olive, preview)
    assert "**A ladder** – you’ll see it when it opens" in post.text
    assert "cold" not in post.text
    title = f"{app.now():%A}’s snake, 13 June"
    drawn = await drafted(olive, Title=title, Words="anigram easy")
    check_says(drawn.text, f"## {app.now():%A}’s anigram, 13 June", "There are **6 stages**.")
    options = await olive.press(drawn, "Options")
    assert set(await written(olive, options)) == {"board", "sealed_minutes"}
    await olive.submit(options, **{"Sealed clock": "9"})
    await drawn.says("**Your time** 9 minutes")
    await filled(olive, drawn, "Change", Words="anigram easy\n\nladder cold warm")
    await drawn.says("The lists count together")
    options = await olive.press(drawn, "Options")
    assert set(await written(olive, options)) == {
        "board", "sealed_minutes", "most_tries", "cooldown_seconds"
    }  # fmt: skip
    await olive.submit(options, **{"Most tries": "3"})
    await drawn.says("**Tries** 3 each")
    await drawn.says("tries have no limit there")
    await drawn.says("**Wins the ladder** the fewest steps")
    await filled(olive, drawn, "Change", Words="ladder cold warm\n\nrun nausea")
    await drawn.says("**Rule** pairs")
    await filled(olive, drawn, "Options", Rule="containment")
    await drawn.says("**Rule** containment")
    await filled(olive, drawn, "Options", Board="places")
    await drawn.says("**Board** places only")
    assert "**Rule** containment" in drawn.text


async def test_what_a_ladder_gives_is_drawn_once_its_contest_is_open(app):
    olive = app.person()
    posts = []
    for title in ("Drawn", "By your own clock"):
        about = {"Title": title, "Words": "ladder cold warm", "Opens": "in 2 hours"}
        preview = await drafted(olive, **about)
        if posts:
            await filled(olive, preview, "Options", **{"Sealed clock": "9"})
            await preview.says("**Your time** 9 minutes")
        posts.append(await confirmed(olive, preview))
    assert [post.pictures for post in posts] == [[], []]
    app.advance(hours=2)
    for post in posts:
        await post.says("**Closes**")
    drawn, sealed = posts
    (picture,) = drawn.pictures
    assert "cold" in picture["description"]
    assert "warm" in picture["description"]
    assert sealed.pictures == []


async def test_empty_lines_make_several_lists_of_one_draft(app):
    olive = app.person()
    lists = "generate 5 gentle\n\nstreet test\n \nnausea seasick stone"
    preview = await drafted(olive, Title="Evening", Words=lists, Opens="in 2 hours")
    await olive.press(preview, "Confirm and announce")
    posts = [await olive.sees(f"Evening, list {n} of 3\n", "contests") for n in (1, 2, 3)]
    assert ["**2 words**" in post.text for post in posts] == [False, True, False]
    panel = await managed(olive, "Evening, list 2 of 3")
    await filled(olive, panel, "Change all 3 lists", Title="Night")
    await posts[2].says("## Night, list 3 of 3")
    panel = await managed(olive, "Night, list 1 of 3")
    sure = await (await olive.press(panel, "Call it off")).reply()
    assert sure.buttons == ["Cancel the contest", "Cancel all 3 lists", "Back"]
    await press_until(olive, sure, "Cancel all 3 lists", "So are the other lists")
    for post in posts:
        await post.says("This contest was cancelled")
    file = ("lists.txt", b"street\r\ntest\r\n\r\nnausea\r\nseasick\r\n")
    preview = await of_file(olive, file)
    check_says(preview.text, "**List 1** · **2 words**", "**List 2** · **2 words**")
    assert preview.text.count("that’s proven") == 2
    await filled(olive, preview, "More", Freeze="10")
    await preview.says("stands still for the last 10 minutes")
    assert "best average % of best" in preview.text
    await olive.press(preview, "Sum up points")
    await preview.says("most points, for places in each list: 10, 8, 6")
    again = await olive.press(preview, "Change")
    assert (await written(olive, again))["words"] == "street test\n\nnausea seasick"
    await (await olive.submit(again, Title="Renamed", Words="street test\n\nrun nausea")).reply()
    await preview.says("## Renamed")
    check_says(preview.text, "nausea run", "stands still for the last 10 minutes", "most points")
    listed = await (await olive.run("/contests list", "contests")).reply()
    assert listed.text.count("Renamed") == 1
    assert "Renamed, 2 lists, by" in listed.text
    await press_until(olive, preview, "Discard", "is gone")
    fault = await faulty(olive, Words="\n\n".join(["street test"] * 6))
    assert "That’s 6 lists, and a contest takes 5" in fault.plain


@pytest.mark.parametrize(
    ("typed", "number"), [("generate", 20), ("Generate 9 gentle", 9), ("generate hard 11", 11)]
)
async def test_words_are_drawn(app, typed, number):
    preview = await drafted(app.person(), Words=typed)
    assert f"**{number} words**" in preview.text
    words = preview.text.split("```")[1].split()
    assert len(set(words)) == number
    assert words == sorted(words)


async def test_a_list_that_only_begins_like_a_request_is_a_list(app):
    preview = await drafted(app.person(), Words="generate terrible blend")
    assert preview.text.split("```")[1].split() == ["blend", "generate", "terrible"]


async def test_options_change_a_draft_and_mistakes_in_them_are_kept_too(app):
    olive = app.person()
    preview = await drafted(olive, Opens="in 2 hours")
    asked = await olive.press(preview, "Options")
    wrong = {"Sealed clock": "90", "Most tries": "few", "Cooldown": "soon"}
    sent = await olive.submit(asked, Board="places", **wrong)
    fault = await sent.reply()
    assert "“few” isn’t a number of tries" in fault.plain
    assert "I can’t read “soon” as a length of time" in fault.plain
    assert fault.buttons == ["Fix it", "Back to the draft"]
    again = await olive.press(fault, "Fix it")
    kept = {"sealed_minutes": "90", "most_tries": "few", "cooldown_seconds": "soon"}
    assert await written(olive, again) == kept | {"rule": "pairs", "board": "places"}
    sent = await olive.submit(again, **{"Most tries": "5", "Cooldown": "30 s"})
    reply = await (await sent.reply()).says("sealed clock is longer")
    await filled(olive, reply, "Fix it", **{"Sealed clock": "10 min"})
    await preview.says("**Your time** 10 minutes")
    assert "**Tries** 5 each, 30 seconds apart" in preview.text
    assert "**Board** places only, scores at the end" in preview.text
    assert preview.buttons[0] == "Confirm and announce"


async def test_editing_a_draft_keeps_its_options_and_searches_its_par_again_for_other_words(app):
    olive = app.person()
    preview = await drafted(olive)
    await filled(olive, preview, "Options", **{"Most tries": "3"})
    await preview.says("3 each")
    asked = await olive.press(preview, "Change")
    assert (await written(olive, asked))["words"].split() == [
        "nausea", "seasick", "stone", "street", "test", "tone"
    ]  # fmt: skip
    await (await olive.submit(asked, Title="Renamed")).reply()
    await preview.says("## Renamed")
    assert f"The best possible is **{PAR} points**" in preview.text
    await filled(olive, preview, "Change", Words="run nausea")
    await preview.says("**2 words**")
    await filled(olive, preview, "Options", Rule="containment")
    await preview.says("**Rule** containment")
    await preview.says("The best possible is **1 point**")
    assert "3 each" in preview.text
    listed = await (await olive.run("/contests list", "contests")).reply()
    assert listed.text.count("Renamed") == 1  # the old draft is gone
    reopened = await olive.press(listed, "Continue “Renamed”")
    await reopened.reply()
    await listed.says("The best possible is **1 point**")


async def test_confirming_announces_once_and_times_are_everybodys_own(app):
    olive = app.person()
    preview = await drafted(olive, Title="Once", Opens="in 2 hours")
    first = await olive.press(preview, "Confirm and announce")
    second = await olive.press(preview, "Confirm and announce")
    for pressed in (first, second):
        await pressed.acknowledged()
    await preview.says("announced in")
    post = await olive.sees("## Once", "contests")
    await until(lambda: len(seen(olive, "## Once")) == 1)
    assert re.search(r"\*\*Opens\*\* <t:\d+:f>, <t:\d+:R>", post.text)
    assert "nausea" not in post.text
    assert post.buttons == ["Rules", "I’m in", "Manage"]


async def test_one_announcement_shows_a_contests_whole_life(app):
    olive = app.person()
    post = await announced(olive, Title="Life", Opens="in 1 hour")
    app.advance(hours=1, seconds=1)
    await post.says("**Closes**")
    assert "nausea" in post.text
    assert post.buttons == ["Play", "Type", "Board", "Rules", "Manage"]
    app.advance(hours=1)
    await post.says("**Closed**")
    app.advance(minutes=1)
    await post.says("**Over**")
    results = await olive.sees("Life: the results", "contests")
    assert results.message is not post.message
    assert post.buttons == ["Board", "Rules", "Manage"]
    assert len(seen(olive, "Life")) == 2


async def test_a_sealed_contests_words_are_not_on_its_announcement(app):
    olive = app.person()
    preview = await drafted(olive, Title="Sealed")
    await filled(olive, preview, "Options", **{"Sealed clock": "10"})
    await preview.says("**Your time**")
    post = await (await confirmed(olive, preview)).says("**Closes**")
    assert "nausea" not in post.text
    assert post.buttons == ["Start", "Type", "Board", "Rules", "Manage"]


async def test_only_organisers_make_contests_and_a_form_is_checked_when_it_comes(app):
    olive, pia, noor = app.person(), app.person("pia"), app.person("noor")
    for person in (pia, noor):
        await check_refused(person.run("/contest create", "contests"), Refused)
    asked = await planning(olive)
    await asked.form()
    guild = app.harness.guild("Word House")
    owner, guild.owner_id = guild.owner_id, pia.id
    roles = guild.members[olive.id].roles
    guild.members[olive.id].roles = []
    try:
        sent = await olive.submit(asked, Title="Late", Words="street test", Lasts="1 h")
        assert "Manage Events" in (await sent.follow_up()).plain
    finally:
        guild.owner_id, guild.members[olive.id].roles = owner, roles


async def test_where_the_bot_may_not_post_it_says_so_before_the_form(app):
    olive = app.person()
    app.harness.forbid_bot("daily", SEND_MESSAGES)
    reply = await (await olive.run("/contest create", "daily")).reply()
    assert "I’m not allowed to post here. I need Send Messages." in reply.plain
    app.harness.forbid_bot("daily", 0)


async def test_snake_does_not_solve_a_live_contest_and_says_why(app):
    olive, pia = app.person(), app.person("pia")
    await announced(olive, Title="Secret", Words="panther hermit mite termite emu mule")
    for words in ("panther hermit mite termite emu mule", "mule emu termite hermit cat dog"):
        reply = await (await pia.run("/snake", words=words)).follow_up()
        check_private(reply, reply.plain, "of a contest that’s still running")
    post = await (await pia.run("/snake", words="panther hermit cat dog")).reply()
    assert "points" in post.text


async def test_words_of_a_daily_puzzle_that_is_open_make_no_contest(app):
    olive, queries = app.person(), app.services.dailies.queries
    while (
        edition := await queries.edition(await queries.current(None, app.now()), requester=None)
    ).puzzle.game != "snake":
        app.advance(days=1)
    asked = await planning(olive)
    given = {"Title": "Today's", "Words": " ".join(edition.puzzle.given), "Lasts": "1 hour"}
    reply = await (await olive.submit(asked, **given)).reply()
    assert "I can’t hold that yet: people are playing it" in reply.plain
    assert reply.buttons == ["Fix it"]


async def test_words_that_cannot_be_joined_and_words_the_filter_leaves_out_are_named(app):
    olive = app.person()
    asked = await planning(olive)
    page = await (await olive.submit(asked, Words="generate lots", Lasts="1 hour")).reply()
    assert "No two of these words share letters" in page.plain
    page = await filled(olive, page, "Change", Words="street test faggot stone")
    await page.says("I wouldn’t show “faggot” here unasked")
    assert "Confirm and open" in page.buttons
    await (await olive.run("/settings filter", words="family")).reply()
    asked = await planning(olive)
    page = await (await olive.submit(asked, Words="shit test street", Lasts="1 hour")).reply()
    assert "leaves out “shit”" in page.plain
    assert "Fix it" in page.buttons


async def test_equal_anigrams_are_ranked_by_time_unless_chosen_otherwise(app):
    olive = app.person()
    preview = await drafted(olive, Words="anigram easy")
    assert "**Your time** runs from when you press *Start*" in preview.text
    both = await drafted(olive, Words="anigram easy\n\ngenerate 5 gentle")
    assert "*Start*" not in both.text
    await filled(olive, both, "Change", Words="anigram easy")

    await both.says("from when you press *Start*")
    await filled(olive, both, "Change", Words="generate 5 gentle")
    await both.says("points")
    assert "*Start*" not in both.text


async def test_makers_of_a_contest_learn_that_they_play_out_of_competition(app):
    olive, pia = app.person(), app.person("pia")
    preview = await drafted(olive, Title="Mine")
    assert "You’ve seen the words, so you play out of competition" in preview.plain
    post = await confirmed(olive, preview)
    order = ("test", "street", "tone", "stone", "nausea", "seasick")
    for person in (olive, pia):
        assert "Saved" in (receipt := await sent(person, post, order)).text
        assert ("out of competition" in receipt.text) is (person is olive)
    board = await answer(pia, post, "Board")
    place, outside = board.text.index(f"<@{pia.id}>"), board.text.index(f"<@{olive.id}>")
    assert place < board.text.index("Out of competition") < outside
