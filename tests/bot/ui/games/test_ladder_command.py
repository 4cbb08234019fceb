"""/ladder end to end: a real client, real HTTP, a real gateway, real solver processes."""

import re
from itertools import pairwise

import pytest

from bot.ui.games import ladder_card
from playground import Refused
from tests.bot.pages import check_private, check_says, ladders_in
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")


def is_ladder(words, lexicon):
    return all(
        word in lexicon and sum(a != b for a, b in zip(word, before, strict=True)) == 1
        for before, word in pairwise(words)
    )


async def test_the_shortest_ladder_and_one_of_words_that_people_know(app):
    olive = app.person()
    exchange = await olive.run("/ladder greed money")
    post = await exchange.reply()
    assert not post.ephemeral
    shortest, common = ladders_in(post.heard)
    full = app.services.lexicons["full"]
    for words in (shortest, common):
        assert words[0] == "greed"
        assert words[-1] == "money"
        assert is_ladder(words, full)
    assert len(shortest) == 8
    assert len(common) > len(shortest)
    assert re.search(r"Shortest: 7 steps\*\* · \d+ ways", post.text)
    assert f"In words people know: {len(common) - 1} steps" in post.text
    assert post.pictures
    assert "group" not in post.text
    assert post.buttons == ["Another", "Definitions"]


async def test_one_ladder_is_enough_whose_words_people_know(app):
    post = await (await app.person().run("/ladder cold warm")).reply()
    (words,) = ladders_in(post.heard)
    assert is_ladder(words, app.services.lexicons["full"])
    assert len(words) == 5
    assert "rarest" not in post.text


async def test_who_wants_words_gets_no_pictures(app):
    olive = app.person()
    reply = await (await olive.run("/pictures", show=False)).reply()
    assert reply.ephemeral
    post = await (await olive.run("/ladder cat dog")).reply()
    assert not post.pictures
    await (await olive.run("/pictures", show=True)).reply()
    assert (await (await olive.run("/ladder cat dog")).reply()).pictures


async def test_the_changed_letter_is_a_capital_in_text(app):
    olive = app.person()
    await (await olive.run("/pictures", show=False)).reply()
    post = await (await olive.run("/ladder cat dog")).reply()
    await (await olive.run("/pictures", show=True)).reply()
    rungs = re.findall(r"^\d  (\w+)", post.text, re.MULTILINE)
    changed = [rung for rung in rungs if rung != "cat"]
    assert len(changed) > 2
    assert all(len(re.findall(r"[A-Z]", rung)) == 1 for rung in changed)


async def test_only_words_that_few_people_know_are_explained(app):
    full = app.services.lexicons["full"]
    if not full.has_definitions:
        pytest.skip("no WordNet here")
    olive = app.person()
    plain = await (await olive.run("/ladder", start="cat", target="dog", tier="common")).reply()
    assert "-# **" not in plain.text
    post = await (await olive.run("/ladder", start="cat", target="dog", via="gat")).reply()
    explained = re.findall(r"^-# \*\*(\w+)\*\* (.+)$", post.text, re.MULTILINE)
    assert "gat" in dict(explained)
    for word, meaning in explained:
        assert meaning == full.define(word)[0].short
        assert full.familiarity_of(full.find(word)) in {"rare", "very rare"}
        assert len(f"{word} {meaning}") <= 40


async def test_another_is_another_ladder_of_both_kinds_where_there_are_several(app):
    olive = app.person()
    post = await (await olive.run("/ladder take plot")).reply()  # 38 shortest, 7 of common words
    for _ in range(8):
        before = ladders_in(post.heard)
        await (await olive.press(post, "Another")).reply()
        for old, new in zip(before, ladders_in(post.heard), strict=True):
            assert old != new


