"""The next season made out of this one in one go, and taken away again while nothing has happened in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as day
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError, Q

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.schedule.actions.seasons import COPIED, start_season
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, Season, Wish
from league.schedule.queries.wishes import MEETINGS
from league.teams.models import Team


@dataclass(frozen=True, slots=True)
class Carried:
    """What a new season has from an old one.

    `places` are divisions of the old season with the teams that are to play in their like. `off` are days without
    matches as they are to be, unsaved; `wishes` old wishes with the dates, and the last day, that they have now.
    """

    places: Mapping[Division, Sequence[Team]]
    off: Sequence[Blackout] = ()
    wishes: Sequence[tuple[Wish, tuple[day, ...], day | None]] = ()


def carry_season(
    *, like: Season, name: str, starts: day, halfway: day, ends: day, carried: Carried, by: User, at: datetime
) -> Season:
    """A season made from another: divisions with their rules, teams, days without matches, wishes. Not yet current."""
    with write_tx():
        season = start_season(league=like.league, name=name, starts=starts, halfway=halfway, ends=ends, by=by, at=at)
        season.holidays_of = like.holidays_of
        season.save(update_fields=["holidays_of"])
        before = Competition.objects.get(season=like, kind=CompetitionKind.LEAGUE)
        competition = Competition.objects.get(season=season, kind=CompetitionKind.LEAGUE)
        competition.moving, competition.weights = before.moving, before.weights
        competition.save(update_fields=["moving", "weights"])
        entries = _entries(competition, carried.places)
        for blackout in carried.off:
            blackout.season = season
            blackout.full_clean()
            blackout.save()
        for wish, dates, until in carried.wishes:
            _wish(competition, wish, dates, until, entries)
    return season


def remove_season(*, season: Season, reason: str, by: User, at: datetime) -> None:
    """Take a season away with everything in it, while nothing was played and the league is not in it."""
    with write_tx():
        held = Season.objects.select_for_update().select_related("league").get(pk=season.pk)
        if held.current:
            raise ValidationError(f"The league is in season {held}. Make another season the current one first.")
        fixtures = Fixture.objects.filter(division__competition__season=held)
        if fixtures.filter(Q(state__in=[FixtureState.PLAYED, FixtureState.AWARDED]) | Q(in_play=True)).exists():
            raise ValidationError(f"Matches of season {held} have been played, so it stays.")
        words, league_id, about = f"Season {held} taken away again.", held.league_id, (held,)
        record(verb="remove_season", words=words, at=at, by=by, league_id=league_id, about=about, reason=reason)
        try:
            fixtures.delete()
            held.delete()
        except ProtectedError:
            raise ValidationError(f"Something was written down about season {held}, so it stays.") from None


def _entries(competition: Competition, places: Mapping[Division, Sequence[Team]]) -> dict[int, Entry]:
    """The divisions made, and their teams entered, with their own nights; entries by team."""
    nights = {
        entry.team_id: entry.night
        for entry in Entry.objects.filter(division__in=[division.pk for division in places])
        if not entry.slug
    }
    made = {}
    for old in sorted(places, key=lambda division: (division.rank, division.pk)):
        new = Division(competition=competition, **{name: getattr(old, name) for name in COPIED})
        new.full_clean()
        new.save()
        for team in places[old]:
            entry = Entry(division=new, team=team, name=team.name, night=nights.get(team.pk))
            entry.full_clean()
            entry.save()
            made[team.pk] = entry
    return made


def _wish(
    competition: Competition, wish: Wish, dates: tuple[day, ...], until: day | None, entries: Mapping[int, Entry]
) -> None:
    """The same wish by the same teams, if they all play and, where it is about their meeting, meet."""
    entry = entries.get(wish.entry.team_id)
    other = entries.get(wish.other.team_id) if wish.other else None
    gone = entry is None or (wish.other is not None and other is None)
    if gone or (wish.kind in MEETINGS and other is not None and other.division_id != entry.division_id):  # type: ignore[union-attr]
        return
    new = Wish(
        competition=competition, kind=wish.kind, entry=entry, other=other, by=until,
        dates=[each.isoformat() for each in dates], hard=wish.hard, weight=wish.weight, words=wish.words,
        asked_by=wish.asked_by,
    )  # fmt: skip
    new.full_clean()
    new.save()
