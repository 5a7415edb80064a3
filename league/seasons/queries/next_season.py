"""The next season as it is planned from the last: its days, its teams, and every change in words, to be looked at."""

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta

from league.base.ui.formats import night
from league.cups.models import Cup, CupState
from league.schedule.choices import BlackoutKind, CompetitionKind, WishedFor
from league.schedule.models import Blackout, Competition, Division, Entry, Season, Wish
from league.schedule.values.calendar import bank_holidays, division_night, week_of
from league.schedule.values.matches import before_split
from league.schedule.values.task import MEETINGS, describe_wish
from league.teams.choices import RegistrationState
from league.teams.models import Registration, Team
from scoring.words import several

YEAR = timedelta(weeks=52)
DATES = "Dates"  # the section with the fields of the season itself
WHOLE_YEARS = re.compile(r"(\d{4})(?:([-/])(\d{2}|\d{4}))?")


@dataclass(frozen=True, slots=True)
class DaysOff:
    """Days that were left out, as they fall in the next season; `holiday` is the bank holiday that they follow.

    `fits` is whether any of them is within that season.
    """

    before: Blackout
    first: date
    last: date
    holiday: str
    fits: bool


def next_name(season: Season) -> str:
    """What the next season is called where this one is called by its years; else by the years of its days."""
    match = WHOLE_YEARS.fullmatch(season.name.strip())
    if match is None:
        first, last = season.starts + YEAR, season.ends + YEAR
        return f"{first.year}" if first.year == last.year else f"{first.year}-{last.year % 100:02}"
    first_year, stroke, second = match.groups()
    if not second:
        return str(int(first_year) + 1)
    return f"{int(first_year) + 1}{stroke}{(int(second) + 1) % 10 ** len(second):0{len(second)}}"


def next_days(season: Season) -> Season:
    """The season a year on, not stored: for its days, and the bank holidays in them."""
    days = {name: getattr(season, name) + YEAR for name in ("starts", "halfway", "ends")}
    return Season(league=season.league, name=next_name(season), holidays_of=season.holidays_of, **days)


# --- everything that is carried on ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FormerTeam:
    """A team last season: its division and name then, and where it goes by what was decided (None: nowhere)."""

    team: Team
    division: Division | None
    to: Division | None
    withdrawn: bool = False


@dataclass(frozen=True)
class OldSeason:
    """Everything of a season that the next one may have from it; `bank` are the bank holidays of the next."""

    season: Season
    to: Season
    competition: Competition
    divisions: tuple[Division, ...]
    teams: tuple[FormerTeam, ...]
    squads: Mapping[int, tuple[Registration, ...]]
    off: tuple[DaysOff, ...]
    bank: Mapping[date, str]
    wishes: tuple[Wish, ...]
    cups: tuple[Cup, ...]


def off_next(season: Season, to: Season) -> tuple[DaysOff, ...]:
    """The days left out in a season as they fall in `to`, in order: with their bank holiday, but for cup weeks, else a
    year on; one query.
    """
    theirs = {name: day for day, name in bank_holidays(to).items()}
    ours = {name: day for day, name in bank_holidays(season).items() if name in theirs}

    def next_off(off: Blackout) -> DaysOff:
        within = (name for name, day in ours.items() if off.first <= day <= off.last)
        name = "" if off.kind == BlackoutKind.CUP else next(within, "")
        moved = week_of(theirs[name]) - week_of(ours[name]) if name else YEAR
        first, last = off.first + moved, off.last + moved
        return DaysOff(off, first, last, name, fits=first <= to.ends and last >= to.starts)

    return tuple(map(next_off, Blackout.objects.filter(season=season).order_by("first", "pk")))


