"""One page of the card: a few lines in paper order, with who played and who won each game.
Field names are the paths of the engine's problems ("lines.4.games.2.away_pegs"), which are shown there.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from league.base.ui.forms import EitherOr
from league.results.choices import SentFor
from league.results.forms.answers import PhotoForm
from league.results.forms.sheet import SendForm, games_field, problem_field
from league.results.presenters import line_terms
from league.results.queries.journeys import Journey, suggested, whole_lines
from league.results.values import NEW
from scoring.card.format import Line, Pegs, Settle, ShortSide, game_title, line_titles
from scoring.card.match import Match, Problem
from scoring.card.sheet import Card, GameScore, How, LineScore, Named, Side
from scoring.names import fold

NOT_PLAYED = "none"
FIGURES = ("home_pegs", "away_pegs", "hands")


class CardLinesForm(forms.Form):
    """The lines of one page; `page` counts from 1. With 0 it has all of them, and suggests nobody."""

    def __init__(self, data: Any = None, *, journey: Journey, page: int, initial: Any = None) -> None:
        self.journey, self.lines = journey, whole_lines(journey.card, journey.rules.format)
        self.numbers = journey.pages[page - 1] if page else tuple(range(len(self.lines)))
        self._titles = line_titles(journey.rules.format.lines)
        super().__init__(data, initial=initial)
        self.warned: list[str] = []
        self.accepted = set(data.getlist("kept")) if data is not None else set()
        offered = {side: suggested(journey, side) if data is None and page else {} for side in Side}
        for number in self.numbers:
            for side in Side:
                self._add_players(number, side, offered[side].get(number, ()))
            for game in range(self._line(number).games):
                self._add_game(number, game)

    def _line(self, number: int) -> Line:
        return self.journey.rules.format.lines[number]

    def _places(self, number: int, side: Side) -> list[str]:
        return [f"lines.{number}.{side}.{place}" for place in range(self._line(number).players)]

    def _team(self, side: Side) -> str:
        return self.journey.match.squad(side).name

    def _add_players(self, number: int, side: Side, offered: tuple[str, ...]) -> None:
        written = tuple(named.id or NEW + named.name for named in self.lines[number].players(side)) or offered
        choices = [("", "Choose a player"), *self._choices(side)]
        for place, name in enumerate(self._places(number, side)):
            self.fields[name] = forms.ChoiceField(
                label=f"{self._titles[number]}, {self._team(side)}" + (f", player {place + 1}" if place else ""),
                required=False,
                choices=choices,
                initial=written[place] if place < len(written) else "",
            )

    def _choices(self, side: Side) -> list[tuple[str, str]]:
        named = [each for line in self.lines for each in line.players(side)]
        keys = [*self.journey.present[side], *(each.id or NEW + each.name for each in named)]
        written = {each.id: each.name for each in named if each.id}
        return [(key, self.journey.label(key, side) or self._name(key, written)) for key in dict.fromkeys(keys)]

    def _name(self, key: str, written: dict[str, str]) -> str:
        return key.removeprefix(NEW) if key[0] == NEW else self.journey.names.get(key) or written.get(key, key)

    def _add_game(self, number: int, game: int) -> None:
        path, line = f"lines.{number}.games.{game}", self._line(number)
        played = self.lines[number].games[game] if game < len(self.lines[number].games) else None
        title = game_title(self._titles[number], line.games, game + 1)
        self.fields[f"{path}.winner"] = forms.ChoiceField(
            label=f"{title}: who won?", required=False, choices=self._results(), initial=_result(played),
            widget=EitherOr(others="Not played?"), error_messages={"invalid_choice": "Choose who won."},
        )  # fmt: skip
        if line.pegged and self.journey.rules.format.pegs is not Pegs.NONE:
            for figure in FIGURES:
                self.fields[f"{path}.{figure}"] = self._figure(figure, title, getattr(played, figure, None))

    def _results(self) -> list[tuple[str, str]]:
        home, away = self._team(Side.HOME), self._team(Side.AWAY)
        claims = [
            ("claimed-home", f"Claimed by {home} ({away} were short)"),
            ("claimed-away", f"Claimed by {away} ({home} were short)"),
        ]
        if self.journey.rules.format.short is ShortSide.VOID:
            claims = []
        return [
            ("home", home),
            ("away", away),
            *claims,
            ("void", "Void: no point to either side"),
            (NOT_PLAYED, "Not played"),
        ]

    def _figure(self, figure: str, title: str, written: int | None) -> forms.IntegerField:
        what, example = "hands", 7
        if figure != "hands":
            what, example = f"{self._team(Side(figure.removesuffix('_pegs')))} pegs", 47
        return forms.IntegerField(
            label=what[:1].upper() + what[1:],
            required=False,
            min_value=0,
            max_value=999,
            initial=written,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "pattern": "[0-9]*", "autocomplete": "off"}),
            error_messages={"invalid": f"{title}: enter the {what} as a number, e.g. {example}"},
        )

    def line_scores(self) -> dict[int, LineScore]:
        scores = {}
        for number in self.numbers:
            line = self._line(number)
            games = [self._game(number, game) for game in range(line.games)]
            while line.settle is Settle.BEST_OF and games and games[-1] == GameScore(None):
                games.pop()  # which was not needed
            home, away = (self._named(number, side) for side in Side)
            scores[number] = LineScore(home, away, tuple(games))
        return scores

    def _named(self, number: int, side: Side) -> tuple[Named, ...]:
        written = {each.id: each.name for line in self.lines for each in line.players(side) if each.id}
        keys = [key for name in self._places(number, side) if (key := self.cleaned_data.get(name))]
        return tuple(Named(None if key[0] == NEW else key, self._name(key, written)) for key in keys)

    def _game(self, number: int, game: int) -> GameScore:
        path = f"lines.{number}.games.{game}"
        value = self.cleaned_data.get(f"{path}.winner", "")
        home, away, hands = (self.cleaned_data.get(f"{path}.{figure}") for figure in FIGURES)
        claimed, _, side = value.rpartition("-")
        if side not in set(Side):
            return GameScore(None, home, away, hands, How.VOID if value == "void" else How.PLAYED)
        # Whoever won stood on the target: writing the loser's pegs is enough.
        target = None if claimed else self._line(number).target
        if side == Side.HOME and home is None and away is not None:
            home = target
        if side == Side.AWAY and away is None and home is not None:
            away = target
        return GameScore(Side(side), home, away, hands, How.CLAIMED if claimed else How.PLAYED)

    def show(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            place = problem_field(problem.path, self.journey.rules.format)
            if place.field in self.fields and problem.message not in self.errors.get(place.field, ()):
                self.add_error(place.field, problem.message)

    def ask(self, problems: Iterable[Problem]) -> None:
        """Point out once who is on too many lines, at the line where that shows. Saved again unchanged, it is kept."""
        for problem in problems:
            field = problem_field(problem.path, self.journey.rules.format).field
            about = f"{field}={self.data.get(field, '')}"
            if field in self.fields and about not in self.warned:
                self.warned.append(about)
                if about not in self.accepted:
                    self.add_error(field, f"{problem.message} Change it, or save again to keep it.")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The lines as the page shows them: title, terms, the fields of both sides' players, and the games."""
        return [self._row(number) for number in self.numbers]

    def _row(self, number: int) -> dict[str, Any]:
        line = self._line(number)
        sides = [
            {"team": self._team(side), "side": side, "players": [self[name] for name in self._places(number, side)]}
            for side in Side
        ]
        games = [self._game_row(number, game) for game in range(line.games)]
        return {"title": self._titles[number], "terms": line_terms(line), "sides": sides, "games": games}

    def _game_row(self, number: int, game: int) -> dict[str, Any]:
        """A game: who won, and the pegs and hands; `more` if they are to stand open."""
        path = f"lines.{number}.games.{game}"
        figures = [self[f"{path}.{figure}"] for figure in FIGURES if f"{path}.{figure}" in self.fields]
        required = self.journey.rules.format.pegs is Pegs.REQUIRED
        more = required or any(each.value() not in {None, ""} or each.errors for each in figures)
        title = f"Game {game + 1}" if self._line(number).games > 1 else ""
        return {"title": title, "winner": self[f"{path}.winner"], "figures": figures, "more": more}


