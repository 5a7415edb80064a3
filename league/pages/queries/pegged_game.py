"""A game that was pegged live, for everybody to read: its figures, and its record with the review; and doubtful pegs.

What players are called in public is settled here; `scoring.play` checks and counts. Of pegs that differ from the card
it is not said which is right.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from league.live.queries.games import SIDES, PeggedGame, record_of
from league.live.queries.match_page import MatchView
from league.live.queries.match_state import states_of
from league.pages.queries.charts import pegged_duel
from league.pages.queries.game_record import RecordedHand, RecordPage, record_page
from league.pages.queries.match import line_titles
from league.results.models import Result
from league.results.queries import card_of, rules_for
from league.schedule.models import Fixture
from league.teams.models import Player
from league.ui.charts import Duel
from scoring.card.sheet import Card, GameScore, How, Side
from scoring.play.figures import GameFigures, game_figures
from scoring.play.record import SEATS, write_record
from scoring.play.rules import Rules
from scoring.play.scores import RecordLevel
from scoring.play.scoresheet import SheetEntry, SheetHand, scoresheet
from scoring.play.taps import TapPlayer


@dataclass(frozen=True, slots=True)
class GameFigure:
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
class PeggedGamePage:
    """A pegged game: who played, what it came to in figures and hands, its record as text, and that looked at.

    `title` is what the card calls it ("Singles 1"). `agreed` are the names of those who agreed to it at the table.
    """

    game: PeggedGame
    title: str
    home: tuple[str, ...]
    away: tuple[str, ...]
    figures: tuple[GameFigure, ...]
    hands: tuple[HandRow, ...]
    text: str
    record: RecordPage
    agreed: tuple[str, ...]
    duel: Duel | None

    @property
    def reviewed(self) -> tuple[RecordedHand, ...]:
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


def pegged_game_page(fixture: Fixture, game: PeggedGame) -> PeggedGamePage:
    """A pegged game with everything that its page shows: one query, for the names."""
    names = _public_names(fixture, game)
    home, away = (tuple(names[place] for place in game.places(side)) for side in Side)
    text = record_text(fixture, game, home, away)
    rules, players, facts = game.line.rules, len(SIDES) * game.line.players, game.telling.facts
    form = rules_for(fixture).format
    title = line_titles(form)[game.line.number]
    sheet = scoresheet(rules, players, facts, leader=game.telling.leader)
    return PeggedGamePage(
        game=game,
        title=f"{title}, game {game.number}" if game.line.games > 1 else title,
        home=home,
        away=away,
        figures=tuple(_figures(game_figures(rules, players, facts))),
        hands=tuple(_hands(sheet, rules, players)),
        text=text,
        record=record_page(text),
        agreed=tuple(_public(fixture, each.name) for each in game.confirmations),
        duel=pegged_duel((" and ".join(home), " and ".join(away)), _scores(sheet), rules.for_players(players).target),
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


def _scores(sheet: tuple[SheetHand, ...]) -> list[tuple[int, int]]:
    return [(int(hand.scores[0]), int(hand.scores[1])) for hand in sheet]


def _entry(entry: SheetEntry) -> str:
    if entry.pegs < 0:
        return f"{-entry.pegs} back"
    return str(entry.pegs) if entry.counted else f"{entry.pegs} bust"


def _figures(numbers: GameFigures) -> Iterator[GameFigure]:
    home, away = numbers.sides
    yield GameFigure("Hands", str(numbers.hands), str(numbers.hands))
    if numbers.hands:
        pegs = (decimal(Fraction(side.pegs, numbers.hands)) for side in numbers.sides)
        yield GameFigure("Pegs a hand", *pegs)
    yield GameFigure("Highest hand", str(home.highest), str(away.highest))
    yield GameFigure("Eights", str(home.eights), str(away.eights))
    yield GameFigure("Busts", str(home.busts), str(away.busts))


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


# --- pegs that say something else than the card -----------------------------------------------------------------------
CARD_SIDES = tuple(Side)


class Doubt(NamedTuple):
    """What is to be looked at in one match, and where."""

    fixture: Fixture
    words: str
    url: str


def doubtful_pegs(results: Iterable[Result]) -> Iterator[Doubt]:
    """The doubts about these matches' pegs, one each: one query, four where any of them was pegged."""
    by_fixture = {result.fixture_id: result for result in results}
    for key, (_, state) in states_of([result.fixture for result in by_fixture.values()]).items():
        result = by_fixture[key]
        card = card_of(result.submission)
        aside = [view for view in state["games"] if view["aside"]]
        differ = [view["label"] for view in state["games"] if card is not None and _differs(view, card)]
        if aside:
            place = (aside[0]["line"], aside[0]["game"])
            words = f"Two phones pegged {_listed(view['label'] for view in aside)}: nobody has said which stands."
            yield Doubt(result.fixture, words, result.fixture.address_of("live-tracks", *place))
        elif differ:
            words = f"The card says something else than the pegs of {_listed(differ)}."
            yield Doubt(result.fixture, words, result.fixture.address_of("match-decision"))


def _differs(view: dict[str, Any], card: Card) -> bool:
    """Whether a game that is over on the pegs stands otherwise on the card; a card without it says nothing."""
    games = card.lines[view["line"]].games if view["line"] < len(card.lines) else ()
    if view["winner"] is None or len(games) < view["game"]:
        return False
    game = games[view["game"] - 1]
    if game.how is not How.PLAYED or game.winner is not CARD_SIDES[view["winner"]]:
        return True
    return any(_other(game, side, score) for side, score in zip(CARD_SIDES, view["scores"], strict=True))


def _other(game: GameScore, side: Side, score: object) -> bool:
    return game.pegs(side) is not None and game.pegs(side) != score


def _listed(labels: Iterable[str]) -> str:
    names = list(dict.fromkeys(labels))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
