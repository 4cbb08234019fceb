"""How much of its machine a bot uses, on machines and in containers of any size."""

import os

import pytest

from bot.resources import cores, memory, puzzle_memory_for, workers_for

OWN = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
GIB = 1 << 30


def machine(folder, groups, files):
    """Make a folder like a machine's root, with control groups and their limits."""
    (folder / "proc/self").mkdir(parents=True)
    (folder / "proc/self/cgroup").write_text(groups)
    for name, text in files.items():
        path = folder / "sys/fs/cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    return folder


@pytest.mark.parametrize(
    ("groups", "files", "processors", "mib"),
    [
        pytest.param("0::/\n", {}, None, None, id="no limit"),
        pytest.param(
            "0::/\n", {"cpu.max": "max 100000", "memory.max": "max"}, None, None, id="unlimited"
        ),
        pytest.param(
            "0::/\n", {"cpu.max": "50000 100000", "memory.max": GIB // 2}, 1, 512, id="version 2"
        ),
        pytest.param(
            "0::/system.slice/bot.service\n",
            {"system.slice/bot.service/memory.max": GIB // 4, "system.slice/cpu.max": "9 10"},
            1,
            256,
            id="a unit, and the slice around it",
        ),
        pytest.param(
            "0::/../../elsewhere\n", {"memory.high": GIB // 8}, None, 128, id="a parent unseen"
        ),
        pytest.param(
            "7:memory:/docker/1f\n3:cpu,cpuacct:/docker/1f\n0::/\n",
            {
                "memory/memory.limit_in_bytes": GIB // 2,
                "cpu/cpu.cfs_quota_us": 100000,
                "cpu/cpu.cfs_period_us": 100000,
            },
            1,
            512,
            id="version 1, in a container",
        ),
        pytest.param(
            "7:memory:/a\n3:cpu:/a\n",
            {
                "memory/memory.limit_in_bytes": 9223372036854771712,
                "cpu/cpu.cfs_quota_us": -1,
                "cpu/cpu.cfs_period_us": 100000,
            },
            None,
            None,
            id="version 1, unlimited",
        ),
        pytest.param("gibberish:\n::::\n", {"cpu.max": "what"}, None, None, id="unreadable"),
    ],
)
def test_a_containers_share_counts(tmp_path, groups, files, processors, mib):
    root = machine(tmp_path, groups, files)
    assert cores(root) == (processors or OWN)
    assert memory(root) == (mib or memory(tmp_path / "nothing"))


def test_where_nothing_is_known_it_is_the_machine(tmp_path):
    assert cores(tmp_path) == OWN
    assert (
        memory(tmp_path) == os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 7 // 8 >> 20
    )


@pytest.mark.parametrize(
    ("processors", "mib", "workers", "puzzle"),
    [
        (1, 448, 1, 96),  # an eighth of 512 MiB is left to the system
        (2, 512, 1, 101),  # a container of 512 MiB
        (64, 512, 1, 101),
        (2, 1024, 2, 160),
        (64, 1024, 2, 160),  # a container that sees more than it may use
        (64, 57_344, 64, 160),
        (128, None, 64, 160),
        (1, 200, 1, 96),  # too little: the minimum
    ],
)
def test_all_processes_fit_into_memory_at_their_limits(processors, mib, workers, puzzle):
    assert puzzle_memory_for(mib) == puzzle
    assert workers_for(processors, mib, puzzle) == workers
