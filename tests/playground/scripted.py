"""A bot that answers on the page with any component or form from a test."""

import json

import aiohttp

V2, EPHEMERAL = 1 << 15, 1 << 6


def text(content):
    return {"type": 10, "content": content}


def push(label, style=2, **about):
    if style != 5:
        about.setdefault("custom_id", label.lower())
    return {"type": 2, "style": style, "label": label, **about}


def options(*labels, **about):
    return [{"label": one, "value": one.lower(), "description": f"the {one}"} for one in labels]


class ScriptedBot:
    """A raw bot next to an open page."""

    def __init__(self, raw, page):
        self.raw = raw
        self.page = page

    async def asked(self):
        """Have Olive run /it, and return the interaction."""
        await self.page.say("/it")
        return await self.raw.event("INTERACTION_CREATE")

    async def answer(self, data, files=(), sees=None):
        """Answer Olive's /it at once; wait for what is then to be seen."""
        interaction = await self.asked()
        if files:
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps({"type": 4, "data": data}))
            for place, (name, content) in enumerate(files):
                form.add_field(f"files[{place}]", content, filename=name)
            path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
            status, body = await self.raw.call("POST", path, data=form)
        else:
            status, body = await self.raw.respond(interaction, 4, data)
        assert status in {200, 204}, body
        if sees is not None:
            await self.page.sees(sees)
        return interaction

    async def pressed(self):
        """Return the next use of a component, acknowledged without a change."""
        interaction = await self.raw.event("INTERACTION_CREATE")
        await self.raw.respond(interaction, 6)
        return interaction["data"]
