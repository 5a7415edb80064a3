"""A cup in the hands of whoever runs it: entered, drawn, its ties dated, played on cards and sent in.

Everything is done by the actions that the site has for it, at the time when somebody would have done it. The dice of
each cup are its own, so that no other story changes with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from league.accounts.models import User
from league.cups.actions.cups import open_cup
from league.cups.actions.entries import enter
from league.cups.actions.knockout import hold_draw
from league.cups.actions.ties import bring_up_to_date
from league.cups.models import Cup, Entrant, Tie
from league.cups.queries import bracket_of
from league.cups.queries.catalogue import BY_KEY
from league.demo.cards import habits_of, uuid_from
from league.demo.dates import moment
from league.demo.seasons import DAY, DemoSeason
from league.results.actions import answer_card, submit_card
from league.results.choices import SentFor
from league.results.queries import match_for
from league.schedule.actions import rearrange_fixture
from league.schedule.models import Fixture, Season
from league.schedule.queries import whole_fixtures
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import Player, Team
from scoring.card.card import tally
from scoring.card.example import Habits, generate_card
from scoring.card.match import Match
from scoring.card.sheet import Card, Side
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.draw import Lots
from scoring.season.knockout.plan import Part

Entering = tuple[Team, tuple[Player, ...]]
AGREED = "The two sides agreed."


@dataclass(frozen=True, slots=True)
class CupDesk:
    """One cup of a season with its dice."""

    demo: DemoSeason
    cup: Cup
    random: Random

    @property
    def by(self) -> User:
        """The co-ordinator."""
        return self.demo.officers.cups

    def enter(self, side: Entering, at: datetime) -> Entrant:
        """A captain enters a team, or players of it."""
        team, players = side
        return enter(cup=self.cup, team=team, players=players, by=self.demo.clubs[team.pk].captain, at=at)

    def draw(self, at: datetime, *, seed: str = "", part: Part = Part.MAIN) -> None:
        """By a published seed; without one the names come out of the hat."""
        lots = Lots(seed=seed, purpose=f"{part.value} 1")
        if not seed:
            keys = [each.key for each in Entrant.objects.filter(cup=self.cup, withdrawn_at=None).order_by("pk")]
            lots = Lots(names=tuple(self.random.sample(keys, len(keys))))
        hold_draw(cup=self.cup, part=part, lots=lots, by=self.by, at=at)

    def catch_up(self, at: datetime) -> None:
        """Take the results in, and put up the matches of the next round."""
        bring_up_to_date(cup=self.cup, by=self.by, at=at)

    def bracket(self, at: datetime) -> Bracket:
        found = bracket_of(self.cup, at)
        assert found is not None
        return found

    def to_play(self, at: datetime, number: int, part: Part = Part.MAIN) -> list[BracketTie]:
        """The ties of a round that can be played."""
        ties = self.bracket(at).ties
        return [tie for tie in ties if (tie.plan.part, tie.plan.round, tie.state) == (part, number, State.TO_PLAY)]

    def match(self, tie: BracketTie) -> Fixture:
        found: Fixture = whole_fixtures().get(pk=self._row(tie).fixture_id)
        return found

    def _row(self, tie: BracketTie) -> Tie:
        found: Tie = Tie.objects.filter(cup=self.cup, tie=tie.id).select_related("fixture").latest("attempt", "leg")
        return found

    def put_on(self, tie: BracketTie, on: date, at: datetime) -> Fixture:
        """Give a tie its night."""
        row = self._row(tie)
        rearrange_fixture(fixture=row.fixture, date=on, reason=AGREED, by=self.by, at=at)
        found: Fixture = whole_fixtures().get(pk=row.fixture_id)
        return found

    def play(self, tie: BracketTie, on: date, *, to: Iterable[str] = (), narrow: bool = False) -> tuple[Fixture, Card]:
        """A tie that both sides agree about on the night; one of `to` wins it, if they are in it.

        `narrow`: by so little that one game the other way turns it round.
        """
        fixture = self.put_on(tie, on, moment(on - 5 * DAY, 20))
        match, wanted = match_for(fixture), set(to)
        side = next((side for side in Side if key_of(fixture, side) in wanted), None)
        card = self._card(fixture, match, side, narrow=narrow)
        self.send(fixture, card, moment(on, 22) + timedelta(minutes=self.random.randrange(5, 50)))
        return fixture, card

    def send(self, fixture: Fixture, card: Card, at: datetime) -> None:
        home, away = (self.demo.club(each).captain for each in (fixture.home, fixture.away))
        sent = submit_card(
            fixture=fixture, card=card, sent_for=SentFor.HOME, key=uuid_from(self.random), seen=fixture.version,
            by=home, at=at,
        )  # fmt: skip
        answer_card(submission=sent, agreed=True, by=away, at=at + timedelta(minutes=9))

    def _card(self, fixture: Fixture, match: Match, winner: Side | None, *, narrow: bool) -> Card:
        """The first evening that the dice give which went as it should."""
        chance = habits_of(self.demo.club(fixture.home), self.demo.club(fixture.away)).home_wins
        habits = Habits(home_wins=chance, short=0, pegs=0.7, hands=0.2)
        while True:
            card = generate_card(self.random, match, habits=habits)
            outcome = tally(card, match.format, match.scheme)
            ahead = outcome.home_games - outcome.away_games
            ended = Side.HOME if ahead > 0 else Side.AWAY
            if ahead and winner in {None, ended} and (abs(ahead) == 1 or not narrow):
                return card


def open_desk(demo: DemoSeason, season: Season, kind: str, name: str, at: datetime, **changed: Any) -> CupDesk:
    """A cup of one of the usual kinds, opened; `changed` are what is not as usual."""
    preset = BY_KEY[kind]
    values = {"kind": preset.kind, "rules": preset.rules, "draw_rules": preset.draw_rules, **preset.settings}
    cup = open_cup(season=season, name=name, by=demo.officers.cups, at=at, **(values | changed))
    return CupDesk(demo, cup, Random(f"{season} {name}"))  # noqa: S311 (a story, not a secret)


def old_hands(demo: DemoSeason) -> Mapping[int, list[Player]]:
    """Those of every team, by its key, who have been there all along; captain and vice-captain first."""
    players = with_shared_relations(Player.objects.select_related("league")).in_bulk()
    return {key: [players[int(each.id)] for each in club.squad.players[:8]] for key, club in demo.clubs.items()}


def key_of(fixture: Fixture, side: Side) -> str:
    """The key of the entrant that plays a tie's match on this side."""
    entry = fixture.home if side is Side.HOME else fixture.away
    assert entry is not None
    return str(entry.entrant.key)


def winner_of(fixture: Fixture, card: Card) -> Side:
    """Which side has more games on a card that is not level."""
    match = match_for(fixture)
    outcome = tally(card, match.format, match.scheme)
    return Side.HOME if outcome.home_games > outcome.away_games else Side.AWAY
