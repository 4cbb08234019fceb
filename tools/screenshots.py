"""Makes the pictures in docs/: the bot on a playground, as people see it in a browser.

Run it with `make screenshots`. It needs Chromium, and for a proper look a font with emoji.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.paths import ROOT
from tests.patience import PATIENCE

# Before the playground is imported.
os.environ.setdefault("PLAYGROUND_PATIENCE", str(PATIENCE))

from bot.contests import rising
from bot.dailies import Act
from bot.training import TrainingKey
from solvers.daily import GAMES
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import sent
from tests.bot.organising import (
    confirmed,
    drafted,
    filled,
    managed,
    manager_of_roles,
    season_started,
    settled,
)
from tests.bot.playing_dailies import opened
from tests.bot.racing import (
    begun,
    challenged,
    counted_down,
    joined,
    line,
    pressed,
    puzzle_of,
    shows,
    started,
    tapped,
    wrote,
)
from tests.playground.browser import CHROMIUM, browser
from tests.playground.page import DIALOG, Page, button, message

if TYPE_CHECKING:
    from bot.dailies import Edition
    from playground import Person, Post
    from playground.model import Channel

DOCS = ROOT / "docs"
WORDS = "street test nausea seasick stone tone"
SNAKES = {
    "Pia": "nausea seasick street test stone tone",
    "Quinn": "test street tone stone nausea seasick",
    "Ravi": "stone tone test street nausea seasick",
}
LADDERS = (
    ("quinn", "cold colt coat goat goad woad word ward warm"),
    ("ravi", "cold wold wald ward warm"),
)
SETTLED = "!document.querySelector('.thinking, .note.pending, [aria-busy=true]')"
DRAWN = (
    "Promise.all([document.fonts.ready, ...[...document.images]"
    # Other pictures may load only when they come into sight.
    ".filter((one) => one.getBoundingClientRect().bottom > 0"
    " && one.getBoundingClientRect().top < innerHeight).map((one) => one.decode())])"
    ".then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
    ".then(() => true)"
)
MARGIN = 10  # pixels around a card
FIRST_MS, TAP_MS, LAST_MS = 1500, 700, 4000  # how long each frame of a moving picture shows
SCALE = 1.5  # for screens that are finer than a pixel


async def main() -> None:
    if CHROMIUM is None:
        raise SystemExit(
            "Chromium is not installed; on Debian: sudo apt install chromium-headless-shell"
        )
    with tempfile.TemporaryDirectory() as folder:
        async with BotOnPlayground(Path(folder), moment=None) as app, browser() as tab:
            app.server.world.bot.name = app.server.world.bot.display_name = "Snakes & Ladders"
            page = Page(tab)
            await page.open(app.server.page_url, 760, 1500)
            await tab.until("document.querySelector('#bot.online')")
            await playground(page)
            await ladder(page)
            await snake(page)
            await contest(page)
            await daily(page, await opened(app, "ladder"))
            await tapping(page, await opened(app, "snake"))
            await contests(page, app)
            await ladders(page, app)
            await races(page, app)
            await training(page, app)
            assert tab.complaints == []


async def playground(page: Page) -> None:
    """The page itself in dark mode, with a command being filled in."""
    tab = page.tab
    await tab.resize(1100, 720, SCALE)
    await tab.paint(dark=True)
    await page.say("/ladder cat dog")
    await page.sees("Another")
    await page.type("/lad")
    await tab.until("document.querySelector('.pick b')?.textContent === '/ladder'")
    await tab.key("Tab")
    await tab.type("snak")
    await tab.until("document.querySelector('.pick b')?.textContent.startsWith('snak')")
    await tab.key("ArrowDown")
    await tab.run(DRAWN)
    await save(page, "playground")
    await tab.paint(dark=True, forced=True)
    await tab.resize(760, 560)
    await tab.run(DRAWN)
    await save(page, "playground/forced-colours")
    await tab.resize(1100, 720, SCALE)
    await tab.key("Escape", "Escape")
    await tab.run("document.getElementById('line').value = ''")
    await tab.paint(dark=False)


async def ladder(page: Page) -> None:
    """The card of a ladder."""
    await page.say("/ladder cold warm")
    await page.sees("Another")
    await take(page, "ladder", message("Shortest"))


async def snake(page: Page) -> None:
    """The picture of a snake, with its card."""
    await page.say("/snake words:street test trip ripple please seaside ideal seal alarm armada")
    await page.sees("Explain")
    await page.tab.until(f"{message('Explain')}.querySelector('img')")
    await take(page, "snake", message("Explain"))


async def contest(page: Page) -> None:
    """The results of a contest that three people played."""
    tab = page.tab
    await page.go("contests")
    await page.say("/contest create")
    await page.press("My own", "A new contest")
    await page.fill(Title="Friday's snake", Words=WORDS, Lasts="1 hour")
    await page.submit()
    await page.press("Confirm", "Only organisers see this draft")
    await tab.until(button("Type"))
    await tab.run("document.getElementById('tools').open = true")
    for player, order in SNAKES.items():
        await tab.click(button("+ 16 minutes"))
        await page.become(player)
        await tab.click(button("Type"))
        await page.fill(**{"Your snake": order.replace(" ", "\n")})
        await page.submit()
        await page.sees("Try 1 in")
    await page.become("Olive")
    await tab.click(button("+ 16 minutes"))
    await page.sees("Friday's snake: the results")
    await tab.run("document.getElementById('tools').open = false")
    await take(page, "contest", message("Friday's snake: the results"))


async def contests(page: Page, app: BotOnPlayground) -> None:
    """A contest with a freeze, rounds and a season, on a desktop and on a phone."""
    guild = app.harness.guild("Word House")
    room = app.harness.world.create_channel(guild, "friday")
    olive, *others = (app.person(name) for name in ("olive", "pia", "quinn", "ravi"))
    await page.tab.resize(1280, 1000)
    await page.become("Olive")
    await page.go("friday")
    charmer = app.harness.world.create_role(guild, "Charmer", 0, 0xE0A100)
    manager_of_roles(app)
    await app.stop()
    await app.start()  # it learns of its own roles when it connects
    card = await season_started(olive, "Autumn", room, lasts="3 h")
    counted = await filled(olive, card, "How it’s counted", role_id=[charmer.id])
    await counted.says(f"<@&{charmer.id}>")

    offered = await (await olive.run("/contest create", room)).reply()
    await both(page, "contests/create", "A new contest")
    await olive.press(offered, "Three rounds")
    await offered.says("Only organisers see this draft")
    await olive.press(offered, "Discard")
    await offered.says("is gone")

    words = "street test nausea seasick stone tone sleep epic clean another"
    draft = await drafted(olive, room, Title="Friday's snake", Words=words)
    await both(page, "contests/draft", "Only organisers see this draft")
    asked = await olive.press(draft, "More")
    await asked.form()
    await (await olive.submit(asked, Freeze="10")).reply()
    post = await confirmed(olive, draft, room)
    await snakes(app, others, [post])
    await post.says("3 players")
    await both(page, "contests/announcement", "Friday's snake")
    await managed(olive, "Friday's snake", room)
    await both(page, "contests/manage", "Manage: ")
    app.advance(hours=1)
    results = await olive.sees("Friday's snake: the results", room)
    await results.says("🥉 <@")
    await both(page, "contests/reveal", "Friday's snake: the results")

    lists = rising(3)
    draft = await drafted(olive, room, Title="Saturday", Words=lists)
    await olive.press(draft, "Sum up points")
    await draft.says("most points")
    await both(page, "contests/rounds-draft", "The lists count together")
    await olive.press(draft, "Confirm and open")
    posts = [await olive.sees(f"Saturday, list {n} of 3\n", room) for n in (1, 2, 3)]
    await snakes(app, others, posts)
    for post in posts:
        await post.says("3 players")
    together = await olive.sees("3 lists that count together", room)
    await together.says("3 players")
    await both(page, "contests/rounds", "3 lists that count together")
    app.advance(hours=1)
    await olive.sees("Saturday, list 3 of 3: the results", room)
    app.advance(seconds=16)
    await olive.sees("Saturday: the end", room)
    await both(page, "contests/rounds-end", "Saturday: the end")
    app.advance(hours=1)
    end = await olive.sees("Autumn: the end", room)
    await end.says("is theirs")
    await both(page, "contests/season-end", "Autumn: the end")
    told = await (await olive.run("/help", room)).reply()
    await olive.press(told, "Organisers")
    await both(page, "contests/help", "For organisers")


async def ladders(page: Page, app: BotOnPlayground) -> None:
    """A ladder contest: the answers to its players, and its results."""
    guild, olive = app.harness.guild("Word House"), app.person()
    room = app.harness.world.create_channel(guild, "climbing")
    await page.tab.resize(1280, 1000)
    await page.become("Pia")
    await page.go("climbing")
    draft = await drafted(olive, room, Title="Friday's ladder", Words="ladder cold warm")
    post = await confirmed(olive, draft, room)
    for name, words in LADDERS:
        app.advance(seconds=97)
        await sent(app.person(name), post, words.split(), game="ladder")
    pia = app.person("pia")
    card = await wrote(pia, await (await pia.press(post, "Play")).reply(), "cord", "card", "wrad")
    await both(page, "contests/ladder-try", "Climb from")
    await wrote(pia, card, "ward", "warm")
    await both(page, "contests/ladder-done", "The best possible!")
    app.advance(hours=1)
    results = await olive.sees("Friday's ladder: the results", room)
    await results.says("🥉 <@")
    await both(page, "contests/ladder", "Friday's ladder: the results")


async def snakes(app: BotOnPlayground, people: list[Person], posts: list[Post]) -> None:
    """Let everybody send in a snake for each post: the first person the best, the others worse."""
    guild = app.harness.guild("Word House")
    found = await app.services.contests.queries.of_guild(guild.id, ["open"])
    for one, post in zip(sorted(found, key=lambda one: one.round or 0), posts, strict=True):
        best = [word for word, _ in one.par_order or ()]
        middle = len(best) // 2
        orders = (best, [*best[middle:], *best[:middle]], sorted(best))
        for person, order in zip(people, orders, strict=True):
            app.advance(seconds=97)
            await sent(person, post, order)
    app.advance(seconds=20)


async def daily(page: Page, edition: Edition) -> None:
    """A shared result of a daily ladder with a hint and a slip; and a drawing."""
    title = f"Daily ladder #{edition.number}"
    await page.go("daily")
    await page.say("/daily setup channel:#daily hour:0")
    await page.sees("Daily puzzles are on")
    await page.say("/daily now")
    await page.sees(title)
    await page.become("Pia")
    await page.press("Play", title)
    for label in ("💡 Stuck?", "💡 Letter −5"):
        await page.press(label, "Only you can see this")
        await page.tab.until(SETTLED)
    await page.tab.run("document.getElementById('tools').open = true")
    for word in (
        edition.puzzle.solution[1],
        edition.puzzle.given[1],
        *edition.puzzle.solution[2:-1],
    ):
        await page.tab.click(button("+ 1 minute"))
        await page.press("Next word", "Only you can see this")
        await page.tab.until(DIALOG)
        await page.fill(**{"Next word": word})
        await page.submit()
        await page.tab.until(SETTLED)
    await page.press("Share", "Solved")
    await page.become("Quinn")
    await page.sees(f"@Pia Ladder #{edition.number}")
    await take(page, "daily", message(f"@Pia Ladder #{edition.number}"))
    await page.press("Play", title)
    await page.tab.click(button("+ 1 minute"))
    await page.press("Next word", "Only you can see this")
    await page.tab.until(DIALOG)
    await page.fill(**{"Next word": " ".join(edition.puzzle.solution[1:])})
    await page.submit()
    await page.press("Share with picture", "Perfect")
    await page.sees(f"@Quinn Ladder #{edition.number}")
    await take(page, "daily-picture", message(f"@Quinn Ladder #{edition.number}"))


async def tapping(page: Page, edition: Edition) -> None:
    """A daily snake tapped to its best, as an animated picture."""
    tab = page.tab
    await page.go("general")
    await page.become("Quinn")
    await tab.resize(480, 1500, SCALE)
    await page.say("/daily play")
    await page.sees("Only you can see this")
    card = message("Only you can see this")
    frames = []
    for word in (*edition.puzzle.solution, "Submit"):
        await tab.until(button(word, card))
        frames.append(await frame(page, card))
        await tab.click(button(word, card))
        await tab.until(SETTLED)
    await page.sees("Perfect!")
    await tab.until(SETTLED)
    frames.append(await frame(page, card))
    height = max(one.height for one in frames)
    pages = [
        Image.new("RGB", (frames[0].width, height), frames[0].getpixel((0, 0))) for _ in frames
    ]
    for canvas, one in zip(pages, frames, strict=True):
        canvas.paste(one)
    colours = [canvas.quantize(128, dither=Image.Dither.NONE) for canvas in pages]
    lasting = [FIRST_MS, *[TAP_MS] * (len(frames) - 2), LAST_MS]
    path = DOCS / "tapping.gif"
    colours[0].save(path, save_all=True, append_images=colours[1:], duration=lasting, loop=0)
    print(f"docs/tapping.gif  {len(frames)} frames, {path.stat().st_size >> 10} KiB")


async def races(page: Page, app: BotOnPlayground) -> None:
    """A race and a duel of each game, on a desktop and on a phone."""
    tab, guild = page.tab, app.harness.guild("Word House")
    room = app.harness.world.create_channel(guild, "races")
    people = [app.person(name) for name in ("olive", "pia", "quinn", "ravi")]
    await tab.resize(1280, 1000)
    await page.become("Olive")
    await page.go("races")
    for game in GAMES:
        await race(page, app, game, room, people)
        await duel(page, app, game, room, *people[:2])


async def race(
    page: Page, app: BotOnPlayground, game: str, room: Channel, people: list[Person]
) -> None:
    """A race of four people; a snake race also while it runs."""
    olive, *others = people
    post = await begun(app, olive, room, game=game, mode="best" if game == "snake" else "first")
    for one in others:
        await joined(one, post)
    puzzle = await puzzle_of(app, post)
    best = line(puzzle)
    mine = await started(app, olive, post)
    cards = [await pressed(one, post, "Play") for one in others]
    app.advance(seconds=21)
    if game == "snake":
        cards[1] = await wrote(others[1], cards[1], *sorted(best))
        for word in best[:4]:
            mine = await (await olive.press(mine, word)).reply()
        app.advance(seconds=21)
        cards[0] = await wrote(others[0], cards[0], *best[3:], *best[:3])
        await shows(post, "points")
        await both(page, "races/race-running", "when everybody is done")
        await tapped(olive, mine, best[4:])
    else:
        await wrote(olive, mine, best[0])
        cards[1] = await wrote(others[1], cards[1], *best[:-1])
        cards[0] = await wrote(others[0], cards[0], *best)
        app.advance(seconds=13)
        await wrote(olive, mine, *best)
    for one, card in zip(others, cards, strict=True):
        for name in ("I’m done", "Give up"):
            if name in card.buttons:
                await pressed(one, card, name)
    await shows(post, "wins!")
    await both(page, f"races/race-{game}", "Rematch")


async def duel(
    page: Page, app: BotOnPlayground, game: str, room: Channel, olive: Person, pia: Person
) -> None:
    """A running duel, with one player's card."""
    post = await challenged(app, pia, olive, room, game=game)
    card = await pressed(olive, post, "Accept")
    puzzle = await puzzle_of(app, post)
    await counted_down(app, post)
    other = await pressed(pia, post, "Play")
    await card.says("Ends")
    app.advance(seconds=13)
    best = line(puzzle)
    if game == "snake":
        for word in best[:4]:
            card = await (await olive.press(card, word)).reply()
        await wrote(pia, other, *sorted(best))
    else:
        await wrote(olive, card, *best[: max(1, len(best) // 2)])
        await wrote(pia, other, best[0])
    await settled(app)  # by then the post shows it
    await both(page, f"races/duel-{game}", "as soon as one of you solves it")
    await pressed(pia, other, "Give up")
    await pressed(olive, card, "Give up")
    await shows(post, "Nobody")


async def training(page: Page, app: BotOnPlayground) -> None:
    """A solved training ladder; the menu of a message."""
    guild, olive = app.harness.guild("Word House"), app.person()
    room = app.harness.world.create_channel(guild, "training")
    await page.tab.resize(1280, 1000)
    await page.become("Olive")
    await page.go("training")
    card = await (await olive.run("/train", room)).reply()
    act = Act(olive.id, app.now(), 0)
    puzzle = (await app.services.training.play.look(TrainingKey(None, "ladder", 1), act)).puzzle
    best = line(puzzle)
    card = await wrote(olive, card, *best[:1])
    await both(page, "races/train", "Training: ladder")
    await wrote(olive, card, *best)
    await both(page, "races/train-solved", "Next puzzle")
    post = await app.person("pia").write("Mine: cold → cord → card → ward → warm", room)
    await (await olive.use("Check this snake or ladder", post)).reply()
    await page.sees("the shortest there is")
    apps = f"{message('Mine: cold')}.querySelector('.apps')"
    for width, kind in ((1280, ""), (390, "-phone")):
        await page.tab.resize(width, 1000)
        await page.tab.click(apps)
        await page.tab.run(DRAWN)
        await save(page, f"races/menu{kind}")
        await page.tab.key("Escape")


async def both(page: Page, name: str, text: str) -> None:
    """Save the newest message with a text and everything below, on a desktop and on a phone."""
    await page.sees(text)
    for width, kind in ((1280, ""), (390, "-phone")):
        await page.tab.resize(width, 1000)
        await page.tab.until(SETTLED)
        await page.tab.run(f"{message(text)}.scrollIntoView()")
        await page.tab.run(DRAWN)
        await save(page, f"{name}{kind}")


async def frame(page: Page, node: str) -> Image.Image:
    """Return a picture of one message as it looks now."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        await page.tab.run("document.activeElement.blur()")
        await shoot(page, node, Path(file.name))
        with Image.open(file.name) as picture:
            return picture.convert("RGB")


async def take(page: Page, name: str, node: str) -> None:
    """Take a picture of one message."""
    tab = page.tab
    await tab.resize(860, 1500, SCALE)
    await tab.until(SETTLED)
    await tab.run("document.activeElement.blur()")
    await tab.send("Input.dispatchMouseEvent", type="mouseMoved", x=0, y=0)
    path = DOCS / f"{name}.png"
    await shoot(page, node, path)
    shrink(path)


async def shoot(page: Page, node: str, path: Path) -> None:
    """Take a picture of one message as it is."""
    tab = page.tab
    await tab.run(f"{node}.scrollIntoView({{ block: 'center' }})")
    await tab.run(DRAWN)
    x, y, height = await tab.run(
        f"(({{ x, y, height }}) => [x, y, height])({node}.getBoundingClientRect())"
    )
    right = await tab.run(f"{node}.querySelector('.container').getBoundingClientRect().right")
    await tab.picture(path, {"x": x, "y": y, "width": right - x + MARGIN, "height": height})


async def save(page: Page, name: str) -> None:
    """Save the visible page as docs/NAME.png."""
    path = DOCS / f"{name}.png"
    await page.tab.picture(path)
    shrink(path)


def shrink(path: Path) -> None:
    """Reduce a picture to few colours, so that it stays small."""
    with Image.open(path) as full:
        small = full.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
    what = f"{small.width} x {small.height}, {path.stat().st_size >> 10} KiB"
    print(f"{path.relative_to(DOCS.parent)}  {what}")


if __name__ == "__main__":
    asyncio.run(main())
