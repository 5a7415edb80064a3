"""Open days as their pages want them: a cup with its entrants, somebody who runs it, and what is done at the desk."""

from dataclasses import dataclass

from django.test import Client
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.cups.models import Cup
from league.cups.queries.cup_state import openday_page, snapshot_of
from league.teams.choices import RoleKind
from scoring.season.knockout import cups
from scoring.season.knockout.cups import Shape, TieForm
from scoring.season.openday.book import DayMatchState
from tests.factories import make_league, make_role, make_season, make_user
from tests.league.cups.made import make_cup
from tests.league.person import signed_in

FORM = TieForm(best_of=3)


@dataclass
class OpenDay:
    cup: Cup
    desk: Client

    def to(self, name, *parts):
        return reverse(name, args=["leek", "2026-27", self.cup.competition.slug, *parts])

    def press(self, name, *parts, **values):
        """Send a form that is right."""
        answer = self.desk.post(self.to(name, *parts), values)
        assert answer.status_code == 302, answer.content.decode().split("<main")[1]
        return answer

    def page(self, name="cup", *parts, client=None, part=""):
        answer = (client or self.desk).get(self.to(name, *parts), {"part": part} if part else {})
        assert answer.status_code == 200
        return answer.content.decode()

    @property
    def day(self):
        with scope(league=self.cup.season.league):
            return snapshot_of(self.cup, now()).day

    @property
    def shown(self):
        with scope(league=self.cup.season.league):
            return openday_page(self.cup, now())

    def open_matches(self, number=None):
        return [
            match
            for table in self.day.tables
            for match in table.matches
            if match.state is DayMatchState.TO_PLAY and number in {None, match.round}
        ]

    def play(self, number, winner_of=lambda match: min(match.first, match.second, key=lambda key: int(key[1:]))):
        """Type the scores of a round: who entered first wins, unless somebody else is to."""
        values = {}
        for match in self.open_matches(number):
            first = winner_of(match) == match.first
            values |= {f"{match.id}-first": "2" if first else "0", f"{match.id}-second": "0" if first else "2"}
        return self.press("cup-scores", number, **values)

    def typed(self, number):
        """What the form of a round has in its fields already."""
        played = [
            match for table in self.day.tables for match in table.matches if match.round == number and match.score
        ]
        return {
            f"{match.id}-{side}": str(games)
            for match in played
            for side, games in zip(("first", "second"), match.score, strict=True)
        }

    def play_all(self, **how):
        while matches := self.open_matches():
            self.play(min(match.round for match in matches), **how)


def open_day(shape: Shape, number: int, *, groups: int = 2, through: int = 2, rounds: int = 3) -> OpenDay:
    """A cup of so many singles, nothing drawn."""
    with scopes_disabled():
        league = make_league()
        by = make_user("Cora Co-ordinator")
        make_role(by, league, RoleKind.COORDINATOR)
        rules = cups.Cup("Open", shape, (FORM,))
        cup = make_cup(make_season(league), number, name="Open", rules=rules, by=by, drawn=False)
        cup.groups = groups if shape is Shape.GROUPS else 0
        cup.qualifiers, cup.rounds, cup.by_card = through, rounds if shape is Shape.SWISS else 0, False
        cup.save()
    desk = signed_in(by)
    return OpenDay(cup, desk)
