"""How places are decided, and what becomes of the results of a team that withdraws."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from league.builder.forms.fields import PointsField, Section, choice_field, chosen, shown
from league.ui.forms import PlainForm
from scoring.card.constitution import Constitution, Step, WithdrawalPolicy
from scoring.card.points import ZERO
from scoring.card.rulebook import STEP_WORDS

STEPS = 8
WITHDRAWAL = {
    WithdrawalPolicy.EXPUNGE: "All its results are struck out, whenever it leaves",
    WithdrawalPolicy.KEEP_FIRST_HALF: "In the first half all are struck out; later its first-half results stand",
    WithdrawalPolicy.KEEP_PLAYED: "In the first half all are struck out; later all its results so far stand",
    WithdrawalPolicy.AWARD: "All are struck out, and every other team is given points",
    WithdrawalPolicy.FIRST_HALF_AND_AWARD: "Later its first-half results stand; every other team is given points for "
    "what is struck out",
}


class TableSection(Section):
    key, title = "table", "The table"
    intro = "Teams level on the first are separated by the second, and so on."
    PATHS = {"withdrawal_award": "withdrawal_award"}

    withdrawal = choice_field(
        "What becomes of the results of a team that withdraws?",
        chosen(WITHDRAWAL),
        radio=True,
        help_text="The day that halves the season is set with the season.",
    )
    withdrawal_award = PointsField(label="Points given to every other team", help_text="Only where points are given.")

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        steps = {step: words[0].upper() + words[1:] for step, words in STEP_WORDS.items()}
        for i in range(STEPS):
            first = [] if i == 0 else [("", "Nothing more")]
            label = "Places go by" if i == 0 else f"{i + 1}. Level teams by"
            self.fields[f"step{i}"] = choice_field(label, [*first, *chosen(steps)], required=i == 0)

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
            "withdrawal_award": shown(rules.withdrawal_award),
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
