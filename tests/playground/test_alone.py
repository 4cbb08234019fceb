"""Another author's discord.py program on a copy of the playground, as its README says."""

import asyncio
import os
import re
import shutil
import sys
from pathlib import Path

import aiohttp
import pytest

import playground
from tests.patience import PATIENCE

FOLDER = Path(playground.__file__).parent
OTHERS = ("bot", "solvers", "data", "bench")
PROGRAM = """
import discord
from discord import app_commands

class Program(discord.Client):
    async def setup_hook(self):
        await tree.sync()

client = Program(intents=discord.Intents(guilds=True))
tree = app_commands.CommandTree(client)

@tree.command(description="Says hello")
async def hello(interaction: discord.Interaction):
    await interaction.response.send_message("hello from elsewhere")

"""


@pytest.fixture
async def run(tmp_path):
    """Run Python in a folder with the playground and nothing else of this project."""
    shutil.copytree(FOLDER, tmp_path / "playground", ignore=shutil.ignore_patterns("__pycache__"))
    for name in OTHERS:
        (tmp_path / f"{name}.py").write_text("raise ImportError('not here')")
    running = []

    async def run(*arguments, **settings):
        about = {"cwd": tmp_path, "env": os.environ | settings, "stdout": asyncio.subprocess.PIPE}
        process = await asyncio.create_subprocess_exec(sys.executable, *arguments, **about)
        running.append(process)
        return process

    yield run
    for process in reversed(running):
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def settings_printed(process):
    """Return the page's address and the settings that the playground prints once it runs."""
    said = ""
    async with asyncio.timeout(PATIENCE):
        while "DISCORD_TOKEN=" not in said:
            said += (await process.stdout.readline()).decode() or pytest.fail(said)
    return re.search(r"http\S+/", said)[0], dict(re.findall(r"export (\w+)=(\S+)", said))


async def test_another_program_runs_on_it_as_the_readme_says(run, tmp_path):
    page, settings = await settings_printed(await run("-m", "playground", "--port", "0"))
    readme = (FOLDER / "README.md").read_text("utf-8")
    start = re.search(r"```python\n(.*?)```", readme, re.DOTALL)[1]
    (tmp_path / "program.py").write_text(PROGRAM + start)
    await run("program.py", **settings)
    headers = {"X-Playground": "1"}
    async with aiohttp.ClientSession(page, headers=headers) as session, asyncio.timeout(PATIENCE):

        async def ask(name, **query):
            async with session.get(f"playground/{name}", params=query) as answer:
                return await answer.json()

        # The program registers its command before it connects, as on Discord. Until then a command
        # reaches nobody.
        while not (overview := await ask("overview"))["bot"]["online"]:
            await asyncio.sleep(0.05)
        place = {"user": "olive", "channel": overview["guilds"][0]["channels"][0]["id"]}
        assert [one["name"] for one in await ask("commands", **place)] == ["hello"]
        async with session.post("playground/run", json={**place, "line": "/hello"}) as answer:
            assert answer.status == 200
        while "hello from elsewhere" not in str(await ask("messages", **place)):
            await asyncio.sleep(0.05)
