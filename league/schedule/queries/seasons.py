"""Seasons, how far the setting up of one has come, and the rules in force as a rule book."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.schedule.bank_holidays import bank_holidays
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, FixtureList, Season
from league.schedule.presenters.calendar import SeasonCalendar, calendar_month, nights_needed
from league.schedule.presenters.rule_book import RuleBook, in_sections, rule_book_games
from league.schedule.presenters.set_up import SetUp
from league.schedule.values.calendar import WEEK, league_nights, open_on, week_of, weekly_nights
from league.schedule.values.matches import constitution_of
from league.teams.models import League, Role, Team
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.format import Format
from scoring.card.rulebook import Section, describe


def seasons_of(league: League) -> QuerySet[Season]:
    """Every season with the number of its matches, the latest first."""
    seasons: QuerySet[Season] = Season.objects.filter(league=league).order_by("-starts", "-pk")
    return seasons.annotate(
        matches=Count(
            "competitions__divisions__fixtures", filter=Q(competitions__divisions__fixtures__away__isnull=False)
        )
    )


INVITED_FOR = timedelta(days=14)  # after the first match of a season


def season_is_ahead(user: User, at: datetime) -> bool:
    """Whether some league still waits for this person, who was invited and has not come: until two weeks after the
    first match of the season that was next when the invitation was sent, and while there is no season at all.

    Looks across leagues, and only at those in which the person has a role.
    """
    if user.invited_until is None:
        return False
    sent, today = localdate(user.invited_until - INVITED_FOR), localdate(at)
    with scopes_disabled():
        leagues = list(Role.objects.filter(user=user, ended_at=None).values_list("league", flat=True))
        first = Min("competitions__divisions__fixtures__date")
        seasons = list(Season.objects.filter(league__in=leagues).annotate(first=first))
    return any(_waits([each for each in seasons if each.league_id == league], sent, today) for league in leagues)


def _waits(seasons: list[Season], sent: date, today: date) -> bool:
    """Whether a league with these seasons waits today for somebody who was invited on a day."""
    begins = [begin for each in seasons if (begin := each.first or each.starts) > sent]  # type: ignore[attr-defined]
    if begins:
        return today <= min(begins) + INVITED_FOR
    return not any(each.starts <= sent <= each.ends for each in seasons)


def league_competition(season: Season) -> Competition:
    """The season's league, as opposed to its cups."""
    found: Competition = Competition.objects.select_related("season__league").get(
        season=season, kind=CompetitionKind.LEAGUE
    )
    return found


def set_up_of(season: Season) -> SetUp:
    """How far a season's setting up has come, in six queries."""
    competition = league_competition(season)
    entries: dict[int, list[Entry]] = {}
    for entry in (
        Entry.objects.filter(division__competition=competition).select_related("team__venue").order_by("name", "pk")
    ):
        entries.setdefault(entry.division_id, []).append(entry)
    divisions = Division.objects.filter(competition=competition).order_by("rank", "pk")
    placed = {entry.team_id for there in entries.values() for entry in there}
    matches = Fixture.objects.filter(division__competition=competition, away__isnull=False)
    figures = matches.aggregate(count=Count("pk"), first=Min("first_date"), last=Max("first_date"))
    return SetUp(
        season=season,
        competition=competition,
        divisions=tuple((division, tuple(entries.get(division.pk, ()))) for division in divisions),
        unplaced=tuple(Team.objects.filter(active=True).exclude(pk__in=placed).order_by("name", "pk")),
        drafts=FixtureList.objects.filter(competition=competition).count(),
        matches=figures["count"],
        first=figures["first"],
        last=figures["last"],
    )


def rule_book(league: League, season: Season | None = None) -> RuleBook:
    """The rules in force: of a season's league competition, or of the current one's; else those the league has set."""
    competition, rules = _in_force(league, season)
    return RuleBook(
        sections=tuple(each for each in describe(rules) if each.title != "Numbered rules"),
        games=tuple(rule_book_games(rules.format)),
        numbered=rules.rules,
        source=rules.source,
        season=competition.season.name if competition else "",
        divisions=tuple(_divisions(competition, rules)) if competition else (),
    )


def cards_in_force(league: League) -> tuple[Format, ...]:
    """The card that the league plays now, then those of divisions with rules of their own."""
    competition, rules = _in_force(league)
    return (rules.format, *(own.format for _, own in (_own_rules(competition) if competition else ())))


def _in_force(league: League, season: Season | None = None) -> tuple[Competition | None, Constitution]:
    """The league competition of a season, or of the current one, with its rules; the league's where there is none."""
    wanted = {"season__current": True} if season is None else {"season": season}
    found = Competition.objects.filter(season__league=league, kind=CompetitionKind.LEAGUE, **wanted)
    competition = found.select_related("season__league").order_by("pk").first()
    rules = constitution_of(competition) if competition else codec.decode_as(Constitution, league.constitution)
    return competition, rules


def _own_rules(competition: Competition) -> Iterator[tuple[str, Constitution]]:
    """The divisions with rules of their own, by name."""
    for division in competition.divisions.exclude(constitution=None).order_by("rank", "pk"):
        yield division.name, codec.decode_as(Constitution, division.constitution)


def _divisions(competition: Competition, rules: Constitution) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Each division with rules of its own, and what they say otherwise, also of how a game is played."""
    known = {sentence for section in in_sections(rules) for sentence in section.rules}
    for name, own in _own_rules(competition):
        there = in_sections(own)
        found = (Section(each.title, tuple(rule for rule in each.rules if rule not in known)) for each in there)
        yield name, tuple(section for section in found if section.rules)


# --- Nights and weeks ------------------------------------------------------------------------------------------------

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
    """The same from one day to another."""
    days = (first, last)
    return fixtures.filter(Q(date__range=days) | Q(first_date__range=days)).exclude(TO_ARRANGE)


def calendar_of(competition: Competition) -> SeasonCalendar:
    """The calendar of a season, in two queries."""
    season = competition.season
    blackouts = tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))
    found = list(divisions_of(competition))
    nights = league_nights(season, found)
    bank = bank_holidays(season)
    weekly = (*weekly_nights(season.starts, season.ends, season.starts.weekday()), season.ends)
    months = sorted({day.replace(day=1) for day in weekly})
    return SeasonCalendar(
        months=tuple(calendar_month(first, season, nights, blackouts, bank) for first in months),
        needs=tuple(nights_needed(division, blackouts) for division in found),
        blackouts=blackouts,
        on_bank_holidays=tuple(day for day in sorted(nights & bank.keys()) if open_on(day, blackouts)),
    )


def divisions_of(competition: Competition) -> QuerySet[Division]:
    """The divisions from the top, each with its league at hand and the number of its `teams`."""
    found: QuerySet[Division] = Division.objects.filter(competition=competition).order_by("rank", "pk")
    teams = Count("entries", filter=Q(entries__withdrawn_on=None))
    return found.select_related("competition__season__league").annotate(teams=teams)


def matches_on(competition: Competition, first: date, last: date) -> int:
    """How many matches of the list are still to be played on those days, first and last included."""
    dated = Fixture.objects.filter(division__competition=competition, date__range=(first, last))
    return dated.filter(state=FixtureState.SCHEDULED, away__isnull=False).count()