def old_season(season: Season) -> OldSeason:
    """The season with all that may be carried on, in eight queries however much there is. Needs season.league."""
    competition = Competition.objects.select_related("season__league").get(season=season, kind=CompetitionKind.LEAGUE)
    division_rows = Division.objects.filter(competition=competition).select_related("competition__season__league")
    whole = before_split(division_rows)
    divisions = tuple(sorted(set(whole.values()), key=lambda each: (each.rank, each.pk)))
    teams = tuple(_former_teams(competition, whole))
    to = next_days(season)
    wishes = Wish.objects.filter(competition=competition).select_related("entry__team", "other__team", "asked_by")
    cups = Cup.objects.filter(division__competition__season=season, division__competition__play_off_of=None)
    cups = cups.exclude(state=CupState.DROPPED)
    rows = Registration.objects.filter(
        team__in=[each.team for each in teams], state=RegistrationState.APPROVED, until=None
    )
    squads: dict[int, list[Registration]] = {}
    for row in rows.select_related("player", "team__league").order_by("player__name", "pk"):
        squads.setdefault(row.team_id, []).append(row)
    return OldSeason(
        season=season,
        to=to,
        competition=competition,
        divisions=divisions,
        teams=teams,
        squads={team: tuple(squad) for team, squad in squads.items()},
        off=off_next(season, to),
        bank=bank_holidays(to),
        wishes=tuple(wishes.order_by("entry__name", "pk")),
        cups=tuple(cups.select_related("division__competition__season__league").order_by("pk")),
    )


def _former_teams(competition: Competition, here: Mapping[int, Division]) -> Iterable[FormerTeam]:
    """Each team once; `here` are the divisions as they were before any was split, by the key of each."""
    entries = Entry.objects.filter(division__competition=competition).select_related("team", "fate").order_by("pk")
    latest = {entry.team_id: entry for entry in entries}
    rows = sorted(
        latest.values(),
        key=lambda entry: (here[entry.division_id].rank, here[entry.division_id].pk, entry.team.name),
    )
    for entry in rows:
        division, placement = here[entry.division_id], getattr(entry, "fate", None)
        withdrawn = entry.withdrawn_on is not None
        usual = None if withdrawn or not entry.team.active else division
        to = here.get(placement.to_id or 0) if placement is not None else usual
        yield FormerTeam(entry.team, division, to, withdrawn)
    team_keys = {entry.team_id for entry in rows}
    for team in Team.objects.filter(active=True).exclude(pk__in=team_keys).order_by("name", "pk"):
        yield FormerTeam(team, None, None)


def dates_on(wish: Wish) -> tuple[date, ...]:
    """The dates of a wish a year on."""
    return tuple(date.fromisoformat(day) + YEAR for day in wish.dates)


# --- the plan ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """What the next season is to be. `places` are where teams play, by their key; teams that are not in it have none.

    `leavers` leave the team that they are registered with, which plays on.
    """

    name: str
    starts: date
    halfway: date
    ends: date
    places: Mapping[int, Division]
    leavers: tuple[Registration, ...]
    off: tuple[DaysOff, ...]
    wishes: tuple[Wish, ...]
    cups: tuple[Cup, ...]


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One line of the review: its words, the field that changes it, and whether that is not what was proposed.

    `moves`: a team is elsewhere than it was.
    """

    words: str
    field: str = ""
    changed: bool = False
    moves: bool = False


def review(old: OldSeason, plan: SeasonPlan) -> list[tuple[str, list[ReviewLine]]]:
    """Everything that the plan makes or changes under the title of its section, those with nothing in them left out."""
    sections = [
        (DATES, _days(old, plan)),
        *(_division(division, old, plan) for division in old.divisions),
        (f"Not in season {plan.name}", _out(old, plan)),
        ("Players", _players(old, plan)),
        ("Skipped nights", _off(old, plan)),
        ("Requests for the fixtures", _wishes(old, plan)),
        ("Cups", _cups(old, plan)),
        ("Rules", _rules(old)),
    ]
    written = [(title, list(lines)) for title, lines in sections]
    return [(title, lines) for title, lines in written if lines]


def keepable(wish: Wish, places: Mapping[int, Division]) -> bool:
    """Whether the teams of a wish play, and meet where it is about their meeting."""
    here = places.get(wish.entry.team_id)
    other = places.get(wish.other.team_id) if wish.other else here
    return here is not None and other is not None and (WishedFor(wish.kind) not in MEETINGS or here == other)


def _days(old: OldSeason, plan: SeasonPlan) -> Iterator[ReviewLine]:
    season = old.season
    text = f"Season {plan.name}: {night(plan.starts, year=True)} to {night(plan.ends, year=True)}"
    shifted = (season.starts + YEAR, season.ends + YEAR) == (plan.starts, plan.ends)
    yield ReviewLine(f"{text}, 52 weeks after season {season}" if shifted else text, changed=not shifted)
    halfway = f"The first half ends on {night(plan.halfway, year=True)}"
    yield ReviewLine(halfway, changed=plan.halfway != season.halfway + YEAR)