async def test_another_does_not_look_long_where_the_one_known_ladder_is_shown(app, monkeypatch):
    draws, draw = [], ladder_card.draw

    async def drawn(*args, **options):
        draws.append(await draw(*args, **options))
        return draws[-1]

    monkeypatch.setattr(ladder_card, "draw", drawn)
    olive = app.person()
    post = await (await olive.run("/ladder boat ship")).reply()
    before, draws[:] = ladders_in(post.heard)[0], []
    await (await olive.press(post, "Another")).reply()
    assert draws[0].common.count == 1
    assert ladders_in(post.heard)[0] != before
    assert len(draws) < 10


async def test_definitions_are_for_the_one_who_presses(app):
    olive, pia = app.person(), app.person("pia")
    post = await (await olive.run("/ladder cat dog")).reply()
    for person in (olive, pia):
        reply = await (await person.press(post, "Definitions")).reply()
        check_private(reply, reply.text, "**cat**", "**dog**")
    if app.services.lexicons["full"].has_definitions:
        assert "a small furry animal" in reply.text


async def test_no_word_of_an_answer_is_explained_by_drugs(app):
    olive = app.person()
    post = await (await olive.run("/ladder bigger nigher")).reply()  # by way of “binger”
    reply = await (await olive.press(post, "Definitions")).reply()
    assert "**binger** – no definition here" in reply.text


async def test_hints_one_word_at_a_time(app):
    olive = app.person()
    post = await (await olive.run("/ladder start:warm target:cold reveal:length")).reply()
    assert re.search(r"Shortest: \*\*4 steps\*\* \(\d+ ways\)", post.text)
    assert "```" not in post.text
    assert post.buttons == ["Next word", "Show it all"]
    shown = []
    for _ in range(3):
        await (await olive.press(post, "Next word")).reply()
        shown.append(len(set(ladders_in(post.heard)[0]) - {""}))
    assert shown == sorted(shown)
    while "Next word" in post.buttons:
        await (await olive.press(post, "Next word")).reply()
    assert post.buttons == ["Another", "Definitions"]


async def test_a_hint_of_the_next_word_and_then_all_for_the_one_who_presses(app):
    olive, pia = app.person(), app.person("pia")
    exchange = await olive.run("/ladder", start="warm", target="cold", reveal="next word")
    post = await exchange.reply()
    assert (await (await pia.press(post, "Show it all")).reply()).ephemeral
    assert "2 blanks" in post.heard
    await (await olive.press(post, "Show it all")).reply()
    assert "blank" not in post.heard
    assert "Definitions" in post.buttons


async def test_options_reach_the_solver(app):
    olive = app.person()
    plain = await (await olive.run("/ladder cat dog")).reply()
    avoided = ladders_in(plain.heard)[0][1]
    post = await (await olive.run("/ladder", start="cat", target="dog", avoid=avoided)).reply()
    assert all(avoided not in words for words in ladders_in(post.heard))
    assert f"without {avoided}" in post.text
    post = await (await olive.run("/ladder", start="cat", target="dog", via="cot, hot")).reply()
    words = ladders_in(post.heard)[0]
    assert words.index("cot") < words.index("hot")
    post = await (await olive.run("/ladder", start="cat", target="dog", steps=6)).reply()
    assert len(ladders_in(post.heard)[0]) == 7
    post = await (
        await olive.run("/ladder", start="cat", target="cart", moves="insert, change")
    ).reply()
    assert "A ladder of words: cat, cart" in post.heard
    post = await (await olive.run("/ladder", start="cat", target="dog", tier="common")).reply()
    assert all(
        w in app.services.lexicons["common"] for words in ladders_in(post.heard) for w in words
    )
    assert "common word list" in post.text


async def test_where_nothing_connects_two_words_a_button_tries_more_moves(app):
    olive, pia = app.person(), app.person("pia")
    for start, target, why in (
        ("monkey", "banana", "“banana” reaches only"),
        ("cat", "house", "“cat” has 3 letters and “house” 5"),
    ):
        exchange = await olive.run("/ladder", start=start, target=target, avoid="zebra")
        reply = await exchange.follow_up()
        check_private(reply, reply.text, why)
        (label,) = reply.buttons
        assert label == "Try with adding and removing letters"
        post = await (await olive.press(reply, label)).reply()
        assert not post.ephemeral
        assert post.message in [other.message for other in pia.transcript("general")]
        assert f"{start} → {target}" in post.text
        assert "without zebra · moves: change, insert, delete" in post.text


