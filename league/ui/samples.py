"""What the style page shows: made-up rows for every component, in every state that it has."""

from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.paginator import Paginator
from django.utils.html import format_html

from league.ui.tables import Number, Table, Text

NIGHT = datetime(2026, 11, 24, 20, 0, tzinfo=ZoneInfo("Europe/London"))


class SampleForm(forms.Form):
    """One of each kind of field."""

    use_required_attribute = False
    name = forms.CharField(label="Name of the team", help_text="As it should stand in the table.")
    venue = forms.ChoiceField(label="Home pub", choices=[("", "Choose a pub"), ("crown", "The Crown")])
    first_night = forms.DateField(label="First night", widget=forms.DateInput(attrs={"type": "date"}), required=False)
    pegs = forms.IntegerField(
        label="Pegs", min_value=0, max_value=61, widget=forms.TextInput(attrs={"inputmode": "numeric"})
    )
    winner = forms.ChoiceField(
        label="Who won the first game?",
        choices=[("h", "Harry Goy"), ("a", "Ted Ollerenshaw")],
        widget=forms.RadioSelect,
    )
    players = forms.MultipleChoiceField(
        label="Who played?", choices=[("1", "Harry Goy"), ("2", "Elsie Birtles")], widget=forms.CheckboxSelectMultiple
    )
    photo = forms.FileField(label="Photo of the card", required=False, help_text="JPEG, PNG or WebP, up to 12 MB.")
    note = forms.CharField(label="Note to the secretary", required=False, widget=forms.Textarea(attrs={"rows": 3}))
    sure = forms.BooleanField(label="Both captains have signed the paper card", help_text="Keep it until Saturday.")


class Standings(Table):
    """A league table with a tie, half points and the line below which teams go down."""

    caption = "Division One"
    row_header = "team"
    place = Text("Place", short="Pos")
    team = Text("Team")
    played = Number("Played", short="P")
    won = Number("Won", short="W")
    lost = Number("Lost", short="L")
    games = Number("Game difference", short="+/\N{MINUS SIGN}", wide=True)
    form = Text("Last five", wide=True)
    points = Number("Points", short="Pts", strong=True)

    class Meta(Table.Meta):
        row_attrs = {"class": lambda record: record["row_class"] or None}

    def render_team(self, value: str) -> str:
        return format_html('<a href="#table">{}</a>', value)


ROWS = [
    {
        "place": "1",
        "team": "Crown A",
        "played": 9,
        "won": 7,
        "lost": 2,
        "games": "+23",
        "points": "14½",
        "row_class": "is-mine",
    },
    {
        "place": "2=",
        "team": "Bell & Talbot",
        "played": 9,
        "won": 6,
        "lost": 3,
        "games": "+9",
        "points": "12",
        "row_class": "after-rule",
    },
    {
        "place": "2=",
        "team": "Old Hall Working Men's Club B",
        "played": 8,
        "won": 6,
        "lost": 2,
        "games": "+4",
        "points": "12",
        "row_class": "",
    },
    {
        "place": "4",
        "team": "Plough",
        "played": 9,
        "won": 1,
        "lost": 8,
        "games": "\N{MINUS SIGN}36",
        "points": "1",
        "row_class": "is-gone",
    },
]


def shown() -> dict[str, Any]:
    """The context of the style page."""
    return {
        "plain_form": SampleForm(prefix="plain"),
        "wrong_form": SampleForm({"wrong-name": "Crown A", "wrong-pegs": "99"}, prefix="wrong"),
        "table": Standings([row | {"form": "WWLWW"} for row in ROWS], prefix="sample-"),
        "empty_table": Standings(
            [], prefix="none-", empty_text="No matches have been played yet. The first are on Tue 24 Nov."
        ),
        "page": Paginator(range(70), 10).page(3),
        "night": NIGHT,
        "half": Fraction(15, 2),
        "letters": "WWDLW",
        "tiles": [(6, 6), (6, 4), (5, 5), (3, 0), (1, 2)],
        "tints": (
            "page",
            "surface",
            "sunken",
            "ink",
            "muted",
            "link",
            "accent",
            "home",
            "away",
            "good",
            "warn",
            "bad",
            "wood",
        ),
    }
