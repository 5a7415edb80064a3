"""A game that was pegged live, for everybody to read afterwards: its figures, and the record of it with its review.

Knows what players are called in public. Refuses to check or count anything: that is `scoring.play`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from league.live.queries.games import SIDES, PeggedGame, record_of
from league.live.queries.match_page import MatchView
from league.pages.queries.game import SeenHand, SeenRecord, seen_record
from league.pages.queries.match import line_titles
from league.results.queries import rules_for
from league.schedule.models import Fixture
from league.teams.models import Player
from scoring.card.sheet import Side
from scoring.play.figures import GameFigures, game_figures
from scoring.play.record import SEATS, write_record
from scoring.play.rules import Rules
from scoring.play.scores import RecordLevel
from scoring.play.scoresheet import SheetEntry, SheetHand, scoresheet
from scoring.play.taps import TapPlayer


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of figures, a value for each side."""

    title: str
    home: str
    away: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand as on paper: what each side pegged, "4, 8 bust, 2", the scores after it, and whose drop it was."""

    number: int
    home: str
    away: str
    score: str
    drop: Side | None


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A pegged game: who played, what it came to in figures and hands, its record as text, and that looked at.

    `title` is what the card calls it ("Singles 1"). `agreed` are the names of those who agreed to it at the table.
    """

    game: PeggedGame
    title: str
    home: tuple[str, ...]
    away: tuple[str, ...]
    figures: tuple[Figure, ...]
    hands: tuple[HandRow, ...]
    text: str
    record: SeenRecord
    agreed: tuple[str, ...]

    @property
    def reviewed(self) -> tuple[SeenHand, ...]:
        """The hands that were kept tile by tile."""
        return tuple(hand for game in self.record.games for hand in game.hands if hand.level is RecordLevel.TILES)

    @property
    def file_name(self) -> str:
        return f"{self.game.label.lower().replace(' ', '-')}.txt"


class Link(NamedTuple):
    """The way to a game that is over: what the card calls it, how it ended, and the address of its page."""

    title: str
    score: str
    aside: bool
    url: str


def pegged_links(fixture: Fixture, live: MatchView) -> tuple[Link, ...]:
    """The pegged games of a match that are over, in the order of the card."""
    return tuple(
        Link(
            game.title,
            "\N{EN DASH}".join(str(side.score) for side in game.sides),
            bool(game.aside),
            fixture.address_of("live-game", *map(int, game.key.split("-"))),
        )
        for game in live.over
    )


def pegged_seen(fixture: Fixture, game: PeggedGame) -> SeenGame:
    """A pegged game with everything that its page shows: one query, for the names."""
    names = _public_names(fixture, game)
    home, away = (tuple(names[place] for place in game.places(side)) for side in Side)
    text = record_text(fixture, game, home, away)
    rules, players, facts = game.line.rules, len(SIDES) * game.line.players, game.telling.facts
    form = rules_for(fixture).format
    title = line_titles(form)[game.line.number]
    return SeenGame(
        game=game,
        title=f"{title}, game {game.number}" if game.line.games > 1 else title,
        home=home,
        away=away,
        figures=tuple(_figures(game_figures(rules, players, facts))),
        hands=tuple(_hands(scoresheet(rules, players, facts, leader=game.telling.leader), rules, players)),
        text=text,
        record=seen_record(text),
        agreed=tuple(_public(fixture, each.name) for each in game.confirmations),
    )


def record_text(fixture: Fixture, game: PeggedGame, home: tuple[str, ...], away: tuple[str, ...]) -> str:
    """The record of a game as a file of its own, with these names for the seats."""
    seats = [name for pair in zip(home, away, strict=False) for name in pair]
    night = fixture.date or fixture.first_date
    about = (("Game", f"{game.label}, {fixture.home} v {fixture.away}"), ("Date", night.isoformat()))
    return write_record((record_of(game, (*about, *zip(SEATS, seats, strict=False))),))


def _hands(sheet: tuple[SheetHand, ...], rules: Rules, players: int) -> Iterator[HandRow]:
    for number, hand in enumerate(sheet, start=1):
        home, away = (", ".join(map(_entry, entries)) for entries in hand.entries)
        drop = None if hand.leader is None else SIDES[rules.side_of(hand.leader, players)]
        yield HandRow(number, home, away, "\N{EN DASH}".join(map(str, hand.scores)), drop)


def _entry(entry: SheetEntry) -> str:
    if entry.pegs < 0:
        return f"{-entry.pegs} back"
    return str(entry.pegs) if entry.counted else f"{entry.pegs} bust"


def _figures(told: GameFigures) -> Iterator[Figure]:
    home, away = told.sides
    yield Figure("Hands", str(told.hands), str(told.hands))
    if told.hands:
        pegs = (decimal(Fraction(side.pegs, told.hands)) for side in told.sides)
        yield Figure("Pegs a hand", *pegs)
    yield Figure("Highest hand", str(home.highest), str(away.highest))
    yield Figure("Eights", str(home.eights), str(away.eights))
    yield Figure("Busts", str(home.busts), str(away.busts))


def decimal(value: Fraction | None) -> str:
    """A mean to one place: "7.5"; a dash where there is none."""
    return "\N{EN DASH}" if value is None else f"{float(value):.1f}"


def _public_names(fixture: Fixture, game: PeggedGame) -> dict[TapPlayer, str]:
    places = [place for side in Side for place in game.places(side)]
    keys = {int(place.key) for place in places if place.key.isascii() and place.key.isdecimal() and len(place.key) < 18}
    found = {str(player.pk): player for player in Player.objects.filter(league=fixture.league, pk__in=keys)}
    for player in found.values():
        player.league = fixture.league  # known already, and read by public_name
    return {
        place: found[place.key].public_name if place.key in found else _public(fixture, place.name) for place in places
    }


def _public(fixture: Fixture, name: str) -> str:
    """A name that somebody typed, as the league shows names."""
    return str(Player(league=fixture.league, name=name).public_name)
