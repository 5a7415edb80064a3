"""Seasons: how far the setting up of one has come, its nights and what its teams ask for, and its rules as a book."""

from calendar import Calendar
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Max, Min, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.ui.formats import clock, night
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import (
    Blackout,
    Competition,
    Division,
    Entry,
    Fixture,
    FixtureList,
    PresetMatch,
    Season,
    Wish,
)
from league.schedule.values.calendar import (
    bank_holidays,
    division_night,
    home_night,
    league_nights,
    nights_of,
    open_on,
    weekday_name,
    weekly_nights,
)
from league.schedule.values.task import describe_wish, firmness_of
from league.teams.models import Closure, League, Role, Team
from scoring import codec
from scoring.card.format import Format, Line, played_title, played_under
from scoring.card.league_rules import LeagueRules, Rule
from scoring.card.rulebook import Section, describe
from scoring.play import clauses
from scoring.play.clauses import Clause
from scoring.season.schedule.circle import rounds_needed
from scoring.words import spell_out

if TYPE_CHECKING:
    from scoring.play.rules import Rules


def division_of(competition: Competition, slug: str) -> Division:
    """A division of the season by its address, with its league at hand; 404 if there is none."""
    rows = Division.objects.select_related("competition__season__league")
    return get_object_or_404(rows, competition=competition, slug=slug)


# --- the steps to a season --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SetUp:
    """A season in figures: its divisions with their teams, the teams in none, its drafts, how many of them can be
    published, and its fixtures. `requests`: a team has asked for something.
    """

    season: Season
    competition: Competition
    divisions: tuple[tuple[Division, tuple[Entry, ...]], ...]
    unplaced: tuple[Team, ...]
    drafts: int
    ready: int
    requests: bool
    matches: int
    first: date | None
    last: date | None

    @property
    def teams(self) -> int:
        return len({entry.team_id for _, entries in self.divisions for entry in entries})

    @property
    def fixed(self) -> bool:
        """Whether results have come in: from then on the list is changed match by match."""
        return self.competition.frozen_at is not None

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
    def steps(self) -> list[dict[str, Any]]:
        """Everything that sets a season up, in the order in which it is done: what there is of it, the page where it is
        done, its `act` there, "" where nothing is left to do, and the `query` that leads to its form.

        Once results are in, matches change one at a time, and nothing leads to drafts any more.
        """
        season, made = self.season, bool(self.ready or self.matches)
        days = f"{night(season.starts, year=True)} to {night(season.ends, year=True)}"
        days += f". The first half ends {night(season.halfway, year=True)}."
        divisions = [f"{division} ({spell_out(len(entries), 'team')})" for division, entries in self.divisions]
        divided = ", ".join(divisions) or "None yet. A small league needs only one."
        plan, drafts = ("", "") if self.fixed else ("Plan the fixtures", "Make a draft list")
        publish = "Publish" if self.ready and not self.matches else ""
        opened = "" if season.current else f"Make {season} the current season"
        steps = (
            ("Dates", days, True, "season-setup", "Change", "?open=dates#dates"),
            ("Divisions", divided, bool(self.divisions), "season-divisions", "Change"),
            ("Teams", self._teams_text, self.teams > 0, "season-teams", "Change"),
            ("Nights and requests", NIGHTS_TEXT, self.requests or self.matches > 0, "season-nights", plan),
            ("Draft list", self._drafts_text, made, "season-lists", drafts),
            ("Publish the fixtures", self._fixtures_text, self.matches > 0, "season-lists", publish),
            ("Current season", CURRENT_TEXT, season.current, "season-setup", opened, "?open=opening#opening"),
        )
        names = ("title", "text", "done", "page", "act", "query")
        return [dict(zip_longest(names, step, fillvalue="")) for step in steps]

    @property
    def next(self) -> dict[str, Any] | None:
        """The first step that is not done; one who has begun a draft needs no nights and requests any more."""
        steps = (step for step in self.steps if not (self.drafts and step["page"] == "season-nights"))
        return next((step for step in steps if not step["done"]), None)

    @property
    def steps_done(self) -> int:
        return sum(step["done"] for step in self.steps)

    @property
    def _teams_text(self) -> str:
        left_out = ", ".join(map(str, self.unplaced))
        sentence = f"{spell_out(self.teams, 'team').capitalize()} in {spell_out(len(self.divisions), 'division')}."
        return sentence + (f" Not in a division: {left_out}." if left_out else "")

    @property
    def _drafts_text(self) -> str:
        if self.drafts > self.ready:
            return "A draft is being made."
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


# --- reading seasons --------------------------------------------------------------------------------------------------
def still_in(day: date, entry: str = "") -> Q:
    """Entries of teams that have not withdrawn by a day; `entry` is the way from the row to them, as "entries__"."""
    return Q(**{f"{entry}withdrawn_on": None}) | Q(**{f"{entry}withdrawn_on__gt": day})


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
    return Competition.objects.select_related("season__league").get(season=season, kind=CompetitionKind.LEAGUE)


