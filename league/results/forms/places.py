"""Where on the pages a problem of a card belongs."""

from dataclasses import dataclass

from league.results.queries.journeys import pages
from scoring.card.format import Format


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the journey by the name of its address, its number if it is one of lines, and a field of its form."""

    step: str
    field: str
    page: int | None = None

    @property
    def anchor(self) -> str:
        return f"id_{self.field}"


def place_of(path: str, form: Format) -> Place:
    """The page and field for the path of a problem, such as "lines.4.games.2.away_pegs"."""
    part, _, rest = path.partition(".")
    if part == "lines":
        return _line_place(rest, form)
    if part in {"quick", "ending"}:
        return Place("card-score", "home_games" if part == "quick" else "ending")
    if part == "signings":
        return Place("card-players", "home_new")
    return Place("card-notes", part if part in {"remarks", "protest"} else "remarks")


def _line_place(rest: str, form: Format) -> Place:
    """The place for "4.games.2.away_pegs" and shorter ones: what names no field is shown where it can be mended."""
    steps = rest.split(".")
    if not steps[0].isdecimal() or int(steps[0]) >= len(form.lines):
        return Place("card-lines", f"lines.0.{_default_field(form, 0)}", 1)
    number = int(steps[0])
    page = next(at for at, numbers in enumerate(pages(form), start=1) if number in numbers)
    return Place("card-lines", f"lines.{number}.{_line_field(steps[1:], form, number)}", page)


def _line_field(steps: list[str], form: Format, number: int) -> str:
    match steps:
        case ["home" | "away" as side]:
            return f"{side}.0"
        case ["home" | "away" as side, place]:
            return f"{side}.{min(int(place), form.lines[number].players - 1)}"
        case ["games", game, "home_pegs" | "away_pegs" | "hands" as figure]:
            return f"games.{game}.{figure}"
        case ["games", game, *_]:
            return f"games.{min(int(game), form.lines[number].games - 1)}.winner"
    return _default_field(form, number)


def _default_field(form: Format, number: int) -> str:
    return "games.0.winner" if form.lines[number].games else "home.0"
