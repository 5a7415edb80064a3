"""The nights on which a tie of a cup could be played: the two sides may arrange any that is free.

A league's list is not judged here: a tie is outside it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from league.base.ui.formats import night
from league.schedule.bank_holidays import days_off
from league.schedule.choices import BlackoutKind
from league.schedule.models import Blackout, Entry, Fixture
from league.schedule.queries.matches import OPEN_STATES
from league.schedule.values.matches import plays_in
from league.teams.choices import RegistrationState
from league.teams.models import Closure, Registration
from scoring.season.schedule.offers import NightOffer, RefusedNight, SiftedOffers
from scoring.words import join_list, spell_out

LEFT_OUT = (BlackoutKind.HOLIDAY, BlackoutKind.OTHER)


@dataclass(frozen=True, slots=True)
class People:
    """Who plays on a side: the players of an entry by name, and the teams for whose league matches they are wanted."""

    entry: Entry
    players: frozenset[int]
    teams: frozenset[int]

    def wanted_in(self, match: Fixture, playing: Mapping[int, frozenset[int]]) -> bool:
        """Whether a match needs them; `playing` are the players of every entry that has any."""
        if plays_in(self.entry, match):
            return True
        for side in (match.home, match.away):
            if side is None:
                continue
            if self.players & playing.get(side.pk, frozenset()) or (not side.slug and side.team_id in self.teams):
                return True
        return False


def nights_for_tie(fixture: Fixture, *, first: date, last: date, weekdays: Iterable[int]) -> SiftedOffers:
    """Every night from `first` to `last` on those weekdays, the earliest first; eight queries however many there are.

    `fixture` as `whole_fixtures` gives it.
    """
    season, usual = fixture.division.competition.season, set(weekdays)
    days = [day for day in _days(max(first, season.starts), min(last, season.ends)) if day.weekday() in usual]
    days = [day for day in days if day != fixture.date]
    if not days:
        return SiftedOffers((), ())
    scene = _scene(fixture, days)
    off = days_off(season)
    good, bad = [], []
    for day in days:
        if why := tuple(scene.against(day)):
            bad.append(RefusedNight(day, why))
        else:
            good.append(NightOffer(day, 0, tuple(scene.reasons(day, off))))
    return SiftedOffers(tuple(good), tuple(bad))


@dataclass(frozen=True, slots=True)
class _Scene:
    """A tie, and everything around it on the days that are looked at."""

    fixture: Fixture
    sides: tuple[People, ...]
    others: tuple[Fixture, ...]
    playing: Mapping[int, frozenset[int]]
    closures: tuple[Closure, ...]
    left_out: tuple[Blackout, ...]

    def against(self, day: date) -> Iterator[str]:
        """What keeps the tie from being played on a day."""
        venue, tonight = self.fixture.venue, [each for each in self.others if each.date == day]
        for closure in self.closures:
            if closure.first <= day <= closure.last:
                yield f"{venue} is closed" + (f": {closure.reason}" if closure.reason else "")
        for blackout in self.left_out:
            if blackout.first <= day <= blackout.last and blackout.kind in LEFT_OUT:
                yield str(blackout)
        for side in self.sides:
            for match in tonight:
                if side.wanted_in(match, self.playing):
                    yield f"{side.entry} already play on {night(day)}: {match}, {match.occasion}"
        there = [str(each) for each in tonight if each.venue_id == venue.pk]
        if len(there) >= venue.boards:
            yield f"{venue} has {spell_out(venue.boards, 'board')}, and {join_list(there)} is there"

    def reasons(self, day: date, off: Mapping[date, str]) -> Iterator[str]:
        """What is to be said about a night that fits."""
        if any(each.first <= day <= each.last and each.kind == BlackoutKind.CUP for each in self.left_out):
            yield "a cup week"
        if day in off:
            yield off[day]
        if day.weekday() == self.fixture.league.night:
            yield "the league’s night"


def _scene(fixture: Fixture, days: list[date]) -> _Scene:
    between = {"first__lte": days[-1], "last__gte": days[0]}
    others = _others(fixture, days)
    named = [entry for each in others for entry in (each.home, each.away) if entry is not None and entry.slug]
    return _Scene(
        fixture=fixture,
        sides=tuple(_people(entry, days[0]) for entry in (fixture.home, fixture.away) if entry is not None),
        others=others,
        playing={entry.pk: _players(entry) for entry in named},
        closures=tuple(Closure.objects.filter(venue=fixture.venue, **between).order_by("first", "pk")),
        left_out=tuple(Blackout.objects.filter(season=fixture.division.competition.season, **between)),
    )


def _people(entry: Entry, since: date) -> People:
    players = _players(entry)
    if not players:
        return People(entry, players, frozenset({entry.team_id}))
    registrations = Registration.objects.filter(player__in=players, state=RegistrationState.APPROVED)
    teams = registrations.filter(Q(until=None) | Q(until__gte=since)).values_list("team_id", flat=True)
    return People(entry, players, frozenset(teams))


def _players(entry: Entry) -> frozenset[int]:
    """The players of an entry by name; of a team's none, for its squad is another matter."""
    return frozenset(player.pk for player in entry.players.all()) if entry.slug else frozenset()


def _others(fixture: Fixture, days: list[date]) -> tuple[Fixture, ...]:
    """Every other match of the league on those days, with the players of its sides where they are named."""
    there = Fixture.objects.filter(league=fixture.league_id, away__isnull=False, state__in=OPEN_STATES)
    there = there.filter(date__range=(days[0], days[-1])).exclude(pk=fixture.pk)
    whole = there.select_related("home", "away", "venue", "division__competition")
    return tuple(whole.prefetch_related("home__players", "away__players").order_by("date", "pk"))


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]
