"""The examples in documents."""

from __future__ import annotations

import re

from tests.paths import ROOT

LIBRARY = ROOT / "docs" / "library.md"


def examples_of_the_docs() -> str:
    text = LIBRARY.read_text("utf-8")
    return "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
