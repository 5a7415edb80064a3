"""Seasons, how far the setting up of one has come, and the rules in force as a rule book."""

from calendar import Calendar as Weeks
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.ui.formats import night
from league.schedule.bank_holidays import bank_holidays
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, FixtureList, Season
from league.schedule.presenters.rule_book import RuleBook, in_sections, rule_book_games
from league.schedule.values.calendar import (
    division_night,
    league_nights,
    nights_of,
    open_on,
    weekday_name,
    weekly_nights,
)
from league.schedule.values.matches import rules_of_competition
from league.teams.models import League, Role, Team
from scoring import codec
from scoring.card.format import Format
from scoring.card.league_rules import LeagueRules
from scoring.card.rulebook import Section, describe
from scoring.season.schedule.circle import rounds_needed
from scoring.words import spell_out


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """One day of a calendar; `night` on which a division plays, unless it is `off`; `bank` is a bank holiday's name."""

    on: date
    night: bool = False
    off: Blackout | None = None
    bank: str = ""

    @property
    def short(self) -> str:
        if self.off and self.night:
            return {"cup": "cup", "holiday": "hol", "spare": "spare"}.get(self.off.kind, "off")
        return "BH" if self.bank else ""


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month from Monday to Sunday: rows of seven, None where the day is of another month."""

    first: date
    weeks: tuple[tuple[CalendarDay | None, ...], ...]

    @property
    def bank(self) -> list[CalendarDay]:
        return [day for week in self.weeks for day in week if day and day.bank]


@dataclass(frozen=True, slots=True)
class NightsNeeded:
    """How many nights a division's list takes, and how many are left to it."""

    division: Division
    teams: int
    night: str
    needed: int
    left: int

    @property
    def short(self) -> int:
        return max(0, self.needed - self.left)

    @property
    def text(self) -> str:
        """As "18 nights are needed, 20 are left: 2 to spare"; what is missing is not said."""
        if not self.needed:
            return "No matches to play yet"
        text = f"{self.needed} night{' is' if self.needed == 1 else 's are'} needed, "
        text += f"{self.left} {'is' if self.left == 1 else 'are'} left"
        if self.short:
            return text
        return f"{text}: {self.left - self.needed} to spare" if self.left > self.needed else f"{text}: just enough"


@dataclass(frozen=True, slots=True)
class SeasonCalendar:
    """A season's months, what its divisions need, the nights left out, and those of its nights on bank holidays."""

    months: tuple[CalendarMonth, ...]
    needs: tuple[NightsNeeded, ...]
    blackouts: tuple[Blackout, ...]
    on_bank_holidays: tuple[date, ...]


def nights_needed(division: Division, blackouts: tuple[Blackout, ...]) -> NightsNeeded:
    teams: int = division.teams  # type: ignore[attr-defined]  # annotated by divisions_of
    return NightsNeeded(
        division=division,
        teams=teams,
        night=weekday_name(division_night(division)),
        needed=rounds_needed(teams, division.legs) if teams > 1 else 0,
        left=len(nights_of(division, blackouts)),
    )


def calendar_month(
    first: date, season: Season, nights: set[date], blackouts: tuple[Blackout, ...], bank: dict[date, str]
) -> CalendarMonth:
    def day(on: date) -> CalendarDay | None:
        if on.month != first.month:
            return None
        off = next((each for each in blackouts if each.first <= on <= each.last), None)
        return CalendarDay(on, night=on in nights, off=off, bank=bank.get(on, ""))

    def weeks() -> Iterator[tuple[CalendarDay | None, ...]]:
        for week in Weeks().monthdatescalendar(first.year, first.month):
            row = tuple(day(on) for on in week)
            if any(each and season.starts <= each.on <= season.ends for each in row):
                yield row

    return CalendarMonth(first, tuple(weeks()))


# --- the steps to a season --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SeasonStep:
    """One step of setting a season up: what there is of it, and the name of the page where it is done."""

    title: str
    text: str
    done: bool
    page: str
    act: str  # "" where nothing is left to do on the page


