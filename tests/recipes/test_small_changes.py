"""The recipes for small changes, carried out in a copy: the files that they name are enough."""

import json
from pathlib import Path

import pytest

from tests.recipes.copying import Copy
from tests.sweeps import by_turns

TOYS = Path(__file__).parent / "small"
UI = "tests/bot/ui"
PAGE = '''\
def present_rare(word: str) -> Page:
    """Say that few people know a word."""
    return Page(card(Tone.NOTE, [f"Few people know {word}."]))


'''
PAGES = (f"{UI}/test_custom_ids.py", f"{UI}/test_texts.py", f"{UI}/test_notes.py")
STORE = ("tests/bot/store/test_releases.py", "tests/bot/store/test_store.py")


def command(copy):
    """A function in a module of a feature, a row, a line of help, what it costs; the texts."""
    copy.write("bot/ui/games/toss.py", (TOYS / "toss.py").read_text())
    copy.insert("README.md", "| `/word", "| `/toss` | heads or tails |\n")
    copy.replace(
        "bot/ui/server/help.py", '"word": "what a word means"', '"word, toss": "a word, a coin"'
    )
    copy.insert("bench/attacks.py", '    "train": (', '    "toss": ("/toss", {}),\n')
    example(copy, "toss", "present_toss", '"Heads"')
    copy.run("tests.texts")
    copy.run("tools.changelog", "players", "`/toss` tosses a coin.")
    return (*PAGES, "tests/security/test_attacks.py", "tests/recipes/small/tossing.py")


def page(copy):
    """A page, and an example among all pages."""
    copy.insert("bot/ui/games/word.py", "def _known(", PAGE)
    example(copy, "word", "present_rare", '"cot"')
    copy.run("tests.texts")
    copy.run("tools.changelog", "nothing")
    return PAGES


def example(copy, module, name, given):
    """Show a page among all pages."""
    file = "tests/bot/examples/every_page.py"
    copy.insert(file, "    yield present_word(", f"    yield {name}({given})\n")
    copy.insert(file, "from bot.ui.words import", f"from bot.ui.games.{module} import {name}\n")


def button(copy):
    """Its id, the view that shows it, and what handles it."""
    command(copy)
    copy.replace(
        "bot/ui/games/toss.py",
        (TOYS / "toss.py").read_text(),
        (TOYS / "toss_again.py").read_text(),
    )
    copy.run("tests.texts")
    copy.run("tools.changelog", "nothing")
    return (*PAGES, "tests/recipes/small/tossing.py")


def text(copy):
    """The text where it stands, and the document of all texts."""
    copy.replace("bot/ui/server/welcome.py", "shows everything else.", "shows the rest.")
    copy.run("tests.texts")
    copy.run("tools.changelog", "players", "The bot says hello in fewer words.")
    return (f"{UI}/test_texts.py", f"{UI}/server/test_welcome.py")


def column(copy):
    """A field of its record, and a step that adds it."""
    copy.insert("bot/store/schema/guilds.py", "\n\nguilds = table(", "    lively: bool = True\n")
    step = """\
\"\"\"Servers may be lively.\"\"\"

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    \"\"\"Make the change; there is no way back but a backup.\"\"\"
    op.add_column(
        "guilds", sa.Column("lively", sa.Boolean(), nullable=False, server_default=sa.true())
    )
"""
    copy.write("bot/store/migrations/versions/0003_lively.py", step)
    return STORE


def server_setting(copy):
    """A column, an option, its command."""
    column(copy)
    copy.insert(
        "bot/ui/server/settings.py",
        "SETTINGS: tuple[Option",
        """\
LIVELY = Option(
    name="lively",
    label="Lively",
    field=Choice({True: Said("yes", "I joke"), False: Said("no", "I’m quiet")}),
    says=lambda now: f"**Lively** {'yes' if now.lively else 'no'}",
)
""",
    )
    copy.replace("bot/ui/server/settings.py", "CONTEST_PING)\n", "CONTEST_PING, LIVELY)\n")
    copy.insert(
        "bot/ui/server/settings.py",
        "async def _show(",
        """\
@settings.command()
async def lively(interaction: Interaction, lively: bool) -> None:
    \"\"\"Let me joke here, or not.\"\"\"
    now = "I’m lively here now." if lively else "I’m quiet here now."
    await _change(interaction, LIVELY, lively, now)


""",
    )
    copy.run("tests.texts")
    copy.run("tools.changelog", "players", "A server chooses whether the bot jokes.")
    return (*STORE, *PAGES, f"{UI}/server/test_settings.py", "tests/recipes/small/liveliness.py")


