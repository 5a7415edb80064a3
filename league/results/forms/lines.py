"""One page of the card: a few lines in paper order, with the names of who played and who won each game.

Field names are the paths by which the engine names a problem ("lines.4.games.2.away_pegs"), so that each problem is
shown where it can be mended.
"""

from collections.abc import Iterable
from typing import Any

from django import forms

from league.base.ui.forms import EitherOr
from league.results.forms.sheet import problem_field
from league.results.presenters.results import line_terms
from league.results.queries.journeys import Journey, suggested, whole_lines
from league.results.values import NEW
from scoring.card.format import Line, Pegs, Settle, ShortSide, game_title, line_titles
from scoring.card.match import Problem
from scoring.card.sheet import GameScore, How, LineScore, Named, Side

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
        """What was written on this page, by number of the line."""
        scores = {}
        for number in self.numbers:
            games = tuple(self._game(number, game) for game in range(self._line(number).games))
            home, away = (self._named(number, side) for side in Side)
            scores[number] = LineScore(home, away, _without_unplayed(games, self._line(number)))
        return scores

    def _named(self, number: int, side: Side) -> tuple[Named, ...]:
        written = {each.id: each.name for line in self.lines for each in line.players(side) if each.id}
        keys = [key for name in self._places(number, side) if (key := self.cleaned_data.get(name))]
        return tuple(Named(None if key[0] == NEW else key, self._name(key, written)) for key in keys)

    def _game(self, number: int, game: int) -> GameScore:
        path = f"lines.{number}.games.{game}"
        winner, how = _read(self.cleaned_data.get(f"{path}.winner", ""))
        home, away, hands = (self.cleaned_data.get(f"{path}.{figure}") for figure in FIGURES)
        if how is How.PLAYED and winner is not None:
            home, away = _with_target(home, away, winner, self._line(number).target)
        return GameScore(winner, home, away, hands, how)

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


def _read(value: str) -> tuple[Side | None, How]:
    claimed, _, side = value.rpartition("-")
    if side in {Side.HOME.value, Side.AWAY.value}:
        return Side(side), How.CLAIMED if claimed else How.PLAYED
    return None, How.VOID if value == "void" else How.PLAYED


def _with_target(home: int | None, away: int | None, winner: Side, target: int | None) -> tuple[int | None, int | None]:
    """Whoever won stood on the target: writing the loser's pegs is enough."""
    if winner is Side.HOME and home is None and away is not None:
        home = target
    if winner is Side.AWAY and away is None and home is not None:
        away = target
    return home, away


def _without_unplayed(games: tuple[GameScore, ...], line: Line) -> tuple[GameScore, ...]:
    """Games that a best-of line did not need are not on the card."""
    trimmed = list(games)
    while line.settle is Settle.BEST_OF and trimmed and trimmed[-1] == GameScore(None):
        trimmed.pop()
    return tuple(trimmed)
