"""What a result is worth, what a card must say, and what it costs to be late or away."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm, PoundsField
from league.seasons.forms.fields import (
    CostsField,
    FormRow,
    PointsField,
    RulesSection,
    choice_field,
    count_field,
    enum_choices,
    field_value,
    rows_of,
)
from scoring.card.league_rules import Confirm, LeagueRules, Protests, Step, WithdrawalPolicy
from scoring.card.points import (
    FORFEIT_WORDS,
    OFFENCE_WORDS,
    ZERO,
    BuyBack,
    DecidedBy,
    Forfeit,
    Forfeits,
    Offence,
    Penalty,
    Walkover,
)
from scoring.card.rulebook import STEP_WORDS

# --- what a match is worth --------------------------------------------------------------------------------------------
DECIDED = {DecidedBy.GAMES: "The side that wins more games", DecidedBy.LINES: "The side that wins more lines (tables)"}
POINTS = ("win", "draw", "loss", "per_game", "per_line", "narrow_loss")
WALKOVER = ("games_for", "games_against", "lines_for", "lines_against", "points_for", "points_against")


class PointsSection(RulesSection):
    key, title = "points", "League points"
    intro = "You can use halves: 1/2, ½ or 0.5."
    PATHS = {
        **{f"scheme.{name}": name for name in (*POINTS, "narrow_margin", "decided_by")},
        **{f"scheme.walkover.{name}": f"walkover_{name}" for name in WALKOVER},
        "scheme.walkover": "walkover_games_for",
    }

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
        "Narrowly is by at most", least=0, most=40, help_text="Games, or lines where lines decide. 0: no such points."
    )
    unfinished_counts = forms.BooleanField(required=False, label="An unfinished match counts as far as it went")
    walkover_games_for = count_field(
        "Walkover: games to the side that turned up",
        least=0,
        most=200,
        required=False,
        help_text="Leave empty for every game on the card.",
    )
    walkover_games_against = count_field("Walkover: games to the other side", least=0, most=200)
    walkover_lines_for = count_field(
        "Walkover: lines to the side that turned up",
        least=0,
        most=40,
        required=False,
        help_text="Leave empty where they follow from the games.",
    )
    walkover_lines_against = count_field("Walkover: lines to the other side", least=0, most=40)
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

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        scheme = rules.scheme
        return {
            **{name: field_value(getattr(scheme, name)) for name in POINTS},
            "narrow_margin": scheme.narrow_margin,
            "decided_by": scheme.decided_by.value,
            "unfinished_counts": scheme.unfinished_counts,
            **{f"walkover_{name}": field_value(getattr(scheme.walkover, name)) for name in WALKOVER},
        }

    def write(self, rules: LeagueRules) -> LeagueRules:
        values = self.cleaned_data
        points: dict[str, Any] = {name: values[name] or ZERO for name in POINTS}
        scheme = replace(
            rules.scheme,
            **points,
            narrow_margin=values["narrow_margin"],
            decided_by=DecidedBy(values["decided_by"]),
            unfinished_counts=values["unfinished_counts"],
            walkover=Walkover(**{name: values[f"walkover_{name}"] for name in WALKOVER}),
        )
        return replace(rules, scheme=scheme)


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
    )
    withdrawal_award = PointsField(label="Points given to every other team", help_text="Only where points are given.")

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        steps = {step: text[0].upper() + text[1:] for step, text in STEP_WORDS.items()}
        for i in range(STEPS):
            first = [] if i == 0 else [("", "Nothing more")]
            label = "Places go by" if i == 0 else f"{i + 1}. Level teams by"
            self.fields[f"step{i}"] = choice_field(label, [*first, *enum_choices(steps)], required=i == 0)

    @property
    def steps(self) -> list[forms.BoundField]:
        return [self[f"step{i}"] for i in range(STEPS)]

    @property
    def rest(self) -> list[forms.BoundField]:
        return [self["withdrawal"], self["withdrawal_award"]]

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        return {
            **{f"step{i}": step.value for i, step in enumerate(rules.steps)},
            "withdrawal": rules.withdrawal.value,
            "withdrawal_award": field_value(rules.withdrawal_award),
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


# --- cards and penalties ----------------------------------------------------------------------------------------------
# --- penalties --------------------------------------------------------------------------------------------------------
OFFENCES = {each: words[0].upper() + words[1:] for each, words in OFFENCE_WORDS.items()}
FORFEITS = {each: words[0].upper() + words[1:] for each, words in FORFEIT_WORDS.items()}


class PenaltyRow(FormRow):
    """Points off for one offence."""

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

    def penalty(self) -> Penalty | None:
        values = self.cleaned_data
        if not values["offence"]:
            return None
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
    PATHS = {
        "scheme.maximum_deduction": "maximum_deduction",
        "scheme.buy_back": "back_points",
        "forfeits.later": "forfeit_later",
        "forfeits": "forfeit_first",
    }

    maximum_deduction = PointsField(
        required=False, label="Most that a team can lose in a season", help_text="Leave empty for no limit."
    )
    back_points = PointsField(
        required=False, label="Points that can be bought back at a time", help_text="Leave empty if none can."
    )
    back_price = PoundsField(required=False, label="Price", help_text="In pounds.")
    back_days = count_field("Within so many days of losing them", most=365, required=False)
    forfeit_first = choice_field(
        "A side plays somebody ineligible for the first time", enum_choices(FORFEITS), radio=True
    )
    forfeit_later = choice_field("And the next time in the same season", enum_choices(FORFEITS), radio=True)

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        self.rows = rows_of(PenaltyRow, data, initial)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        back = {name: values.get(name) for name in ("back_points", "back_price", "back_days")}
        missing = [name for name, value in back.items() if not value and name not in self.errors]
        if missing and len(missing) < len(back):
            self.add_error(missing[0], "Give points, price and days of a buy-back, or none of them.")
        return values

    @property
    def parts(self) -> Sequence[PlainForm]:
        return (self, *self.rows)

    @property
    def forfeit(self) -> list[forms.BoundField]:
        return [self["forfeit_first"], self["forfeit_later"]]

    @property
    def limits(self) -> list[forms.BoundField]:
        return [self[name] for name in ("maximum_deduction", "back_points", "back_price", "back_days")]

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        back = rules.scheme.buy_back
        rows = enumerate(rules.scheme.penalties)
        return {
            "maximum_deduction": field_value(rules.scheme.maximum_deduction),
            "back_points": field_value(back and back.points),
            "back_price": f"{back.price // 100}.{back.price % 100:02}" if back else "",
            "back_days": back.days if back else None,
            "forfeit_first": rules.forfeits.first.value,
            "forfeit_later": rules.forfeits.later.value,
            **{f"penalty{i}-{name}": value for i, each in rows for name, value in PenaltyRow.read(each).items()},
        }

    def write(self, rules: LeagueRules) -> LeagueRules:
        values = self.cleaned_data
        self.owners = [row for row in self.rows if row.cleaned_data["offence"]]
        points, price, days = (values[name] for name in ("back_points", "back_price", "back_days"))
        scheme = replace(
            rules.scheme,
            penalties=tuple(filter(None, (row.penalty() for row in self.rows))),
            maximum_deduction=values["maximum_deduction"],
            buy_back=BuyBack(points, price, days) if points and price and days else None,
        )
        forfeits = Forfeits(Forfeit(values["forfeit_first"]), Forfeit(values["forfeit_later"]))
        return replace(rules, scheme=scheme, forfeits=forfeits)

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
    PATHS = {
        **{name: name for name in ("confirm", "quick_allowed", "submit_within", "confirm_within")},
        "protests.days": "protest_days",
    }

    confirm = choice_field("How does a card become a result?", enum_choices(CONFIRM), radio=True)
    quick_allowed = forms.BooleanField(required=False, label="Captains may send the score alone, without the games")
    submit_within = count_field("A card is late after", most=999, help_text="Hours from the start of the match.")
    confirm_within = count_field(
        "A card that nobody answers stands after", most=999, help_text="Hours from when it was sent."
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

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        return {
            **{name: getattr(rules, name) for name in ("quick_allowed", "submit_within", "confirm_within")},
            "confirm": rules.confirm.value,
            "protests_allowed": rules.protests.allowed,
            "protest_days": rules.protests.days,
            "protest_after_signing": rules.protests.after_signing,
        }

    def write(self, rules: LeagueRules) -> LeagueRules:
        values = self.cleaned_data
        return replace(
            rules,
            confirm=Confirm(values["confirm"]),
            **{name: values[name] for name in ("quick_allowed", "submit_within", "confirm_within")},
            protests=Protests(values["protests_allowed"], values["protest_days"], values["protest_after_signing"]),
        )
