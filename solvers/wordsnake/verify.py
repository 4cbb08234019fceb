"""Check a certificate without trusting it: the graph is built again from the words alone.

Shares no code with the solver except the scoring. docs/wordsnake.md says what is checked, and why
that is enough.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from solvers.errors import PuzzleError
from solvers.wordsnake.reference_graph import ROOT, ReferenceGraph, is_resting
from solvers.wordsnake.score import score
from solvers.wordsnake.types import Placed, ScoreRequest, SnakeRequest, SnakeResult
from solvers.wordsnake.words import LONGEST_LISTED, checked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORMAT = "wordsnake certificate 1"
_NEVER = -(10**18)

Claim: TypeAlias = tuple[SnakeRequest, SnakeResult]
Limits = dict[tuple[str, ...], tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a certificate proves its claim for a list of words; if not, `reason` says why."""

    score: int
    bound: int
    valid: bool
    reason: str | None = None


class _Refused(Exception):
    """The certificate does not prove its claim."""


def verify(words: Sequence[str], certificate: object) -> Verdict:
    """Check a certificate (as read from JSON) for these words, in time linear in the flow's arcs.

    Raises BadInput only if the list of words is invalid.

    >>> verify(["nausea", "seasick"], {"score": 9, "bound": 9})
    Verdict(score=9, bound=9, valid=False, reason='The certificate is malformed.')
    """
    words = checked(words, longest=LONGEST_LISTED)
    content: dict[str, Any] = certificate if isinstance(certificate, dict) else {}
    claims = [claim if type(claim) is int else 0 for claim in map(content.get, ("score", "bound"))]
    reason = None
    try:
        _check(words, content)
    except _Refused as refused:
        reason = str(refused)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        reason = "The certificate is malformed."
    return Verdict(claims[0], claims[1], reason is None, reason)


def bears_out(claim: Claim, _lexicon: object = None, _deadline: object = None) -> bool:
    """Return whether a result answers a request, and its certificate proves its claims.

    The request must have asked for a certificate (`certify`). The function has a solver's
    signature, so a worker can run it.
    """
    request, result = claim
    words = checked(request.words, longest=LONGEST_LISTED)
    content = result.certificate
    verdict = verify(words, content)
    if content is None or not verdict.valid:
        return False
    return (
        sorted(result.words) == sorted(words)
        and (result.rule, content["rule"]) == (request.rule, request.rule)
        and (result.score, result.bound) == (verdict.score, verdict.bound)
        and result.proven == (verdict.score == verdict.bound)
        and [[one.word, one.position] for one in result.order] == content["order"]
        and _laid(result) == (result.snake, result.order)
    )


def _laid(result: SnakeResult) -> tuple[str, tuple[Placed, ...]]:
    """Return the snake that a result's words make, and each word's score."""
    order = tuple(one.word for one in result.order)
    positions = tuple(one.position for one in result.order)
    laid = positions if result.rule == "containment" else None
    scored = score(ScoreRequest(order, laid, result.rule))
    return scored.snake, scored.order


