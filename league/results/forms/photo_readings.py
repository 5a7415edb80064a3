"""What was read off a photographed card, line by line beside its picture; what is not sure is asked."""

from collections.abc import Iterator
from typing import Any

from django import forms

from league.reading.card_photos.layout import MARGIN_X, PAGE, LinePlace, card_layout, columns
from league.reading.card_photos.values import BoxReading, CardReading, read_card
from league.results.models import PhotoReading
from league.results.queries.journeys import Journey, Present
from scoring.card.format import line_titles
from scoring.card.sheet import Card, Side

WON = {"claimed-home": "claimed by {home}", "claimed-away": "claimed by {away}", "void": "void"}
NUMBER = {"inputmode": "numeric", "pattern": "[0-9]*", "autocomplete": "off"}


class PhotoReadingForm(forms.Form):
    """A field for each value that is not sure. What is left empty is so on the card, and can be filled in there."""

    def __init__(self, data: Any = None, *, reading: PhotoReading, journey: Journey) -> None:
        super().__init__(data)
        self.reading, self.journey = reading, journey
        self.readings = CardReading(
            {path: BoxReading(each["value"], each["sure"]) for path, each in reading.readings.items()}
        )
        self.players = {side: list(reading.players.get(side, ())) for side in Side}
        self.teams = {side: journey.match.squad(side).name for side in Side}
        self.titles = line_titles(journey.rules.format.lines)
        for number, title in enumerate(self.titles):
            for path in self._paths(number):
                if path in self.readings and not self.readings[path].sure:
                    self.fields[path] = self._field(path, title)

    def _paths(self, number: int) -> Iterator[str]:
        line = self.journey.rules.format.lines[number]
        for side in Side:
            yield from (f"lines.{number}.{side}.{place}" for place in range(line.players))
        for game in range(line.games):
            path = f"lines.{number}.games.{game}"
            yield from (f"{path}.winner", f"{path}.home_pegs", f"{path}.away_pegs")

    def _field(self, path: str, title: str) -> forms.Field:
        steps = path.split(".")
        if steps[-1] == "winner":
            choices = [("", "Not sure yet"), *((side.value, self.teams[side]) for side in Side)]
            choices += [(value, words.format(**self.teams).capitalize()) for value, words in WON.items()]
            return forms.ChoiceField(label=f"{title}: who won?", required=False, choices=choices)
        if steps[-1].endswith("_pegs"):
            team = self.teams[Side(steps[-1].removesuffix("_pegs"))]
            message = f"Enter {team}’s pegs as a number, e.g. 47"
            return forms.IntegerField(
                label=f"{title}: {team} pegs",
                required=False, min_value=0, max_value=999,
                widget=forms.TextInput(attrs=NUMBER), error_messages={"invalid": message},
            )  # fmt: skip
        side = Side(steps[2])
        choices = [("", "Not sure yet"), *((key, self.journey.names.get(key, key)) for key in self.players[side])]
        return forms.ChoiceField(label=f"{title}: {self.teams[side]} player", required=False, choices=choices)

    def to_card(self) -> Card:
        """What was sure and what was answered; what the person has written already goes before both in the draft."""
        answered = CardReading(self.readings)
        for path, value in self.cleaned_data.items():
            if value in {"", None}:
                continue
            steps = path.split(".")
            listed = steps[2] in {side.value for side in Side}
            written = str(self.players[Side(steps[2])].index(value) + 1) if listed else str(value)
            answered[path] = BoxReading(written, sure=True)
        return read_card(answered, self.journey.match, self.players)

    def present(self, card: Card) -> Present:
        """Whoever is on a line, besides those whom the person has ticked already."""
        named = {side: [one.id for line in card.lines for one in line.players(side) if one.id] for side in Side}
        return {side: tuple(dict.fromkeys([*self.journey.present[side], *named[side]])) for side in Side}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The lines of the card: title, picture, what is sure of it in words, and what is asked with its picture."""
        layout = card_layout(self.journey.rules.format)
        card = read_card(self.readings, self.journey.match, self.players)
        return [
            self._row(place, part.digits, card) for part in (layout.parts if layout else ()) for place in part.lines
        ]

    def _row(self, place: LinePlace, digits: int, card: Card) -> dict[str, Any]:
        unsure = [
            {"field": self[path], "part": _part(*self.reading.readings[path]["at"])}
            for path in self._paths(place.number)
            if path in self.fields
        ]
        left = MARGIN_X + columns(digits)[0] - 1.5  # of the boxes, beside the names
        part, words = (
            _part(left, place.top - 1.5, PAGE[0] - 2 * left, place.height + 3),
            self._words(place.number, card),
        )
        return {"title": self.titles[place.number], "part": part, "words": list(words), "unsure": unsure}

    def _words(self, number: int, card: Card) -> Iterator[str]:
        line = card.lines[number]
        home, away = (" and ".join(one.name for one in line.players(side)) for side in Side)
        if home or away:
            yield f"{home or 'somebody'} v {away or 'somebody'}"
        for place in range(len(line.games)):
            if words := self._game_words(f"lines.{number}.games.{place}"):
                yield f"Game {place + 1}: {words}" if len(line.games) > 1 else words

    def _game_words(self, path: str) -> str:
        reading = self.readings[f"{path}.winner"]
        if not reading.sure or not reading.value:
            return ""
        won = WON.get(reading.value, "won by {" + reading.value + "}").format(**self.teams)
        pegs = {side: self.readings.get(f"{path}.{side}_pegs") for side in Side}
        figures = [
            f"{self.teams[side]} {each.value}" for side, each in pegs.items() if each and each.sure and each.value
        ]
        return ", ".join([won, *figures]) if len(figures) > 1 else won


def _part(left: float, top: float, width: float, height: float) -> dict[str, str]:
    """A part of the flat paper, as an SVG shows it; in millimetres."""
    return {"view_box": f"{left:g} {top:g} {width:g} {height:g}"}
