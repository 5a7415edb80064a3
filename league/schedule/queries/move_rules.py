"""What a league's own rules say of one match that is to be postponed, and the nights on which it could be played."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Protocol, runtime_checkable

from django.apps import apps
from django.db.models import Q
from django.utils import timezone

from league.base.accounts.models import User
from league.base.ui.formats import night
from league.schedule.choices import BlackoutKind, CompetitionKind
from league.schedule.models import Blackout, Competition, Entry, Fixture, Move, MoveRequest
from league.schedule.queries.matches import OPEN_STATES, requests_waiting
from league.schedule.queries.season_snapshot import (
    SeasonSnapshot,
    every_day,
    match_of,
    snapshot_of,
    venues_at,
    wishes_of,
)
from league.schedule.values.calendar import days_off, open_on
from league.schedule.values.matches import plays_in
from league.schedule.values.task import loose_division, weights_of
from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import Closure, League, Registration, Venue
from league.teams.permissions import roles_of
from scoring import codec
from scoring.season.schedule import task as spec
from scoring.season.schedule.offers import (
    MoveRules,
    NightOffer,
    RefusedNight,
    SiftedOffers,
    Window,
    follows,
    last_day,
    objections_to_asking,
    sift,
)
from scoring.words import join_list, spell_out

# Until a league says otherwise, the two sides of a tie settle its night between them, on any day of the week.
RULES_OF_TIES = MoveRules(
    notice=1, within=None, nights=(0, 1, 2, 3, 4, 5, 6), ahead=1, food="Tell the pub as soon as the night is settled."
)
MOST_ON_ONE_WEEKDAY = 2


def rules_of(competition: Competition) -> MoveRules:
    """The season's rules for moving matches; those that the league has not set are the usual ones."""
    if competition.kind == CompetitionKind.CUP and not competition.moving:
        return RULES_OF_TIES
    return codec.bare_as(MoveRules, competition.moving, "moving")


def standing_of(fixture: Fixture, side: Entry | None, *, at: datetime) -> dict[str, Any]:
    """What a side must expect that asks at that moment: the `rules`, their `objections` to it and what `follows` from
    it, and the last day, `play_by`. The league itself (None) is held to nothing.

    Nor is a side that suggests dates for a match without one: it puts nothing off.
    """
    rules = rules_of(fixture.division.competition)
    standing = {"rules": rules, "objections": (), "follows": "", "play_by": play_by(fixture)}
    if side is None or fixture.date is None:
        return standing
    notice = (fixture.date - timezone.localdate(at)).days
    moved_before = int(Move.objects.filter(asked_by=side).values("fixture").distinct().count())
    objections = tuple(each.text for each in objections_to_asking(rules, notice=notice, before=moved_before))
    return standing | {"objections": objections, "follows": follows(rules, notice)}


def play_by(fixture: Fixture) -> date:
    """The last day on which a match may be played: what was said when it was put off, else by the rules."""
    if fixture.play_by:
        return fixture.play_by
    season = fixture.division.competition.season
    half_ends = season.halfway if fixture.half == 1 else season.ends
    rules = rules_of(fixture.division.competition)
    return last_day(rules, fixture.first_date, half_ends=half_ends, season_ends=season.ends)


def between_captains(move_request: MoveRequest) -> bool:
    """Whether the two captains settle it, or the secretary has the last word: by the rules when it was asked."""
    standing = standing_of(move_request.fixture, move_request.asked_by, at=move_request.at)
    rules: MoveRules = standing["rules"]
    return rules.opponent_agrees and not rules.secretary_confirms and not standing["objections"]


def requests_of_user(user: User, league: League) -> list[MoveRequest]:
    """Requests to move this person's matches that wait, with whether they are `ours`, the oldest first; three queries,
    or one.
    """
    mine = entries_of_user(user, league)
    if not mine:
        return []
    waiting = requests_waiting(league).filter(Q(fixture__home__in=mine) | Q(fixture__away__in=mine))
    return list(waiting.annotate(ours=Q(asked_by__in=mine)).prefetch_related("offers"))


def entries_of_user(user: User, league: League) -> set[int]:
    """The entries that a person acts for, in the season under way: of the teams led, and those in by name; one query.

    No query at all for somebody who has not signed in.
    """
    if not user.is_authenticated:
        return set()
    heads = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
    teams = {role.team_id for role in roles_of(user, league) if role.kind in heads and role.team_id}
    now = Entry.objects.filter(
        division__competition__season__league=league, division__competition__season__current=True
    )
    return set(now.filter(Q(team__in=teams) | Q(players__user=user)).values_list("pk", flat=True))


