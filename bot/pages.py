"""Pages of a list: they count from 0, and after the last one comes the last one again."""

from __future__ import annotations


def last_page(rows: int, size: int) -> int:
    """Return the number of the last page; an empty list has one page, too.

    >>> last_page(0, 20), last_page(20, 20), last_page(21, 20)
    (0, 0, 1)
    """
    return max(0, rows - 1) // size


def rows_before(page: int, rows: int, size: int | None) -> int:
    """Return how many rows come before a page; without a size there is one page of all rows.

    >>> rows_before(1, 50, 20), rows_before(9, 50, 20), rows_before(9, 50, None)
    (20, 40, 0)
    """
    return 0 if size is None else size * min(page, last_page(rows, size))
