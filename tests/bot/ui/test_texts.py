"""The file of everything that people read matches the code."""

from tests.texts import FILE, texts


def test_the_texts_agree_with_the_code():
    assert FILE.read_text() == texts(), "run `python -m tests.texts`"
