"""What a league's rules say about registering, as the pages need it."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from league.base.ui.formats import night
from league.teams.models import League, Player, Team, Transfer
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.constitution import Registration as RegistrationRules


def rules_of(league: League) -> Constitution:
    """The league's own rules as a value."""
    return codec.decode_as(Constitution, league.constitution)


def last_day_to_register(rules: RegistrationRules, season_starts: date) -> date | None:
    """The season's last day for registering: the first such day of the calendar on or after its start; None if none."""
    return last_day_of_season(rules.deadline, season_starts)


def last_day_of_season(deadline: tuple[int, int] | None, season_starts: date) -> date | None:
    """The first such day of the calendar on or after a season's start; None if there is no such day."""
    if deadline is None:
        return None
    this_year = _day_of(season_starts.year, *deadline)
    return this_year if this_year >= season_starts else _day_of(season_starts.year + 1, *deadline)


def _day_of(year: int, month: int, day: int) -> date:
    """29 February is the 28th in a year that has none."""
    return date(year, month, min(day, monthrange(year, month)[1]))


def season_year_start(on: date) -> date:
    """The first of July before: seasons begin in autumn, so this stands in where no season is known."""
    return date(on.year if on.month >= 7 else on.year - 1, 7, 1)


def why_no_transfer(player: Player, today: date) -> str:
    """Why the league's rules allow no transfer of a player now, as a sentence for their captains; "" if they do."""
    terms, start = rules_of(player.league).registration, season_year_start(today)
    last = last_day_of_season(terms.transfers_until, start)
    if last is not None and today > last:
        return f"The last day for transfers was {night(last)}. Contact the secretary."
    if terms.transfers_most is None:
        return ""
    made = Transfer.objects.filter(player=player, accepted=True, decided_at__date__gte=start).count()
    if made < terms.transfers_most:
        return ""
    many = "" if not made else f" {player} has had {made} this season."
    return f"The rules allow {terms.transfers_most} transfers in a season.{many}"


@dataclass(frozen=True, slots=True)
class SquadRules:
    """How a squad stands to the rules on a day: `count` players now, `most` and `fewest` allowed (None: no limit)."""

    count: int
    most: int | None
    fewest: int | None
    last_day: date | None
    today: date

    @property
    def full(self) -> bool:
        return self.most is not None and self.count >= self.most

    def over(self, team: Team, more: int = 1) -> str:
        """That so many players more are too many, as a sentence; "" if they are not."""
        count = self.count + more
        if self.most is None or count <= self.most:
            return ""
        return f"{team} would have {count} players. The rules allow {self.most}."

    @property
    def short(self) -> int:
        """Players still missing from the fewest that the league wants."""
        return max(0, (self.fewest or 0) - self.count)

    @property
    def late(self) -> bool:
        """Whether the last day for registering has passed."""
        return self.last_day is not None and self.today > self.last_day


def squad_rules(league: League, count: int, today: date) -> SquadRules:
    """A squad of `count` players beside the league's rules; no queries."""
    rules = rules_of(league)
    last_day = last_day_to_register(rules.registration, season_year_start(today))
    return SquadRules(count, rules.format.squad, rules.registration.squad_minimum, last_day, today)
