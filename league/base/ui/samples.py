"""What the style page shows: made-up rows for every component, in every state that it has."""

from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.paginator import Paginator
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.base.ui.charts import Duel, Heat, HeatMap, LineRace, Strip
from league.base.ui.crib_board import pegged
from league.base.ui.forms import EitherOr
from league.base.ui.palette import Colour, Kit
from league.base.ui.tables import FormStrip, Number, Table, Text, movement_mark

NIGHT = datetime(2026, 11, 24, 20, 0, tzinfo=ZoneInfo("Europe/London"))


class SampleForm(forms.Form):
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


class LineForm(forms.Form):
    line = "Singles 2"
    home = forms.ChoiceField(label="Crown A", choices=[("1", "Harry Goy"), ("2", "Elsie Birtles")])
    away = forms.ChoiceField(label="Bell & Talbot", choices=[("3", "Ted Ollerenshaw")])
    winner = forms.ChoiceField(
        label="Who won?",
        choices=[("h", "Crown A"), ("a", "Bell & Talbot"), ("v", "Void: nobody's game"), ("n", "Not played")],
        widget=EitherOr,
    )
    home_pegs = forms.CharField(label="Crown A pegs", widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    away_pegs = forms.CharField(label="Bell & Talbot pegs", widget=forms.TextInput(attrs={"inputmode": "numeric"}))


class SampleTable(Table):
    caption = "Division One"
    row_header = "team"
    place = Text("Position", short="Pos")
    team = Text("Team")
    played = Number("Played", short="P")
    won = Number("Won", short="W", classes="spare")
    lost = Number("Lost", short="L", classes="spare")
    games = Number("Game difference", short="+/\N{MINUS SIGN}", wide=True)
    form = FormStrip("Last five", wide=True)
    points = Number("Points", short="Pts", strong=True)

    class Meta:
        row_attrs = {"class": lambda record: f"standings__row--{record['row']}"}

    def render_place(self, value: str, record: dict[str, Any]) -> SafeString:
        return format_html("{}{}", value, movement_mark(record["moved"]))

    def render_team(self, value: str, record: dict[str, Any]) -> SafeString:
        kind, word = record["row"].partition(" ")[0], record["mark"]
        mark = format_html('<span class="standings__mark standings__mark--{}">{}</span>', kind, word) if word else ""
        return format_html('<a href="#table">{}</a>{}', value, mark)


FIELDS = ("place", "team", "played", "won", "lost", "games", "points", "row", "mark", "form", "moved")
STANDINGS = (
    ("1", "Crown A", 9, 7, 2, "+23", "14½", "up standings__row--mine", "Promotion", "WWLDW", 2),
    ("2=", "Bell & Talbot", 9, 6, 3, "+9", "12", "level", "", "LWWDW", 0),
    ("2=", "Old Hall Working Men's Club B", 8, 6, 2, "+4", "12", "level", "1 provisional", "WWLDW", 0),
    ("4", "Roebuck", 9, 1, 8, "\N{MINUS SIGN}36", "1", "down", "Relegation", "WWLDW", -12),
    ("\N{EN DASH}", "Plough", 4, 1, 3, "0", "0", "withdrawn", "Withdrawn", "WWLDW", 0),
)


TINTS = (
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
)


RACE = (
    ("Crown A", (1, 2, 2, 1)),
    ("Bell & Talbot", (2, 1, 1, 2)),
    ("Old Hall Working Men's Club B", (2, 2, 3, 3)),
    ("Plough", (5, 5, 4, 4)),
    ("Roebuck", (4, 4, 5, 5)),
)
WEEKS = ("7 Sep", "14 Sep", "21 Sep", "28 Sep")
MATCH = tuple((f"Singles {n}", home, n - home) for n, home in enumerate((1, 1, 2, 3, 3, 4, 5), start=1))
FULL = "Framed: more matches than boards. \N{MULTIPLICATION SIGN}: closed."
PUBS = (
    ("The Crown", (Heat("1", "some"), Heat("2", "full"), Heat("3", "over"), Heat("", ""))),
    ("Old Hall", (Heat("", ""), Heat("", ""), Heat("1", "full"), Heat("\N{MULTIPLICATION SIGN}", "closed"))),
)
WON, RUN = "Crown A won it in Singles 7.", "6 matches: 8 games won, 9 lost."
PLAYED = ((2, 1), (0, 3), (2, 0), (3, 0), (1, 1), (0, 2))


def _charts() -> dict[str, Any]:
    columns = tuple((f"{day} October", *each) for day, each in enumerate(PLAYED, start=6))
    return {
        "races": [
            LineRace("race", "Every team's place after each week", WEEKS, RACE),
            LineRace("own", "The same to a captain of Plough", WEEKS, RACE, frozenset({"Plough"})),
        ],
        "duel": Duel("Games won, game by game", "Crown A 5", "Bell & Talbot 2", MATCH, goal=5, words=WON),
        "heat": HeatMap("heat", "Home matches a night", "Pub", WEEKS, PUBS, (("Matches", (1, 2, 4, 0)),), FULL),
        "strip": Strip("Wins and losses", "Won", "Lost", columns, run=(2, 4), run_words="3 unbeaten", words=RUN),
    }


def _log_lines(*rows: tuple[int | None, str, int | str]) -> list[dict[str, Any]]:
    teams = {0: "Crown A", 1: "Bell & Talbot", None: ""}
    return [{"side": side, "team": teams[side], "words": said, "score": score} for side, said, score in rows]


def _game(title: str, scores: tuple[int, int], back: tuple[int, int], winner: int | None = None) -> dict[str, Any]:
    teams, players = ("Crown A", "Bell & Talbot"), ("H Goy", "T Ollerenshaw")
    return {
        "key": title.lower().replace(" ", "-"),
        "title": title,
        "hand": "Hand 4" if winner is None else "Finished",
        "winner": winner,
        "pegged": pegged(61, teams, scores, back),
        "sides": [
            {
                "kind": kind,
                "team": teams[side],
                "names": players[side],
                "score": scores[side],
                "needs": "Won" if winner == side else f"Needs {61 - scores[side]}" if winner is None else "",
                "won": winner == side,
            }
            for side, kind in enumerate(("home", "away"))
        ],
        "told": _log_lines(
            (0, "pegs 8", scores[0]),
            (1, "bust with 6: stays", scores[1]),
            (None, "The hand is blocked", ""),
            (0, "knocks", 37),
            (1, "pegs 3", 38),
        ),
    }


def sample_context() -> dict[str, Any]:
    return {
        **_charts(),
        "plain_form": SampleForm(prefix="plain"),
        "wrong_form": SampleForm({"wrong-name": "Crown A", "wrong-pegs": "99"}, prefix="wrong"),
        "table": SampleTable([dict(zip(FIELDS, row, strict=True)) for row in STANDINGS], prefix="sample-"),
        "empty_table": SampleTable(
            [], prefix="none-", empty_text="No matches have been played yet. The first are on Tue 24 Nov."
        ),
        "line_form": LineForm(prefix="line"),
        "playing": [_game("Singles 3", (45, 55), (37, 52))],
        "ended": [_game("Singles 1", (61, 58), (53, 55), 0), _game("Singles 2", (44, 61), (41, 58), 1)],
        "page": Paginator(range(70), 10).page(3),
        "night": NIGHT,
        "half": Fraction(15, 2),
        "letters": "WWDLW",
        "tiles": [(6, 6), (6, 4), (5, 5), (3, 0), (1, 2)],
        "tints": TINTS,
        "kits": [Kit(first, second) for first, second in zip(Colour, [*Colour][7:] + [*Colour][:7], strict=True)],
    }
