"""Snake certificates, and ways to tamper with them."""

from __future__ import annotations

import copy
import hashlib
import json

WORDS = ["street", "test", "nausea", "seasick", "run", "sea", "tartar", "arts", "as", "icky"]


TANGLED = ["a", "aaa", "bba", "abab", "baba"]  # under containment its proof needs cuts and branches


def signed(content: dict) -> dict:
    """Give an altered certificate the matching hash, as a forger would."""
    rest = {key: value for key, value in content.items() if key != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return rest | {"sha256": hashlib.sha256(text.encode()).hexdigest()}


def leaves(content: dict) -> list[dict]:
    return [branch for branch in content["branches"] if "below" not in branch]


def weaken_price(content: dict) -> None:
    """Shift each state's price by 3 points, up for odd lengths: words laid from there earn less."""
    for leaf in leaves(content):
        for node in leaf["prices"]:
            leaf["prices"][node] += 3 * content["scale"] * (len(node) % 2 * 2 - 1)


def drop_cuts(content: dict) -> None:
    content["cuts"] = []
    for leaf in leaves(content):
        leaf["cuts"] = {}


def negate_cuts(content: dict) -> None:
    for leaf in leaves(content):
        leaf["cuts"] = {at: -price for at, price in leaf["cuts"].items()}


def root_in_cut(content: dict) -> None:
    content["cuts"][0]["nodes"].append("snake:")


def raise_cuts(content: dict) -> None:
    for leaf in leaves(content):
        leaf["cuts"] = {at: price + 40 * content["scale"] for at, price in leaf["cuts"].items()}


def forget_branch(content: dict) -> None:
    content["branches"] = content["branches"][content["branches"][0]["below"] :]


def forget_other_branch(content: dict) -> None:
    content["branches"][0]["below"] = content["branches"][0]["above"]


def same_branch_twice(content: dict) -> None:
    root = content["branches"][0]
    content["branches"][root["below"]] = copy.deepcopy(content["branches"][root["above"]])


def move_split(content: dict) -> None:
    content["branches"][0]["most"] += 1


def reward_limits(content: dict) -> None:
    for leaf in leaves(content):
        for limit in leaf["limits"]:
            limit["price"] = -limit["price"]


def negative_reveal(content: dict) -> None:
    for leaf in leaves(content):
        leaf["reveal"]["aaa"] = -content["scale"]


def reveal_what_cannot_be(content: dict) -> None:
    leaves(content)[0]["reveal"]["a"] = 10**6


def no_branches(content: dict) -> None:
    content["branches"] = []


def no_scale(content: dict) -> None:
    content["scale"] = 0


TAMPERING = [
    weaken_price,
    drop_cuts,
    negate_cuts,
    raise_cuts,
    root_in_cut,
    forget_branch,
    forget_other_branch,
    same_branch_twice,
    move_split,
    reward_limits,
    negative_reveal,
    reveal_what_cannot_be,
    no_branches,
    no_scale,
]