def _result(game: GameScore | None) -> str:
    """A game as the value of its radio button; empty if nothing is known of it."""
    if game is None or (game.how is How.PLAYED and game.winner is None):
        return ""
    if game.how is How.VOID or game.winner is None:
        return "void"
    return game.winner.value if game.how is How.PLAYED else f"claimed-{game.winner.value}"


# --- by the code on the printed card ----------------------------------------------------------------------------------
MOST_NAMES, LONGEST_NAME = 8, 60


def sender_field() -> forms.CharField:
    return forms.CharField(
        label="Your name", max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text="The two captains and the league’s officers can see it.",
        error_messages={"required": "Enter your name, so that the captains know who to ask."},
    )  # fmt: skip


def side_field(match: Match) -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Which team are you with?", widget=forms.RadioSelect,
        choices=[(side.value, match.squad(side).name) for side in Side],
        error_messages={"required": "Choose your team."},
    )  # fmt: skip


def typed_names(data: Mapping[str, Any]) -> dict[Side, tuple[str, ...]]:
    """The players who are not printed on the card, by side."""
    names_by_side = {}
    for side in Side:
        written = (" ".join(each.split()) for each in re.split(r"[,;\n]", str(data.get(f"{side.value}_new", ""))))
        names = {fold(name): name for name in (each[:LONGEST_NAME] for each in written) if name}
        names_by_side[side] = tuple(names.values())[:MOST_NAMES]
    return names_by_side


