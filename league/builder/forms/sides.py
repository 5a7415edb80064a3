"""Who fills the lines: how many a side, who may play how often, and what happens when a side is short."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms

from league.builder.forms.fields import Row, Section, choice_field, chosen, count_field, rows_of, shown
from league.builder.forms.lines import SIZES
from league.ui.forms import PlainForm
from scoring.card.constitution import Constitution
from scoring.card.format import DISCIPLINE_NAMES, Discipline, Limit, Order, ShortSide

ORDERS = {
    Order.CAPTAINS: "Each captain writes down their own, in the order of the card",
    Order.BLIND: "Home writes its order down first and hands it over; neither sees the other's",
    Order.ALTERNATE: "The captains take turns to name a player, home first",
    Order.OPPONENT: "Each captain draws the other side's players",
    Order.LOT: "Drawn by lot",
}
SHORT = {
    ShortSide.CLAIM: "The opponents claim the games that it cannot fill",
    ShortSide.TWICE: "Some of its players play twice, chosen by the opposing captain",
    ShortSide.VOID: "Games that it cannot fill are void: nobody gets them",
}
GAMES = {each: name.capitalize() for each, name in DISCIPLINE_NAMES.items()} | {Discipline.WON_LOST: "Won or lost only"}


class LimitRow(Row):
    """How often a player may be on lines of one kind."""

    PREFIX = "limit"

    most = count_field("A player is in at most", most=40, required=False, help_text="Leave empty for no such rule.")
    players = choice_field("of the", [("", "lines of any size"), *SIZES], required=False)
    discipline = choice_field("at", [("", "any game"), *chosen(GAMES)], required=False)

    def limit(self) -> Limit | None:
        values = self.cleaned_data
        if values["most"] is None:
            return None
        discipline = Discipline(values["discipline"]) if values["discipline"] else None
        return Limit(values["most"], int(values["players"]) if values["players"] else None, discipline)

    @staticmethod
    def read(limit: Limit) -> dict[str, str]:
        return {name: shown(getattr(limit, name)) for name in ("most", "players", "discipline")}


class SidesSection(Section):
    key, title = "sides", "Players of a side"
    PATHS = {f"format.{name}": name for name in ("side", "minimum", "used", "twice", "order", "short")}

    side = count_field("A full side", most=40, help_text="Players who come for one match.")
    minimum = count_field(
        "Fewest to play with", most=40, help_text="A side of fewer is flagged, and the secretary decides."
    )
    used = count_field(
        "Most used in one match",
        most=99,
        required=False,
        help_text="With substitutes. Leave empty for no limit.",
    )
    order = choice_field("Who decides which players are on which line?", chosen(ORDERS), radio=True)
    short = choice_field("What if a side is short?", chosen(SHORT), radio=True)
    twice = count_field(
        "How many may play twice", least=0, most=20, required=False, help_text="Only where a short side's players may."
    )
    twice_differs = forms.BooleanField(required=False, label="Not the same players twice at each kind of game")

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.rows = rows_of(LimitRow, data, initial)

    @property
    def parts(self) -> Sequence[PlainForm]:
        return (self, *self.rows)

    @classmethod
    def read(cls, rules: Constitution) -> dict[str, Any]:
        form = rules.format
        limits = {
            f"limit{i}-{name}": value
            for i, limit in enumerate(form.limits)
            for name, value in LimitRow.read(limit).items()
        }
        return {
            "side": form.side,
            "minimum": form.minimum,
            "used": form.used,
            "order": form.order.value,
            "short": form.short.value,
            "twice": form.twice or None,
            "twice_differs": form.twice_differs,
            **limits,
        }

    def write(self, rules: Constitution) -> Constitution:
        values = self.cleaned_data
        self.owners = [row for row in self.rows if row.cleaned_data["most"] is not None]
        form = replace(
            rules.format,
            side=values["side"],
            minimum=values["minimum"],
            used=values["used"],
            order=Order(values["order"]),
            short=ShortSide(values["short"]),
            twice=values["twice"] or 0,
            twice_differs=values["twice_differs"],
            limits=tuple(filter(None, (row.limit() for row in self.rows))),
        )
        return replace(rules, format=form)

    def place(self, path: str) -> tuple[PlainForm, str] | None:
        if not path.startswith("format.limits."):
            return super().place(path)
        return self.owners[int(path.split(".")[2])], "most"
