"""Finding matches, by the address they have or had, by night or waiting; and what somebody may do about one."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Model, Q, QuerySet
from django.db.models.query import ModelIterable
from django.http import Http404
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Fixture, MoveRequest, Season
from league.schedule.permissions import may_answer_move, may_ask_move, may_move, may_withdraw_request, side_of
from league.schedule.values.calendar import WEEK, week_of
from league.schedule.values.matches import card_due, meetings_of, plays_in, too_many_meetings
from league.teams.models import Closure, FormerName, League, Team, Venue
from league.teams.permissions import is_officer

if TYPE_CHECKING:
    from scoring.card.league_rules import LeagueRules

LONGEST_ADDRESS = 90 + len("-v-") + 90  # of a match between two entries
OPEN_STATES = (FixtureState.SCHEDULED, FixtureState.POSTPONED)


class AddressedFixture(NamedTuple):
    """A fixture, and whether it was looked for under an address that is no longer its own."""

    fixture: Fixture
    moved: bool


def whole_fixtures() -> QuerySet[Fixture]:
    """Fixtures with everything that a match page, a card or a permission asks of them, in one query.

    The league is joined once; the season, the teams and the venue have that one.
    """
    whole: QuerySet[Fixture] = Fixture.objects.select_related(
        "league", "division__competition__season", "home__team", "away__team", "venue", "voided_with"
    )
    return with_shared_relations(whole)


def fixture_by_code(code: str) -> Fixture | None:
    """The match with this code, whatever league it is in; the caller says who may be told."""
    with scopes_disabled():
        return whole_fixtures().filter(code__iexact=code).first()


def fixture_by_address(day: date, slug: str, among: QuerySet[Fixture] | None = None) -> AddressedFixture:
    """The fixture at an address ("2026-11-24", "crown-a-v-bell"), else Http404; `among` says how much of it is read.

    An address with a team's former name, with the date that a match was moved to, or with the day on which it was put
    up without one, leads to the one that it has (answer with a permanent redirect).
    """
    sides = list(_sides(slug)) if len(slug) <= LONGEST_ADDRESS else []
    if not sides:
        raise Http404(f"{slug} is not a match.")
    fixtures = whole_fixtures() if among is None else among
    current = fixtures.filter(_named(sides, {}), first_date=day).order_by("pk").first()
    if current is not None:
        return AddressedFixture(current, moved=False)
    once = Q(first_date=day) | Q(date=day) | Q(put_up_on=day)
    slugs = {slug for pair in sides for slug in pair if slug}
    teams = dict(FormerName.objects.filter(slug__in=slugs).values_list("slug", "team"))
    former = fixtures.filter(_named(sides, teams), once).order_by("pk").first()
    if former is None:
        raise Http404(f"No match {slug} is or was on {day}.")
    return AddressedFixture(former, moved=True)


def _sides(slug: str) -> Iterator[tuple[str, str | None]]:
    """Every reading of "a-v-b": a team's own address may have "-v-" in it."""
    words = slug.split("-v-")
    for cut in range(1, len(words)):
        home, away = "-v-".join(words[:cut]), "-v-".join(words[cut:])
        if home:
            yield home, away or None
    if slug.endswith("-bye"):
        yield slug.removesuffix("-bye"), None


def _named(sides: list[tuple[str, str | None]], former: dict[str, int]) -> Q:
    """Entries by their own addresses, or by their teams' if they have none; `former` are teams by other addresses."""
    named = Q()
    for pair in sides:
        match = Q()
        for side, slug in zip(("home", "away"), pair, strict=True):
            if slug is None:
                match &= Q(**{side: None})
                continue
            team = Q(**{f"{side}__team__slug": slug})
            if slug in former:
                team |= Q(**{f"{side}__team": former[slug]})
            match &= Q(**{f"{side}__slug": slug}) | (Q(**{f"{side}__slug": ""}) & team)
        named |= match
    return named


def current_season(league: League) -> Season | None:
    return Season.objects.filter(league=league, current=True).first()


def open_fixtures(league: League) -> QuerySet[Fixture]:
    """Matches of the current season that are still to be played, or to be told of; ties only once it is closed."""
    return open_anywhere().filter(league=league)


