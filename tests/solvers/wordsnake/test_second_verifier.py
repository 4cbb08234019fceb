"""The page docs/verify, a second verifier, agrees with ours on good and altered proofs."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from solvers.cli.main import main
from solvers.deadline import Deadline
from solvers.errors import BadInput
from solvers.wordsnake import RULES, SnakeRequest, parse, solve, verify
from tests.paths import ROOT
from tests.playground.browser import Tab, new_tab
from tests.solvers.wordsnake.certificates import TAMPERING, TANGLED, WORDS, signed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

PAGE = ROOT / "docs/verify/index.html"
Case = tuple[list[str], str]


@pytest.fixture
async def page(devtools: str) -> AsyncIterator[Tab]:
    async with new_tab(devtools) as tab:
        await tab.open(PAGE.as_uri(), width=390, height=760)
        yield tab
        assert tab.complaints == []
        assert tab.asked == {PAGE.as_uri()}


def certified(words: list[str], rule: str, seconds: float = 20) -> dict[str, Any]:
    request = SnakeRequest(tuple(words), rule, certify=True)  # type: ignore[arg-type]
    result = solve(request, None, Deadline.after(seconds))
    return json.loads(json.dumps(result.certificate))


def drawn(rng: random.Random) -> list[str]:
    letters, longest = rng.choice([("ab", 6), ("ab", 9), ("abc", 5), ("aenst", 7)])
    words: set[str] = set()
    while len(words) < rng.choice([2, 4, 6, 9]):
        words.add("".join(rng.choices(letters, k=rng.randint(1, longest))))
    return sorted(words)


def values(content: Any) -> list[tuple[Any, Any]]:
    """Return all places in a certificate, each as a container and a key."""
    places = []
    pairs = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in list(pairs):
        places.append((content, key))
        if isinstance(value, dict | list):
            places += values(value)
    return places


STRANGE = [
    None, True, "", "a", "snake:", 'é😀\u007f\n"\\', [], {}, ["a", "b"], {"word": "a"}, {"a": 0},
    -1, 0, 1, 10**20, -(10**20), 1.5, 1.0, 1e300, "1", " 0",
]  # fmt: skip


def altered(content: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Alter one or two things, mostly numbers by a little, and mostly sign the result again."""
    content = copy.deepcopy(content)
    for _ in range(rng.choice([1, 1, 2])):
        where, key = rng.choice(values(content))
        value, dice = where[key], rng.random()
        if type(value) is int and dice < 0.7:
            where[key] = value + rng.choice([-1, 1, 5040, -5040, rng.randint(-(10**5), 10**5)])
        elif dice < 0.8:
            where[key] = rng.choice(STRANGE)
        elif dice < 0.9 and isinstance(where, dict):
            where[rng.choice([str(key) + "x", "snake:a", "0", "a"])] = where.pop(key)
        elif dice < 0.95:
            del where[key]
        else:
            other, place = rng.choice(values(content))
            where[key] = copy.deepcopy(other[place])
    return signed(content) if rng.random() < 0.95 else content


def cases(seed: int, number: int) -> Iterator[Case]:
    rng = random.Random(seed)
    made = 0
    while made < number:
        words = drawn(rng)
        rule = rng.choice(RULES)
        good = certified(words, rule, rng.choice([0, 0.01, 20, 20]))
        yield words, json.dumps(good)
        made += 1
        for _ in range(9):
            yield words, json.dumps(altered(good, rng))
            made += 1
        yield (words[:-1] if len(words) > 2 else [*words, "zz"]), json.dumps(good)
        made += 1


async def compare(page: Tab, given: list[Case]) -> list[bool]:
    """Let both verifiers judge, and return their common verdicts."""
    asked = json.dumps(given)
    said = await page.run(f"{asked}.map(([words, text]) => verify(words, text))")
    verdicts = []
    for (words, text), theirs in zip(given, said, strict=True):
        ours = verify(words, json.loads(text))
        assert theirs["valid"] == ours.valid, (words, text, ours, theirs)
        if ours.valid:
            assert (theirs["score"], theirs["bound"]) == (str(ours.score), str(ours.bound))
        verdicts.append(ours.valid)
    return verdicts


async def test_both_verifiers_agree(page: Tab) -> None:
    given = list(cases(1, 90))
    tangled = certified(TANGLED, "containment")
    assert "below" in tangled["branches"][0]
    given.append((TANGLED, json.dumps(tangled)))
    for tamper in TAMPERING:
        content = copy.deepcopy(tangled)
        tamper(content)
        given.append((TANGLED, json.dumps(signed(content))))
    given += [(WORDS, json.dumps(certified(WORDS, rule))) for rule in RULES]
    verdicts = await compare(page, given)
    assert 10 < sum(verdicts) < len(verdicts) - 30


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 12))
async def test_both_verifiers_agree_on_two_thousand(page: Tab, seed: int) -> None:
    verdicts = await compare(page, list(cases(seed, 200)))
    assert len(verdicts) >= 200
    assert 20 < sum(verdicts) < len(verdicts) - 60


