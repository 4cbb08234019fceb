"""Rules of the repository that no linter knows: docstrings, a clean lock, a correct README."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.programs import ran
from tools import changelog, plain


def tracked_files() -> list[Path]:
    listed = ran("git", "ls-files", "-z", cwd=ROOT)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


HURRIED = ("docs/hosting.md", "docs/lexicon.md", "playground/README.md")
"""Documents for people in a hurry to mend a bot or write a program."""


@pytest.mark.parametrize("document", HURRIED)
def test_sentences_are_short_where_people_are_in_a_hurry(document: str) -> None:
    assert plain.words_in_a_sentence((ROOT / document).read_text("utf-8")) <= 15


def test_phrases_that_make_a_reader_read_twice_are_found(tmp_path: Path) -> None:
    said = tmp_path / "said.py"
    said.write_text(
        '"""Of a race what is left."""\n\n# What players are told, of which\n# there are so many.\n'
        'log.info("anew")\nprint("anew")\n'
    )
    found = [line.split(": ")[0:2] for line in plain.look(said)]
    assert [(int(place.rpartition(":")[2]), phrase) for place, phrase in found] == [
        (3, "“are told”"), (3, "“of which”"), (4, "“so many”"), (1, "“Of a”"), (5, "“anew”"),
    ]  # fmt: skip


def modules_in(folder: Path) -> dict[str, Path]:
    """Return the Python files below a folder, by the names of their modules."""
    files = [path.relative_to(ROOT) for path in tracked_files() if path.is_relative_to(folder)]
    names = {path: ".".join(path.with_suffix("").parts) for path in files if path.suffix == ".py"}
    return {name.removesuffix(".__init__"): ROOT / path for path, name in names.items()}


def test_every_python_module_says_what_it_is_for() -> None:
    texts = {module: path.read_text("utf-8") for module, path in modules_in(ROOT).items()}
    said = r'\s*(#.*\n)*\s*r?"""'
    assert [module for module, text in texts.items() if not re.match(said, text)] == []


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """Return the modules that a file imports anywhere: in functions and for types, too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names & modules | ({node.module or ""} if names - modules else set())
    return found & modules


def test_no_modules_import_each_other_in_a_circle() -> None:
    """The linter checks neighbouring packages; this checks all modules at once."""
    files = modules_in(ROOT)
    imports = {module: imports_of(path, set(files)) for module, path in files.items()}
    while True:  # a module that imports no other or that none imports is in no circle
        left = imports.keys() & set().union(*imports.values())
        inner = {module: imports[module] & left for module in left if imports[module] & left}
        if inner == imports:
            break
        imports = inner
    assert imports == {}


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCKS = {"requirements.lock": []} | {
    f"requirements/{extra}.lock": wanted
    for extra, wanted in PROJECT["optional-dependencies"].items()
}


def pins(lock: str) -> set[str]:
    """Return `name==version` of each requirement in a lock, and check that it has hashes."""
    entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text("utf-8").strip())
    form = r"(\S+==\S+)(?: ; [^\n]+)? \\(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+"
    found = {entry: re.fullmatch(form, entry) for entry in entries}
    assert [entry for entry, match in found.items() if match is None] == []
    return {match[1] for match in found.values() if match is not None}


def name_of(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match
    return re.sub(r"[-_.]+", "-", match[0]).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_all_that_is_installed_from_it_by_hash_and_holds_no_address(lock: str) -> None:
    wanted = [*PROJECT["dependencies"], *LOCKS[lock], "setuptools"]
    pinned = pins(lock)
    assert {name_of(want) for want in wanted} - {name_of(pin) for pin in pinned} == set()
    assert pins("requirements.lock") <= pinned  # one version of each, whatever is installed


def test_no_test_module_imports_another() -> None:
    """Shared code has a module of its own."""
    files = modules_in(ROOT / "tests")
    tests = {module for module, path in files.items() if path.name.startswith("test_")}
    wrong = {module: found for module, path in files.items() if (found := imports_of(path, tests))}
    assert wrong == {}


def test_a_change_of_texts_or_settings_says_what_people_notice() -> None:
    """To pass: `python -m tools.changelog players "…"`, or `nothing` if nobody notices it."""
    assert changelog.state() == changelog.seen(), changelog.__doc__


def test_a_release_can_be_written_from_the_fragments(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "+new.players.md").write_text("Ladders are new.\n")
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "9.9.0"]
    subprocess.run([*command, "--dir", str(tmp_path)], cwd=tmp_path, check=True)
    text = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    new, old = text.index("## 9.9.0"), text.index(f"## {PROJECT['version']}")
    assert "### Players\n\n- Ladders are new." in text[new:old]


def test_the_readme_names_only_commands_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    # Code on its own line or between backticks; not the package in `apt install make …`.
    command = r"(?:^ {4,}|`)(?:[A-Z_]+=\S+ )*make ([a-z-]+)"
    named = set(re.findall(command, (ROOT / "README.md").read_text("utf-8"), re.MULTILINE))
    assert {"run", "test", "check"} <= named
    assert named - targets == set()


def test_what_the_documents_link_to_is_there() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {link}"
        for path in tracked_files()
        if path.suffix == ".md"
        for link in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", path.read_text("utf-8"))
        if not (path.parent / link).exists()
    }
    assert missing == set()


def test_the_tests_that_hold_what_is_said_of_security_exist() -> None:
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    file, missing = "", []
    for path, name in re.findall(r"`([\w/]+\.py)?(?:::(\w+))?`", text):
        file = path or file
        source = ROOT / "tests" / file
        if not source.is_file() or (name and f"def {name}(" not in source.read_text("utf-8")):
            missing.append(f"{file}::{name}")
    assert file
    assert missing == []
