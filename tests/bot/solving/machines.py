"""A broker and solving machines, in processes of their own."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
from pathlib import Path

from tests.paths import ROOT
from tests.patience import PATIENCE

SERVER = shutil.which("nats-server", path=str(Path(sys.executable).parent))


LONG = 600.0  # seconds that a job may take: a test ends it earlier


PASSWORDS = {"NATS_BOT_PASSWORD": "b-secret", "NATS_MACHINE_PASSWORD": "m-secret"}


class Broker:
    """A NATS server with the configuration for hosts."""

    def __init__(self, folder, tls=""):
        # Bound without listening while this broker may be started again: the broker may bind the
        # same port, and nobody else gets it.
        self._port = socket.socket()
        self._port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._port.bind(("127.0.0.1", 0))
        self.port = self._port.getsockname()[1]
        self.process = None
        text = (ROOT / "deploy" / "nats.conf").read_text()
        text = text.replace("port: 4222", f'host: "127.0.0.1"\nport: {self.port}')
        text += tls
        self._file = folder / "nats.conf"
        self.storage = folder / "jetstream"
        self._file.write_text(text.replace("/data/nats", str(self.storage)))

    def url(self, user="bot", password="b-secret"):
        return f"nats://{user}:{password}@127.0.0.1:{self.port}"

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            SERVER, "-c", self._file, stderr=asyncio.subprocess.DEVNULL, env=os.environ | PASSWORDS
        )
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.05)

    async def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        await self.process.wait()

    async def end(self):
        """Stop it for good."""
        if self.process is not None and self.process.returncode is None:
            await self.stop()
        self._port.close()


class Machine:
    """A solving machine: a process and its children."""

    def __init__(self, broker, password="m-secret", **environment):
        settings = {"SOLVER_URL": broker.url("machine", password), "SOLVER_TIMEOUT": str(LONG)}
        self._env = os.environ | settings | environment

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bot.machine", "--workers", "1"),
            env=self._env,
            cwd=ROOT,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self.said = b""
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self):
        while line := await self.process.stderr.readline():
            self.said += line

    def kill(self):
        """End all its processes at once, as when a machine goes down."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    async def __aexit__(self, *error):
        self.kill()
        await self.process.wait()
        await self._reading