def _division(division: Division, old: OldSeason, plan: SeasonPlan) -> tuple[str, Iterator[ReviewLine]]:
    teams = [was for was in old.teams if plan.places.get(was.team.pk) == division]
    before = sum(was.division == division for was in old.teams)
    title = f"{division}: {several(len(teams), 'team')}"
    lines = (
        ReviewLine(
            _came(was, division), f"team-{was.team.pk}", changed=was.to != division, moves=was.division != division
        )
        for was in teams
    )
    return title if before == len(teams) else f"{title}, {before} last season", lines


def _came(was: FormerTeam, division: Division) -> str:
    if was.division is None:
        return f"{was.team} comes in"
    if was.division.rank > division.rank:
        return f"{was.team} comes up from {was.division}"
    if was.division.rank < division.rank:
        return f"{was.team} comes down from {was.division}"
    if was.division != division:
        return f"{was.team} moves from {was.division}"
    return f"{was.team} comes back" if was.withdrawn else f"{was.team} stays"


def _out(old: OldSeason, plan: SeasonPlan) -> Iterator[ReviewLine]:
    for was in old.teams:
        if was.team.pk in plan.places:
            continue
        text = f"{was.team} not playing, as last season"
        if was.division is not None:
            players = len(old.squads.get(was.team.pk, ()))
            free = f"; {several(players, 'player')} can join other teams" if players else ""
            text = f"{was.team} leaves the league{free}"
        changed, moves = was.to is not None, was.division is not None
        yield ReviewLine(text, f"team-{was.team.pk}", changed=changed, moves=moves)


def _players(old: OldSeason, plan: SeasonPlan) -> Iterator[ReviewLine]:
    for was in old.teams:
        squad = old.squads.get(was.team.pk, ())
        if was.team.pk in plan.places and squad:
            leave = [each.player.name for each in plan.leavers if each.team_id == was.team.pk]
            text = f"{was.team}: {several(len(squad) - len(leave), 'player')} staying"
            yield ReviewLine(
                f"{text}; leaving: {', '.join(leave)}" if leave else text, f"leave-{was.team.pk}", bool(leave)
            )


def _off(old: OldSeason, plan: SeasonPlan) -> Iterator[ReviewLine]:
    for off in old.off:
        days = night(off.first) if off.first == off.last else f"{night(off.first)} to {night(off.last)}"
        days = f"{days}: {off.before}"
        follows = f", with {off.holiday}" if off.holiday and off.first != off.before.first + YEAR else ""
        kept = off in plan.off
        text = f"No matches {days}{follows}" if kept else f"League matches, though skipped last season: {days}"
        yield ReviewLine(text, f"off-{off.before.pk}", changed=kept != off.fits)
    nights = {division_night(division) for division in old.divisions}
    for day, name in old.bank.items():
        if day.weekday() in nights and not any(each.first <= day <= each.last for each in old.off):
            yield ReviewLine(f"{night(day)} is {name} and a league night. Matches are played unless you skip it")


def _wishes(old: OldSeason, plan: SeasonPlan) -> Iterator[ReviewLine]:
    for wish in old.wishes:
        moved, kept = copy(wish), wish in plan.wishes
        moved.dates = [day.isoformat() for day in dates_on(wish)]
        moved.by = wish.by + YEAR if wish.by else None
        text = describe_wish(moved)
        if not keepable(wish, plan.places):
            yield ReviewLine(f"Dropped because the teams do not meet or do not play: {text}")
        else:
            yield ReviewLine(text if kept else f"Dropped: {text}", f"wish-{wish.pk}", changed=not kept)


def _cups(old: OldSeason, plan: SeasonPlan) -> Iterator[ReviewLine]:
    for cup in old.cups:
        kept = cup in plan.cups
        text = f"{cup}: open for entries, same format as last season" if kept else f"{cup}: not run"
        yield ReviewLine(text, f"cup-{cup.pk}", changed=not kept)


def _rules(old: OldSeason) -> Iterator[ReviewLine]:
    text = f"The rules of {old.season.league.name} as they are now"
    same = old.competition.rules == old.season.league.rules
    yield ReviewLine(text if same else f"{text}, changed since season {old.season}")
    yield ReviewLine("Moving matches, and what a fixture list is judged by: as last season")