# --- nights -----------------------------------------------------------------------------------------------------------
@runtime_checkable
class NightAdviser(Protocol):
    """The AppConfig of an app that knows on which nights a team's players can play."""

    def nights_suit(self, entry: Entry, nights: Iterable[date]) -> dict[date, str]: ...


def advice_for(entry: Entry | None, nights: SiftedOffers) -> dict[date, str]:
    """What a side's own players say of the nights that fit, in words; for nobody but who acts for that side."""
    advisers = (app for app in apps.get_app_configs() if isinstance(app, NightAdviser))
    adviser = next(advisers, None)
    return adviser.nights_suit(entry, [offer.date for offer in nights.offers]) if entry and adviser else {}


def nights_for(fixture: Fixture, *, today: date) -> SiftedOffers:
    """The nights on which a match fits, the best first, and the others with why; in six queries.

    A match that is not to be played has none.
    """
    if not fixture.open:
        return SiftedOffers((), ())
    rules = rules_of(fixture.division.competition)
    if fixture.division.competition.kind == CompetitionKind.CUP:
        return _nights_for_tie(fixture, first=today + timedelta(days=rules.ahead), weekdays=rules.nights)
    season = snapshot_of(fixture.division.competition)
    whole, usual = season.competition.season, fixture.first_date.weekday()
    spare = {
        day
        for each in season.blackouts
        if each.kind == BlackoutKind.SPARE
        for day in every_day(each.first, each.last)
        if day.weekday() == usual
    }
    first = max(today + timedelta(days=rules.ahead), whole.starts)
    window = Window(first, play_by(fixture), frozenset(rules.nights), usual, frozenset(spare), days_off(whole))
    task = _task(fixture, season, window)
    matches = [match_of(each) for each in season.fixtures if each.date is not None or each.pk == fixture.pk]
    return _elsewhere(sift(task, matches, match_of(fixture), today=today, window=window), fixture)


def _task(fixture: Fixture, season: SeasonSnapshot, window: Window) -> spec.Task:
    """Everything on the days of the window that are open, with the match's home side at the match's pub.

    The longest run at home or away is a rule for making a list, and not for a match that was put off.
    """
    off = [each for each in season.blackouts if each.kind != BlackoutKind.SPARE]
    days = [day for day in every_day(window.first, max(window.first, window.last)) if open_on(day, off)]
    kept = {each.date for each in season.fixtures if each.date}
    pubs = {entry.pk: entry.team.venue_id for entry in season.entries} | {fixture.home_id: fixture.venue_id}
    return spec.Task(
        id=f"move-{fixture.pk}",
        divisions=tuple(
            replace(loose_division(division, season.entries, days), max_run=None) for division in season.divisions
        ),
        venues=venues_at(season, pubs, {*days, *kept}),
        teams=tuple(
            spec.Team(f"T{entry.pk}", entry.name, f"V{pubs[entry.pk]}", f"D{entry.division_id}")
            for entry in season.entries
        ),
        wishes=wishes_of(season, season.entries),
        fixed=tuple(spec.Fixed(f"F{each.pk}", match_of(each)) for each in season.fixtures if not each.open),
        weights=weights_of(season.competition),
    )


def _elsewhere(night_offers: SiftedOffers, fixture: Fixture) -> SiftedOffers:
    """Without the nights on which a cup match, or one that is played at another pub, stands in the way."""
    fixtures = list(
        Fixture.objects.filter(league=fixture.league_id, state__in=OPEN_STATES, away__isnull=False)
        .filter(date__in=[offer.date for offer in night_offers.offers])
        .exclude(pk=fixture.pk)
        .select_related("home", "away")
    )
    sides = [entry for entry in (fixture.home, fixture.away) if entry]
    good, bad = [], list(night_offers.refused)
    for offer in night_offers.offers:
        tonight = [each for each in fixtures if each.date == offer.date]
        others = [(side, each) for each in tonight for side in sides if plays_in(side, each)]
        why = [f"{side} already play on {night(offer.date)}: {each}" for side, each in others]
        if why := [*why, *_full(fixture.venue, tonight)]:
            bad.append(RefusedNight(offer.date, tuple(why)))
        else:
            good.append(offer)
    return SiftedOffers(tuple(good), tuple(sorted(bad, key=lambda refused: refused.date)))


