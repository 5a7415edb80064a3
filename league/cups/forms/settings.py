"""A cup's settings as the co-ordinator types them: who enters, how a tie is decided, and how it is drawn."""

from typing import Any

from django import forms
from django.utils.text import capfirst

from league.base.ui.forms import DayField, PlainForm
from league.cups.actions.cups import ALWAYS, OPEN_ONLY
from league.cups.models import Cup, EntrantKind
from league.cups.queries.catalogue import Preset
from league.cups.values import draw_rules_of, rules_of
from scoring.season.knockout.cups import Cup as Rules
from scoring.season.knockout.cups import Plate, Shape, TieForm
from scoring.season.knockout.draw import Byes, DrawRules, Tag

SHAPES = (
    (Shape.KNOCKOUT, "Knockout: whoever loses is out"),
    (Shape.DOUBLE, "Double knockout: out after two defeats"),
    (Shape.GROUPS, "Groups, then a knockout"),
    (Shape.ROUND_ROBIN, "Round robin: everyone plays everyone"),
    (Shape.SWISS, "Swiss: everyone plays every round"),
)
COUNTS_OF_GAMES = (("best", "Best of a number of games"), ("all", "A fixed number of games, all played"))
LEGS = (("1", "One match"), ("2", "Home and away"), ("2-1", "Home and away, the final one match"))
DECIDERS = ((1, "One more game"), (3, "Best of three games"), (0, "The tie is replayed"))
PLATES = (
    (Plate.NONE, "No plate"),
    (Plate.FIXED, "A plate for first-round losers, drawn with the cup"),
    (Plate.DRAWN, "A plate for first-round losers, drawn later"),
)
BYES = (
    (Byes.LOT, "The last names drawn"),
    (Byes.SEEDS, "The seeds, highest first"),
    (Byes.DIVISION, "Entrants from the higher divisions"),
)
APART = (
    (Tag.VENUE, "Entrants from the same pub"),
    (Tag.TEAM, "Entrants from the same team"),
    (Tag.DIVISION, "Entrants from the same division"),
    (Tag.REGION, "Entrants from the same region"),
)
OPEN_SECTIONS = 2  # sections that are seen at once; the others are filled in as the cup that was chosen has them
BEFORE = ((0, "the final"), (1, "the semi-finals"), (2, "the quarter-finals"))


