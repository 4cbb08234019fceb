"""How English spells the regular forms of nouns and verbs."""

from __future__ import annotations

import re


def regular_forms(base: str) -> set[str]:
    """Return the regular inflections of a noun or a verb, as they are spelled.

    >>> sorted(regular_forms("try")), sorted(regular_forms("hop"))
    (['tried', 'tries', 'trying'], ['hopped', 'hopping', 'hops'])
    """
    if re.search("[^aeiou]y$", base):
        return {f"{base[:-1]}ies", f"{base[:-1]}ied", f"{base}ing"}
    if base.endswith("e"):
        stem = base if re.search("[eoy]e$", base) else base[:-1]
        stem = f"{base[:-2]}y" if base.endswith("ie") else stem
        return {f"{base}s", f"{base}d", f"{stem}ing"}
    doubles = len(base) < 5 and re.search("(^|[^aeiou])[aeiou][^aeiouwxy]$", base)
    stem = base + base[-1] if doubles else base
    plurals = {f"{base}es" if re.search("(s|x|z|ch|sh)$", base) else f"{base}s"}
    if base.endswith("o"):
        plurals.add(f"{base}es")
    return plurals | {f"{stem}ed", f"{stem}ing"}
