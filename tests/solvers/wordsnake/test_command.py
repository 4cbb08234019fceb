"""The snake commands: files in, JSON or text for people out, and a message for every mistake."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

from solvers.cli.main import main


@pytest.fixture
def file(tmp_path):
    def write(text: str | bytes, name: str = "words.txt") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def answer(capsys, *arguments: str) -> dict:
    assert main(["snake", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def mistake(capsys, *arguments: str) -> dict:
    assert main(["snake", *arguments, "--json"]) == 2
    captured = capsys.readouterr()
    error = json.loads(captured.out)["error"]
    assert captured.err.strip() == f"error: {error['message']}"
    return error


def test_solve(capsys, file) -> None:
    found = answer(capsys, "solve", file("nausea\nRUN\n\nseasick\n"))
    assert found.pop("seconds") >= 0
    assert found == {
        "rule": "pairs",
        "words": ["nausea", "run", "seasick"],
        "score": 10,
        "bound": 10,
        "proven": True,
        "snake": "runauseasick",
        "order": [
            {"word": "run", "position": 0, "score": 0},
            {"word": "nausea", "position": 2, "score": 1},
            {"word": "seasick", "position": 5, "score": 9},
        ],
    }


def test_solve_by_the_other_rule_from_standard_input(capsys, monkeypatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"a\nb\nbb\nbbab\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    found = answer(capsys, "solve", "-", "--rule", "containment", "--time", "30")
    assert (found["score"], found["proven"], found["rule"]) == (16, True, "containment")


def test_positions_in_the_list_choose_the_rule_as_they_do_for_score(capsys, file) -> None:
    placed = file("bats 0\nwombat 1\n")
    assert answer(capsys, "solve", placed)["rule"] == "containment"
    assert answer(capsys, "solve", placed, "--rule", "pairs")["rule"] == "pairs"


def test_no_time_at_all_still_gives_a_snake_and_a_bound(capsys, file) -> None:
    found = answer(capsys, "solve", file("ab\nba\nabc\nbca\n"), "--time", "0")
    assert found["score"] <= found["bound"]
    assert found["proven"] == (found["score"] == found["bound"])


def test_a_terminal_shows_how_the_search_gets_on(capsys, file, monkeypatch) -> None:
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["snake", "solve", file("run\nnausea\nseasick\n")]) == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.getvalue())
    assert "best so far 10, at most 10" in plain
    assert "best so far" not in capsys.readouterr().out


def test_certificate_and_verify(capsys, file, tmp_path) -> None:
    words, out = file("nausea\nrun\nseasick\nsea\n"), str(tmp_path / "proof.json")
    found = answer(capsys, "solve", words, "--certificate", out)
    assert found["valid"] is True
    verdict = answer(capsys, "verify", words, out)
    assert verdict == {"score": found["score"], "bound": found["bound"], "valid": True}
    assert main(["snake", "verify", words, out]) == 0
    assert "The certificate holds" in capsys.readouterr().out

    content = json.loads((tmp_path / "proof.json").read_text())
    content["bound"] += 1
    other = file(json.dumps(content), "altered.json")
    assert main(["snake", "verify", words, other, "--json"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["valid"], "altered" in verdict["reason"]) == (False, True)


def test_score(capsys, file) -> None:
    found = answer(capsys, "score", file("wombat 0\nbats 3\n"))
    assert (found["rule"], found["score"], found["snake"]) == ("containment", 9, "wombats")
    assert found["order"][1] == {"word": "bats", "position": 3, "score": 9}
    found = answer(capsys, "score", file("timber\nberet\n"), "--rule", "containment")
    assert found["score"] == 9
    assert answer(capsys, "score", file("street\ntest\n"))["score"] == 1


def test_explain(capsys, file) -> None:
    found = answer(capsys, "explain", file("seasick\nrun\nnausea\n"))
    assert found["sentence"] == "Put *seasick* after *nausea* to gain 9."
    assert main(["snake", "explain", file("seasick\nrun\nnausea\n")]) == 0
    assert "Put seasick after nausea to gain 9." in capsys.readouterr().out


def test_generate(capsys) -> None:
    found = answer(capsys, "generate", "-n", "12", "--difficulty", "2", "--seed", "7")
    assert (len(found["words"]), found["proven"]) == (12, True)
    assert answer(capsys, "generate", "-n", "12", "--difficulty", "2", "--seed", "7") == found
    assert main(["snake", "generate", "-n", "12", "--difficulty", "2", "--seed", "7"]) == 0
    assert capsys.readouterr().out.splitlines()[:12] == found["words"]
    assert answer(capsys, "generate", "-n", "12", "--difficulty", "Easy", "--seed", "7") == found


def test_people_see_the_snake_and_where_it_comes_from(capsys, file) -> None:
    assert main(["snake", "solve", file("nausea\nrun\nseasick\n")]) == 0
    shown = capsys.readouterr().out
    assert "runauseasick" in shown
    assert "seasick +9" in shown
    assert "10 (pairs; proven best;" in shown


@pytest.mark.parametrize(
    ("command", "text", "code", "named"),
    [
        ("solve", "", "too_few_words", "at least two words"),
        ("solve", "sea\n", "too_few_words", "“sea”"),
        ("solve", "sea\nSEA\n", "too_few_words", "“sea”"),
        ("solve", "sea\nna1ve\n", "not_letters", "Line 2: “na1ve”"),
        ("solve", "sea\n" + "a" * 61, "word_too_long", "Line 2"),
        ("solve", "sea\n\u0441\u0430t", "not_letters", "“\u0441” is U+0441"),
        ("solve", "the 900\nof 800\n", "bad_position", "these numbers are no positions"),
        ("solve", "a b c\n", "bad_line", "Line 1"),
        ("solve", "wombat 0\nbats\n", "bad_position", "Line 2"),
        ("solve", b"\x89PNG\r\n\x1a\n\xff", "bad_file", "not a text file"),
        ("solve", b"sea\0son\n", "bad_file", "not a text file"),
        ("score", "wombat 0\nbats 7\n", "position_leaves_gap", "“bats” at 7"),
        ("score", "wombat 0\nbats 2\n", "position_disagrees", "“bats” at 2"),
        ("score", "wombat 0\nwombat 3\n", "duplicate_words", "“wombat”"),
    ],
)
def test_bad_lists(capsys, file, command, text, code, named) -> None:
    error = mistake(capsys, command, file(text))
    assert error["code"] == code
    assert named in error["message"]


def test_other_mistakes(capsys, file, tmp_path) -> None:
    words = file("sea\nseason\n")
    assert "No such file" in mistake(capsys, "solve", str(tmp_path / "none"))["message"]
    assert mistake(capsys, "solve", words, "--time", "-1")["code"] == "usage"
    assert mistake(capsys, "solve", words, "--time", "nan")["code"] == "usage"
    assert mistake(capsys, "verify", words, words)["code"] == "bad_certificate"
    assert mistake(capsys, "generate", "-n", "1")["code"] == "bad_number"
    assert mistake(capsys, "generate", "--difficulty", "9")["code"] == "bad_difficulty"
    error = mistake(capsys, "generate", "--difficulty", "brutal")
    assert (error["code"], "“brutal”" in error["message"]) == ("bad_difficulty", True)
    assert "gentle, easy, medium, hard, fierce" in error["message"]
    assert mistake(capsys, "score", file("a 0\nb 1\n"), "--rule", "pairs")["code"] == "bad_position"
    out = str(tmp_path / "no" / "such" / "folder.json")
    assert mistake(capsys, "solve", words, "--certificate", out)["code"] == "bad_file"
    assert mistake(capsys)["code"] == "usage"


def test_a_list_is_a_set_of_words_as_any_other_list(capsys, file) -> None:
    twice = "run\nnausea\nRUN\nseasick\n" + "a" * 60 + "\n"
    found = answer(capsys, "solve", file(twice))
    assert found["words"] == ["run", "nausea", "seasick", "a" * 60]
    assert main(["words", "--words", file(twice), "--json"]) == 0
    assert sorted(json.loads(capsys.readouterr().out)["words"]) == sorted(found["words"])
    assert mistake(capsys, "score", file(twice))["code"] == "duplicate_words"


def test_lines_that_hold_no_word_are_left_out_and_counted(capsys, file) -> None:
    words = file("run\nit's\nnausea\nseasick 3\n" + "a" * 61 + "\nsea sick ness\nseasick\n")
    assert main(["snake", "solve", words, "--skip-invalid", "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["skipped"], found["words"]) == (4, ["run", "nausea", "seasick"])
    assert said.err == "Left out 4 lines that hold no word.\n"


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (["snake", "solve", "FILE"], "c-t\ncot", "at least two"),
        (["words", "--words", "FILE"], "c-t\n3\n", "no words; 2 lines were left out, the first: "),
        (["word", "dog", "--words", "FILE"], "c-t\ncot", "dog"),
    ],
)
def test_lines_left_out_are_counted_though_the_command_fails(tmp_path, capsys, line, text, said):
    path = tmp_path / "list.txt"
    path.write_text(text)
    given = [str(path) if word == "FILE" else word for word in line]
    number = len(text.split()) - text.count("cot")
    assert main([*given, "--skip-invalid", "--json"]) == 2
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert found["skipped"] == number
    assert said in found["error"]["message"]
    left_out, error = shown.err.splitlines()
    assert left_out.startswith(f"Left out {number} line")
    assert said in error
