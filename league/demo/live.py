"""The demonstration's live matches: last night's, whose card was sent, and tonight's with two tables in play.

Told by the same action that takes in what phones send; the same day gives the same taps under the same ids. The games
are made up by the rules, from dice of their own so that nothing else of the story changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from league.accounts.models import User
from league.demo.seasons import DemoSeason
from league.live.actions.events import PhoneEvent, record_events
from league.live.actions.puzzles import keep_puzzles
from league.live.models import LiveMatch
from league.live.permissions import Author
from league.live.queries.games import prefill_from_log
from league.live.queries.puzzles import positions_in
from league.results.queries import match_for
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for
from scoring.card.differences import overwrite
from scoring.card.example import Habits, generate_card
from scoring.card.line_rules import pegged_under
from scoring.card.sheet import Card, LineScore, Named, Side
from scoring.play.event_json import to_json
from scoring.play.events import Fact
from scoring.play.example import PEGS, TILES, Recording, generate_game
from scoring.play.rules import Rules
from scoring.play.state import Game

Tap = tuple[str, dict[str, Any]]  # the kind of a tap, and what it says

EACH_TAP, MINUTE = timedelta(seconds=11), timedelta(minutes=1)
HURRIED = Recording(nothing=False)
BY_TILES = Recording(tiles=True, deal=False)  # as a phone is told it
ASKING = {Side.HOME: 217, Side.AWAY: 208}  # dice of games, by who wins, with a puzzle that is found at once


@dataclass(slots=True)
class ScoringPhone:
    """One phone that pegs: whose it is, and how many events it has numbered."""

    name: str
    author: Author
    sent: int = 0


@dataclass(slots=True)
class LiveTable:
    """A match being pegged. Every id is made of the night, the match, and what it names."""

    fixture: Fixture
    dice: Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = Random(self._key("dice"))  # noqa: S311 (a story, not a secret)

    def phone(self, user: User) -> ScoringPhone:
        return ScoringPhone(user.name, Author(user, None, user.name))

    def id(self, name: object) -> UUID:
        return uuid5(NAMESPACE_URL, self._key(name))

    def _key(self, name: object) -> str:
        return f"demo/{self.fixture.league.slug}/{self.fixture.first_date}/{self.fixture.slug}/{name}"

    def play(self, rules: Rules, players: int, line: int, how: Recording) -> tuple[tuple[Fact, ...], Game]:
        """A whole game of this line."""

        def name(number: int) -> str:
            return str(self.id(f"{line}/{number}"))

        return generate_game(self.dice, rules, players, how=how, name=name, leader=line % 2)

    def send(self, phone: ScoringPhone, line: int, taps: Sequence[Tap], lease: UUID, at: datetime) -> None:
        """What a phone sends of one game, received a little after the last tap."""
        events = []
        for number, (kind, body) in enumerate(taps):
            phone.sent += 1
            key = UUID(body["id"]) if kind == "fact" else self.id(f"{phone.name}/{phone.sent}")
            events.append(PhoneEvent(key, phone.sent, line, 1, lease, kind, body, at + number * EACH_TAP))
        record_events(
            fixture=self.fixture, device=self.id(phone.name), events=events, after=0, author=phone.author,
            at=at + len(taps) * EACH_TAP,
        )  # fmt: skip


def peg_last_night(demo: DemoSeason, fixture: Fixture, card: Card, began: datetime) -> Card:
    """A whole match pegged by the home captain: the card with the winners and pegs that the boards came to."""
    table, rules = LiveTable(fixture), rules_for(fixture)
    phone = table.phone(demo.club(fixture.home).captain)
    for number, (line, score) in enumerate(zip(rules.format.lines, card.lines, strict=True)):
        under = pegged_under(line)
        if under is None or len(score.home) < line.players or len(score.away) < line.players:
            continue
        log, _ = table.play(under, 2 * line.players, number, PEGS if number % 2 else HURRIED)
        taps = [_opened(score, number % 2, phone.name), *map(_fact, log)]
        table.send(phone, number, taps, table.id(f"lease/{number}"), began + number * timedelta(minutes=14))
    pegged = prefill_from_log(fixture, rules)
    assert pegged is not None
    return overwrite(card, pegged.card)


def peg_first_game(demo: DemoSeason, fixture: Fixture, card: Card, began: datetime) -> Card:
    """Singles 1 of a match kept tile by tile, won by who won it on the card: the card with its pegs."""
    table, rules, score = LiveTable(fixture), rules_for(fixture), card.lines[0]
    under, winner = pegged_under(rules.format.lines[0]), score.games[0].winner
    assert under is not None
    assert winner is not None
    table.dice = Random(ASKING[winner])  # noqa: S311 (a story, not a secret)
    phone = table.phone(demo.club(fixture.home).captain)
    log, _ = table.play(under, 2, 0, BY_TILES)
    table.send(phone, 0, [_opened(score, 0, phone.name), *map(_fact, log)], table.id("lease/0"), began)
    pegged = prefill_from_log(fixture, rules)
    assert pegged is not None
    return overwrite(card, pegged.card)


def find_puzzle(fixture: Fixture, at: datetime) -> None:
    """The first that there is in a match, as the site would find it in a night."""
    match = LiveMatch.objects.get(fixture=fixture)
    keep_puzzles(match=match, league=fixture.league, found=islice(positions_in(match), 1), at=at)


def peg_tonight(demo: DemoSeason, fixture: Fixture, card: Card, began: datetime) -> None:
    """A match in mid-play.

    Singles 1 was kept tile by tile, and the away captain agreed to it; 2 and 3 are over too, and of 3 the away
    captain's phone has the end differently; 4 and 5 are on the boards.
    """
    table, rules = LiveTable(fixture), rules_for(fixture).format
    home = table.phone(demo.club(fixture.home).captain)
    away = table.phone(demo.club(fixture.away).captain)
    for number, how in enumerate((TILES, HURRIED, PEGS, PEGS, TILES)):
        under, score = pegged_under(rules.lines[number]), card.lines[number]
        assert under is not None
        log, game = table.play(under, 2 * rules.lines[number].players, number, how)
        opened, lease = _opened(score, number % 2, home.name), table.id(f"lease/{number}")
        facts = [opened, *map(_fact, log)]
        at = began + number * timedelta(minutes=9)
        if number > 2:
            facts = facts[: len(facts) * (3 if number == 3 else 2) // 5]
        cut = len(facts) * 4 // 5 if number == 2 else len(facts)
        table.send(home, number, facts[:cut], lease, at)
        if number == 0:
            scores = [int(each) for each in game.scores]
            agreed = ("confirmed", {"side": 1, "name": away.name, "scores": scores})
            table.send(away, number, [agreed], table.id("away"), at + timedelta(minutes=20))
        if number == 2:
            _apart(table, home, away, facts[cut:], at + cut * EACH_TAP)


def line_up(fixture: Fixture) -> Card:
    """Who plays whom in a match: a card of a full evening, of which only the players are meant."""
    dice = Random(fixture.slug)  # noqa: S311 (a story, not a secret)
    return generate_card(dice, match_for(fixture), habits=Habits(short=0))


def _apart(table: LiveTable, home: ScoringPhone, away: ScoringPhone, rest: Sequence[Tap], at: datetime) -> None:
    """The home captain's phone loses the signal, the away captain takes the pegs, and both peg on."""
    taken = ("taken", {"name": away.name})
    table.send(away, 2, [taken, *rest], table.id("lease/away"), at)
    other = [(kind, {**body, "id": str(table.id(f"apart/{number}"))}) for number, (kind, body) in enumerate(rest)]
    kind, first = next(each for each in other if each[1]["kind"] == "pegged" and each[1]["pegs"])
    one_more = (kind, {**first, "pegs": first["pegs"] + 1})
    table.send(
        home, 2, [one_more if each[1] is first else each for each in other[:-1]], table.id("lease/2"), at + MINUTE
    )


def _opened(score: LineScore, leader: int, name: str) -> Tap:
    home, away = ([_place(each) for each in score.players(side)] for side in Side)
    return "opened", {"home": home, "away": away, "leader": leader, "name": name}


def _place(named: Named) -> dict[str, str]:
    return {"key": named.id or f"+{named.name}", "name": named.name}


def _fact(fact: Fact) -> Tap:
    return "fact", to_json(fact)
