"""A drawn cup with people who can sign in: for tests of its ties as matches."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.cups.actions.entries import enter
from league.cups.actions.knockout import hold_draw
from league.cups.models import Cup, Entrant, Tie
from league.cups.queries.cup_state import snapshot_of
from league.results.actions.cards import answer_card, submit_card
from league.results.choices import SentFor
from league.results.queries.facts import match_for
from league.schedule.actions.matches import rearrange_fixture
from league.schedule.models import Fixture
from league.teams.choices import RoleKind
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side
from scoring.season.knockout.draw import Lots
from tests.factories import SmallLeague, league_in_season, make_role, make_user
from tests.league.cups.world import entered, opened

DRAWN = datetime(2026, 9, 3, 20, tzinfo=timezone.get_default_timezone())
PLAYED = DRAWN + timedelta(days=20)


@dataclass
class DrawnCup:
    """A cup of two teams' players, drawn in the order in which they entered, and the users of its players by key."""

    small: SmallLeague
    cup: Cup
    entrants: list[Entrant]
    coordinator: User
    users: dict[str, User] = field(default_factory=dict)

    @property
    def rows(self) -> list[Tie]:
        return list(Tie.objects.filter(cup=self.cup).select_related("fixture").order_by("tie", "attempt", "leg"))

    def row(self, tie: str, leg: int = 1, attempt: int = 1) -> Tie:
        return next(row for row in self.rows if (row.tie, row.leg, row.attempt) == (tie, leg, attempt))

    def fixture(self, tie: str, leg: int = 1, attempt: int = 1) -> Fixture:
        return Fixture.objects.select_related(
            "league", "division__competition__season__league", "home__team__league", "away__team__league", "venue"
        ).get(pk=self.row(tie, leg, attempt).fixture_id)

    def bracket(self, at: datetime = PLAYED):
        return snapshot_of(self.cup, at).bracket

    def tie(self, tie: str, at: datetime = PLAYED):
        return self.bracket(at).tie(tie)

    def user_of(self, key: str) -> User:
        """The player of an entrant, who can sign in."""
        if key not in self.users:
            player = next(each for each in self.entrants if each.key == key).entry.players.order_by("pk").first()
            player.user = make_user(player.name)
            player.save()
            self.users[key] = player.user
        return self.users[key]

    def sides(self, tie: str) -> tuple[str, str]:
        """The keys of those who are at home and away in a tie's match."""
        fixture = self.fixture(tie)
        return fixture.home.entrant.key, fixture.away.entrant.key

    def dated(self, tie: str, leg: int = 1, attempt: int = 1, at: datetime = PLAYED) -> Fixture:
        """Its match, put on a day."""
        rearrange_fixture(
            fixture=self.fixture(tie, leg, attempt), date=localdate(at), reason="Set", by=self.coordinator, at=DRAWN
        )
        return self.fixture(tie, leg, attempt)

    def play(self, tie: str, home: int = 2, away: int = 0, *, leg: int = 1, attempt: int = 1, at: datetime = PLAYED):
        """A card from home, agreed to by away: games to each in any order that ends when the tie is won."""
        fixture = self.fixture(tie, leg, attempt)
        fixture = fixture if fixture.date else self.dated(tie, leg, attempt, at)
        card = self.card(fixture, [Side.AWAY] * away + [Side.HOME] * home)
        if away > home:
            card = self.card(fixture, [Side.HOME] * home + [Side.AWAY] * away)
        return self.send(fixture, card, at=at)

    def card(self, fixture: Fixture, winners: list[Side]) -> Card:
        """A one-line card of those who are entered."""
        match = match_for(fixture)
        line = match.format.lines[0]
        names = {
            side: tuple(Named(each.id, each.name) for each in match.squad(side).players[: line.players])
            for side in Side
        }
        line = LineScore(names[Side.HOME], names[Side.AWAY], tuple(GameScore(each) for each in winners))
        return Card(lines=(line,))

    def send(self, fixture: Fixture, card: Card, at: datetime = PLAYED):
        home, away = (self.user_of(entry.entrant.key) for entry in (fixture.home, fixture.away))
        sent = submit_card(
            fixture=fixture, card=card, sent_for=SentFor.HOME, key=uuid4(), seen=fixture.version, by=home, at=at
        )
        answer_card(submission=sent, agreed=True, by=away, at=at)
        return sent

    def address(self, name: str, *rest: object) -> str:
        season = self.cup.season
        return reverse(name, args=[season.league.slug, season.slug, self.cup.competition.slug, *rest])


def drawn_cup(key: str = "singles", teams: int = 2, each: int = 2, **changed) -> DrawnCup:
    """So many players (or pairs) of each team, drawn at once; call it within the scope that it opens."""
    small = league_in_season(teams=teams, squad=max(4, 2 * each))
    coordinator = make_user("Cora Co-ordinator")
    make_role(coordinator, small.league, RoleKind.COORDINATOR)
    cup = opened(small, key, **changed)
    if cup.kind == "team":
        entrants = [enter(cup=cup, team=one.team, players=(), by=small.secretary, at=DRAWN) for one in small.entries]
    else:
        entrants = entered(cup, small, each)
    made = DrawnCup(small, cup, entrants, coordinator)
    hold_draw(cup=cup, lots=Lots(names=tuple(each.key for each in entrants)), by=coordinator, at=DRAWN)
    cup.refresh_from_db()
    return made
