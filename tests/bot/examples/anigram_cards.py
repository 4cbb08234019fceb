"""Asking for anigram cards, and reading them."""

import re
from collections import Counter
from itertools import pairwise

WALK = ["One shorter", "One longer", "Another", "All words"]


def stairs_of(post):
    """Return a card's stages: (letters, first word with its capital, other words that fit)."""
    stages, before = [], ""
    if not post.pictures:  # too wide for one
        (block,) = re.findall(r"```\n(.*?)\n```", post.text, re.DOTALL)
        for line in block.splitlines():
            size, first, *others = line.split()
            stages.append((int(size), first, [word for word in others if word[0] != "+"]))
        return stages
    _, _, words = post.pictures[0]["description"].partition("A pyramid of words: ")
    for first, *others in (stage.split(" or ") for stage in words.split("; ")):
        added = "".join((Counter(first) - Counter(before)).elements()) if stages else ""
        marked = first.replace(added, added.upper(), 1) if added else first
        stages.append((len(first), marked, others))
        before = first
    return stages


def words_of(post):
    return [first.lower() for _, first, _ in stairs_of(post)]


def check_chain(post, lexicon):
    """Check that each stage has words made of the letters before and the capital."""
    stages = stairs_of(post)
    for size, first, others in stages:
        assert all(word.lower() in lexicon for word in (first, *others))
        assert {len(first)} == {size}
        assert {"".join(sorted(word)) for word in others} <= {"".join(sorted(first.lower()))}
    assert stages[0][1].islower()
    for (_, before, _), (_, word, _) in pairwise(stages):
        (new,) = re.findall("[A-Z]", word)
        assert Counter(word.lower()) - Counter(before.lower()) == Counter(new.lower())
        assert len(word) == len(before) + 1


async def answer(person, channel=None, **options):
    return await (await person.run("/anigram", channel, **options)).reply()


async def press(person, post, button):
    return await (await person.press(post, button)).reply()
