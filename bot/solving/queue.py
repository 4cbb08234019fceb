"""Who is next: a bounded line in front of the seats."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.errors import QueueFull, ShuttingDown
from bot.solving.process import WorkerProcess

FULL = "Too many puzzles are waiting just now; try again in a minute."
CLOSED = "The bot is restarting; try again in a minute."


@dataclass(eq=False, slots=True)
class _Ticket:
    long: bool
    seat: asyncio.Future[WorkerProcess]


class JobQueue:
    """First come, first served; but long jobs always leave one seat of several to short ones."""

    def __init__(self, seats: int, limit: int, patience: float) -> None:
        self._limit = limit  # tickets that may wait
        self._patience = patience  # seconds that one may wait
        self._free: list[WorkerProcess] = []
        self._waiting: list[_Ticket] = []
        self._long_left = max(1, seats - 1)
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def take(self, *, long: bool) -> WorkerProcess:
        """Wait for a seat; raise QueueFull when the line is too long or too slow."""
        if self._closed:
            raise ShuttingDown(CLOSED)
        ticket = _Ticket(long, asyncio.get_running_loop().create_future())
        self._waiting.append(ticket)
        self._call()
        if len(self._waiting) > self._limit:
            self._waiting.remove(ticket)
            raise QueueFull(FULL)
        try:
            async with asyncio.timeout(self._patience):
                return await ticket.seat
        except TimeoutError:
            self._leave(ticket)
            raise QueueFull(FULL) from None
        except BaseException:
            self._leave(ticket)
            raise

    def end(self, *, long: bool) -> None:
        """Note that a job is over; its seat is free only once `free` says so."""
        self._long_left += long
        self._call()

    def free(self, seat: WorkerProcess) -> None:
        """Offer a seat to the next in line."""
        self._free.append(seat)
        self._call()

    def close(self) -> None:
        """Send everybody in line away, and whoever comes later."""
        self._closed = True
        for ticket in self._waiting:
            ticket.seat.set_exception(ShuttingDown(CLOSED))
        self._waiting.clear()

    def _call(self) -> None:
        """Seat whoever can be seated now."""
        for ticket in list(self._waiting):
            if not self._free:
                return
            if ticket.long and not self._long_left:
                continue
            self._waiting.remove(ticket)
            self._long_left -= ticket.long
            ticket.seat.set_result(self._free.pop(0))

    def _leave(self, ticket: _Ticket) -> None:
        """Forget a ticket whose holder has gone, perhaps at the very moment it was called."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        elif ticket.seat.done() and not ticket.seat.cancelled() and not ticket.seat.exception():
            self.end(long=ticket.long)
            self.free(ticket.seat.result())