async def test_if_no_ladder_has_the_steps_asked_for_a_button_gives_the_shortest(app):
    olive = app.person()
    reply = await (await olive.run("/ladder", start="cat", target="dog", steps=1)).follow_up()
    post = await (await olive.press(reply, "Shortest")).reply()
    assert "3 steps" in post.text


async def test_the_words_that_may_have_been_meant_are_buttons(app):
    olive = app.person()
    reply = await (
        await olive.run("/ladder", start="hart", target="cald", via="harb", private=True)
    ).reply()
    assert "“harb” is not in the word list" in reply.text
    assert "hard" in reply.buttons
    again = await (await olive.press(reply, "hard")).reply()  # now the other one is unknown
    assert again.ephemeral
    post = await (await olive.press(again, "cold")).reply()
    assert post.ephemeral
    assert ladders_in(post.heard)[0][:2] == ["hart", "hard"]


async def test_a_number_out_of_its_range_is_not_sent(app):
    await check_refused(app.person().run("/ladder", start="cat", target="dog", steps=0), Refused)


async def test_a_very_long_answer_goes_into_a_file(app):
    exchange = await app.person().run("/ladder", start="cat", target="dog", steps=100)
    await (await exchange.reply()).says("100 steps")


async def test_typing_completes_words_commonest_first_and_of_the_right_length(app):
    olive = app.person()
    choices = [c["value"] for c in await olive.complete("/ladder", "start", "ca")]
    assert 0 < len(choices) <= 25
    assert len(set(choices)) == len(choices)
    assert all(word.startswith("ca") for word in choices)
    choices = [c["value"] for c in await olive.complete("/ladder", "target", "do", start="cat")]
    assert "dog" in choices
    assert {len(word) for word in choices} == {3}
    choices = [c["value"] for c in await olive.complete("/ladder", "start", "do", target="cat")]
    assert "dog" in choices
    assert {len(word) for word in choices} == {3}
    choices = await olive.complete("/ladder", "target", "do", start="cat", moves="insert")
    assert len({len(c["value"]) for c in choices}) > 1
    choices = await olive.complete("/ladder", "via", "cot ho", start="cat")
    assert all(re.fullmatch("cot ho[a-z]", c["value"]) for c in choices)
    choices = await olive.complete("/ladder", "moves", "change, in")
    assert "change, insert, delete" in [c["value"] for c in choices]
    assert await olive.complete("/ladder", "start", "zzzzqq") == []
    assert await olive.complete("/ladder", "start", "*" * 90) == []
    assert await olive.complete("/ladder", "start", "") == []  # nothing before the first letter
    choices = await olive.complete("/ladder", "avoid", "cot,ho", start="cat")
    assert all(re.fullmatch("cot,ho[a-z]", c["value"]) for c in choices)


async def test_words_help_and_about(app):
    olive = app.person()
    post = await (await olive.run("/word cats")).reply()
    check_says(post.text, "## cats", "**Everyday** · in the common word list")
    assert "words one letter away**" in post.text
    reply = await (await olive.run("/word catt")).follow_up()
    check_private(reply, reply.text, "Did you mean")
    post = await (await olive.press(reply, "cat")).reply()
    assert "## cat" in post.text
    assert not post.ephemeral
    post = await (await olive.run("/help")).reply()
    assert post.ephemeral
    assert re.search(r"</ladder:\d+>", post.text)
    post = await (await olive.run("/about")).reply()
    check_private(post, post.text, "Beresford")
    choices = await olive.complete("/word", "word", "snak")
    assert "snake" in [choice["value"] for choice in choices]
