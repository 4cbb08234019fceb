"""What an attacker may type, up to Discord's limits, as a Hypothesis strategy."""

import random
import string

from hypothesis import strategies as st

SEPARATORS = (" ", "\n", ",", "; ", " -> ", "\n1. ", "  \t ")
STRANGE = "".join(map(chr, [*range(1, 32), 0x202E, 0x200D, 0x1F40D, 0x65E5, 0xE9, 0x0130]))
MARKS = "*_~`|<>@#[]()\\/:-+."


class Typist:
    """Types texts of words that resemble the words that the bot compares them with."""

    def __init__(self, lexicon, contest):
        self._lexicon, self._contest = lexicon, contest
        self._kinds = [
            lambda rng: rng.choice(contest),
            lambda rng: shuffled(rng, rng.choice(contest)),
            lambda rng: slipped(rng, rng.choice(contest)),
            self._real,
            lambda rng: slipped(rng, self._real(rng)),
            lambda rng: shuffled(rng, self._real(rng)),
            lambda rng: letters(rng, "ab", 50),
            lambda rng: letters(rng, "ab", rng.randrange(2, 12)),
            lambda rng: letters(rng, string.ascii_lowercase, rng.randrange(1, 61)),
            lambda rng: letters(rng, string.ascii_uppercase, rng.randrange(1, 31)),
            lambda rng: letters(rng, string.digits, rng.randrange(1, 30)),
            lambda rng: letters(rng, STRANGE, rng.randrange(1, 30)),
            lambda rng: letters(rng, MARKS, rng.randrange(1, 30)),
            lambda rng: letters(rng, string.ascii_lowercase, 6000),
            lambda rng: rng.choice(["generate 250 fiendish", "1 hour", "tomorrow 18:30", "0"]),
        ]

    def texts(self, longest, shortest=0):
        """Texts of at most `longest` characters; many of them reach it."""
        return st.builds(
            self._text,
            st.integers(0, 2**32).map(random.Random),
            st.lists(st.sampled_from(self._kinds), min_size=1, max_size=2),
            st.sampled_from(SEPARATORS),
            st.just(longest) | st.integers(shortest, longest),
            st.just(shortest),
        )

    def _text(self, rng, kinds, separator, length, shortest):
        pieces, size = [], 0
        while size < length:
            pieces.append(rng.choice(kinds)(rng))
            size += len(pieces[-1]) + len(separator)
        return separator.join(pieces)[:length].strip() or "a" * max(shortest, 1)

    def _real(self, rng):
        ids = self._lexicon.ids_of_length(rng.choice([2, 4, 8, 9, 12, 15, 20, 28]))
        return self._lexicon.word(rng.choice(ids))


def letters(rng, alphabet, length):
    return "".join(rng.choices(alphabet, k=length))


def shuffled(rng, word):
    return "".join(rng.sample(word, len(word)))


def slipped(rng, word):
    """Return the word with a letter changed, lost, added, or moved."""
    at = rng.randrange(len(word))
    rest = word[:at] + word[at + 1 :]
    to = rng.randrange(len(rest) + 1)
    letter = rng.choice(string.ascii_lowercase)
    changed, added = word[:at] + letter + word[at + 1 :], word[:at] + letter + word[at:]
    return rng.choice([changed, added, rest, rest[:to] + word[at] + rest[to:]])