LISTS = [
    "run{0}\nnausea{0}\n{0}seasick",
    "run{0}nausea\nseasick",
    "run\r{0}nausea\r\n{0}\r\nseasick\r",
    "{0}# a comment\n{0}\nRun{0}0\nNAUSEA{0}2\nseasick 5",
    "run\n#{0}x\nnausea\nseasick\nrun",
]
BLANKS = ["", " ", "\t", "\v", "\f", *map(chr, range(0x1C, 0x20)), "\x85", "\xa0", *"\u1680\u180e"]
BLANKS += [*"\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff", "\0", "\x1b"]


async def test_both_read_lists_alike(page: Tab) -> None:
    proof = certified(["run", "nausea", "seasick"], "pairs")
    texts = [text.format(blank) for text in LISTS for blank in BLANKS]
    texts += ["run 2\nnausea 4\nseasick 7", "run 0\nnausea\nseasick", "run 0 0\nnausea\nseasick"]
    texts += ["run +1\nnausea 0\nseasick 5", "run\nnausea\nseasick\n" + "a" * 61]
    judge = f"verify(readList(text), {json.dumps(json.dumps(proof))}).valid"
    tried = f"{{ try {{ return {judge}; }} catch {{ return null; }} }}"
    said = await page.run(f"{json.dumps(texts)}.map((text) => {tried})")
    ours = []
    for text in texts:
        try:
            words, _ = parse(text)
            ours.append(verify([*dict.fromkeys(words)], proof).valid)
        except BadInput:
            ours.append(None)
    assert dict(zip(texts, said, strict=True)) == dict(zip(texts, ours, strict=True))
    assert {True, None} <= {*ours}


@pytest.mark.parametrize(
    ("text", "valid"),
    [("", False), ("[]", False), ("nonsense", False), ("[" * 20_000, False), ("{} {}", False)],
)
async def test_what_is_no_certificate_is_refused(page: Tab, text: str, valid: bool) -> None:
    said = await page.run(f"verify(['sea', 'son'], {json.dumps(text)})")
    assert (said["valid"], said["reason"]) == (valid, "The certificate is malformed.")


async def test_a_person_checks_a_certificate_on_a_phone(page: Tab) -> None:
    good = certified(WORDS, "containment")
    wide = await page.run("document.documentElement.scrollWidth")
    assert wide <= 390
    for field, text in (("words", "\n".join(WORDS)), ("certificate", json.dumps(good))):
        await page.run(f"document.getElementById('{field}').focus()")
        await page.type(text)
    await page.click("document.getElementById('check')")
    await page.until("document.getElementById('verdict').className === 'valid'")
    shown = await page.run("document.getElementById('verdict').textContent")
    assert shown == f"The certificate holds: a snake scores {good['score']}, and none scores more."
    files = {"list.txt": "\n".join(WORDS[1:]), "proof.json": json.dumps(good)}
    await page.run(f"""(() => {{
      const carried = new DataTransfer();
      for (const [name, text] of Object.entries({json.dumps(files)}))
        carried.items.add(new File([text], name));
      document.dispatchEvent(new DragEvent("drop", {{ dataTransfer: carried, bubbles: true }}));
    }})()""")
    await page.until(
        f"document.getElementById('words').value.split('\\n').length === {len(WORDS) - 1}"
    )
    await page.click("document.getElementById('check')")
    await page.until("document.getElementById('verdict').className === 'invalid'")
    wide = await page.run("document.documentElement.scrollWidth")
    assert wide <= 390


@pytest.mark.parametrize(
    ("words", "proof", "holds"),
    [
        (b"%s", b"\xef\xbb\xbf%s", True),
        (b"\xef\xbb\xbf%s", b"%s", True),
        (b"\xef\xbb\xbf\xef\xbb\xbf%s", b"\xef\xbb\xbf\xef\xbb\xbf%s", False),
        (b"# caf\xc3\xa9\n%s", b"%s", True),
        (b"# caf\xe9\n%s", b"%s", False),
        (b"# \0\n%s", b"%s", False),
        (b"%s", b"%s\xff", False),
        (b"%s", b"%s\0", False),
    ],
)
async def test_both_read_files_alike(
    page: Tab, tmp_path: Path, words: bytes, proof: bytes, holds: bool
) -> None:
    listed = "\n".join(WORDS).encode()
    contents = {
        "words": words % listed,
        "certificate": proof % json.dumps(certified(WORDS, "pairs")).encode(),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        await page.run(f"""(() => {{
          const carried = new DataTransfer();
          carried.items.add(new File([new Uint8Array({[*content]})], "{name}"));
          const input = document.getElementById("{name}-file");
          input.files = carried.files;
          input.dispatchEvent(new Event("change"));
        }})()""")
        filled = f"document.getElementById('{name}').value !== ''"
        refused = "document.getElementById('verdict').className === 'invalid'"
        await page.until(f"{filled} || {refused}")
    await page.click("document.getElementById('check')")
    await page.until("['valid', 'invalid'].includes(document.getElementById('verdict').className)")
    said = await page.run("document.getElementById('verdict').className")
    ours = main(["snake", "verify", *(str(tmp_path / name) for name in contents)])
    assert (said == "valid", ours == 0) == (holds, holds)
