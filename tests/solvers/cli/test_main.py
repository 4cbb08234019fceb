"""The command line's contract: answers, mistakes, options anywhere, readers who leave."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import psutil
import pytest

from data import definitions
from solvers import files
from solvers.cli.main import main, script
from tests.paths import ROOT
from tests.patience import PATIENCE
from tests.programs import ran

RUN = [sys.executable, "-m", "solvers"]


@pytest.fixture
def words(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "mine.txt"
    path.write_text("cat\ncot\ncog\ndog\n")
    return str(path)


@pytest.fixture
def snake(tmp_path):
    """The path of a list of words for a snake."""
    path = tmp_path / "list.txt"
    path.write_text("stone\ntone\ntest\nstreet\n")
    return str(path)


def test_without_a_command_it_lists_the_commands(capsys) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for name in ("word", "words", "groups", "ladder", "--json", "--words FILE", "--tier"):
        assert name in shown


def test_every_command_has_a_help_page(capsys) -> None:
    with pytest.raises(SystemExit) as left:
        main(["word", "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith("usage: python -m solvers word")
    assert "Show all that is known of a word." in shown
    assert "--words FILE" in shown


def test_the_console_script_is_the_same_under_its_own_name(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/bin/snakes-and-ladders", "word"])
    assert script() == main(["word"]) == 2
    one, other = capsys.readouterr().err.splitlines()
    assert "Try “snakes-and-ladders word --help”." in one
    assert one.replace("snakes-and-ladders", "python -m solvers") == other


@pytest.mark.parametrize("before", [True, False])
def test_common_options_stand_before_or_after_the_command(words, capsys, before) -> None:
    options, command = ["--json", "--words", words], ["word", "cot"]
    assert main(options + command if before else command + options) == 0
    assert json.loads(capsys.readouterr().out)["links"] == ["cat", "cog"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["word", "xyzzyq"], "unknown_word", "“xyzzyq” is not in the word list."),
        (["word", "recieve"], "unknown_word", "Did you mean receive, "),
        (["word"], "usage", "The following arguments are required: WORD. Try “python"),
        (["wrod", "cat"], "usage", "Argument COMMAND: invalid choice: 'wrod'"),
        (["word", "cat", "--tier", "huge"], "usage", "Argument --tier: invalid choice: 'huge'"),
        (["word", "cat", "--js"], "usage", "Unrecognized arguments: --js"),
        (["word", "cat", "--words", "/no/such"], "bad_word_list", "/no/such: No such file"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(capsys, arguments, code, message) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1

    assert main([*arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert error.keys() == {"code", "message"}
    assert error["code"] == code
    assert message in error["message"]
    assert err.count("\n") == 1


def test_without_a_command_json_is_a_mistake(capsys) -> None:
    assert main(["--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "usage"


def test_a_bad_line_of_a_list_is_named(words, capsys) -> None:
    with Path(words).open("a") as file:
        file.write("c-t\n")
    assert main(["words", "--words", words]) == 2
    assert "mine.txt, line 5: expected a word" in capsys.readouterr().err


@pytest.mark.parametrize("length", [61, 253, 254, 256, 6000])
@pytest.mark.parametrize(
    "arguments",
    [
        ["word"],
        ["ladder", "cat"],
        ["ladder", "cat", "dog", "--avoid"],
        ["ladder", "cat", "dog", "--via"],
        ["anigram", "chain", "--start"],
        ["anigram", "chain", "--end"],
        ["truncate", "--start"],
        ["truncate", "--through"],
    ],
)
def test_a_word_of_any_length_is_a_mistake_that_is_quoted_in_part(capsys, arguments, length):
    assert main([*arguments, "x" * length]) == 2
    error = capsys.readouterr().err
    assert "xxxxx…”" in error
    assert len(error) < 300


@pytest.mark.parametrize("typed", ["\x1b[31mred", "cat\ndog", "zz\u202ezz", "zz\0zz"])
@pytest.mark.parametrize(
    "arguments", [["word"], ["ladder", "cat"], ["ladder", "cat", "dog", "--moves"], ["--words"]]
)
def test_no_control_character_reaches_the_terminal(capsys, tmp_path, arguments, typed) -> None:
    if arguments == ["--words"]:
        listed = tmp_path / "list.txt"
        listed.write_text(f"cat\n.{typed.partition(chr(10))[0]}\n")
        arguments, typed = ["words", "--words"], str(listed)
    assert main([*arguments, typed]) == 2
    error = capsys.readouterr().err
    assert error.endswith("\n")
    assert error[:-1].isprintable()


def test_markup_in_what_was_typed_stays_text(capsys) -> None:
    assert main(["ladder", "cat", "dog", "--moves", "[bold]cat[/nothing]"]) == 2
    assert "“[bold]cat[/nothing]”" in capsys.readouterr().err


@pytest.mark.parametrize("buffered", [[], ["-u"]])
def test_a_reader_may_leave_early(buffered) -> None:
    line = [sys.executable, *buffered, *RUN[1:], "words"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout.readline() == b"aa\n"
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_answer_that_cannot_be_written_is_one_line(more) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [*RUN, "words", *more], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.returncode == 2
    assert run.stderr == "error: standard output: No space left on device.\n"


def test_what_is_piped_on_has_no_spaces_at_the_end_of_a_line(words, capsys) -> None:
    assert main(["ladder", "cat", "dog", "--words", words]) == 0
    assert main(["groups", "--words", words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 9
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.fixture
def defined(tmp_path):
    """Return the command line with a definition of money only, a long one."""
    for part in ("noun", "verb", "adj", "adv"):
        for name in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            (tmp_path / name).write_text("")
    (tmp_path / "cntlist.rev").write_text("")
    (tmp_path / "index.noun").write_text("money n 1 0 1 0 00000001\n")
    meaning = "what is asked for many things and given for them"
    (tmp_path / "data.noun").write_text(f"00000001 21 n 01 money 0 000 | {meaning}\n")
    definitions.build(tmp_path, tmp_path / "definitions.bin")
    program = (
        "import pathlib, sys\n"
        "from solvers import library\n"
        "from solvers.cli.main import main\n"
        f"library.DEFINITIONS = pathlib.Path({str(tmp_path / 'definitions.bin')!r})\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    return [sys.executable, "-c", program]


def test_a_narrow_terminal_costs_no_words(defined) -> None:
    ours, theirs = pty.openpty()
    narrow = os.environ | {"COLUMNS": "40", "TERM": "xterm"}
    with os.fdopen(ours) as screen:
        with os.fdopen(theirs, "w") as terminal:
            line = [*defined, "ladder", "greed", "money", "--seed", "3"]
            subprocess.run(line, stdout=terminal, env=narrow, check=True)
            terminal.write("END\n")
        lines = iter(screen.readline, "END\n")
        shown = [re.sub("\x1b\\[[0-9;]*m", "", line).split() for line in lines]
    assert ["tyees", "2,000,000"] in shown
    ends = [words for words in shown if words[0] == "money"]
    assert [words[1] for words in ends] == ["1", "1"]
    assert all(words[-1].endswith("…") for words in ends)


def test_an_interrupt_ends_it_quietly(tmp_path) -> None:
    # It waits while it reads a pipe without a writer, and then gets an interrupt. This works even
    # if it was begun in the background, where processes ignore interrupts.
    words = tmp_path / "words"
    os.mkfifo(words)
    program = (
        "import signal, sys\n"
        "from solvers.cli.main import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"sys.exit(main(['words', '--words', {str(words)!r}]))\n"
    )
    line = [sys.executable, "-c", program]
    run = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with words.open("w"):  # once it has opened the other end
        # It would handle a signal from just before the wait only after the wait.
        while psutil.Process(run.pid).status() != psutil.STATUS_SLEEPING:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=PATIENCE) == 130
    assert run.communicate() == (b"", b"\n")


def run_interrupted(
    module: str, presses: int, *line: str, apart: float = 0.0
) -> subprocess.CompletedProcess[bytes]:
    """Run a command and press Ctrl-C while it loads a module; works even in the background."""
    program = (
        "import os, runpy, signal, sys, time\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        f"            for _ in range({presses}):\n"
        "                os.kill(os.getpid(), signal.SIGINT)\n"
        f"                time.sleep({apart})\n"
        "                sum(range(100))  # a signal is handled between two steps of Python\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        f"sys.argv[1:] = {list(line)!r}\n"
        "runpy.run_module('solvers', run_name='__main__')\n"
    )
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)


def test_an_interrupt_while_it_is_loaded_ends_it_quietly(snake) -> None:
    for module, presses, line in (
        ("rich.console", 1, ["words"]),
        ("numpy", 1, ["ladder", "cat", "dog"]),
        ("highspy", 2, ["snake", "solve", snake]),
    ):
        run = run_interrupted(module, presses, *line, apart=0.6)
        assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"\n"), module


@pytest.mark.parametrize("presses", [1, 2])
def test_a_snake_is_printed_though_it_is_interrupted_before_the_search(snake, presses) -> None:
    run = run_interrupted("highspy", presses, "snake", "solve", snake)
    assert (run.returncode, run.stderr) == (130, b"")
    assert re.search("pairs; (proven best|best found, not proven: at most)", run.stdout.decode())


def test_sigterm_gives_the_best_snake_as_an_interrupt_does(tmp_path) -> None:
    # Two signals come at once, as from `timeout`.
    path, log = tmp_path / "list.txt", tmp_path / "log.jsonl"
    words = [f"{'ab' * k}{'b' * j}{'a' * (k + j)}" for k in range(6) for j in range(1, 9)]
    path.write_text("\n".join(words))
    line = ["snake", "solve", str(path), "--rule", "containment", "--json", "--progress", str(log)]
    with subprocess.Popen([*RUN, *line], stdout=-1, stderr=-1, text=True) as run:
        until(lambda: log.exists() and log.read_text())
        for _ in range(2):
            run.terminate()
            time.sleep(0.005)
        out, err = run.communicate(timeout=PATIENCE)
    found = json.loads(out)
    assert (run.returncode, err) == (128 + signal.SIGTERM, "")
    assert 0 < found["score"] <= found["bound"]


def until(condition) -> None:
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_it_says_its_version(capsys) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"snakes-and-ladders {declared}\n"
    assert main(["--version", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"version": declared}


@pytest.mark.parametrize(("seconds", "valid"), [(0, True), (60, None)])
def test_a_certificate_is_checked_for_a_second_after_an_interrupt(tmp_path, snake, seconds, valid):
    proof = tmp_path / "proof.json"
    program = (
        "import os, signal, sys, time\n"
        "import solvers.wordsnake\n"
        "module = sys.modules['solvers.wordsnake.verify']\n"
        "verify = module.verify\n"
        "def slow(words, certificate):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        f"    time.sleep({seconds})\n"
        "    return verify(words, certificate)\n"
        "module.verify = slow\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from solvers.__main__ import main\n"
        f"sys.argv[1:] = ['snake', 'solve', {snake!r}, '--json', '--certificate', "
        f"{str(proof)!r}]\n"
        "sys.exit(main())\n"
    )
    line = [sys.executable, "-c", program]
    run = subprocess.run(line, capture_output=True, check=False, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (130, b"")
    found = json.loads(run.stdout)
    assert (found["proven"], found["valid"]) == (True, valid)
    assert main(["snake", "verify", snake, str(proof)]) == 0


def test_what_cannot_be_written_costs_no_snake(tmp_path, snake, capsys) -> None:
    for option in ("--certificate", "--progress"):
        assert main(["snake", "solve", snake, option, "/dev/full"]) == 2
        said = capsys.readouterr()
        assert "proven best" in said.out
        assert said.err == "error: /dev/full: No space left on device.\n"
        missing = str(tmp_path / "no" / "file")  # the error comes before the search
        assert main(["snake", "solve", snake, option, missing]) == 2
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("OSError(28, 'No space left on device')", "No space left on device"),
        ("MemoryError", "it takes more memory than there is"),
    ],
)
def test_a_search_that_a_library_ends_still_gives_its_snake(snake, error, said) -> None:
    program = (
        "import sys\n"
        "from solvers.wordsnake.search import Search\n"
        "def run(search):\n"
        f"    raise {error}\n"
        "Search.run = run\n"
        "from solvers.cli.main import main\n"
        f"sys.exit(main(['snake', 'solve', {snake!r}, '--json']))\n"
    )
    run = ran(sys.executable, "-c", program)
    found = json.loads(run.stdout)
    assert 0 < found["score"] <= found["bound"]
    assert found["error"]["code"] == "ended_early"
    assert (run.returncode, run.stderr) == (2, f"error: The search ended early: {said}.\n")


def test_a_file_without_end_is_a_mistake(monkeypatch, capsys) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 3_000_000)
    for line in ("snake solve /dev/zero", "groups --words /dev/zero"):
        assert main(line.split()) == 2
        assert "has more than 3 MB" in capsys.readouterr().err


def test_words_from_standard_input() -> None:
    def run(line: str, text: str) -> subprocess.CompletedProcess[str]:
        return ran(*RUN, *line.split(), input=text)

    groups = run("groups --words - --json", "cat\ncot\n")
    assert json.loads(groups.stdout)["groups"][0]["size"] == 2
    for line, said in (
        ("snake verify - -", "Only one of the two"),
        ("snake solve - --words list.txt", "--words says nothing here"),
        ("words --words -", "standard input, line 2"),
    ):
        wrong = run(line, "cat\nc0t\n")
        assert wrong.returncode == 2
        assert said in wrong.stderr


@pytest.mark.parametrize(
    ("command", "key", "number"),
    [
        ("ladder cat dog --count 3", "shortest", 3),
        ("ladder cat dog --all 3", "common", 1),
        ("truncate --count 3", "sequences", 3),
        ("anigram chain --count 3", "chains", 3),
        ("snake generate -n 2 --difficulty 1 --count 2", "lists", 2),
    ],
)
def test_many_answers_are_a_list_in_one_object(request, capsys, command, key, number) -> None:
    given = [] if key == "lists" else ["--words", request.getfixturevalue("words")]
    if key == "chains":
        Path(given[1]).write_text("tale\nlate\nsteal\n")
    seeded = [*command.split(), "--seed", "7", *given]
    assert main([*seeded, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data[key]) == number
    assert data["seed"] == 7
    assert main(seeded) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= number
