"""/ladder, /anigram and /truncate alike: who sees an answer, whose it is, and what is refused."""

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")
CARDS = [  # what is asked, a button that changes the card, and what its text has all the same
    pytest.param("/ladder start:warm target:cold", "Another", "warm → cold", id="ladder"),
    pytest.param("/anigram start:team", "One shorter", "team → ", id="anigram"),
    pytest.param("/truncate", "Another", "Only words people know", id="truncate"),
]
every_card = pytest.mark.parametrize(("line", "button", "text"), CARDS)


async def press(person, post, button):
    return await (await person.press(post, button)).reply()


@every_card
@pytest.mark.parametrize("private", [True, False])
async def test_private_answers_are_seen_by_one(app, line, button, text, private):
    olive, pia = app.person(), app.person("pia")
    post = await (await olive.run(f"{line} private:{private}")).reply()
    assert post.ephemeral is private
    seen = [other.message for other in pia.transcript("general")]
    assert (post.message in seen) is not private
    assert (await press(olive, post, button)).ephemeral is private


@every_card
async def test_somebody_else_gets_a_copy_of_their_own(app, line, button, text):
    olive, pia = app.person(), app.person("pia")
    post = await (await olive.run(line)).reply()
    before = post.text
    copy = await press(pia, post, button)
    assert copy.ephemeral
    assert copy.message is not post.message
    assert text in copy.text
    assert post.text == before
    again = await press(pia, copy, button)
    assert again.message is copy.message


@every_card
async def test_in_direct_messages_and_as_an_app_of_ones_own(app, line, button, text):
    olive, pia, solo = app.person(), app.person("pia"), app.person("solo")
    for person, channel in ((olive, olive.dm), (solo, solo.dm), (olive, olive.conversation(pia))):
        post = await (await person.run(line, channel)).reply()
        assert text in (await press(person, post, button)).text


@pytest.mark.parametrize(
    ("line", "options", "words"),
    [
        ("/ladder", {"start": "catt", "target": "dogs"}, "“catt” is not in the word list."),
        ("/ladder cat dog", {"moves": "teleport"}, "“teleport” is not a move"),
        ("/ladder", {"start": "**", "target": "@everyone"}, "takes one word"),
        ("/anigram", {"start": "t3am"}, "only have the letters a to z"),
        ("/anigram", {"end": "definitly"}, "Did you mean definite"),
        ("/anigram", {"start": "w" * 60}, "spell no word"),
        ("/truncate", {"start": "catt"}, "“catt” is not in the word list. Did you mean cat"),
        ("/truncate", {"through": "l4p"}, "only have the letters a to z"),
        ("/truncate", {"start": "w" * 60}, "is not in the word list"),
    ],
)
async def test_mistakes_are_answered_in_private_with_one_clear_sentence(app, line, options, words):
    olive, pia = app.person(), app.person("pia")
    exchange = await olive.run(line, **options)
    reply = await exchange.follow_up()
    assert reply.ephemeral
    assert words in reply.text
    assert "error" not in reply.text
    assert not reply.pinged
    assert exchange.interaction.original.deleted  # nothing is left of the public "thinking"
    assert all("thinking" not in post.text for post in pia.transcript("general")[-1:])
