"""The players whom an A team names to play for no other: whether a team names any, by when, and whom it has named."""

from dataclasses import dataclass
from datetime import date

from league.teams.models import Registration, Team
from league.teams.queries.rules import last_day_of_season, rules_of, season_year_start
from league.teams.queries.squads import squad_of


@dataclass(frozen=True, slots=True)
class Nominations:
    """How a team stands to the rule on a day: `wanted` players are named until `last_day` (None: no last day).

    `wanted` is less than the rule says while the squad is smaller. `made` are those who are named now.
    """

    wanted: int
    last_day: date | None
    today: date
    squad: tuple[Registration, ...]

    @property
    def made(self) -> tuple[Registration, ...]:
        start = season_year_start(self.today)
        return tuple(each for each in self.squad if each.nominated_on and start <= each.nominated_on <= self.today)

    @property
    def late(self) -> bool:
        return self.last_day is not None and self.today > self.last_day

    @property
    def open(self) -> bool:
        """Whether the captain may still name them: until the last day or, where there is none, once."""
        return not self.late and (self.last_day is not None or not self.made)


def nominations_of(team: Team, today: date) -> Nominations | None:
    """None where the rules have no nominated players, or this is no A team; two queries where they have."""
    rule = rules_of(team.league).playing_up
    if rule is None or not rule.nominated or not is_a_team(team):
        return None
    squad = tuple(squad_of(team, today))
    last_day = last_day_of_season(rule.nominate_by, season_year_start(today))
    return Nominations(min(rule.nominated, len(squad)), last_day, today, squad)


def is_a_team(team: Team) -> bool:
    """Whether it is the first of two or more teams of one pub, by name: "Royal Oak A" beside "Royal Oak B"."""
    of_pub = Team.objects.filter(league=team.league_id, venue=team.venue_id, active=True)
    names = list(of_pub.order_by("name", "pk").values_list("pk", flat=True))
    return len(names) > 1 and names[0] == team.pk
