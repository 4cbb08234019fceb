"""Metrics for operators: counters and histograms, updated where things happen, read at /metrics.

No label has what people typed or a name that they chose, so the number of series is bounded by the
commands, buttons, kinds of messages and shards.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Literal

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

log = logging.getLogger(__name__)

Kind = Literal["command", "button", "form"]
Outcome = Literal["answered", "refused", "failed", "too late"]

disable_created_metrics()  # type: ignore[no-untyped-call]  # extra series, which nobody draws

received: ContextVar[float | None] = ContextVar("received", default=None)
"""When the current interaction arrived, on the monotonic clock."""

over: ContextVar[Callable[[], None] | None] = ContextVar("over", default=None)
"""Called when the current interaction is over."""

SLOW = 1.0
"""Interactions that take longer than this many seconds are logged."""
QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
LONG = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
DELAYS = (1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0, 86400.0)

INTERACTIONS = Counter(
    "bot_interactions", "Commands, presses and forms by outcome", ("kind", "name", "outcome")
)
DROPPED = Counter(
    "bot_interactions_dropped", "Interactions that were too late, or too many of a server, to begin"
)
ACKNOWLEDGE = Histogram(
    "bot_acknowledge_seconds", "From an interaction to its first answer", buckets=QUICK
)
ANSWER = Histogram(
    "bot_answer_seconds", "From an interaction to its last answer", ("kind",), buckets=LONG
)
QUEUE_WAIT = Histogram(
    "bot_queue_wait_seconds",
    "What a job waited for a worker, here or on another machine",
    ("length",),
    buckets=LONG,
)
QUEUE_REFUSED = Counter("bot_queue_refused", "Jobs refused: the queue was too long or too slow")
SOLVER = Histogram(
    "bot_solver_seconds", "What a worker spent on a job", ("game", "outcome"), buckets=LONG
)
WORKERS_REPLACED = Counter("bot_workers_replaced", "Worker processes that were replaced")
LOOP_LAG = Histogram("bot_loop_lag_seconds", "How late the event loop came", buckets=QUICK)
POSTS = Counter("bot_posts", "Attempts to show a message nobody asked for", ("kind", "outcome"))
POST_DELAY = Histogram(
    "bot_post_delay_seconds",
    "From when a message was due to when it came",
    ("kind",),
    buckets=DELAYS,
)
RATE_LIMITED = Counter("bot_rate_limited", "429s that Discord answered", ("scope",))
INVALID_REQUESTS = Counter(
    "bot_invalid_requests", "Requests that Discord counts as invalid", ("status",)
)
WRITE = Histogram(
    "bot_database_write_seconds", "A transaction that writes: wait, work and commit", buckets=QUICK
)

LOCK = Histogram(
    "bot_database_lock_seconds",
    "What a transaction that writes waited for its turn",
    buckets=(*QUICK, 5.0, 10.0),
)

JOB_FAILURES = Gauge(
    "bot_job_failures_in_a_row", "How often a background job has failed since it went", ("name",)
)

# Set when the metrics are read.
INVALID_LATELY = Gauge(
    "bot_invalid_requests_lately", "Invalid requests of the last ten minutes; 10,000 are a ban"
)
QUEUE = Gauge("bot_queue_length", "Jobs that wait for a worker")
RUNNING = Gauge("bot_jobs_running", "Jobs that are being worked on")
WORKERS = Gauge("bot_workers_alive", "Worker processes that are up")
MACHINES = Gauge(
    "bot_machines_alive", "Machines elsewhere that solve for this bot; NaN without SOLVER_URL"
)
DATABASE_UP = Gauge("bot_database_up", "Whether the database answers within a second")
POSTS_DUE = Gauge("bot_posts_due", "Messages that are due and not there yet")
POSTS_LATE = Gauge("bot_posts_latest_seconds", "By how much the latest of them is late")
CONTESTS_OVERDUE = Gauge(
    "bot_contests_overdue_seconds", "By how much the latest change of a contest is late"
)
DAILIES_OVERDUE = Gauge(
    "bot_dailies_overdue_seconds", "By how much the latest daily puzzle is late to become a post"
)
DATABASE_SIZE = Gauge("bot_database_bytes", "What the database takes on its disk")
DATABASE_FREE = Gauge("bot_database_free_bytes", "By how much it may grow")
SHARD_LATENCY = Gauge(
    "bot_shard_latency_seconds",
    "A shard's last heartbeat; NaN while it is not connected",
    ("shard",),
)
SERVERS = Gauge("bot_servers", "Servers on the shards of this process")
READY = Gauge("bot_ready", "Whether GET /ready answers 200")
for _unknown in (
    MACHINES,
    DATABASE_UP,
    DATABASE_FREE,
):  # unknown so far, and 0 would be a reason to alert
    _unknown.set(math.nan)


def note_acknowledged() -> None:
    """Note that an interaction has its first answer."""
    if (came := received.get()) is not None:
        ACKNOWLEDGE.observe(time.monotonic() - came)


def note_end(kind: Kind, name: str, outcome: Outcome) -> None:
    """Note how an interaction ended, and when; log it, too, if it was slow."""
    INTERACTIONS.labels(kind, name, outcome).inc()
    if (tell := over.get()) is not None:
        tell()
    if (came := received.get()) is None:
        return
    seconds = time.monotonic() - came
    if outcome == "answered":
        ANSWER.labels(kind).observe(seconds)
    if seconds > SLOW:
        log.info("%s %s %s after %.2f s", kind, name, outcome, seconds)
