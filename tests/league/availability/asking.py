"""A team that asks its players, for tests: turned on, with an answer, days away, and a picked player."""

from datetime import date, timedelta
from uuid import uuid4

from league.base.accounts.models import User
from league.matchnight.actions.availability import add_absence, answer_night, pick_team, settle_availability
from league.matchnight.models import NightAnswer, PlayerAnswer
from league.matchnight.queries.nights import PersonalLink, links_of
from league.schedule.models import Fixture
from league.teams.models import Player, Team
from tests.factories import SIGNED


def turn_on(team: Team, *, by: User, first: int = 5, last: int = 1, texts: bool = False) -> None:
    settle_availability(team=team, enabled=True, first_days=first, last_days=last, texts=texts, by=by, at=SIGNED)


def link_for(team: Team, player: Player) -> PersonalLink:
    return links_of(team, [player])[player.pk]


def say(link: PersonalLink, night: date, answer: NightAnswer = NightAnswer.YES, **rest) -> PlayerAnswer:
    """An answer by the player's own link, with a key of its own."""
    values = {"link": link, "night": night, "answer": answer, "key": uuid4(), "by": None, "at": SIGNED}
    return answer_night(**(values | rest))


def make_availability(team: Team, player: Player, fixture: Fixture, *, by: User) -> PersonalLink:
    turn_on(team, by=by)
    link = link_for(team, player)
    say(link, fixture.date)
    add_absence(link=link, first=fixture.date + timedelta(weeks=9), last=fixture.date + timedelta(weeks=10), at=SIGNED)
    pick_team(fixture=fixture, team=team, players=[player.pk], by=by, at=SIGNED)
    return link