@dataclass(frozen=True, slots=True)
class SetUp:
    """A season in figures: its divisions with their teams, the teams in none, its drafts and its fixtures."""

    season: Season
    competition: Competition
    divisions: tuple[tuple[Division, tuple[Entry, ...]], ...]
    unplaced: tuple[Team, ...]
    drafts: int
    matches: int
    first: date | None
    last: date | None

    @property
    def teams(self) -> int:
        return sum(len(entries) for _, entries in self.divisions)

    @property
    def fixed(self) -> bool:
        """Whether results have come in: from then on the list is changed match by match."""
        return self.competition.frozen_at is not None

    @property
    def ready(self) -> bool:
        return self.matches > 0

    @property
    def step(self) -> str:
        """What comes next: "divisions", "teams", "matches", "opening", or "" when nothing is left to do."""
        if not self.divisions:
            return "divisions"
        if not self.teams:
            return "teams"
        if not self.matches:
            return "matches"
        return "" if self.season.current else "opening"

    @property
    def steps(self) -> tuple[SeasonStep, ...]:
        """Everything that sets a season up, in the order in which it is done.

        Once results are in, matches change one at a time, and nothing leads to drafts any more.
        """
        plan, drafts = ("", "") if self.fixed else ("Plan the fixtures", "Drafts")
        publish = "" if self.matches else "Publish"
        opened = "" if self.season.current else "Make it the current season"
        return (
            SeasonStep("Dates", _dates_text(self.season), True, "season-days", "Change"),  # noqa: FBT003
            SeasonStep("Divisions", self._divisions_text, bool(self.divisions), "season-divisions", "Change"),
            SeasonStep("Teams", self._teams_text, self.teams > 0, "season-teams", "Change"),
            SeasonStep("Nights and requests", NIGHTS_TEXT, self._planned, "season-nights", plan),
            SeasonStep("Draft list", self._drafts_text, self._planned, "season-lists", drafts),
            SeasonStep("Publish the fixtures", self._fixtures_text, self.matches > 0, "season-lists", publish),
            SeasonStep("Current season", CURRENT_TEXT, self.season.current, "open-season", opened),
        )

    @property
    def next(self) -> SeasonStep | None:
        return next((step for step in self.steps if not step.done), None)

    @property
    def steps_done(self) -> int:
        return sum(step.done for step in self.steps)

    @property
    def _planned(self) -> bool:
        return bool(self.drafts or self.matches)

    @property
    def _divisions_text(self) -> str:
        texts = [f"{division} ({spell_out(len(entries), 'team')})" for division, entries in self.divisions]
        return ", ".join(texts) or "None yet. A small league needs only one."

    @property
    def _teams_text(self) -> str:
        left_out = ", ".join(map(str, self.unplaced))
        sentence = f"{spell_out(self.teams, 'team').capitalize()} in {spell_out(len(self.divisions), 'division')}."
        return sentence + (f" Not in a division: {left_out}." if left_out else "")

    @property
    def _drafts_text(self) -> str:
        if self.drafts:
            made = spell_out(self.drafts, "draft")
            return f"{made[0].upper()}{made[1:]}."
        return "Fixtures imported." if self.matches else "The site makes one in about a minute."

    @property
    def _fixtures_text(self) -> str:
        if not self.matches or self.first is None or self.last is None:
            return "Nobody but you sees a draft before you publish it."
        return f"{self.matches} matches, {night(self.first)} to {night(self.last, year=True)}."


NIGHTS_TEXT = "Which nights have no league matches, what the teams ask for, and whether it can all be done."
CURRENT_TEXT = "The league’s pages show its fixtures and tables, and captains send results for it."


def _dates_text(season: Season) -> str:
    first, last = night(season.starts, year=True), night(season.ends, year=True)
    return f"{first} to {last}. The first half ends {night(season.halfway)}."


# --- reading seasons --------------------------------------------------------------------------------------------------
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
    competition: Competition = Competition.objects.select_related("season__league").get(
        season=season, kind=CompetitionKind.LEAGUE
    )
    return competition


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


def _in_force(league: League, season: Season | None = None) -> tuple[Competition | None, LeagueRules]:
    """The league competition of a season, or of the current one, with its rules; the league's where there is none."""
    wanted = {"season__current": True} if season is None else {"season": season}
    competitions = Competition.objects.filter(season__league=league, kind=CompetitionKind.LEAGUE, **wanted)
    competition = competitions.select_related("season__league").order_by("pk").first()
    rules = rules_of_competition(competition) if competition else codec.decode_as(LeagueRules, league.rules)
    return competition, rules


def _own_rules(competition: Competition) -> Iterator[tuple[str, LeagueRules]]:
    for division in competition.divisions.exclude(rules=None).order_by("rank", "pk"):
        yield division.name, codec.decode_as(LeagueRules, division.rules)


def _divisions(competition: Competition, rules: LeagueRules) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Each division with rules of its own, and what they say otherwise, also of how a game is played."""
    common = {sentence for section in in_sections(rules) for sentence in section.rules}
    for name, own in _own_rules(competition):
        sections = in_sections(own)
        own_sections = (
            Section(each.title, tuple(rule for rule in each.rules if rule not in common)) for each in sections
        )
        yield name, tuple(section for section in own_sections if section.rules)


# --- the calendar


def calendar_of(competition: Competition) -> SeasonCalendar:
    """The calendar of a season, in two queries."""
    season = competition.season
    blackouts = tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))
    divisions = list(divisions_of(competition))
    nights = league_nights(season, divisions)
    bank = bank_holidays(season)
    weekly = (*weekly_nights(season.starts, season.ends, season.starts.weekday()), season.ends)
    months = sorted({day.replace(day=1) for day in weekly})
    return SeasonCalendar(
        months=tuple(calendar_month(first, season, nights, blackouts, bank) for first in months),
        needs=tuple(nights_needed(division, blackouts) for division in divisions),
        blackouts=blackouts,
        on_bank_holidays=tuple(day for day in sorted(nights & bank.keys()) if open_on(day, blackouts)),
    )


def divisions_of(competition: Competition) -> QuerySet[Division]:
    """The divisions from the top, each with its league at hand and the number of its `teams`."""
    divisions: QuerySet[Division] = Division.objects.filter(competition=competition).order_by("rank", "pk")
    teams = Count("entries", filter=Q(entries__withdrawn_on=None))
    return divisions.select_related("competition__season__league").annotate(teams=teams)


def matches_on(competition: Competition, first: date, last: date) -> int:
    """How many matches of the list are still to be played on those days, first and last included."""
    dated = Fixture.objects.filter(division__competition=competition, date__range=(first, last))
    return dated.filter(state=FixtureState.SCHEDULED, away__isnull=False).count()
