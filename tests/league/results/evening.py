"""A match night for tests: a small league, its first match, and cards for it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from uuid import uuid4

from django.utils import timezone

from league.base.accounts.models import User
from league.results.actions.cards import submit_card
from league.results.choices import SentFor
from league.results.models import Submission
from league.results.queries.facts import match_for
from league.schedule.models import Fixture
from scoring.card.match import Match
from scoring.card.sheet import Card, Side
from scoring.season.specimen import Habits, generate_card
from tests.factories import SmallLeague, league_in_season

# The first match starts at 8pm on Monday 7 September 2026.
CLOSING_TIME = datetime(2026, 9, 7, 22, 30, tzinfo=timezone.get_default_timezone())
PLAIN = Habits(short=0, pegs=1, hands=0)


@dataclass
class Evening:
    """Crown A v Bell on the first night, with both captains and the secretary."""

    small: SmallLeague

    @property
    def fixture(self) -> Fixture:
        """As the database has it now."""
        rows = Fixture.objects.select_related("league", "division__competition__season", "home__team", "away__team")
        return rows.get(pk=self.small.fixtures[0].pk)

    @property
    def home(self) -> User:
        return self.small.captains[0]

    @property
    def away(self) -> User:
        return self.small.captains[1]

    @property
    def secretary(self) -> User:
        return self.small.secretary

    @property
    def match(self) -> Match:
        return match_for(self.fixture)

    def card(self, seed: int = 1, *, habits: Habits = PLAIN) -> Card:
        """A legal card; another seed is another evening."""
        return generate_card(Random(seed), self.match, habits=habits)

    def send(self, side: SentFor, card: Card | None = None, **rest) -> Submission:
        """The card of a side, sent at closing time by its captain who has the page of now."""
        values = {
            "fixture": self.fixture,
            "card": card or self.card(),
            "sent_for": side,
            "key": uuid4(),
            "seen": self.fixture.version,
            "by": self.home if side == SentFor.HOME else self.away,
            "at": CLOSING_TIME,
        }
        return submit_card(**(values | rest))


def make_evening(slug: str = "leek", key: str = "leek", *, squad: int = 8) -> Evening:
    return Evening(league_in_season(slug, key, teams=4, squad=squad))


def other_winner(card: Card, line: int = 0) -> Card:
    """The same card with the first game of a line given to the other side, pegs and all."""
    game = card.lines[line].games[0]
    swapped = replace(game, winner=Side(game.winner).other, home_pegs=game.away_pegs, away_pegs=game.home_pegs)
    changed = replace(card.lines[line], games=(swapped, *card.lines[line].games[1:]))
    return replace(card, lines=(*card.lines[:line], changed, *card.lines[line + 1 :]))


def later(**delta) -> datetime:
    return CLOSING_TIME + timedelta(**delta)


def photo_readings(match: Match) -> dict[str, dict]:
    """What was read off the photograph of a card: every winner, and none of the pegs for certain."""
    readings = {}
    for number, line in enumerate(match.format.lines):
        for side in Side:
            for place in range(line.players):
                readings[f"lines.{number}.{side}.{place}"] = {"value": "", "sure": True, "at": [13, 60, 10, 7]}
            for game in range(line.games):
                path = f"lines.{number}.games.{game}"
                readings[f"{path}.{side}_pegs"] = {"value": "47", "sure": False, "at": [80, 60, 10, 7]}
                readings[f"{path}.winner"] = {"value": "home", "sure": True, "at": [70, 60, 10, 7]}
    return readings