def set_up_of(season: Season) -> SetUp:
    """How far a season's setting up has come, in seven queries."""
    competition = league_competition(season)
    entries: dict[int, list[Entry]] = {}
    for entry in (
        Entry.objects.filter(division__competition=competition).select_related("team__venue").order_by("name", "pk")
    ):
        entries.setdefault(entry.division_id, []).append(entry)
    divisions = Division.objects.filter(competition=competition).order_by("rank", "pk")
    placed = {entry.team_id for group in entries.values() for entry in group}
    matches = Fixture.objects.filter(division__competition=competition, away__isnull=False)
    figures = matches.aggregate(count=Count("pk"), first=Min("first_date"), last=Max("first_date"))
    return SetUp(
        season=season,
        competition=competition,
        divisions=tuple((division, tuple(entries.get(division.pk, ()))) for division in divisions),
        unplaced=tuple(Team.objects.filter(active=True).exclude(pk__in=placed).order_by("name", "pk")),
        **FixtureList.objects.filter(competition=competition).aggregate(
            drafts=Count("pk"), ready=Count("pk", filter=Q(hard__isnull=False))
        ),
        requests=Wish.objects.filter(competition=competition).exists(),
        matches=figures["count"],
        first=figures["first"],
        last=figures["last"],
    )


def matches_on(competition: Competition, first: date, last: date) -> int:
    """How many matches of the list are still to be played on those days, first and last included."""
    dated = Fixture.objects.filter(division__competition=competition, date__range=(first, last))
    return dated.filter(state=FixtureState.SCHEDULED, away__isnull=False).count()


