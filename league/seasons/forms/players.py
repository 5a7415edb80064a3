"""Who may play (registration, squads, transfers, playing up, under 18s), and who fills the lines of a card."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from league.seasons.forms.fields import (
    FormRow,
    RulesSection,
    YearDayField,
    choice_field,
    count_field,
    enum_choices,
    field_value,
    rows_of,
    year_day,
)
from league.seasons.forms.lines import SIZES
from scoring.card.format import DISCIPLINE_NAMES, Discipline, Limit, Order, ShortSide
from scoring.card.league_rules import LeagueRules, Registration, Under18
from scoring.card.playing_up import HELPS_WORDS, Helps, PlayingUp

# --- who fills the lines ----------------------------------------------------------------------------------------------
ORDERS = {
    Order.CAPTAINS: "Each captain writes down their own, in the order of the card",
    Order.BLIND: "Home writes its order down first and hands it over; neither sees the other’s",
    Order.ALTERNATE: "The captains take turns to name a player, home first",
    Order.OPPONENT: "Each captain draws the other side’s players",
    Order.LOT: "Drawn by lot",
}
SHORT = {
    ShortSide.CLAIM: "The opponents claim the games that it cannot fill",
    ShortSide.TWICE: "Some of its players play twice, chosen by the opposing captain",
    ShortSide.VOID: "Games that it cannot fill are void: nobody gets them",
}
GAMES = {each: name.capitalize() for each, name in DISCIPLINE_NAMES.items()} | {Discipline.WON_LOST: "Won or lost only"}


class LimitRow(FormRow):
    """How often a player may be on lines of one kind."""

    PREFIX = "limit"

    most = count_field("A player is in at most", most=40, required=False, help_text="Leave empty for no such rule.")
    players = choice_field("of the", [("", "lines of any size"), *SIZES], required=False)
    discipline = choice_field("at", [("", "any game"), *enum_choices(GAMES)], required=False)

    def limit(self) -> Limit | None:
        values = self.cleaned_data
        if values["most"] is None:
            return None
        discipline = Discipline(values["discipline"]) if values["discipline"] else None
        return Limit(values["most"], int(values["players"]) if values["players"] else None, discipline)

    @staticmethod
    def read(limit: Limit) -> dict[str, str]:
        return {name: field_value(getattr(limit, name)) for name in ("most", "players", "discipline")}


class SidesSection(RulesSection):
    key, title = "sides", "Players in a match"
    PATHS = {f"format.{name}": name for name in ("side", "minimum", "used", "twice", "order", "short")}

    side = count_field("A full side", most=40, help_text="Players who come for one match.")
    minimum = count_field(
        "Fewest to play with", most=40, help_text="A side of fewer is flagged, and the secretary decides."
    )
    used = count_field(
        "Most used in one match", most=99, required=False, help_text="With substitutes. Leave empty for no limit."
    )
    order = choice_field("Who decides which players are on which line?", enum_choices(ORDERS), radio=True)
    short = choice_field("What if a side is short?", enum_choices(SHORT), radio=True)
    twice = count_field(
        "How many may play twice", least=0, most=20, required=False, help_text="Only where a short side’s players may."
    )
    twice_differs = forms.BooleanField(required=False, label="Not the same players twice at each kind of game")

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.rows = rows_of(LimitRow, data, initial)

    @property
    def parts(self) -> Sequence[PlainForm]:
        return (self, *self.rows)

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
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

    def write(self, rules: LeagueRules) -> LeagueRules:
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


NOBODY = "nobody"
PLAYS_UP = [(NOBODY, "No"), *((each.value, f"Yes, for {words}") for each, words in HELPS_WORDS.items())]
UNDER_18 = {Under18.MAY: "Yes", Under18.WITH_CONSENT: "Yes, once a parent or guardian has agreed", Under18.NOT: "No"}
DAYS = ("deadline", "transfers_until")
TERMS = (
    *("required", "squad_minimum", "on_the_night", "eligible_after"),
    *("transfers_need_both_captains", "transfers_most"),
)


class PlayersSection(RulesSection):
    key, title = "players", "Players"
    PATHS = {
        **{f"registration.{name}": name for name in (*TERMS, *DAYS)},
        "format.squad": "squad",
        "playing_up.most": "up_most",
        "playing_up.ties_after": "up_ties_after",
        "playing_up.nominated": "up_nominated",
        "playing_up.nominate_by": "up_nominate_by",
        "playing_up": "playing_up",
    }

    required = forms.BooleanField(
        required=False, label="Only registered players may play", help_text="If not, anyone may, for any team."
    )
    squad_minimum = count_field("Fewest players a team registers", required=False)
    squad = count_field("Most players a team registers", required=False, help_text="Leave empty for no limit.")
    deadline = YearDayField(label="Last day to register")
    on_the_night = forms.BooleanField(required=False, label="New players may sign on the card on the night")
    eligible_after = count_field(
        "How many days after signing a player may play", least=0, required=False, help_text="Leave empty for at once."
    )
    transfers_need_both_captains = forms.BooleanField(required=False, label="Both captains must agree to a transfer")
    transfers_until = YearDayField(label="Last day for a transfer")
    transfers_most = count_field(
        "Transfers of one player in a season", least=0, required=False, help_text="0: none. Leave empty for no limit."
    )
    under_18 = choice_field("May somebody under 18 play?", enum_choices(UNDER_18), radio=True)
    playing_up = choice_field("May a player help out another team?", PLAYS_UP, radio=True)
    up_most = count_field("How often in a season", required=False, help_text="Leave empty for any number of times.")
    up_ties_after = count_field(
        "From which match on does the player belong to that team?",
        required=False,
        help_text="3: with the third match. Leave empty for never.",
    )
    up_nominated = count_field(
        "Nominated players of an A team",
        least=0,
        required=False,
        help_text="Named by its captain on the squad’s page; they may play for no other team.",
    )
    up_nominate_by = YearDayField(label="Last day to name them")

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        terms, rule = rules.registration, rules.playing_up
        return {
            **{name: getattr(terms, name) for name in TERMS},
            **{name: year_day(getattr(terms, name)) for name in DAYS},
            "eligible_after": terms.eligible_after or None,
            "squad": rules.format.squad,
            "under_18": rules.under_18.value,
            "playing_up": rule.helps.value if rule else NOBODY,
            "up_most": rule and rule.most,
            "up_ties_after": rule and rule.ties_after,
            "up_nominated": (rule and rule.nominated) or None,
            "up_nominate_by": year_day(rule.nominate_by if rule else None),
        }

    def write(self, rules: LeagueRules) -> LeagueRules:
        values = self.cleaned_data | {"eligible_after": self.cleaned_data["eligible_after"] or 0}
        rule = None
        if values["playing_up"] != NOBODY:
            helps = Helps(values["playing_up"])
            nominated = values["up_nominated"] or 0, values["up_nominate_by"]
            rule = PlayingUp(values["up_most"], helps, values["up_ties_after"], *nominated)
        return replace(
            rules,
            format=replace(rules.format, squad=values["squad"]),
            registration=Registration(**{name: values[name] for name in (*TERMS, *DAYS)}),
            under_18=Under18(values["under_18"]),
            playing_up=rule,
        )
