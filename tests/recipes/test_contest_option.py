"""The recipe for a contest option, carried out: it changes three files in a copy of the tree."""

import pytest

from tests.recipes.copying import Copy, passed

SCHEMA = "bot/store/schema/contests.py"
MIGRATION = "bot/store/migrations/versions/0003_theme.py"
OPTIONS = "bot/contests/options/contest.py"
FILES = {SCHEMA, MIGRATION, OPTIONS}
PLAYING = "tests/recipes/contest_option/playing.py"
FIELD = """    theme: Annotated[str, column(String(20))] = ""
"""
STEP = """\
\"\"\"Contests have themes.\"\"\"

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    \"\"\"Make the change; there is no way back but a backup.\"\"\"
    op.add_column(
        "contests", sa.Column("theme", sa.String(20), nullable=False, server_default="")
    )
"""
OPTION = """    ContestOption(
        name="theme",
        label="Theme",
        field=Line("What the words have to do with. Empty: nothing.", str.strip, str),
        form="people",
        check=lambda plan: ["A theme can have 20 letters."] if len(plan.theme) > 20 else [],
        says=lambda contest: f"**Theme** {contest.theme}" if contest.theme else None,
        sentence=lambda contest: f"It’s about {contest.theme}." if contest.theme else None,
        brief=lambda options: f"about {options.theme}" if options.theme else None,
        terms=lambda contest: {"theme": contest.theme},
    ),
"""

pytestmark = [pytest.mark.slow, pytest.mark.long]


def test_an_option_is_three_files(tmp_path):
    """It is typed, refused, shown, audited, saved, repeated, copied, exported and locked in."""
    copy = Copy(tmp_path)
    copy.insert(
        SCHEMA,
        "\n\n@dataclass(frozen=True, slots=True, kw_only=True)\nclass Contest(",
        FIELD,
    )
    copy.write(MIGRATION, STEP)
    copy.insert(OPTIONS, ")\nDEFAULTS = ContestOptions()", OPTION)
    assert copy.touched() == FILES
    copy.check(*FILES)
    assert passed(copy, PLAYING)
