"""Matches as entries of a calendar. Public feeds name teams and never a person: a match of players is its round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.timezone import get_default_timezone, localdate

from league.base.accounts.models import User, digest_of
from league.base.audit.queries import last_changes
from league.base.ui.converters import addresses, of_season
from league.cups.models import Cup
from league.documents.kinds import CalendarOf
from league.documents.models import CalendarLink
from league.results.choices import PUBLIC_STATES
from league.schedule.choices import CompetitionKind, FixtureStatus
from league.schedule.models import Division, Entry, Fixture, Move
from league.schedule.queries.matches import TO_ARRANGE, sides_of_team, whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import League, Player, Registration, Team, Venue
from league.teams.permissions import roles_of

# A season that is over stays in the phones of those who follow it for a year.
SHOWN_AFTERWARDS = timedelta(days=365)
SAID = (  # all that an entry says, of 141 columns
    *("code", "version", "date", "first_date", "start_time", "state", "in_play", "put_up_on", "play_by", "stage"),
    *(f"{side}__{name}" for side in ("home", "away") for name in ("name", "slug", "team__slug")),
    *(f"venue__{name}" for name in ("name", "address", "postcode", "notes")),
    *("league__slug", "division__name", "voided_with__name"),
    *(f"division__competition__{name}" for name in ("name", "slug", "season__slug", "season__starts")),
    *(f"result__{name}" for name in ("fixture", "state", "home_games", "away_games", "home_half", "away_half")),
    "result__confirm_by",
)
OFF_LABELS = {
    FixtureStatus.POSTPONED: "Postponed",
    FixtureStatus.VOID: "Void",
    FixtureStatus.WITHDRAWN: "No match",
    FixtureStatus.AWARDED: "Not played",
}
PAIR = 2  # players; more of them are a team and have its name
OF_A_TEAM = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.PLAYER, RoleKind.SCORER)


@dataclass(frozen=True, slots=True)
class CalendarSlot:
    """One match in a calendar. `uid` is its own for good; `sequence` goes up with every change, at `changed`.

    A match that is `off` keeps the hour that it had. One that is postponed is tentative and not cancelled, since Google
    takes out what is cancelled. `page` is an address within the site.
    """

    uid: str
    sequence: int
    title: str
    starts: datetime
    off: bool
    postponed: bool
    place: str
    notes: tuple[str, ...]
    page: str
    changed: datetime


@dataclass(frozen=True, slots=True)
class CalendarFeed:
    name: str
    about: str
    page: str
    slots: tuple[CalendarSlot, ...] = ()


def of_league(league: League, at: datetime, *, named: bool = False) -> CalendarFeed:
    """Every match of the league, its cups among them; `named` says whether players may be named."""
    page = reverse("fixtures", args=[league.slug])
    slots = _slots(league, _recent(league, at), at, named=named)
    return CalendarFeed(league.name, "Every match of the league.", page, slots)


def of_team(team: Team, at: datetime, *, named: bool = False) -> CalendarFeed:
    slots = _slots(team.league, _recent(team.league, at).filter(sides_of_team(team)), at, named=named)
    return CalendarFeed(f"{team} dominoes", f"Matches of {team}, {team.league}.", team.get_absolute_url(), slots)


def of_venue(venue: Venue, at: datetime, *, named: bool = False) -> CalendarFeed:
    slots = _slots(venue.league, _recent(venue.league, at).filter(venue=venue), at, named=named)
    return CalendarFeed(f"Dominoes at {venue}", f"Matches at {venue}, {venue.league}.", venue.get_absolute_url(), slots)


def of_division(division: Division, league: League, at: datetime, *, named: bool = False) -> CalendarFeed:
    season, slots = (
        division.competition.season,
        _slots(league, _matches(league).filter(division=division), at, named=named),
    )
    page = of_season(league.slug, season, "table", division=division.slug)
    return CalendarFeed(f"{division}, {league}", f"Season {season}.", page, slots)


def of_cup(cup: Cup, league: League, at: datetime) -> CalendarFeed:
    slots = _slots(league, _matches(league).filter(division=cup.division_id), at, named=False)
    return CalendarFeed(f"{cup}, {league}", f"Season {cup.season}.", cup.get_absolute_url(), slots)


def of_match(fixture: Fixture, at: datetime, *, named: bool = True) -> CalendarFeed:
    """One match by itself, as it goes with a mail to its two sides, who may be named."""
    about, league = f"{fixture.occasion}, {fixture.league}.", fixture.league
    slots = _slots(league, _matches(league).filter(pk=fixture.pk), at, named=named)
    return CalendarFeed(str(fixture), about, fixture.get_absolute_url(), slots)


def of_person(user: User, league: League, at: datetime) -> CalendarFeed:
    """Everything somebody plays in or looks after: the matches of their teams, and their own in cups."""
    mine = Player.objects.filter(Q(user=user) | Q(merged_into__user=user))
    plays_for = Registration.objects.filter(player__in=mine, state=RegistrationState.APPROVED)
    plays_for = plays_for.filter(Q(until=None) | Q(until__gte=localdate(at)))
    teams = {*plays_for.values_list("team", flat=True)}
    teams |= {each.team_id for each in roles_of(user, league) if each.kind in OF_A_TEAM and each.team_id is not None}
    entries = Entry.objects.filter(Q(team__in=teams, slug="") | Q(players__in=mine)).values("pk")
    slots = _slots(league, _recent(league, at).filter(Q(home__in=entries) | Q(away__in=entries)), at, named=True)
    page = reverse("league-home", args=[league.slug])
    return CalendarFeed(f"{league.short_name} dominoes", f"Your matches in {league}.", page, slots)


def _matches(league: League) -> QuerySet[Fixture]:
    """Every match that has a date or once had one, with its result, in one query."""
    dated = whole_fixtures().filter(league=league, away__isnull=False).exclude(TO_ARRANGE)
    return dated.select_related("result").only(*SAID).order_by("first_date", "code")


def _recent(league: League, at: datetime) -> QuerySet[Fixture]:
    """Those of this season, and what was played in the year before."""
    today = localdate(at)
    over = Q(division__competition__season__ends__lt=today, date__gte=today - SHOWN_AFTERWARDS)
    return _matches(league).filter(Q(division__competition__season__current=True) | over)


def _slots(league: League, matches: QuerySet[Fixture], at: datetime, *, named: bool) -> tuple[CalendarSlot, ...]:
    """These matches in a calendar: three queries, and one more for the players where they are named."""
    rows = list(matches)
    changed, players = last_changes(Fixture, [row.pk for row in rows]), _players(rows, league) if named else {}
    moves = Move.objects.filter(fixture__in=[row.pk for row in rows if row.date is None], old_date__isnull=False)
    nights = dict(moves.order_by("at", "pk").values_list("fixture_id", "old_date"))  # the last that each had
    pages = {day: addresses("match", league.slug, day.isoformat()) for day in {row.first_date for row in rows}}
    slots = []
    for row in rows:
        if named or not (row.home.slug or (row.away and row.away.slug)):
            title, page = (
                " v ".join(_side(each, players) for each in (row.home, row.away) if each),
                pages[row.first_date](row.slug),
            )
        else:
            cup = row.division.competition
            title, page = row.occasion, reverse("cup", args=[league.slug, cup.season.slug, cup.slug])
        slots.append(_slot(league, row, at, (title, page), night=nights.get(row.pk), changed=changed.get(row.pk)))
    return tuple(slots)


def _slot(
    league: League,
    fixture: Fixture,
    at: datetime,
    shown: tuple[str, str],
    *,
    night: date | None,
    changed: datetime | None,
) -> CalendarSlot:
    (title, page), venue, zone = shown, fixture.venue, get_default_timezone()
    off = OFF_LABELS.get(fixture.status, "")
    return CalendarSlot(
        uid=f"{fixture.code}@{league.slug}.double-six",
        sequence=fixture.version,
        title=f"{off}: {title}" if off else title,
        starts=starts_at(fixture) or datetime.combine(night or fixture.first_date, fixture.start_time, zone),
        off=bool(off),
        postponed=fixture.status == FixtureStatus.POSTPONED,
        place=", ".join(filter(None, (venue.name, venue.address, venue.postcode))),
        notes=(f"{fixture.occasion}, {league}", *_notes(fixture, at, off)),
        page=page,
        changed=changed or datetime.combine(fixture.division.competition.season.starts, time(), zone),
    )


def _players(fixtures: Iterable[Fixture], league: League) -> dict[int, list[str]]:
    entries = {entry.pk for each in fixtures for entry in (each.home, each.away) if entry is not None and entry.slug}
    names_by_entry: dict[int, list[str]] = {}
    through = Entry.players.through.objects.filter(entry__in=entries).select_related("player")
    for each in through.order_by("player_id"):
        each.player.league = league  # known already, and read by public_name
        names_by_entry.setdefault(each.entry_id, []).append(each.player.public_name)
    return names_by_entry


def _side(entry: Entry, players: Mapping[int, Sequence[str]]) -> str:
    """A team by its name that season; one or two players by the names that the league makes public."""
    names = players.get(entry.pk, ())
    return " & ".join(names) if names and len(names) <= PAIR else entry.name


def _notes(fixture: Fixture, at: datetime, off: str) -> Iterator[str]:
    if off == OFF_LABELS[FixtureStatus.POSTPONED]:
        until = f", to be played by {fixture.day_text(fixture.play_by)}" if fixture.play_by else ""
        yield f"Postponed: a new date is to be agreed{until}."
    elif off:
        yield "This match is not to be played."
    elif fixture.moved:
        yield f"Moved from {fixture.day_text(fixture.first_date)}."
    result = getattr(fixture, "result", None)
    if result is not None and result.state_at(at) in PUBLIC_STATES and not off:
        yield f"Result: {result.score}"
    if fixture.venue.notes and not off:
        yield fixture.venue.notes


# --- calendar links ---------------------------------------------------------------------------------------------------
RELATED = ("league", "user", "team__league", "venue__league", "division__competition__season__league")


def link_of(token: str, league: League) -> CalendarLink | None:
    """The link with this secret, taken back or not, if it is of this league."""
    links: QuerySet[CalendarLink] = CalendarLink.objects.select_related(*RELATED)
    return links.filter(league=league, digest=digest_of(token)).first()


def links_in(league: League) -> QuerySet[CalendarLink]:
    links: QuerySet[CalendarLink] = CalendarLink.objects.select_related(*RELATED)
    return links.filter(league=league, revoked_at=None).order_by("-at", "-pk")


def feed_of(link: CalendarLink, at: datetime) -> CalendarFeed:
    """What a link shows: players by the names that the league makes public."""
    if link.kind == CalendarOf.MINE:
        return of_person(link.user, link.league, at)
    if link.team is not None:
        return of_team(link.team, at, named=True)
    if link.venue is not None:
        return of_venue(link.venue, at, named=True)
    if link.division is not None:
        return of_division(link.division, link.league, at, named=True)
    return of_league(link.league, at, named=True)


# --- calendars to follow ----------------------------------------------------------------------------------------------
def calendars_of(league: League) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every calendar of this season as (name, address) below a heading; four queries."""
    at = league.slug
    this_season = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    divisions = Division.objects.filter(**this_season).order_by("rank", "pk")
    cups = Cup.objects.filter(division__competition__season__current=True, by_card=True)
    cups = cups.select_related("division__competition__season").order_by("division__competition__name", "pk")
    teams = Team.objects.filter(active=True).order_by("name")
    venues = Venue.objects.filter(teams__active=True).distinct().order_by("name", "pk")
    groups = [
        ("A team", [(each.name, reverse("team-calendar", args=[at, each.slug])) for each in teams]),
        ("The league", [("Every match", reverse("league-calendar", args=[at]))]),
        ("A division", [(each.name, reverse("division-calendar", args=[at, each.slug])) for each in divisions]),
        (
            "A cup",
            [(each.name, reverse("cup-calendar", args=[at, each.season.slug, each.competition.slug])) for each in cups],
        ),
        ("A venue", [(each.name, reverse("venue-calendar", args=[at, each.slug])) for each in venues]),
    ]
    return [group for group in groups if group[1]]
