"""What a match is worth, how places are decided, and what becomes of the results of a team that withdraws."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from league.seasons.forms.fields import PointsField, RulesSection, choice_field, count_field, enum_choices, field_value
from scoring.card.constitution import Constitution, Step, WithdrawalPolicy
from scoring.card.points import ZERO, DecidedBy, Walkover
from scoring.card.rulebook import STEP_WORDS

# --- what a match is worth --------------------------------------------------------------------------------------------
DECIDED = {
    DecidedBy.GAMES: "The side that wins more games",
    DecidedBy.LINES: "The side that wins more lines (tables)",
}
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
    narrow_loss = PointsField(label="More for losing narrowly", help_text="On top of the points for losing.")
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
    def read(cls, rules: Constitution) -> dict[str, Any]:
        scheme = rules.scheme
        return {
            **{name: field_value(getattr(scheme, name)) for name in POINTS},
            "narrow_margin": scheme.narrow_margin,
            "decided_by": scheme.decided_by.value,
            "unfinished_counts": scheme.unfinished_counts,
            **{f"walkover_{name}": field_value(getattr(scheme.walkover, name)) for name in WALKOVER},
        }

    def write(self, rules: Constitution) -> Constitution:
        values = self.cleaned_data
        given: dict[str, Any] = {name: values[name] or ZERO for name in POINTS}
        scheme = replace(
            rules.scheme,
            **given,
            narrow_margin=values["narrow_margin"],
            decided_by=DecidedBy(values["decided_by"]),
            unfinished_counts=values["unfinished_counts"],
            walkover=Walkover(**{name: values[f"walkover_{name}"] for name in WALKOVER}),
        )
        return replace(rules, scheme=scheme)


STEPS = 8
WITHDRAWAL = {
    WithdrawalPolicy.EXPUNGE: "All its results are struck out, whenever it leaves",
    WithdrawalPolicy.KEEP_FIRST_HALF: "In the first half all are struck out; later its first-half results stand",
    WithdrawalPolicy.KEEP_PLAYED: "In the first half all are struck out; later all its results so far stand",
    WithdrawalPolicy.AWARD: "All are struck out, and every other team is given points",
    WithdrawalPolicy.FIRST_HALF_AND_AWARD: "Later its first-half results stand; every other team is given points for "
    "what is struck out",
}


class TableSection(RulesSection):
    key, title = "table", "The table"
    intro = "Teams level on the first are separated by the second, and so on."
    PATHS = {"withdrawal_award": "withdrawal_award"}

    withdrawal = choice_field(
        "What becomes of the results of a team that withdraws?",
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
    def read(cls, rules: Constitution) -> dict[str, Any]:
        return {
            **{f"step{i}": step.value for i, step in enumerate(rules.steps)},
            "withdrawal": rules.withdrawal.value,
            "withdrawal_award": field_value(rules.withdrawal_award),
        }

    def write(self, rules: Constitution) -> Constitution:
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