class CodeCardForm(CardLinesForm):
    def __init__(self, data: Any = None, *, journey: Journey, initial: Any = None) -> None:
        card = journey.card
        super().__init__(data, journey=journey, page=0, initial={"remarks": card.remarks} | (initial or {}))
        for side in Side:
            unlisted = [each.name for line in card.lines for each in line.players(side) if not each.id]
            self.initial.setdefault(f"{side.value}_new", ", ".join(dict.fromkeys(unlisted)))
            team = journey.match.squad(side).name
            self.fields[f"{side.value}_new"] = forms.CharField(
                label=f"{team}: players who are not in the list", required=False, max_length=500,
                help_text="Names with commas between them.", widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )  # fmt: skip
        self.fields["remarks"] = forms.CharField(
            label="Remarks", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 3}),
            help_text="Anything that the captains or the league should know.",
        )  # fmt: skip
        self.fields |= {"sender": sender_field(), "sent_for": side_field(journey.match)}

    @property
    def new_names(self) -> list[Any]:
        return [self[f"{side.value}_new"] for side in Side]

    def to_card(self) -> Card:
        lines = self.line_scores()
        return Card(lines=tuple(lines[number] for number in self.numbers), remarks=self.cleaned_data["remarks"])


class CodeScoreForm(forms.Form):
    def __init__(self, data: Any = None, *, journey: Journey, initial: Any = None) -> None:
        home, away = journey.card.quick or (None, None)
        super().__init__(data, initial={"home_games": home, "away_games": away} | (initial or {}))
        for side in Side:
            team = journey.match.squad(side).name
            self.fields[f"{side.value}_games"] = games_field(
                label=f"{team}: games won",
                error_messages={
                    "required": f"Enter how many games {team} won.",
                    "invalid": f"Enter {team}’s games as a number, e.g. 5",
                },
            )
        self.fields |= {"sender": sender_field(), "sent_for": side_field(journey.match)}

    def to_card(self) -> Card:
        return Card(quick=(self.cleaned_data["home_games"], self.cleaned_data["away_games"]))


class CodeSendForm(SendForm):
    sender = forms.CharField(max_length=80, widget=forms.HiddenInput)
    sent_for = forms.TypedChoiceField(
        coerce=SentFor, choices=[(each.value, each.label) for each in (SentFor.HOME, SentFor.AWAY)],
        widget=forms.HiddenInput,
    )  # fmt: skip


class CodePhotoForm(PhotoForm):
    sender = sender_field()
