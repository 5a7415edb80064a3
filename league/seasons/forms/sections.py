"""Sections of the rules: what a result is worth, what a card must say, what lateness costs, and who may play."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm, PoundsField
from league.seasons.forms.fields import (
    CostsField,
    FormRow,
    PointsField,
    RulesSection,
    YearDayField,
    choice_field,
    count_field,
    enum_choices,
    field_value,
    read_rows,
    year_day,
)
from league.seasons.forms.lines import SIZES
from scoring.card.format import DISCIPLINE_NAMES, Discipline, Limit, Order, ShortSide
from scoring.card.league_rules import (
    HELPS_WORDS,
    Confirm,
    Helps,
    LeagueRules,
    PlayingUp,
    Step,
    Under18,
    WithdrawalPolicy,
)
from scoring.card.points import FORFEIT_WORDS, OFFENCE_WORDS, ZERO, BuyBack, DecidedBy, Offence, Penalty
from scoring.card.rulebook import STEP_WORDS

# --- what a match is worth --------------------------------------------------------------------------------------------
DECIDED = {DecidedBy.GAMES: "The side that wins more games", DecidedBy.LINES: "The side that wins more lines (tables)"}
POINTS = (
    *("win", "draw", "loss", "per_game", "per_line", "narrow_loss"),
    *("narrow_margin", "decided_by", "unfinished_counts"),
)
WALKOVER = ("games_for", "games_against", "lines_for", "lines_against", "points_for", "points_against")


class PointsSection(RulesSection):
    key, title = "points", "League points"
    intro = "You can use halves: 1/2, ½ or 0.5."
    SETTINGS = {
        **{name: f"scheme.{name}" for name in POINTS},
        **{f"walkover_{name}": f"scheme.walkover.{name}" for name in WALKOVER},
    }
    PATHS = {"scheme.walkover": "walkover_games_for"}

    decided_by = choice_field("Which side wins the match?", enum_choices(DECIDED), radio=True)
    win = PointsField(label="For winning the match")
    draw = PointsField(label="For a drawn match")
    loss = PointsField(label="For losing the match")
    per_game = PointsField(label="For each game won")
    per_line = PointsField(
        label="For each line (table) won", help_text="A bonus for the table winner. A level line is shared."
    )
    narrow_loss = PointsField(label="Bonus for a narrow defeat", help_text="On top of the points for losing.")
    narrow_margin = count_field(
        "Most that a narrow defeat is lost by",
        least=0,
        most=40,
        help_text="Games, or lines where lines decide. 0: no such points.",
    )
    unfinished_counts = forms.BooleanField(required=False, label="An unfinished match counts as far as it went")
    walkover_games_for = count_field(
        "Walkover: games to the side that turned up",
        least=0,
        most=200,
        required=False,
        help_text="Leave empty for every game on the card.",
    )
    walkover_games_against = count_field(
        "Walkover: games to the other side",
        least=0,
        most=200,
        error_messages={"required": "Enter how many games a walkover gives the other side."},
    )
    walkover_lines_for = count_field(
        "Walkover: lines to the side that turned up",
        least=0,
        most=40,
        required=False,
        help_text="Leave empty where they follow from the games.",
    )
    walkover_lines_against = count_field(
        "Walkover: lines to the other side",
        least=0,
        most=40,
        error_messages={"required": "Enter how many lines a walkover gives the other side."},
    )
    walkover_points_for = PointsField(
        required=False,
        label="Walkover: points to the side that turned up",
        help_text="Leave empty for what a match with that score is worth.",
    )
    walkover_points_against = PointsField(
        required=False,
        label="Walkover: points to the other side",
        help_text="Leave empty for what a match with that score is worth.",
    )


STEPS = 8
WITHDRAWAL = {
    WithdrawalPolicy.EXPUNGE: "None of its results count, whenever it leaves",
    WithdrawalPolicy.KEEP_FIRST_HALF: "In the first half none count; later its first-half results stand",
    WithdrawalPolicy.KEEP_PLAYED: "In the first half none count; later all its results so far stand",
    WithdrawalPolicy.AWARD: "None count, and every other team is given points",
    WithdrawalPolicy.FIRST_HALF_AND_AWARD: "Later its first-half results stand; every other team is given points for "
    "those that do not count",
}


class TableSection(RulesSection):
    key, title = "table", "The table"
    intro = "Teams level on the first are separated by the second, and so on."
    PATHS = {"withdrawal_award": "withdrawal_award"}

    withdrawal = choice_field(
        "If a team withdraws, its results",
        enum_choices(WITHDRAWAL),
        radio=True,
        help_text="The day that halves the season is set with the season.",
        error_messages={"required": "Choose what its results count if a team withdraws."},
    )
    withdrawal_award = PointsField(label="Points given to every other team", help_text="Only where points are given.")

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        steps = {step: text[0].upper() + text[1:] for step, text in STEP_WORDS.items()}
        for i in range(STEPS):
            first = [] if i == 0 else [("", "Nothing more")]
            label = "Places go by" if i == 0 else f"{i + 1}. Level teams by"
            self.fields[f"step{i}"] = choice_field(label, [*first, *enum_choices(steps)], required=i == 0)
        self.fields["step0"].error_messages["required"] = "Choose what places go by first."

    @property
    def steps(self) -> list[forms.BoundField]:
        return [self[f"step{i}"] for i in range(STEPS)]

    @property
    def rest(self) -> list[forms.BoundField]:
        return [self["withdrawal"], self["withdrawal_award"]]

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        return {
            **{f"step{i}": step for i, step in enumerate(rules.steps)},
            "withdrawal": rules.withdrawal,
            "withdrawal_award": rules.withdrawal_award,
        }

    def write(self, rules: LeagueRules) -> LeagueRules:
        values = self.cleaned_data
        self.given = [name for name in map("step{}".format, range(STEPS)) if values[name]]
        policy = WithdrawalPolicy(values["withdrawal"])
        return replace(
            rules,
            steps=tuple(Step(values[name]) for name in self.given),
            withdrawal=policy,
            withdrawal_award=(values["withdrawal_award"] or ZERO) if policy.awards else ZERO,
        )

    def place(self, path: str) -> tuple[PlainForm, str] | None:
        if path == "steps":
            return self, "step0"
        return (self, self.given[int(path.split(".")[1])]) if path.startswith("steps.") else super().place(path)


# --- penalties --------------------------------------------------------------------------------------------------------
OFFENCES = {each: words[0].upper() + words[1:] for each, words in OFFENCE_WORDS.items()}
FORFEITS = {each: words[0].upper() + words[1:] for each, words in FORFEIT_WORDS.items()}


class PenaltyRow(FormRow):
    PREFIX = "penalty"

    offence = choice_field("Points off for", [("", "Nothing"), *enum_choices(OFFENCES)], required=False)
    hours = count_field(
        "When it is late by", least=0, most=999, required=False, help_text="Hours after it was due. A late card only."
    )
    costs = CostsField(
        required=False,
        max_length=60,
        label="Points",
        help_text="The first time, the second and so on: “3, 5”. The last one holds from then on.",
    )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("offence") and not self.errors and not values.get("costs"):
            self.add_error("costs", "Say how many points it takes off.")
        elif values.get("costs") and not values.get("offence"):
            self.add_error("offence", "Say what the points are taken off for.")
        return values

    def penalty(self) -> Penalty:
        values = self.cleaned_data
        return Penalty(Offence(values["offence"]), values["costs"], values["hours"] or 0)

    @staticmethod
    def read(penalty: Penalty) -> dict[str, str]:
        return {
            "offence": penalty.offence.value,
            "hours": field_value(penalty.hours or None),
            "costs": ", ".join(field_value(cost) for cost in penalty.costs),
        }


class PenaltiesSection(RulesSection):
    key, title = "penalties", "Penalties"
    intro = "The site proposes points off for late cards, and the secretary decides. The rest is in the rule book."
    SETTINGS = {
        "maximum_deduction": "scheme.maximum_deduction",
        "forfeit_later": "forfeits.later",
        "forfeit_first": "forfeits.first",
    }
    PATHS = {"scheme.buy_back": "back_points", "forfeits": "forfeit_first"}
    ROWS = PenaltyRow

    maximum_deduction = PointsField(
        required=False, label="Most that a team can lose in a season", help_text="Leave empty for no limit."
    )
    back_points = PointsField(
        required=False, label="Points that can be bought back at a time", help_text="Leave empty if none can."
    )
    back_price = PoundsField(required=False, label="Price", help_text="In pounds.")
    back_days = count_field("Within so many days of losing them", most=365, required=False)
    forfeit_first = choice_field(
        "A side plays somebody ineligible for the first time",
        enum_choices(FORFEITS),
        radio=True,
        error_messages={"required": "Choose what an ineligible player costs the first time."},
    )
    forfeit_later = choice_field(
        "And the next time in the same season",
        enum_choices(FORFEITS),
        radio=True,
        error_messages={"required": "Choose what an ineligible player costs the next time."},
    )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        back = {name: values.get(name) for name in ("back_points", "back_price", "back_days")}
        missing = [name for name, value in back.items() if not value and name not in self.errors]
        if missing and len(missing) < len(back):
            self.add_error(missing[0], "Give points, price and days of a buy-back, or none of them.")
        return values

    @property
    def forfeit(self) -> list[forms.BoundField]:
        return [self["forfeit_first"], self["forfeit_later"]]

    @property
    def limits(self) -> list[forms.BoundField]:
        return [self[name] for name in ("maximum_deduction", "back_points", "back_price", "back_days")]

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        back = rules.scheme.buy_back
        return super().read(rules) | {
            "back_points": field_value(back and back.points),
            "back_price": f"{back.price // 100}.{back.price % 100:02}" if back else "",
            "back_days": back.days if back else None,
            **read_rows(PenaltyRow, rules.scheme.penalties),
        }

    def write(self, rules: LeagueRules) -> LeagueRules:
        rules = super().write(rules)
        self.owners = [row for row in self.rows if row.cleaned_data["offence"]]
        points, price, days = (self.cleaned_data[name] for name in ("back_points", "back_price", "back_days"))
        back = BuyBack(points, price, days) if points and price and days else None
        penalties = tuple(row.penalty() for row in self.owners)
        return replace(rules, scheme=replace(rules.scheme, penalties=penalties, buy_back=back))

    def place(self, path: str) -> tuple[PlainForm, str] | None:
        if not path.startswith("scheme.penalties."):
            return super().place(path)
        _, _, number, name = path.split(".")
        return self.owners[int(number)], name


CONFIRM = {
    Confirm.OTHER_CONFIRMS: "One captain sends the card, the other confirms it",
    Confirm.BOTH_ENTER: "Both captains send a card; equal cards count at once",
}


class CardsSection(RulesSection):
    key, title = "cards", "Cards and complaints"
    SETTINGS = {
        **{name: name for name in ("confirm", "quick_allowed", "submit_within", "confirm_within")},
        **{f"protest_{name}": f"protests.{name}" for name in ("days", "after_signing")},
        "protests_allowed": "protests.allowed",
    }

    confirm = choice_field("How does a card become a result?", enum_choices(CONFIRM), radio=True)
    quick_allowed = forms.BooleanField(required=False, label="Captains may send the score alone, without the games")
    submit_within = count_field(
        "A card is late after",
        most=999,
        help_text="Hours from the start of the match.",
        error_messages={"required": "Enter after how many hours a card is late."},
    )
    confirm_within = count_field(
        "A card that nobody answers stands after",
        most=999,
        help_text="Hours from when it was sent.",
        error_messages={"required": "Enter after how many hours an unanswered card stands."},
    )
    protests_allowed = forms.BooleanField(required=False, label="Captains may send a complaint with the card")
    protest_days = count_field(
        "Complaints are made within",
        most=99,
        required=False,
        help_text="Days after the match. Leave empty for no limit.",
    )
    protest_after_signing = forms.BooleanField(
        required=False,
        label="Also after confirming the card",
        help_text="Captains may then complain about a confirmed result, on the match page.",
    )


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

    def limit(self) -> Limit:
        values = self.cleaned_data
        discipline = Discipline(values["discipline"]) if values["discipline"] else None
        return Limit(values["most"], int(values["players"]) if values["players"] else None, discipline)

    @staticmethod
    def read(limit: Limit) -> dict[str, str]:
        return {name: field_value(getattr(limit, name)) for name in ("most", "players", "discipline")}


class SidesSection(RulesSection):
    key, title = "sides", "Players in a match"
    SETTINGS = {
        name: f"format.{name}" for name in ("side", "minimum", "used", "twice", "order", "short", "twice_differs")
    }
    ROWS = LimitRow

    side = count_field("Players in a full side", most=40, help_text="Players who come for one match.")
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

    def clean_twice(self) -> int:
        return self.cleaned_data["twice"] or 0

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        limits = read_rows(LimitRow, rules.format.limits)
        return super().read(rules) | {"twice": rules.format.twice or None} | limits

    def write(self, rules: LeagueRules) -> LeagueRules:
        rules = super().write(rules)
        self.owners = [row for row in self.rows if row.cleaned_data["most"] is not None]
        limits = tuple(row.limit() for row in self.owners)
        return replace(rules, format=replace(rules.format, limits=limits))

    def place(self, path: str) -> tuple[PlainForm, str] | None:
        if not path.startswith("format.limits."):
            return super().place(path)
        return self.owners[int(path.split(".")[2])], "most"


# --- who may play -----------------------------------------------------------------------------------------------------
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
    SETTINGS = {
        **{name: f"registration.{name}" for name in (*TERMS, *DAYS)},
        "squad": "format.squad",
        "under_18": "under_18",
    }
    PATHS = {
        **{f"playing_up.{name}": f"up_{name}" for name in ("most", "ties_after", "nominated", "nominate_by")},
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
        return super().read(rules) | {
            **{name: year_day(getattr(terms, name)) for name in DAYS},
            "eligible_after": terms.eligible_after or None,
            "playing_up": rule.helps.value if rule else NOBODY,
            "up_most": rule and rule.most,
            "up_ties_after": rule and rule.ties_after,
            "up_nominated": (rule and rule.nominated) or None,
            "up_nominate_by": year_day(rule.nominate_by if rule else None),
        }

    def clean_eligible_after(self) -> int:
        return self.cleaned_data["eligible_after"] or 0

    def write(self, rules: LeagueRules) -> LeagueRules:
        values, rule = self.cleaned_data, None
        if values["playing_up"] != NOBODY:
            nominated = values["up_nominated"] or 0, values["up_nominate_by"]
            rule = PlayingUp(values["up_most"], Helps(values["playing_up"]), values["up_ties_after"], *nominated)
        return replace(super().write(rules), playing_up=rule)