def open_anywhere() -> QuerySet[Fixture]:
    """The same of every league, where no league's scope is open."""
    return whole_fixtures().filter(
        _season_open(), division__competition__season__current=True, away__isnull=False, state__in=OPEN_STATES
    )


def _season_open(of: str = "") -> Q:
    """Matches that may still be played: those of tables only until their season is closed; `of` leads to a match."""
    competition = f"{of}division__competition__"
    return Q(**{f"{competition}season__closed_at": None}) | Q(**{f"{competition}kind": CompetitionKind.CUP})


def on_night(league: League, night: date) -> QuerySet[Fixture]:
    """Matches of one night of any season that have not begun."""
    fixtures = whole_fixtures().filter(league=league, date=night, away__isnull=False)
    return fixtures.filter(in_play=False, state=FixtureState.SCHEDULED).order_by("division__rank", "home__name", "pk")


def begun_on(league: League, night: date) -> int:
    """How many matches of one night are being played or have been."""
    begun = Q(in_play=True) | Q(state=FixtureState.PLAYED)
    return Fixture.objects.filter(begun, league=league, date=night, away__isnull=False).count()


def of_tables(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Without the ties of cups, which are the co-ordinator's."""
    return fixtures.exclude(division__competition__kind=CompetitionKind.CUP)


def without_a_date(league: League) -> QuerySet[Fixture]:
    """Matches that were put off and have no new date, the longest waiting first; ties of cups left out."""
    return of_tables(open_fixtures(league)).filter(date=None).order_by("first_date", "pk")


def cards_due(league: League, at: datetime) -> list[tuple[Fixture, datetime]]:
    """Matches that are over by the rules and of which nothing is known: with the hour the card was due, oldest first.

    Without ties of cups, which the co-ordinator chases, and without matches of a closed season.
    """
    rules: dict[int, LeagueRules] = {}
    late = []
    over = of_tables(open_fixtures(league)).filter(date__lte=localdate(at))
    for fixture in over.order_by("date", "pk"):
        if fixture.division_id not in rules:
            rules[fixture.division_id] = fixture.division.rules_in_force(league)
        due = card_due(fixture, rules[fixture.division_id])
        if due is not None and due < at:
            late.append((fixture, due))
    return late


def requests_about() -> QuerySet[MoveRequest]:
    """Requests to move a match with everything that is said about them, in two queries."""
    requests: QuerySet[MoveRequest] = MoveRequest.objects.select_related(
        "asked_by__team__league",
        "by",
        "answered_by",
        "fixture__league",
        "fixture__division__competition__season",
        "fixture__home__team__league",
        "fixture__away__team__league",
        "fixture__venue",
    )
    return requests.prefetch_related("offers")


def requests_waiting(league: League) -> QuerySet[MoveRequest]:
    """Captains' requests that wait and whose match can still be moved, oldest first; without the dates offered."""
    waiting = requests_about().filter(
        _season_open("fixture__"), fixture__league=league, accepted=None, fixture__state__in=OPEN_STATES
    )
    return waiting.prefetch_related(None).order_by("at", "pk")


def doubts_about(fixture: Fixture, day: date, venue: Venue) -> Iterator[str]:
    """What speaks against playing a match on a day at a venue, in words; it is for the secretary to judge."""
    same_night = open_fixtures(fixture.league).filter(date=day).exclude(pk=fixture.pk)
    matches = []
    for other in same_night:
        for entry in (fixture.home, fixture.away):
            if entry is not None and plays_in(entry, other):
                yield f"{entry} already play that night: {other}."
        if other.venue_id == venue.pk:
            matches.append(other)
    if len(matches) >= venue.boards:
        room = "one match" if venue.boards == 1 else f"{venue.boards} matches"
        yield f"{venue} has room for {room}, and already has {', '.join(map(str, matches))}."
    yield from too_often(fixture, day)
    for closure in Closure.objects.filter(venue=venue, first__lte=day, last__gte=day):
        yield f"{venue} is closed that night" + (f": {closure.reason}." if closure.reason else ".")


def too_often(fixture: Fixture, day: date | None) -> Iterator[str]:
    """That the two sides of a match would meet too often, or too often with the same one of them at home."""
    if fixture.division.competition.kind == CompetitionKind.CUP:
        return
    of_both = Q(home=fixture.home, away=fixture.away) | Q(home=fixture.away, away=fixture.home)
    others = Fixture.objects.filter(of_both, division=fixture.division_id).exclude(pk=fixture.pk)
    others = others.exclude(state=FixtureState.VOID).select_related("home", "away").order_by("first_date", "pk")
    homes = [(fixture.home, day), *((each.home, each.date) for each in others)]
    if text := too_many_meetings((fixture.home, fixture.away), homes, meetings_of(fixture)):
        yield text


def sides_of_team(team: Team) -> Q:
    """Fixtures in which a team plays as a team: not those of its players in a cup by name."""
    return Q(home__team=team, home__slug="") | Q(away__team=team, away__slug="")


# --- what one person can do -------------------------------------------------------------------------------------------
def desk_of(user: User | AnonymousUser, fixture: Fixture) -> dict[str, Any]:
    """The `side` that somebody acts for, what they may do, and the captain's `request` that waits. It is `empty` where
    nothing is to be done but about a request: a captain cannot ask to move a match that has begun.

    One query for the captains of the match and the officers, one more for a request's dates, none for others.
    """
    officer, side, arranges = is_officer(user, fixture.league), side_of(user, fixture), may_move(user, fixture)
    concerned = officer or side or arranges
    waiting = requests_about().filter(fixture=fixture, accepted=None).first() if concerned else None
    may_ask = waiting is None and may_ask_move(user, fixture)
    return {
        "side": side,
        "officer": officer,
        "arranges": arranges,
        "may_ask": may_ask,
        "may_answer": waiting is not None and may_answer_move(user, waiting),
        "may_withdraw": waiting is not None and may_withdraw_request(user, waiting),
        "request": waiting,
        "empty": not (officer or may_ask or (arranges and fixture.state == FixtureState.VOID)),
    }


# A tie whose sides are still to arrange a date: its first date is only the day of its address.
TO_ARRANGE = Q(date=None, put_up_on__isnull=False, put_up_on=F("first_date"))


def weeks_of(season: Season) -> tuple[date, ...]:
    """The Mondays of all weeks in which the season has or had a match; one query."""
    dated = Fixture.objects.filter(division__competition__season=season).exclude(TO_ARRANGE)
    days = dated.values_list("date", "first_date").distinct()
    return tuple(sorted({week_of(day) for pair in days for day in pair if day is not None}))


def in_week(fixtures: QuerySet[Fixture], monday: date) -> QuerySet[Fixture]:
    """The fixtures that are or were in the week from this Monday on."""
    return between(fixtures, monday, monday + WEEK - timedelta(days=1))


def between(fixtures: QuerySet[Fixture], first: date, last: date) -> QuerySet[Fixture]:
    days = (first, last)
    return fixtures.filter(Q(date__range=days) | Q(first_date__range=days)).exclude(TO_ARRANGE)


# --- rows with what is joined to them made once -----------------------------------------------------------------------
Rows = TypeVar("Rows", bound=QuerySet[Any])


def with_shared_relations(rows: Rows) -> Rows:
    """The same rows, in which what `select_related` joins is one object for each row of its own table.

    What a row names by its key and some row before it was joined to, a team its league, it is given without a join.
    """
    shared: Rows = rows.all()
    shared._iterable_class = _SharedRows  # noqa: SLF001
    return shared


class _SharedRows(ModelIterable):
    def __iter__(self) -> Iterator[Any]:
        shared: dict[tuple[Any, Any], Model] = {}
        for row in super().__iter__():
            _share(row, shared, "")
            yield row


def _share(row: Model, shared: dict[tuple[Any, Any], Model], path: str) -> None:
    """`shared` is what was joined to rows before, by the way to it and its key, and by its model and its key."""
    for field in _relations_of(type(row)):
        joined = field.get_cached_value(row, default=None)
        if joined is None:
            other = shared.get((field.related_model, row.__dict__.get(field.attname)))
        else:
            way = f"{path}__{field.name}"
            other = shared.setdefault((way, joined.pk), joined)
            if other is joined:
                _share(joined, shared, way)
                shared.setdefault((type(joined), joined.pk), joined)
        if other is not None:
            field.set_cached_value(row, other)


@cache
def _relations_of(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if field.is_relation]
