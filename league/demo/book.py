"""A season while it is being told: what every story needs at hand, and what captains do in every one of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from random import Random

from league.accounts.models import User
from league.demo.cards import habits_of, play_matches, uuid_from
from league.demo.people import Club, Officers
from league.demo.seasons import matches_of
from league.results.actions import answer_card, submit_card
from league.results.choices import SentFor
from league.results.models import Submission
from league.results.queries import match_for
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries.seasons import league_competition
from scoring.card.example import generate_card
from scoring.card.sheet import Card

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Book:
    """A season that is being told: its clubs by team key, its nights, the day it is, and the dice."""

    season: Season
    clubs: Mapping[int, Club]
    officers: Officers
    nights: tuple[date, ...]
    today: date
    random: Random

    @property
    def by(self) -> User:
        """The secretary."""
        return self.officers.secretary

    def night(self, week: int) -> date:
        return self.nights[week - 1]

    def matches(self, week: int, rank: int | None = None) -> list[Fixture]:
        """The matches of a week (counted from 1) that are still to be played, of one division or of all."""
        there = [each for each in matches_of(self.season, week=week) if each.open]
        return [each for each in there if rank in {None, each.division.rank}]

    def club(self, entry: Entry | None) -> Club:
        assert entry is not None
        return self.clubs[entry.team_id]

    def card(self, fixture: Fixture, *, newcomer: str = "") -> Card:
        """A card of this match with nothing wrong on it; `newcomer` signs for one of the sides."""
        habits = replace(habits_of(self.club(fixture.home), self.club(fixture.away)), pegs=1.0, quick=0.0)
        habits = replace(habits, newcomer=1.0 if newcomer else 0.0)
        return generate_card(self.random, match_for(fixture), habits=habits, newcomers=[newcomer] if newcomer else [])

    def send(self, fixture: Fixture, card: Card, at: datetime, side: SentFor = SentFor.HOME) -> Submission:
        """A captain's card, sent with the match before their eyes as it is."""
        entry = fixture.home if side == SentFor.HOME else fixture.away
        return submit_card(
            fixture=fixture, card=card, sent_for=side, key=uuid_from(self.random), seen=self.version(fixture),
            by=self.club(entry).captain, at=at,
        )  # fmt: skip

    def agree(self, fixture: Fixture, sent: Submission, at: datetime) -> None:
        answer_card(submission=sent, agreed=True, by=self.club(fixture.away).captain, at=at)

    def version(self, fixture: Fixture) -> int:
        return Fixture.objects.values_list("version", flat=True).get(pk=fixture.pk)

    def play(self, fixtures: list[Fixture]) -> None:
        """Matches with nothing to tell; one captain in eight never answers."""
        play_matches(league_competition(self.season), fixtures, self.clubs, self.random, agreed=0.88)
