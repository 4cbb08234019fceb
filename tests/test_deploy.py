"""What hosts run: compose.yaml, systemd units, workflows; read, linted, compared with the code."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml
from prometheus_client import ProcessCollector

from bot.config import SETTINGS, Settings, read_settings
from bot.errors import BadSettings, CannotRunHere, DiscordRefuses, StartError
from tests.deployed import COMPOSE, DOCKERFILE, IMAGE, SCALE, SERVICES
from tests.paths import ROOT
from tests.programs import ran

UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
OTHERS = {"PYTHONFAULTHANDLER", "XDG_CACHE_HOME"}
PROXIES = ["HTTPS_PROXY", "NO_PROXY"]
TABLE = dict(
    re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", (ROOT / "README.md").read_text(), re.MULTILINE)
)
"""The README's table of settings: each with its default."""
OTHER = "home = /nowhere\ninclude-system-site-packages = false\n"


def test_the_yaml_has_no_lint():
    rules = "{extends: default, rules: {line-length: {max: 100}, document-start: disable}}"
    files = ["compose.yaml", "compose.scale.yaml", "deploy", ".github"]
    done = ran(sys.executable, "-m", "yamllint", "-s", "-d", rules, *files, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_has_every_setting_with_its_default():
    assert list(TABLE) == [*SETTINGS, *PROXIES]
    for name, default in TABLE.items():
        if written := re.fullmatch("`(.*)`", default):
            field = SETTINGS[name].field
            assert getattr(read_settings({name: written[1]}), field) == getattr(Settings, field)


@pytest.mark.parametrize("name", ["bot", "bot-2"])
def test_compose_passes_every_setting_with_the_default_of_the_readme_or_the_image(name):
    others = {name: value for name, value in IMAGE.items() if name in SETTINGS}
    passed = SERVICES[name]["environment"]
    assert set(passed) == set(TABLE)
    for setting, value in passed.items():
        if match := re.fullmatch(r"\$\{(\w+):-(.*)\}", value):
            assert match[1] == setting
            default = TABLE[setting].strip("`") if match[2] else ""
            assert match[2] == others.get(setting, default)
        else:
            assert ":?" in value or setting == "DISCORD_TOKEN_FILE"


def test_compose_passes_what_a_solving_machine_reads():
    machine = (ROOT / "bot" / "solving" / "machine.py").read_text()
    read = set(re.findall(r"settings\.(\w+)", machine))
    names = {name for name, setting in SETTINGS.items() if setting.field in read}
    assert set(SERVICES["solver"]["environment"]) == names | {"SOLVER_URL"}


@pytest.mark.parametrize("name", SERVICES)
def test_the_log_of_a_container_has_an_end(name):
    assert set(SERVICES[name]["logging"]["options"]) == {"max-size", "max-file"}


def test_docker_asks_the_bots_own_check():
    assert 'CMD ["python", "-P", "-m", "bot", "health"]' in DOCKERFILE


def test_compose_starts_one_bot_and_the_rest_by_name():
    profiles = {name: one.get("profiles", []) for name, one in COMPOSE["services"].items()}
    assert profiles == {"bot": [], "litestream": ["backup"]}
    assert set(SCALE["services"]) == {"bot", "bot-2", "postgres", "nats", "solver"}


def test_several_bots_start_only_with_a_database_shards_and_passwords_of_theirs():
    """A bot without them would answer the other bot's requests, or open the broker to anybody."""
    asked = {}
    for name, service in SCALE["services"].items():
        for setting, value in service.get("environment", {}).items():
            if match := re.search(r"\$\{(\w+):\?", value):
                asked[name, setting] = match[1]
    assert asked == {
        ("bot", "DATABASE_URL"): "DATABASE_URL",
        ("bot", "SHARDS"): "SHARDS",
        ("bot-2", "DATABASE_URL"): "DATABASE_URL",
        ("bot-2", "SHARDS"): "SHARDS_2",
        ("nats", "NATS_BOT_PASSWORD"): "NATS_BOT_PASSWORD",
        ("nats", "NATS_MACHINE_PASSWORD"): "NATS_MACHINE_PASSWORD",
        ("solver", "SOLVER_URL"): "NATS_MACHINE_PASSWORD",
    }
    env = (ROOT / "docs" / "hosting.md").read_text().partition("COMPOSE_FILE=")[2]
    assert set(asked.values()) <= set(re.findall(r"^    (\w+)=", env, re.MULTILINE))


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_may_more_than_it_needs(name):
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
    assert service["restart"] == "unless-stopped"
    used = {volume.partition(":")[0] for volume in service.get("volumes", [])}
    named = {one for one in used if not one.startswith(".")}
    assert named <= {*COMPOSE["volumes"], *SCALE["volumes"]}
    assert all((ROOT / one).exists() for one in used if one.startswith("."))
    assert set(service.get("secrets", [])) <= {*COMPOSE["secrets"], *SCALE["secrets"]}


def test_the_dockerfile_installs_the_extras_that_compose_asks_for():
    asked = SERVICES["bot"]["build"]["args"]["EXTRAS"]
    match = re.fullmatch(r"\$\{EXTRAS:-(.*)\}", asked)
    assert match
    assert all((ROOT / "requirements" / f"{extra}.lock").exists() for extra in match[1].split())
    assert 'ARG EXTRAS=""' in (ROOT / "Dockerfile").read_text()
    assert "!requirements\n" in (ROOT / ".dockerignore").read_text()


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_sets_what_the_bot_reads(unit):
    given = re.findall(r"^Environment=(.*)$", unit.read_text(), re.MULTILINE)
    names = {one.partition("=")[0] for line in given for one in line.split()}
    assert names <= SETTINGS.keys() | OTHERS


def all_errors(kind):
    return {kind}.union(*map(all_errors, kind.__subclasses__()))


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_restarts_a_bot_that_hangs_and_none_that_only_its_host_can_mend(unit):
    given = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    assert (given["Type"], given["NotifyAccess"]) == ("notify", "main")
    assert 0 < int(given["WatchdogSec"]) < int(given["TimeoutStartSec"])
    assert (given["Restart"], given["RestartPreventExitStatus"]) == ("on-failure", "2")
    for_its_host = {BadSettings, CannotRunHere, DiscordRefuses}
    assert {one for one in all_errors(StartError) if one.status == 2} == for_its_host
    assert given["LimitCORE"] == "0"  # a dump would contain the token and typed texts


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_takes_away_nothing_that_the_bot_needs(unit):
    text = unit.read_text()
    assert "ProcSubset=" not in text  # start time and all process_… need /proc/stat
    assert "MemoryDenyWriteExecute=" not in text  # the extra `large` compiles
    assert "AF_UNIX" in text  # the sockets of solver processes
    assert "PrivateTmp=yes" in text  # and their folder


def test_what_is_measured_of_the_process_needs_all_of_proc(tmp_path):
    """This is why no unit has `ProcSubset=pid`."""
    (tmp_path / "self").symlink_to("/proc/self")
    few = ProcessCollector(proc=str(tmp_path), pid=lambda: "self", registry=None)
    assert len([*few.collect()]) == 0
    (tmp_path / "stat").symlink_to("/proc/stat")
    whole = ProcessCollector(proc=str(tmp_path), pid=lambda: "self", registry=None)
    assert len([*whole.collect()]) == 6


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_takes_a_unit_and_calls_it_safe(unit):
    if shutil.which("systemd-analyze") is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("systemd is not installed; on Debian: sudo apt install systemd")
    complaints = ran("systemd-analyze", "verify", unit).stderr.splitlines()
    assert [line for line in complaints if "is not executable" not in line] == []
    judged = ran("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
    assert judged.returncode == 0, judged.stdout


@pytest.mark.parametrize(
    ("python", "again"),
    [("/nowhere/python3", True), (sys._base_executable, True), (sys.executable, False)],
    ids=["gone", "another", "as it was"],
)
def test_make_notices_that_an_upgrade_has_changed_the_python_of_its_environment(
    tmp_path, python, again
):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / ".setup-run").touch()
    if again:
        (tmp_path / ".venv" / "pyvenv.cfg").write_text(OTHER)
        (tmp_path / ".venv" / "bin" / "python").symlink_to(python)
    else:
        shutil.copy(Path(sys.prefix, "pyvenv.cfg"), tmp_path / ".venv")
        (tmp_path / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
        (tmp_path / ".venv" / "bin" / "python").chmod(0o755)
    run = ran("make", "-n", ".venv/bin/python", cwd=tmp_path, check=True)
    assert ("is gone or another: making it again" in run.stdout) is again
    assert ("-m venv .venv" in run.stdout) is again
    assert (tmp_path / ".venv").exists() is not again


def test_what_make_installs_is_readable_for_the_bots_user():
    makefile = (ROOT / "Makefile").read_text()
    installs = r"^\t@?(.*(?:PIP\) install --|-m venv|compileall|data\.setup).*)"
    for line in re.findall(installs, makefile, re.MULTILINE):
        assert line.startswith("$(READABLE) "), line


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_few_rights_an_end_and_pinned_actions(path):
    workflow = yaml.safe_load(path.read_text())
    pin = r"uses: [\w-]+/[\w-]+@(\S+)  # v\d+\.\d+\.\d+$"
    pinned = re.findall(pin, path.read_text(), re.MULTILINE)
    assert len(pinned) == path.read_text().count("@") - path.read_text().count("@sha256")
    assert set(workflow) == {"name", "on", "permissions", "jobs"}
    for job in workflow["jobs"].values():
        if "uses" in job:  # one of our workflows, with just the rights that it asks for
            called = yaml.safe_load((ROOT / job["uses"]).read_text())
            assert "workflow_call" in called["on"]
            assert job["permissions"] == called["permissions"]
            continue
        assert job["timeout-minutes"] <= 60
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            # A tag may move, a commit cannot. The version is in a comment beside it.
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step.get("uses", f"a/b@{'0' * 40}"))
            # Names that others choose, such as a branch's, are never pasted into a script.
            assert "${{" not in step.get("run", "")


def test_every_workflow_is_started():
    """A workflow's own token starts no other workflow, so a release calls the image's."""
    workflows = {path.name: yaml.safe_load(path.read_text()) for path in WORKFLOWS}
    called = {
        Path(job["uses"]).name
        for workflow in workflows.values()
        for job in workflow["jobs"].values()
        if "uses" in job
    }
    by_people = {name for name, one in workflows.items() if "push" in one["on"]}
    assert called == {"image.yml"}
    assert by_people | called == set(workflows)
    assert workflows["release.yml"]["jobs"]["image"]["needs"] == "release"


def test_a_release_has_notes_or_does_not_happen(tmp_path):
    (tmp_path / ".github").mkdir()
    script = tmp_path / ".github" / "notes.py"
    shutil.copy(ROOT / ".github" / "notes.py", script)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changes\n\n## 1.2.0 (soon)\n\n- New\n\n## 1.1.9\n\n- Old\n"
    )

    def notes(version):
        done = ran(sys.executable, script, version)
        return done.returncode, done.stdout

    assert notes("1.2.0") == (0, "- New\n")
    assert notes("1.1.9") == (1, "")
    assert notes("1.3.0") == (1, "")