# --- the rules in force -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RuleBookGame:
    """How one kind of game on the card is played: "Singles: fives and threes to 61"."""

    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Sections of plain sentences, then the games, then the league's numbered rules.

    `season` names the one whose frozen rules these are; "" when they are the league's own. `divisions` are those with
    rules of their own: what each says that is not in the sections.
    """

    sections: tuple[Section, ...]
    games: tuple[RuleBookGame, ...]
    numbered: tuple[Rule, ...]
    source: str
    season: str
    divisions: tuple[tuple[str, tuple[Section, ...]], ...] = ()


def in_sections(rules: LeagueRules) -> tuple[Section, ...]:
    """All that a rule book says of these rules, the clauses of a game as the sentences of a section."""
    games = (
        Section(game.title, tuple(f"{clause.heading}: {clause.text}" for clause in game.clauses))
        for game in rule_book_games(rules.format)
    )
    return (*describe(rules), *games)


def rule_book_games(form: Format) -> Iterator[RuleBookGame]:
    """Each kind of game once, in card order; lines that are played alike share their rules."""
    alike: dict[tuple[Rules | None, str], list[Line]] = {}
    for line in form.lines:
        alike.setdefault((played_under(line), line.game), []).append(line)
    for (rules, _), lines in alike.items():
        if rules is not None:
            yield RuleBookGame(played_title(*lines), clauses.describe(rules))


def rule_book(league: League, season: Season | None = None) -> RuleBook:
    """The rules in force: of a season's league competition, or of the current one's; else those the league has set."""
    competition, rules = _in_force(league, season)
    due, starts = "", set(Team.objects.filter(league=league, active=True).values_list("start_time", flat=True))
    if len(starts) == 1:  # when the cards of the league's night are due, "noon on Friday"
        usual = date.fromordinal(date.min.toordinal() + league.night)  # the first day of all is a Monday
        moment = datetime.combine(usual, starts.pop()) + timedelta(hours=rules.submit_within)
        due = f"{clock(moment)} on {moment:%A}"
    sections = describe(rules, due=due)
    return RuleBook(
        sections=tuple(each for each in sections if each.title != "Numbered rules"),
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
    wanted = {"season__current": True} if season is None else {"season": season}
    competitions = Competition.objects.filter(season__league=league, kind=CompetitionKind.LEAGUE, **wanted)
    competition = competitions.select_related("season__league").order_by("pk").first()
    rules = competition.rules_in_force() if competition else codec.decode_as(LeagueRules, league.rules)
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


SHORT = {"cup": "cup", "holiday": "hol", "spare": "spare"}  # of a night that is skipped


# --- the calendar -----------------------------------------------------------------------------------------------------
def calendar_of(competition: Competition) -> dict[str, Any]:
    """The calendar of a season, month by month, with what its divisions need; in two queries."""
    season = competition.season
    blackouts = tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))
    divisions = list(divisions_of(competition))
    nights, bank = league_nights(season, divisions), bank_holidays(season)

    def day(on: date) -> dict[str, Any]:
        off = next((each for each in blackouts if each.first <= on <= each.last), None)
        short = SHORT.get(off.kind, "off") if off and on in nights else "BH" if on in bank else ""
        return {"on": on, "night": on in nights, "off": off, "bank": bank.get(on, ""), "short": short}

    def weeks(first: date) -> Iterator[list[dict[str, Any] | None]]:
        """From Monday to Sunday, None where the day is of another month; those outside the season left out."""
        for week in Calendar().monthdatescalendar(first.year, first.month):
            inside = [on for on in week if on.month == first.month]
            if any(season.starts <= on <= season.ends for on in inside):
                yield [day(on) if on in inside else None for on in week]

    def month(first: date) -> dict[str, Any]:
        rows = list(weeks(first))
        return {"first": first, "weeks": rows, "bank": [each for row in rows for each in row if each and each["bank"]]}

    weekly = (*weekly_nights(season.starts, season.ends, season.starts.weekday()), season.ends)
    return {
        "months": [month(first) for first in sorted({on.replace(day=1) for on in weekly})],
        "needs": [nights_needed(division, division.teams, blackouts) for division in divisions],  # type: ignore[attr-defined]
        "blackouts": blackouts,
        "on_bank_holidays": [on for on in sorted(nights & bank.keys()) if open_on(on, blackouts)],
    }


def divisions_of(competition: Competition) -> QuerySet[Division]:
    """The divisions from the top, each with its league at hand and the number of its `teams`."""
    divisions: QuerySet[Division] = Division.objects.filter(competition=competition).order_by("rank", "pk")
    teams = Count("entries", filter=Q(entries__withdrawn_on=None))
    return divisions.select_related("competition__season__league").annotate(teams=teams)


def nights_needed(division: Division, teams: int, blackouts: Collection[Blackout]) -> dict[str, Any]:
    """How many nights a division's list takes and has: "18 nights are needed, 20 are left: 2 to spare"; `short` is how
    many are missing.
    """
    needed, left = rounds_needed(teams, division.legs) if teams > 1 else 0, len(nights_of(division, blackouts))
    text = "No matches to play yet"
    if needed:
        text = f"{needed} night{' is' if needed == 1 else 's are'} needed, {left} {'is' if left == 1 else 'are'} left"
        text += f": {left - needed} to spare" if left > needed else ": just enough" if left == needed else ""
    night, short = weekday_name(division_night(division)), max(0, needed - left)
    return {"division": division, "teams": teams, "night": night, "short": short, "text": text}


# --- requests ---------------------------------------------------------------------------------------------------------
def wishes_of(competition: Competition) -> dict[str, Any]:
    """All requests of a season by team, the pubs, and the matches set beforehand; in four queries."""
    entries = list(entries_of(competition))
    wishes = list(Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk"))
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    teams = [_of_team(entry, [wish for wish in wishes if wish.entry_id == entry.pk]) for entry in entries]
    number = sum(len(team["lines"]) for team in teams)
    return {"teams": teams, "number": number, "pubs": _pubs(entries, competition), "presets": list(presets)}


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """The teams of a season, division by division and by name, with everything that their nights depend on."""
    entries: QuerySet[Entry] = Entry.objects.filter(division__competition=competition, withdrawn_on=None)
    rows = entries.select_related("team__venue", "division__competition__season__league")
    return rows.order_by("division__rank", "division_id", "name", "pk")


def wishes_about(entry: Entry) -> dict[str, Any]:
    """The requests of one team, those that others have about it included."""
    wishes = Wish.objects.filter(competition=entry.division.competition_id).select_related("entry", "other")
    return _of_team(entry, wishes.filter(Q(entry=entry) | Q(other=entry)).order_by("pk"))


def _of_team(entry: Entry, wishes: Collection[Wish] | QuerySet[Wish]) -> dict[str, Any]:
    """A team with each request, its sentence and how firm it is; `own_night` where its home matches have their own."""
    lines = [(wish, describe_wish(wish), firmness_of(wish)) for wish in wishes]
    own_night = weekday_name(home_night(entry)) if entry.night is not None else ""
    return {"entry": entry, "lines": lines, "own_night": own_night}


def _pubs(entries: Collection[Entry], competition: Competition) -> list[dict[str, Any]]:
    """The pubs by name, with their teams and the nights on which they are closed. `notable` are those with several
    teams, more than one board or such a night.
    """
    season = competition.season
    venues = {entry.team.venue_id: entry.team.venue for entry in entries}
    closures = Closure.objects.filter(venue__in=venues, first__lte=season.ends, last__gte=season.starts)
    closures_by_venue: dict[int, list[Closure]] = {key: [] for key in venues}
    for closure in closures.order_by("first", "pk"):
        closures_by_venue[closure.venue_id].append(closure)
    pubs = []
    for key, venue in sorted(venues.items(), key=lambda item: item[1].name):
        teams, closed = [entry for entry in entries if entry.team.venue_id == key], closures_by_venue[key]
        notable = len(teams) > 1 or venue.boards > 1 or bool(closed)
        pubs.append({"venue": venue, "entries": teams, "closures": closed, "notable": notable})
    return pubs
