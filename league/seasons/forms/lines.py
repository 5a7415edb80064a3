"""The lines of the card: which there are, and what is played on each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, ClassVar

from django import forms
from django.forms.utils import ErrorDict

from league.base.ui.forms import PlainForm
from league.seasons.forms.fields import (
    FormRow,
    LabelsField,
    RulesSection,
    choice_field,
    count_field,
    enum_choices,
    field_value,
    format_labels,
    read_rows,
)
from scoring.card.format import Discipline, HouseRules, Line, Pegs, Settle
from scoring.card.league_rules import LeagueRules
from scoring.play.presets import PRESETS, family, family_of, variant
from scoring.play.rules import Finish, LeadFirst, Overshoot

SIZES = [("1", "Singles"), ("2", "Pairs"), ("3", "Threes"), ("4", "Fours")]
OF_FAMILY = {"fives-threes": Discipline.FIVES_THREES, "straight": Discipline.STRAIGHT}
AS_GAME = ("", "The game’s own")
PEGS = {
    Pegs.NONE: "No: the card says only who won each game",
    Pegs.OPTIONAL: "They may be written down",
    Pegs.REQUIRED: "They must be written down for every game",
}
HOUSE = ("tiles", "chip", "finish", "overshoot", "lead_first", "lead_may_win", "revoke_penalty")


def games_offered() -> list[tuple[str, Any]]:
    """Every rule set that the engine has, by family, then what has none."""
    games_by_title: dict[str, list[tuple[str, str]]] = {}
    for key in PRESETS:
        discipline = OF_FAMILY.get(family_of(key), Discipline.SCORED)
        name = family(key)
        title = name[0].upper() + name[1:]
        label = f"{title}: {variant(key)}" if variant(key) else title
        games_by_title.setdefault(title, []).append((f"{discipline}|{key}", label))
    bare = [
        (f"{Discipline.WON_LOST}|", "Won or lost only: darts, crib or anything else"),
        (f"{Discipline.FIVES_THREES}|", "Fives and threes, without rules of play"),
        (f"{Discipline.STRAIGHT}|", "Straight dominoes, without rules of play"),
    ]
    return [("", "Choose a game"), *games_by_title.items(), ("Only the result", bare)]


class CardLineRow(FormRow):
    """Lines of the card that are alike in everything but their label."""

    PREFIX = "line"

    labels = LabelsField(
        max_length=200,
        required=False,
        label="Lines",
        help_text="As printed on the card: “S1 to S6”, or “Captain, S2”. Leave empty to take them out.",
    )
    players = choice_field("Players a side", SIZES)
    games = count_field("Games on each line", most=31)
    settle = choice_field("Are all of them played?", enum_choices({Settle.ALL: "Yes, all", Settle.BEST_OF: "Best of"}))
    game = choice_field("Game", games_offered)
    target = count_field(
        "Target", most=999, required=False, help_text="The score that wins. Leave empty for the game’s usual one."
    )
    tiles = count_field("Tiles dealt to each player", most=28, required=False)
    chip = count_field("Points for going out", least=0, most=10, required=False)
    finish = choice_field(
        "The target is won by",
        [AS_GAME, (Finish.EXACT.value, "landing on it exactly"), (Finish.REACH.value, "reaching or passing it")],
        required=False,
    )
    overshoot = choice_field(
        "A score that would pass the target",
        [AS_GAME, (Overshoot.DISREGARD.value, "does not count"), (Overshoot.BOUNCE.value, "bounces back")],
        required=False,
    )
    lead_first = choice_field(
        "Who leads first",
        [
            AS_GAME,
            (LeadFirst.LOT.value, "drawn for"),
            (LeadFirst.HIGHEST_TILE.value, "whoever draws the highest tile"),
            (LeadFirst.HIGHEST_DOUBLE.value, "the highest double"),
        ],
        required=False,
    )
    lead_may_win = choice_field(
        "Can the first tile of a hand win?", [AS_GAME, ("yes", "Yes"), ("no", "No")], required=False
    )
    revoke_penalty = count_field("Penalty for a false knock", least=0, most=100, required=False)
    start_home = count_field("Home starts on hole", least=0, most=998, required=False)
    start_away = count_field("Away starts on hole", least=0, most=998, required=False)

    EMPTY: ClassVar[dict[str, Any]] = {"games": "1", "players": "1"}
    PLAIN = ("labels", "players", "games", "settle", "game", "target")
    FIELDS = {"label": "labels", "rules": "game", "house": "game", "starts": "start_home"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = str(self["game"].value() or "")
        offered = {key for _, group in games_offered() if isinstance(group, list) for key, _ in group}
        if now.partition("|")[2] in {*PRESETS, ""} and now.partition("|")[0] in set(Discipline) and now not in offered:
            self.fields["game"].choices = [*games_offered(), (now, now.replace("|", ": "))]  # type: ignore[attr-defined]

    @property
    def plain(self) -> list[forms.BoundField]:
        return [self[name] for name in self.PLAIN]

    @property
    def house(self) -> list[forms.BoundField]:
        """What differs from the rule set, and handicaps: shown folded away."""
        return [field for field in self if field.name not in self.PLAIN]

    @property
    def open(self) -> bool:
        return any(field.errors or field.value() for field in self.house)

    @staticmethod
    def read(lines: Sequence[Line]) -> dict[str, str]:
        line = lines[0]
        house = {name: getattr(line.house, name) for name in HOUSE}
        if house["lead_may_win"] is not None:
            house["lead_may_win"] = "yes" if house["lead_may_win"] else "no"
        home, away = line.starts
        values = {
            "labels": format_labels(each.label for each in lines),
            "players": line.players,
            "games": line.games,
            "settle": line.settle,
            "game": f"{line.discipline}|{line.rules or ''}",
            "target": line.target,
            "start_home": home or None,
            "start_away": away or None,
            **house,
        }
        return {name: field_value(value) for name, value in values.items()}

    def lines(self) -> tuple[Line, ...]:
        """None, where no label is left."""
        values = self.cleaned_data
        if not values["labels"]:
            return ()
        discipline, _, rules = values["game"].partition("|")
        changes: dict[str, Any] = {name: values[name] if values[name] != "" else None for name in HOUSE}
        if changes["lead_may_win"] is not None:
            changes["lead_may_win"] = changes["lead_may_win"] == "yes"
        for name, kind in (("finish", Finish), ("overshoot", Overshoot), ("lead_first", LeadFirst)):
            changes[name] = changes[name] and kind(changes[name])
        typed, pegged = values["target"], Discipline(discipline) in {Discipline.FIVES_THREES, Discipline.SCORED}
        line = Line(
            "",
            int(values["players"]),
            games=values["games"],
            settle=Settle(values["settle"]),
            discipline=Discipline(discipline),
            rules=rules or None,
            target=PRESETS[rules].target if typed is None and pegged and rules in PRESETS else typed,
            starts=(values["start_home"] or 0, values["start_away"] or 0),
            house=HouseRules(**changes),
        )
        return tuple(replace(line, label=label) for label in values["labels"])

    def full_clean(self) -> None:
        """A row without labels is no row: nothing else of it is wrong."""
        super().full_clean()
        if self.is_bound and not str(self["labels"].value() or "").strip():
            self._errors = ErrorDict()
            self.cleaned_data = {"labels": ()}


class LinesSection(RulesSection):
    key, title = "lines", "The card"
    intro = (
        "One row for each kind of game: your six singles, then your three pairs. They appear on the card in this order."
    )
    SETTINGS = {"pegs": "format.pegs"}
    ROWS = CardLineRow

    pegs = choice_field("Does the card show the score of each game?", enum_choices(PEGS), radio=True)

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        """Lines that follow each other and differ only in their label are one row."""
        groups = groupby(rules.format.lines, key=lambda line: replace(line, label=""))
        return super().read(rules) | read_rows(CardLineRow, (tuple(lines) for _, lines in groups))

    def write(self, rules: LeagueRules) -> LeagueRules:
        self.owners = [row for row in self.rows for _ in row.cleaned_data["labels"]]
        lines = tuple(line for row in self.rows for line in row.lines())
        return super().write(replace(rules, format=replace(rules.format, lines=lines)))

    def place(self, path: str) -> tuple[PlainForm, str] | None:
        if path == "format.lines" and self.rows:
            return self.rows[0], "labels"
        if not path.startswith("format.lines."):
            return super().place(path)
        number, _, setting = path.removeprefix("format.lines.").partition(".")
        row = self.owners[int(number)]
        setting = setting.removeprefix("house.")
        name = CardLineRow.FIELDS.get(setting, setting)
        return row, name if name in row.fields else "labels"