def _full(venue: Venue, tonight: Iterable[Fixture]) -> list[str]:
    matches = [str(each) for each in tonight if each.venue_id == venue.pk]
    if len(matches) < venue.boards:
        return []
    return [f"{venue} has {spell_out(venue.boards, 'board')}, and {join_list(matches)} is there"]


# --- nights for a tie -------------------------------------------------------------------------------------------------
LEFT_OUT = (BlackoutKind.HOLIDAY, BlackoutKind.OTHER)


def _nights_for_tie(fixture: Fixture, *, first: date, weekdays: Iterable[int]) -> SiftedOffers:
    """Every night from `first` on, on those weekdays, the earliest first; eight queries however many there are.

    `fixture` as `whole_fixtures` gives it.
    """
    season, venue, usual = fixture.division.competition.season, fixture.venue, {*weekdays}
    span = every_day(max(first, season.starts), min(play_by(fixture), season.ends))
    days = [day for day in span if day.weekday() in usual and day != fixture.date]
    if not days:
        return SiftedOffers((), ())
    between = {"first__lte": days[-1], "last__gte": days[0]}
    others = _others(fixture, days)
    wanted = list(_wanted(fixture, others, days[0]))
    closures = list(Closure.objects.filter(venue=venue, **between).order_by("first", "pk"))
    blackouts, off = list(Blackout.objects.filter(season=season, **between)), days_off(season)
    good, bad = [], []
    for day in days:
        tonight, skipped = [each for each in others if each.date == day], _on(day, blackouts)
        why = [f"{venue} is closed" + (f": {each.reason}" if each.reason else "") for each in _on(day, closures)]
        why += [str(each) for each in skipped if each.kind in LEFT_OUT]
        why += [f"{side} already play on {night(day)}: {m}, {m.occasion}" for side, m in wanted if m.date == day]
        if why := [*why, *_full(venue, tonight)]:
            bad.append(RefusedNight(day, tuple(why)))
            continue
        reasons = ["a cup week"] if any(each.kind == BlackoutKind.CUP for each in skipped) else []
        reasons += [off[day]] if day in off else []
        reasons += ["the league’s night"] if day.weekday() == fixture.league.night else []
        good.append(NightOffer(day, 0, tuple(reasons)))
    return SiftedOffers(tuple(good), tuple(bad))


def _on(day: date, spans: Iterable[Any]) -> list[Any]:
    return [each for each in spans if each.first <= day <= each.last]


def _wanted(fixture: Fixture, others: Sequence[Fixture], since: date) -> Iterator[tuple[Entry, Fixture]]:
    """Each side with the other matches that need its people: its own, those of its players by name, and those of the
    teams that they are registered with.
    """
    named = {entry.pk: _players(entry) for each in others for entry in (each.home, each.away) if entry and entry.slug}
    for entry in (each for each in (fixture.home, fixture.away) if each is not None):
        players, teams = _players(entry), {entry.team_id}
        if players:
            registrations = Registration.objects.filter(player__in=players, state=RegistrationState.APPROVED)
            now = registrations.filter(Q(until=None) | Q(until__gte=since))
            teams = set(now.values_list("team_id", flat=True))
        for match in others:
            sides = [side for side in (match.home, match.away) if side is not None]
            if plays_in(entry, match) or any(
                players & named.get(side.pk, frozenset()) or (not side.slug and side.team_id in teams) for side in sides
            ):
                yield entry, match


def _players(entry: Entry) -> frozenset[int]:
    """The players of an entry by name; of a team's none, for its squad is another matter."""
    return frozenset(player.pk for player in entry.players.all()) if entry.slug else frozenset()


def _others(fixture: Fixture, days: list[date]) -> list[Fixture]:
    """Every other match of the league on those days, with the players of its sides where they are named."""
    fixtures = Fixture.objects.filter(league=fixture.league_id, away__isnull=False, state__in=OPEN_STATES)
    fixtures = fixtures.filter(date__range=(days[0], days[-1])).exclude(pk=fixture.pk)
    whole = fixtures.select_related("home", "away", "venue", "division__competition")
    return list(whole.prefetch_related("home__players", "away__players").order_by("date", "pk"))
