"""The file of everything that people read matches the code."""

from tests.texts import FILE, texts


def test_the_texts_are_those_of_the_code():
    assert FILE.read_text() == texts(), "run `python -m tests.texts`"
