"""What a league plays differently from the rule set that a line of its card names."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.play.parameters import Finish, LeadFirst, Overshoot
from scoring.play.rules import Rules


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Each None: as the rule set has it. `tiles` are those dealt to each player at the line's table."""

    tiles: int | None = None
    chip: int | None = None
    finish: Finish | None = None
    overshoot: Overshoot | None = None
    lead_first: LeadFirst | None = None
    lead_may_win: bool | None = None
    revoke_penalty: int | None = None

    def on(self, rules: Rules, players: int) -> Rules:
        """The rule set as this league plays it, so many players at the table."""
        named = ("chip", "finish", "overshoot", "lead_first", "lead_may_win", "revoke_penalty")
        changes = {name: getattr(self, name) for name in named if getattr(self, name) is not None}
        if self.finish is Finish.REACH and self.overshoot is None:
            changes["overshoot"] = Overshoot.DISREGARD
        if self.tiles is not None:
            changes["deal"] = (*(each for each in rules.deal if each[0] != players), (players, self.tiles))
            changes["deal_next"] = ()
        return rules.but(**changes) if changes else rules

    @property
    def words(self) -> tuple[str, ...]:
        """What differs, in a few words each."""
        return tuple(self._words())

    def _words(self) -> Iterator[str]:
        if self.tiles is not None:
            yield f"{self.tiles} tiles each"
        if self.chip is not None:
            yield f"{self.chip} for going out" if self.chip else "nothing for going out"
        if self.finish is not None:
            yield "won on exactly the target" if self.finish is Finish.EXACT else "won on the target or more"
        if self.overshoot is not None:
            bounces = self.overshoot is Overshoot.BOUNCE
            yield "a score past the target bounces back" if bounces else "a score past the target does not count"
        if self.lead_first is not None:
            yield LEADS[self.lead_first]
        if self.lead_may_win is not None:
            yield "the first tile of a hand may win" if self.lead_may_win else "the first tile of a hand cannot win"
        if self.revoke_penalty is not None:
            yield (
                f"{self.revoke_penalty} off for knocking with a tile that fits"
                if self.revoke_penalty
                else ("nothing off for knocking with a tile that fits")
            )


LEADS = {
    LeadFirst.LOT: "the first lead is drawn for",
    LeadFirst.HIGHEST_TILE: "whoever draws the highest tile leads first",
    LeadFirst.HIGHEST_DOUBLE: "the highest double leads first",
}

AS_WRITTEN = HouseRules()
