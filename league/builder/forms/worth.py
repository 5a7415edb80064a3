"""What a match is worth: league points, and what a walkover counts as."""

from dataclasses import replace
from typing import Any

from django import forms

from league.builder.forms.fields import PointsField, Section, choice_field, chosen, count_field, shown
from scoring.card.constitution import Constitution
from scoring.card.points import ZERO, DecidedBy, Walkover

DECIDED = {
    DecidedBy.GAMES: "The side that wins more games",
    DecidedBy.LINES: "The side that wins more lines (tables)",
}
POINTS = ("win", "draw", "loss", "per_game", "per_line", "narrow_loss")
WALKOVER = ("games_for", "games_against", "lines_for", "lines_against", "points_for", "points_against")


class PointsSection(Section):
    key, title = "points", "League points"
    intro = "Halves are welcome: write 1/2, ½ or 0.5."
    PATHS = {
        **{f"scheme.{name}": name for name in (*POINTS, "narrow_margin", "decided_by")},
        **{f"scheme.walkover.{name}": f"walkover_{name}" for name in WALKOVER},
        "scheme.walkover": "walkover_games_for",
    }

    decided_by = choice_field("Which side wins the match?", chosen(DECIDED), radio=True)
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
    unfinished_counts = forms.BooleanField(required=False, label="A match that was broken off counts as far as it went")
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
            **{name: shown(getattr(scheme, name)) for name in POINTS},
            "narrow_margin": scheme.narrow_margin,
            "decided_by": scheme.decided_by.value,
            "unfinished_counts": scheme.unfinished_counts,
            **{f"walkover_{name}": shown(getattr(scheme.walkover, name)) for name in WALKOVER},
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
