"""The errors of the solvers.

    PuzzleError                 the request cannot be answered as it stands
    ├── BadInput                it breaks a rule of the game: letters, length, duplicates…
    │   └── UnknownWord         a word that is not in the lexicon; carries close words
    ├── NoAnswer                it is well formed but proven to have no answer
    └── GaveUp                  the deadline passed before an answer or a proof was found

A message is one clear sentence: it says what is wrong and what to do about it. `code` is a stable
word for programs (the command line's JSON). Errors can be pickled.
"""

from __future__ import annotations

from solvers.text import quoted, series


class PuzzleError(Exception):
    """A request that cannot be answered as it stands."""

    code = "puzzle"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the attributes, so that subclasses with other signatures can be pickled."""
        return (_rebuild, (type(self), self.__dict__.copy()))


class BadInput(PuzzleError):
    """The request breaks a rule of the game."""

    code = "bad_input"
    skipped = 0
    """How many lines of a file were skipped, as requested, if no word was left."""


class UnknownWord(BadInput):
    """A word that is not in the lexicon, with up to five close words that are."""

    code = "unknown_word"

    def __init__(
        self,
        word: str,
        close: tuple[str, ...] = (),
        message: str | None = None,
        *,
        code: str | None = None,
    ) -> None:
        hint = f" Did you mean {series(close, 'or')}?" if close else ""
        super().__init__(message or f"{quoted(word)} is not in the word list.{hint}", code=code)
        self.word = word
        self.close = close


class NoAnswer(PuzzleError):
    """The request is well formed and proven to have no answer."""

    code = "no_answer"


class GaveUp(PuzzleError):
    """The deadline passed before an answer, or a proof that none exists, was found."""

    code = "gave_up"


def _rebuild(kind: type[PuzzleError], state: dict[str, object]) -> PuzzleError:
    error = kind.__new__(kind)
    Exception.__init__(error, state["message"])
    error.__dict__.update(state)
    return error
