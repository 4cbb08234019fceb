"""Alerts: each fires in its case and in no other, and none on a good day."""

import json
import os
import re
import shutil

import pytest
import yaml

from bot.metrics import QUICK
from tests.deployed import SERVICES
from tests.paths import ROOT
from tests.programs import ran

DEPLOY = ROOT / "deploy"
RULES = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
GOOD, BAD = 90, 60
"""Minutes for which a day is good and then, in a case, bad."""
TIMES = (5, 20, GOOD - 1)
"""Minutes of the good day at which no alert may fire."""
BOT = 'instance="127.0.0.1:8080",job="snakes-and-ladders"'
SECOND = BOT.replace("8080", "8081")


def constant(value):
    return f"{value}+0x{GOOD}", f"{value}+0x{BAD}"


def counted(a_minute):
    """Return a counter that grows all the time, as on a good day."""
    return f"0+{a_minute}x{GOOD}", f"{a_minute * GOOD}+{a_minute}x{BAD}"


def observed(name, most):
    """Return series of a histogram that has everything in the bucket up to `most`."""
    return {
        f'{name}_bucket{{{BOT},le="{le}"}}': counted(300 if le == "+Inf" or le >= most else 0)
        for le in (*QUICK, "+Inf")
    }


def slow(name, most):
    """Return the changes to `observed` when everything is in another bucket."""
    return {series: bad for series, (_, bad) in observed(name, most).items()}


def then(**changes):
    """Return changes of the first bot's metrics, each until the end of the bad time."""
    return {f"bot_{name}{{{BOT}}}": f"{values}x{BAD}" for name, values in changes.items()}


SERIES = {
    f"up{{{BOT}}}": constant(1),
    f"up{{{SECOND}}}": constant(0),  # there is no second bot
    f"bot_ready{{{BOT}}}": constant(1),
    f"bot_database_up{{{BOT}}}": constant(1),
    f"bot_database_free_bytes{{{BOT}}}": constant(83e9),
    f"bot_contests_overdue_seconds{{{BOT}}}": constant(0),
    f"bot_dailies_overdue_seconds{{{BOT}}}": constant(0),
    f"bot_posts_latest_seconds{{{BOT}}}": constant(3),
    f'bot_job_failures_in_a_row{{{BOT},name="moving contests on"}}': constant(0),
    f'bot_interactions_total{{{BOT},kind="command",name="ladder",outcome="answered"}}': counted(20),
    f'bot_interactions_total{{{BOT},kind="command",name="word",outcome="failed"}}': constant(7),
    f"bot_invalid_requests_lately{{{BOT}}}": constant(12),
    f"bot_invalid_requests_lately{{{SECOND}}}": constant(12),
    f"bot_queue_refused_total{{{BOT}}}": constant(2),
    f"bot_workers_replaced_total{{{BOT}}}": (f"0+0.1x{GOOD}", f"9+0.1x{BAD}"),
    f"bot_machines_alive{{{BOT}}}": (" ".join(["NaN"] * (GOOD + 1)), " ".join(["NaN"] * BAD)),
    **observed("bot_database_lock_seconds", 0.01),
    **observed("bot_loop_lag_seconds", 0.005),
    **observed("bot_acknowledge_seconds", 0.05),
}
"""Every metric that alerts read: on a good day, and after it unless a case says otherwise."""
GONE = {series: "stale" for series in SERIES if BOT in series}
LADDER = f'bot_interactions_total{{{BOT},kind="command",name="ladder",outcome="failed"}}'
JOB = f'bot_job_failures_in_a_row{{{BOT},name="moving contests on"}}'
CASES = [
    ("a good day", {}, set()),
    ("a dead process", GONE | {f"up{{{BOT}}}": f"0+0x{BAD}"}, {"BotDown"}),
    ("no process is asked for any more", GONE | {f"up{{{SECOND}}}": "stale"}, {"BotDown"}),
    (
        "one of two processes is dead",
        GONE | {f"up{{{BOT}}}": f"0+0x{BAD}", f"up{{{SECOND}}}": f"1+0x{BAD}"},
        {"BotDown"},
    ),
    ("Discord is away", then(ready="0+0"), {"BotNotReady"}),
    (
        "a database that hangs",
        then(ready="0+0", database_up="0+0")
        | dict.fromkeys(then(database_free_bytes="", contests_overdue_seconds=""), "stale"),
        {"BotNotReady", "DatabaseDown"},
    ),
    ("a wait for the lock", slow("bot_database_lock_seconds", 2.0), {"DatabaseLockSlow"}),
    (
        "one that only a few waited for",
        {
            series: f"0+{1 if bad.split('+')[1].startswith('300') else 0}x{BAD}"
            for series, bad in slow("bot_database_lock_seconds", 2.0).items()
        },
        set(),
    ),
    ("a full disk", then(database_free_bytes="9e8+0"), {"DiskNearlyFull"}),
    ("a contest past its end", then(contests_overdue_seconds="0+60"), {"ContestOverdue"}),
    ("a daily puzzle past its hour", then(dailies_overdue_seconds="0+60"), {"DailyOverdue"}),
    (
        "contests and puzzles that are late for a moment",
        then(contests_overdue_seconds="30 250 0+0", dailies_overdue_seconds="250+0"),
        set(),
    ),
    ("late posts", then(posts_latest_seconds="0+60"), {"PostsLate"}),
    ("a job that fails", {JOB: f"0+30x{BAD}"}, {"JobFailing"}),
    ("a job that failed once and is not tried again yet", {JOB: f"1+0x{BAD}"}, set()),
    ("a loop that is held up", slow("bot_loop_lag_seconds", 0.5), {"LoopLag"}),
    ("slow first answers", slow("bot_acknowledge_seconds", 2.0), {"AcknowledgeSlow"}),
    (
        "the first failure of a command",
        {LADDER: f"{'_ ' * (BAD - 5)}1+0x5"},
        {"InteractionsFailed"},
    ),
    (
        "another failure of a command",
        {LADDER.replace('name="ladder"', 'name="word"'): f"7+0x{BAD - 5} 8+0x5"},
        {"InteractionsFailed"},
    ),
    (
        "near a ban",
        {f"bot_invalid_requests_lately{{{one}}}": f"600+0x{BAD}" for one in (BOT, SECOND)},
        {"InvalidRequests"},
    ),
    ("a full queue", then(queue_refused_total="2+1"), {"QueueRefused"}),
    ("many workers replaced", then(workers_replaced_total="9+1"), {"WorkersReplaced"}),
    ("no machine", then(machines_alive="0+0"), {"NoMachine"}),
    ("a machine", then(machines_alive="1+0"), set()),
]