class CupForm(PlainForm):
    """All settings of a cup, or once it is drawn those that may still change, for `open_cup` and `change_cup`."""

    name = forms.CharField(max_length=40, label="Name of the cup")
    trophy = forms.CharField(max_length=80, required=False, label="Trophy", help_text="If it has its own name.")
    kind = forms.ChoiceField(label="Who enters", choices=EntrantKind.choices, widget=forms.RadioSelect)
    who_may = forms.CharField(max_length=200, required=False, label="Who may enter", help_text="In your own words.")
    fee = forms.DecimalField(min_value=0, max_digits=6, decimal_places=2, label="Entry fee in pounds")
    entries_close = DayField(required=False, label="Last day to enter")
    max_entrants = forms.IntegerField(min_value=2, max_value=512, required=False, label="Maximum number of entrants")
    one_a_pub = forms.BooleanField(required=False, label="Only one entrant from each pub")
    matches = forms.IntegerField(
        min_value=0, max_value=30, label="League matches needed to play on", help_text="0 for none."
    )
    matches_before = forms.TypedChoiceField(
        coerce=int,
        choices=BEFORE,
        label="Needed before",
        error_messages={"required": "Choose by when the league matches are needed."},
    )
    shape = forms.ChoiceField(label="Format", choices=SHAPES, widget=forms.RadioSelect)
    way = forms.ChoiceField(
        label="A tie is",
        choices=COUNTS_OF_GAMES,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how a tie is played."},
    )
    games = forms.CharField(
        max_length=30,
        label="Games in a tie",
        help_text="One number for every round, or several ending with the final: 3, 5 means 3 games and a final of 5.",
    )
    legs = forms.ChoiceField(
        label="Teams meet",
        choices=LEGS,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how often teams meet."},
    )
    decider = forms.TypedChoiceField(coerce=int, label="If a tie ends level", choices=DECIDERS)
    by_card = forms.BooleanField(required=False, label="Sides send in match cards and confirm them")
    third = forms.BooleanField(required=False, label="Play-off for third place")
    neutral = forms.IntegerField(
        min_value=0,
        max_value=9,
        label="Rounds at a neutral venue",
        help_text="Counting from the final: 1 is the final.",
    )
    redraw = forms.BooleanField(required=False, label="Draw each round separately")
    plate = forms.ChoiceField(label="Plate", choices=PLATES)
    byes = forms.ChoiceField(label="Who gets byes", choices=BYES)
    apart = forms.MultipleChoiceField(
        required=False, label="Keep apart where possible", choices=APART, widget=forms.CheckboxSelectMultiple
    )
    together = forms.BooleanField(required=False, label="First-round ties within the same region only")
    groups = forms.IntegerField(
        min_value=0, max_value=64, label="Number of groups", help_text="Where groups come first."
    )
    qualifiers = forms.IntegerField(min_value=1, max_value=8, label="How many go through from each group")
    groups_by_card = forms.BooleanField(
        required=False, label="Group matches have match cards too",
        help_text="The captains or players arrange them and send in the cards. Otherwise you enter the scores.",
    )  # fmt: skip
    rounds = forms.IntegerField(min_value=0, max_value=20, label="Number of rounds", help_text="For a Swiss.")

    SECTIONS = (
        ("The cup", ("name", "trophy", "kind", "who_may")),
        ("Entries", ("fee", "entries_close", "max_entrants", "one_a_pub", "matches", "matches_before")),
        ("How it is played", ("shape", "way", "games", "legs", "decider", "by_card")),
        ("The draw", ("redraw", "byes", "apart", "together")),
        ("Rounds and prizes", ("plate", "third", "neutral", "groups", "qualifiers", "groups_by_card", "rounds")),
    )

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if drawn:
            for name in [name for name in self.fields if name not in {"name", *ALWAYS}]:
                del self.fields[name]

    @property
    def sections(self) -> list[tuple[str, list[Any], str]]:
        """The fields that there are, under their headings: asked at once, "closed" behind a tap, or "open" there."""
        sections = []
        for number, (title, names) in enumerate(self.SECTIONS):
            fields = [self[name] for name in names if name in self.fields]
            behind = "open" if any(field.errors for field in fields) else "closed"
            if fields:
                sections.append((title, fields, "" if number < OPEN_SECTIONS else behind))
        return sections

    def clean_games(self) -> tuple[int, ...]:
        words = self.cleaned_data["games"].replace(",", " ").split()
        if not words or not all(word.isdigit() and 0 < int(word) < 100 for word in words):
            raise forms.ValidationError("Enter numbers, such as 3 or 3, 5.")
        return tuple(int(word) for word in words)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.errors or "shape" not in self.fields:
            return values
        try:
            rules = self._rules(values)
        except ValueError as error:
            text = str(error)
            self.add_error("shape" if "double" in text else "games", f"{capfirst(text)}.")
            return values
        draw_rules = DrawRules(
            Byes(values["byes"]),
            tuple(Tag(each) for each in values["apart"]),
            Tag.REGION if values["together"] else None,
            fixed=not values["redraw"],
        )
        taken_over = ("name", "kind", *OPEN_ONLY, *ALWAYS)
        return {name: values[name] for name in taken_over} | {"rules": rules, "draw_rules": draw_rules}

    def _rules(self, values: dict[str, Any]) -> Rules:
        games, best = values["games"], values["way"] == "best"
        legs = 1 if values["legs"] == "1" else 2
        if values["legs"] == "2-1" and len(games) == 1:
            games *= 2  # the final has a form of its own
        last = len(games) - 1
        forms_of_ties = tuple(
            TieForm(
                best_of=each if best else 0,
                games=0 if best else each,
                legs=1 if values["legs"] == "2-1" and i == last else legs,
                decider=values["decider"],
            )
            for i, each in enumerate(games)
        )
        return Rules(
            values["name"], Shape(values["shape"]), forms_of_ties, redraw=values["redraw"],
            plate=Plate(values["plate"]), third=values["third"], neutral=values["neutral"],
        )  # fmt: skip


def initial_of(rules: Rules, draw_rules: DrawRules) -> dict[str, Any]:
    first, last = rules.forms[0], rules.forms[-1]
    games = [form.best_of or form.games for form in rules.forms]
    return {
        "shape": rules.shape.value,
        "way": "best" if first.best_of else "all",
        "games": str(games[0]) if len(set(games)) == 1 else ", ".join(map(str, games)),
        "legs": "1" if first.legs == 1 else "2" if last.legs == 2 else "2-1",
        "decider": first.decider,
        "redraw": rules.redraw,
        "plate": rules.plate.value,
        "third": rules.third,
        "neutral": rules.neutral,
        "byes": draw_rules.byes.value,
        "apart": [tag.value for tag in draw_rules.apart],
        "together": draw_rules.together is not None,
    }


def initial_of_cup(cup: Cup) -> dict[str, Any]:
    values = {name: getattr(cup, name) for name in ("kind", *ALWAYS, *OPEN_ONLY)}
    return {"name": cup.name, **values, **initial_of(rules_of(cup), draw_rules_of(cup))}


def initial_of_preset(preset: Preset) -> dict[str, Any]:
    usual = {
        "fee": 0, "matches": 0, "matches_before": 1, "by_card": True, "groups_by_card": False, "groups": 0,
        "qualifiers": 2, "rounds": 0,
    }  # fmt: skip
    named = {"name": preset.name, "kind": preset.kind.value}
    return usual | named | initial_of(preset.rules, preset.draw_rules) | dict(preset.settings)
