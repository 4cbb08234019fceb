"""What a server's settings mean for games that people ask for in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.errors import BadOption
from bot.puzzles import denied_of
from bot.services import Services
from bot.ui.client import Interaction
from solvers.lexicon import Lexicon, Policy
from solvers.text import listed

NAMED = 8


@dataclass(frozen=True, slots=True)
class ServerRules:
    """A server's default tier, the words that it denies, and its policy."""

    tier: str = "full"
    denied: frozenset[str] = frozenset()
    policy: Policy = "standard"

    def lexicon(self, services: Services, tier: str | None = None) -> Lexicon:
        """Return the words of a tier, by default the server's, as its policy shows them."""
        return services.lexicons[tier or self.tier].showing(self.policy)

    def check(self, words: Iterable[str | None]) -> None:
        """Raise BadOption if the server denies any of the words."""
        found = [word for word in words if word in self.denied]
        if found:
            raise BadOption(f"This server doesn’t allow {listed(found, NAMED)}. Try other words.")

    def denied_in(self, lexicon: Lexicon) -> tuple[str, ...]:
        """Return the denied words that a lexicon has, which a solver has to avoid."""
        return denied_of(self.denied, lexicon)


NO_RULES = ServerRules()


async def rules_of(interaction: Interaction) -> ServerRules:
    """Return the rules of the interaction's server, or the default ones outside of servers."""
    if interaction.guild_id is None:
        return NO_RULES
    return ServerRules(*await interaction.client.services.store.guilds.rules(interaction.guild_id))