def promtool(*arguments):
    if shutil.which("promtool") is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("Prometheus is not installed; on Debian: sudo apt install prometheus")
    done = ran("promtool", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr


def case(name, changed, alerts):
    """Return a promtool test: at the end exactly `alerts` fire, before that none."""
    series = {one: f"{good} {changed.get(one, bad)}" for one, (good, bad) in SERIES.items()}
    new = changed.keys() - SERIES.keys()
    series |= {one: f"{'_ ' * (GOOD + 1)}{changed[one]}" for one in new}
    expected = [*((minutes, set()) for minutes in TIMES), (GOOD + BAD, alerts)]
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": one, "values": values} for one, values in series.items()],
        "promql_expr_test": [
            {
                "expr": 'group by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{minutes}m",
                "exp_samples": [
                    {"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(given)
                ],
            }
            for minutes, given in expected
        ],
    }


def test_each_alert_is_given_for_its_case_and_none_on_a_good_day(tmp_path):
    file = tmp_path / "alerts_test.yml"
    tests = [case(*one) for one in CASES]
    rules = {"rule_files": [str(DEPLOY / "alerts.yml")], "evaluation_interval": "1m"}
    file.write_text(json.dumps(rules | {"tests": tests}))  # JSON is YAML, too
    promtool("test", "rules", str(file))
    assert {rule["alert"] for rule in RULES} == set().union(*(alerts for *_, alerts in CASES))


def test_each_alert_says_in_a_sentence_what_to_do_and_stands_in_the_docs():
    hosting = (DEPLOY.parent / "docs" / "hosting.md").read_text()
    told = re.findall(r"^- `(\w+)`: ", hosting, re.MULTILINE)
    assert told[-len(RULES) :] == [rule["alert"] for rule in RULES]
    for rule in RULES:
        assert re.fullmatch(r"[A-Z][^.]*[;:] [^.]*\.", rule["annotations"]["summary"])


def test_prometheus_reads_the_alerts_and_asks_every_port_that_compose_publishes():
    promtool("check", "config", str(DEPLOY / "prometheus.yml"))
    config = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    (asked,) = config["scrape_configs"][0]["static_configs"]
    published = [port for one in SERVICES.values() for port in one.get("ports", [])]
    assert sorted(asked["targets"]) == sorted(port.rpartition(":")[0] for port in published)
    assert all(port.endswith(":8080") for port in published)
