"""Reading snake cards as players do, and lists that tests share."""

import random
import re

import aiohttp

from bot.ui.games.snake_card import SnakeCard
from solvers.wordsnake import Explanation, ScoreRequest, SnakeResult, score

FORTY = (
    "panther hermit mite termite emu mule lemur urchin chinchilla llama mare reindeer deer erne "
    "newt wombat bat bats stoat oats toad adder ermine mink inkfish fishhawk hawk wolf olm "
    "marmot moth otter tern ernes snake kestrel eland andean nene nematode"
)

NONE_MISSED = Explanation(None, None, None, 0, "Nothing gains.", ())

LONGER = FORTY + " abrasive chalk"


def hard_list():
    """Words that contain one another so often that no solver is done with them soon.

    The list is short, so the solver's steps are, too: a long step may end too late on a busy
    machine, and then the process is killed.
    """
    draw = random.Random(1)
    words = {"".join(draw.choices("ab", k=draw.randint(8, 12))) for _ in range(300)}
    return "hard.txt", "\n".join(sorted(words)).encode()


def claimed(post):
    """Return a card's score, its bound, and whether it says proven."""
    score, proven, bound = re.search(
        r"\*\*([\d,]+) points?\*\* – (?:(the best possible)|.* no snake can beat \*\*([\d,]+))",
        post,
    ).groups()
    best = int(score.replace(",", ""))
    return best, best if proven else int(bound.replace(",", "")), bool(proven)


async def answer(exchange):
    """Wait for the answering card; on a busy machine the search's progress comes first."""
    post = await exchange.reply()
    return await post.says("CAPITALS are shared letters")


def order_in(post):
    """Return the words of a card's order, in lower case."""
    order = post.split("```")[3].lower()
    return tuple(re.findall(r"[a-z]+", order.replace("inside", "")))


async def fetched(post, name):
    """Return the contents of one of a post's files."""
    url = post.files[name]["url"]
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        return await answer.read()


def laid(words, rule="pairs"):
    return score(ScoreRequest(tuple(words.split()), rule=rule))


def make(words, rule="pairs", slack=0, typed=None):
    """Return the card of an order, as if the solver had found it with a bound `slack` above."""
    found = laid(words, rule)
    about = {"score": found.score, "bound": found.score + slack, "proven": not slack}
    about |= {"words": tuple((typed or words).split()), "snake": found.snake}
    result = SnakeResult(rule=rule, seconds=0.01, order=found.order, seed=1, **about)
    return SnakeCard.of(result)