def _check(words: tuple[str, ...], content: dict[str, Any]) -> None:
    _demand_no_fractions(content)
    rest = {key: value for key, value in content.items() if key != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    _demand(content["format"] == FORMAT, "This is not a wordsnake certificate.")
    _demand(
        hashlib.sha256(text.encode()).hexdigest() == content["sha256"],
        "The certificate was altered: its content does not match its hash.",
    )
    rule = content["rule"]
    _demand(rule in {"pairs", "containment"}, "The certificate's rule is none of ours.")
    order = tuple(word for word, _ in map(_list, _list(content["order"])))
    positions = tuple(_whole(position) for _, position in content["order"])
    _demand(sorted(order) == sorted(words), "The order is not one of these words.")
    laid = positions if rule == "containment" else None
    try:
        scored = score(ScoreRequest(order, laid, rule, words))
    except PuzzleError as error:
        raise _Refused(f"The order is not a snake of these words: {error.message}") from None
    claimed = _whole(content["bound"])
    there = tuple(placed.position for placed in scored.order)
    _demand(positions == there, "A word is not where its overlap puts it.")
    _demand(scored.score == _whole(content["score"]), "The order does not score what is claimed.")
    shortest = min(len(word) for word in words)
    bound = sum(len(word) ** 2 for word in words) - shortest**2
    if bound > claimed:
        _demand(len(_list(content["branches"])) > 0, "Nothing proves the bound that is claimed.")
        bound = _Proof(ReferenceGraph(words, rule), content).bound()
    _demand(bound <= claimed, f"Only a bound of {bound} is proven, {claimed} is claimed.")
    _demand(scored.score <= claimed, "A snake cannot score more than its bound.")


class _Proof:
    """A certificate's prices on our own graph."""

    def __init__(self, flow: ReferenceGraph, content: dict[str, Any]) -> None:
        self.flow = flow
        self.content = content
        self.scale = _whole(content["scale"])
        _demand(self.scale > 0, "The scale must be positive.")
        self.laying: defaultdict[str, list[int]] = defaultdict(list)
        self.revealing: defaultdict[str, list[int]] = defaultdict(list)
        self.between: dict[tuple[str, str], int] = {}
        for at, arc in enumerate(flow.arcs):
            self.between[arc.tail, arc.head] = at
            if arc.lays:
                self.laying[arc.lays].append(at)
            if arc.reveals:
                self.revealing[arc.reveals].append(at)
        cuts = map(self._cut, _list(content["cuts"]))
        self.cuts = {str(at): cut for at, cut in enumerate(cuts)}

    def bound(self) -> int:
        """Return the largest bound of all branches, which together hold every snake."""
        branches = self.content["branches"]
        bounds = []
        parts: set[int] = set()
        todo: list[tuple[int, Limits]] = [(0, {})]
        while todo:
            place, limits = todo.pop()
            branch = branches[place]
            if "below" not in branch:
                bounds.append(self._leaf(branch, limits) // self.scale)
                continue
            below, above = _whole(branch["below"]), _whole(branch["above"])
            once = place < below < above and not {below, above} & parts
            _demand(once, "The branches are not a tree.")
            parts |= {below, above}
            key = self._key(branch)
            low, high = limits.get(key, (0, None))
            most = _whole(branch["most"])
            todo.append((below, limits | {key: (low, most)}))
            todo.append((above, limits | {key: (most + 1, high)}))
        return max(bounds)

    def _leaf(self, leaf: dict[str, Any], limits: Limits) -> int:
        """Return an upper bound on every snake within the limits, in units of the scale."""
        flow = self.flow
        extra: defaultdict[int, int] = defaultdict(int)
        bound = flow.base * self.scale
        for at, price in leaf["cuts"].items():
            counts, least = self.cuts[at]
            _demand(_whole(price) >= 0, "A cut's price is negative.")
            bound -= price * least
            for arc, count in counts.items():
                extra[arc] += price * count
        for limit in _list(leaf["limits"]):
            key = self._key(limit)
            price = _whole(limit["price"])
            edge = limits[key][price > 0]
            _demand(edge is not None, "A limit that does not hold has a price.")
            bound += price * int(edge or 0)
            for arc in self._arcs(key):
                extra[arc] -= price
        reveal = {word: _whole(price) for word, price in leaf["reveal"].items()}
        _demand(
            all(price >= 0 and word in flow.coverable for word, price in reveal.items()),
            "A word has a price for being revealed that it cannot have.",
        )
        best = self._best(leaf["prices"], reveal, extra)
        for word in flow.words:
            earned = best.get(word, _NEVER)
            if word not in flow.mandatory:
                earned = max(earned + reveal.get(word, 0), 0) - reveal.get(word, 0)
            bound += earned
        return bound

    def _best(
        self, written: Mapping[str, Any], reveal: dict[str, int], extra: defaultdict[int, int]
    ) -> dict[str, int]:
        """Return the most that laying each word can earn at the prices."""
        prices = {ROOT: 0} | {node: _whole(price) for node, price in written.items()}
        so_far: dict[str, int] = {}
        best: dict[str, int] = {}
        for at, arc in enumerate(self.flow.arcs):
            resting = is_resting(arc.tail)
            value = -self._price(arc.tail, prices) if resting else so_far[arc.tail]
            value += arc.gain * self.scale + reveal.get(arc.reveals, 0) + extra.get(at, 0)
            if arc.lays:
                value += self._price(arc.head, prices)
                best[arc.lays] = max(best.get(arc.lays, _NEVER), value)
            elif is_resting(arc.head):
                value += self._price(arc.head, prices)
                _demand(value <= 0, f"At these prices “{arc.tail}” gains by forgetting.")
            else:
                so_far[arc.head] = max(so_far.get(arc.head, _NEVER), value)
        return best

    def _price(self, node: str, prices: dict[str, int]) -> int:
        """Return a resting state's price: if not written, the price of the state it forgets to."""
        unwritten = []
        while node not in prices:
            unwritten.append(node)
            node = self.flow.forgets_to(node)
        for other in unwritten:
            prices[other] = prices[node]
        return prices[node]

    def _cut(self, cut: dict[str, Any]) -> tuple[dict[int, int], int]:
        """Return how a cut counts each arc, and the least sum in every snake."""
        flow, word, nodes = self.flow, cut["word"], set(_list(cut["nodes"]))
        _demand(ROOT not in nodes, "A cut holds the root, where all begins.")
        covering = cut["shown"] is True
        _demand(
            word in flow.words
            and (not covering or word in flow.mandatory or word in flow.coverable),
            "A cut is about a word that it cannot be about.",
        )
        counts: dict[int, int] = {}
        brings = self.laying[word] + (self.revealing[word] if covering else [])
        for at in [*self._entering(nodes), *brings]:
            if flow.arcs[at].tail not in nodes:
                counts[at] = 1
        if not covering:
            for at in self.laying[word]:
                counts[at] = counts.get(at, 0) - 1
        return counts, int(covering)

    def _entering(self, nodes: set[str]) -> list[int]:
        return [at for at, arc in enumerate(self.flow.arcs) if arc.head in nodes]

    def _key(self, limit: dict[str, Any]) -> tuple[str, ...]:
        """Return what a limit is about: laying a word, or one arc."""
        if "word" in limit:
            _demand(limit["word"] in self.flow.words, "A limit is about no word of the list.")
            return (limit["word"],)
        tail, head = _list(limit["arc"])
        _demand((tail, head) in self.between, "A limit is about no arc of the flow.")
        return tail, head

    def _arcs(self, key: tuple[str, ...]) -> list[int]:
        return self.laying[key[0]] if len(key) == 1 else [self.between[key[0], key[1]]]


def _whole(value: object) -> int:
    _demand(type(value) is int, "A number is not a whole number.")
    assert isinstance(value, int)
    return value


def _list(value: object) -> list[Any]:
    _demand(isinstance(value, list), "The certificate is malformed.")
    assert isinstance(value, list)
    return value


def _demand_no_fractions(value: object) -> None:
    """Refuse fractions: programs write them differently, so hashes would differ."""
    _demand(not isinstance(value, float), "A number is not a whole number.")
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _demand_no_fractions(inner)


def _demand(holds: bool, reason: str) -> None:
    if not holds:
        raise _Refused(reason)