def setting(copy):
    """A field, how it is read, and where hosts read of it."""
    copy.insert("bot/config.py", "    log_format: LogFormat", '    motto: str = "Play!"\n')
    copy.insert(
        "bot/config.py", '    "LOG_FORMAT": Setting(', '    "MOTTO": Setting("motto", str),\n'
    )
    copy.insert("README.md", "| `LOG_FORMAT` |", "| `MOTTO` | `Play!` | what the bot says |\n")
    for name in ("compose.yaml", "compose.scale.yaml"):
        path = copy.path / name
        bot, found, rest = path.read_text().partition("      LOG_FORMAT: ")
        path.write_text(f"{bot}      MOTTO: ${{MOTTO:-}}\n{found}{rest}")
    copy.insert("docs/hosting.md", "- `INTERACTION_BURST`:", "- `MOTTO`: what the bot says.\n")
    copy.run("tools.changelog", "hosts", "`MOTTO` is what the bot says.")
    return ("tests/bot/test_config.py", "tests/test_deploy.py")


def metric(copy):
    """The metric, where it happens, and a panel."""
    copy.insert(
        "bot/metrics.py",
        "DROPPED = Counter(",
        'LOOKED_UP = Counter("bot_words_looked_up", "Words looked up with /word")\n',
    )
    copy.replace(
        "bot/ui/games/word.py", "from bot.play.sugg", "from bot import metrics\nfrom bot.play.sugg"
    )
    copy.insert(
        "bot/ui/games/word.py",
        "        await replies.edit(interaction, present_word(asked, lexicon))",
        "        metrics.LOOKED_UP.inc()\n",
    )
    path = copy.path / "deploy" / "grafana" / "dashboard.json"
    dashboard = json.loads(path.read_text())
    panel = json.loads(json.dumps(dashboard["panels"][-1]))
    panel["id"] += 1
    panel["title"] = "Words looked up"
    panel["targets"][0]["expr"] = "rate(bot_words_looked_up_total[5m])"
    dashboard["panels"].append(panel)
    path.write_text(json.dumps(dashboard, indent=2))
    return ("tests/bot/test_metrics.py",)


TEXTS = {"docs/texts.md", "changelog.d/seen.json"}
COMMAND = {
    *("bot/ui/games/toss.py", "bot/ui/server/help.py", "bench/attacks.py", "README.md"),
    *("tests/bot/examples/every_page.py", "changelog.d/+toss-tosses-a-coin.players.md", *TEXTS),
}
COLUMN = {"bot/store/schema/guilds.py", "bot/store/migrations/versions/0003_lively.py"}
RECIPES = {
    command: COMMAND,
    page: {"bot/ui/games/word.py", "tests/bot/examples/every_page.py", *TEXTS},
    button: COMMAND,
    text: {
        "bot/ui/server/welcome.py",
        "changelog.d/+the-bot-says-hello-in.players.md",
        *TEXTS,
    },
    column: COLUMN,
    server_setting: {
        *COLUMN,
        "bot/ui/server/settings.py",
        "changelog.d/+a-server-chooses-whether-the.players.md",
        *TEXTS,
    },
    setting: {
        *("bot/config.py", "README.md", "compose.yaml", "compose.scale.yaml", "docs/hosting.md"),
        *("changelog.d/+motto-is-what-the-bot.hosts.md", "changelog.d/seen.json"),
    },
    metric: {"bot/metrics.py", "bot/ui/games/word.py", "deploy/grafana/dashboard.json"},
}
"""The files that each recipe touches."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("recipe", by_turns(*RECIPES))
def test_a_recipe_names_all_that_is_needed(tmp_path, recipe):
    copy = Copy(tmp_path)
    tests = recipe(copy)
    assert copy.touched() == RECIPES[recipe]
    changed = [name for name in sorted(RECIPES[recipe]) if name.endswith(".py")]
    if changed:
        copy.check(*changed)
    assert "passed" in copy.run("pytest", "-q", "-p", "no:cacheprovider", *tests)
