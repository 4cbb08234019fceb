"""Every mistake a solver can tell a person about.

    PuzzleError                 the request cannot be answered as it stands
    ├── BadInput                it breaks a rule of the game: letters, length, duplicates…
    │   └── UnknownWord         a word that is not in the lexicon; carries close words
    ├── NoAnswer                it is well formed, and proven to have no answer
    └── GaveUp                  the deadline passed before an answer or a proof was found

A message is one clear sentence: it names what is wrong and what to do about it. `code` is a
stable word for programs (the command line's JSON). All of them travel between processes whole.
"""

from __future__ import annotations


class PuzzleError(Exception):
    """A request that cannot be answered as it stands."""

    code = "puzzle"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the attributes, so that subclasses with other signatures pickle too."""
        return (_rebuild, (type(self), self.__dict__.copy()))


class BadInput(PuzzleError):  # noqa: N818 - it is a person's mistake, not the program's
    """The request breaks a rule of the game."""

    code = "bad_input"


class UnknownWord(BadInput):
    """A word that is not in the lexicon, with up to five close words that are."""

    code = "unknown_word"

    def __init__(self, word: str, close: tuple[str, ...] = ()) -> None:
        hint = f" Did you mean {_or(close)}?" if close else ""
        super().__init__(f"“{word}” is not in the word list.{hint}")
        self.word = word
        self.close = close


class NoAnswer(PuzzleError):  # noqa: N818
    """The request is well formed and proven to have no answer."""

    code = "no_answer"


class GaveUp(PuzzleError):  # noqa: N818
    """The deadline passed before there was an answer or a proof that there is none."""

    code = "gave_up"


def _or(words: tuple[str, ...]) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _rebuild(kind: type[PuzzleError], state: dict[str, object]) -> PuzzleError:
    error = kind.__new__(kind)
    Exception.__init__(error, state["message"])
    error.__dict__.update(state)
    return error
