"""What disrupts a season, what is left of it as a task, and what a rescheduled list would change, match by match."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import chain, groupby
from typing import Protocol, runtime_checkable

from django.apps import apps
from django.db.models import Q

from league.base.accounts.models import User
from league.base.audit.queries import entries_about
from league.base.ui.formats import night
from league.schedule.choices import BlackoutKind, FixtureState
from league.schedule.models import Competition, Division, Entry, Fixture, FixtureList
from league.schedule.queries.season_snapshot import SeasonSnapshot, closed_on, match_of, snapshot_of, wishes_of
from league.schedule.values.calendar import division_night, home_night, open_on, weekday_name, weekly_nights
from league.schedule.values.lists import ListContents
from league.schedule.values.task import loose_division, weights_of
from league.teams.models import Venue
from scoring import codec
from scoring.card.league_rules import WithdrawalPolicy
from scoring.card.points import amount
from scoring.season.schedule import task as spec
from scoring.season.schedule.edits import Change, changes
from scoring.season.schedule.judge import judge
from scoring.words import several


class DisruptionKind(StrEnum):
    """What has happened to a pub, or that the list alone is to be rescheduled."""

    NOTHING = "nothing"
    SHUT = "shut"
    MOVED = "moved"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Disruption:
    """What a list is rescheduled for. `notice` is how many days from now on nothing changes.

    A pub, `venue`, is SHUT from `first` to `last` (None: for good), its teams have MOVED to the pub `other` from
    `first` on, or it has `boards` from then on. `catch_up` is a weekday on which matches may be played besides.
    """

    what: DisruptionKind = DisruptionKind.NOTHING
    notice: int = 7
    venue: int | None = None
    other: int | None = None
    boards: int | None = None
    first: date | None = None
    last: date | None = None
    catch_up: int | None = None

    def shut_on(self, day: date) -> bool:
        if self.what is not DisruptionKind.SHUT or self.first is None:
            return False
        return self.first <= day and (self.last is None or day <= self.last)

    def moves(self, venue: int) -> bool:
        """Whether the teams of that pub play at `other` because of it."""
        return self.what is DisruptionKind.MOVED and self.venue == venue and self.other is not None


KEY = "happened"


def disruption_of(row: FixtureList) -> Disruption:
    """What the list was rescheduled for, as its row keeps it beside the task."""
    return codec.bare_as(Disruption, row.task.get(KEY, {}), KEY)


def describe_disruption(disruption: Disruption) -> str:
    """What has happened, as a sentence; one query for a pub's name."""
    if disruption.what is DisruptionKind.NOTHING or disruption.first is None:
        return "The remaining fixtures, redone."
    names = dict(Venue.objects.filter(pk__in=[disruption.venue, disruption.other]).values_list("pk", "name"))
    pub, first = names.get(disruption.venue, "A pub"), night(disruption.first)
    if disruption.what is DisruptionKind.SHUT:
        return f"{pub} is shut from {first}" + (f" to {night(disruption.last)}." if disruption.last else " on.")
    if disruption.what is DisruptionKind.MOVED:
        return f"The teams of {pub} play at {names.get(disruption.other, 'another pub')} from {first} on."
    return f"{pub} has room for {disruption.boards} from {first} on."


def reschedule_task(competition: Competition, disruption: Disruption, *, today: date) -> spec.Task:
    """What is left of the season on its real days; in seven queries.

    Fixed are matches that are over or void, those whose night has passed or is too near, and those that were moved by
    agreement and are in nobody's way. All others are `published` and may move, at a price. Nights of matches with a
    team that is to leave later are taken. Matches without a date and those of a team that came late are to be put in.
    Long runs at home or away have a price and are not forbidden, so that there is a list.
    """
    season = snapshot_of(competition)
    entries = _entries(season)
    frozen = _frozen_until(disruption, today)
    # Matches at another pub than the home team's are counted at the home team's here.
    # Those that the league has struck out are not to be played again, so they count as met.
    void = Fixture.objects.filter(division__competition=competition, state=FixtureState.VOID, away__isnull=False)
    everything = [*season.fixtures, *void.select_related("home__team", "away__team")]
    keys = {entry.pk for entry in entries}
    fixtures = [each for each in everything if {each.home_id, each.away_id} <= keys]
    stay = [each for each in fixtures if _stays(each, disruption, frozen)]
    movable = [each for each in fixtures if each not in stay and each.date is not None]
    # The matches that teams are still to play which leave on a later day stay where they are.
    leaving = {each.pk for each in season.entries if each.withdrawn_on is not None and each.withdrawn_on > today}
    dated = [each for each in season.fixtures if each.open and each.date is not None]
    last_matches = [each for each in dated if leaving & {each.home_id, each.away_id}]
    task = _task(season, entries, disruption, frozen, last_matches)
    task = replace(task, divisions=_with_dates(task.divisions, fixtures), fixed=tuple(_fixed(stay)))
    agreed = _undisturbed([each for each in movable if each.moved], task, [*stay, *movable])
    return replace(
        task,
        fixed=tuple(_fixed([*stay, *agreed])),
        published=tuple(match_of(each) for each in movable if each not in agreed),
        frozen_until=frozen,
    )


def listed_matches(task: spec.Task) -> tuple[spec.Match, ...]:
    """The list as it stands before anything is rescheduled."""
    return tuple(sorted([*(fixed.match for fixed in task.fixed), *task.published]))


def _entries(season: SeasonSnapshot) -> tuple[Entry, ...]:
    open_ones = {fixture.division_id for fixture in season.fixtures if fixture.open}
    begun = {fixture.division_id for fixture in season.fixtures}
    entries = [each for each in season.entries if each.withdrawn_on is None]
    return tuple(each for each in entries if each.division_id in open_ones or each.division_id not in begun)


def _frozen_until(disruption: Disruption, today: date) -> date:
    """Nothing changes up to that day: the notice that captains are given, and the time before a pub changes."""
    near = today + timedelta(days=disruption.notice)
    if disruption.what in {DisruptionKind.MOVED, DisruptionKind.BOARDS} and disruption.first is not None:
        return max(near, disruption.first - timedelta(days=1))
    return near


def _stays(fixture: Fixture, disruption: Disruption, frozen: date) -> bool:
    if not fixture.open or fixture.in_play:
        return True
    if fixture.date is None:
        return False
    return fixture.date <= frozen and not (fixture.venue_id == disruption.venue and disruption.shut_on(fixture.date))


def _undisturbed(agreed: list[Fixture], task: spec.Task, fixtures: list[Fixture]) -> list[Fixture]:
    """Those of the matches that were moved by agreement which nothing stands against."""
    judged = judge(task, [match_of(each) for each in fixtures]).violations if agreed else ()
    at_fault = set(chain.from_iterable(violation.matches for violation in judged))
    return [each for each in agreed if match_of(each) not in at_fault]


def _fixed(fixtures: Iterable[Fixture]) -> Iterator[spec.Fixed]:
    for fixture in fixtures:
        yield spec.Fixed(f"F{fixture.pk}", match_of(fixture))


def _with_dates(divisions: Iterable[spec.Division], fixtures: Iterable[Fixture]) -> tuple[spec.Division, ...]:
    """Days on which a division has a match already are days of it, whatever weekday they are."""
    has: dict[str, set[date]] = {}
    for match in map(match_of, fixtures):
        has.setdefault(match.division, set()).add(match.date)
    return tuple(replace(each, dates=tuple(sorted({*each.dates, *has.get(each.id, ())}))) for each in divisions)


# --- nights and pubs --------------------------------------------------------------------------------------------------
def _task(
    season: SeasonSnapshot, entries: tuple[Entry, ...], disruption: Disruption, frozen: date, taken: list[Fixture]
) -> spec.Task:
    dates = {
        division.pk: tuple(_nights(season, [each for each in entries if each.division_id == division.pk], disruption))
        for division in season.divisions
    }
    moved = {entry.pk for entry in entries if disruption.moves(entry.team.venue_id)}
    pubs = {entry.pk: disruption.other if entry.pk in moved else entry.team.venue_id for entry in entries}
    mixed = any(home_night(entry) != division_night(entry.division) for entry in entries)
    venues = {entry.pk: f"V{pubs[entry.pk]}" + (f"@{home_night(entry)}" if mixed else "") for entry in entries}
    days = sorted(set(chain.from_iterable(dates.values())))
    divisions = [each for each in season.divisions if any(entry.division_id == each.pk for entry in entries)]
    return spec.Task(
        id=f"mend-{season.competition.pk}",
        divisions=tuple(replace(loose_division(each, entries, dates[each.pk]), max_run=None) for each in divisions),
        venues=tuple(_venues(season, venues, days, disruption, taken)),
        teams=tuple(
            spec.Team(f"T{entry.pk}", entry.name, venues[entry.pk], f"D{entry.division_id}") for entry in entries
        ),
        wishes=(*wishes_of(season, entries), *_taken_nights(taken, pubs)),
        weights=weights_of(season.competition),
        frozen_until=frozen,
        description=f"{season.competition.season.league}, {season.competition.season}, mended",
    )


def _nights(season: SeasonSnapshot, entries: list[Entry], disruption: Disruption) -> Iterator[date]:
    """The nights of a division: those of its teams, spare nights among them, and the catch-up night of each week."""
    whole = season.competition.season
    off = [each for each in season.blackouts if each.kind != BlackoutKind.SPARE]
    weekdays = {home_night(entry) for entry in entries} | {division_night(entry.division) for entry in entries}
    if disruption.catch_up is not None:
        weekdays.add(disruption.catch_up)
    for weekday in weekdays:
        yield from (day for day in weekly_nights(whole.starts, whole.ends, weekday) if open_on(day, off))


def _taken_nights(taken: list[Fixture], entries: Collection[int]) -> Iterator[spec.Wish]:
    """Nights on which a team has a match that is not part of the task."""
    for fixture in taken:
        for side in {fixture.home_id, fixture.away_id} & set(entries):
            nights = frozenset({match_of(fixture).date})
            yield spec.Wish(
                f"M{fixture.pk}", spec.WishKind.NO_MATCH, hard=True, text=str(fixture), team=f"T{side}", dates=nights
            )


def _venues(
    season: SeasonSnapshot, names: dict[int, str], days: list[date], disruption: Disruption, taken: list[Fixture]
) -> Iterator[spec.Venue]:
    """The pubs with their closures and what has happened; one that has several nights is a venue for each of them."""
    pubs_by_key = {venue.pk: venue for venue in Venue.objects.filter(league=season.competition.season.league_id)}
    for name in sorted(set(names.values())):
        key, _, weekday = name.removeprefix("V").partition("@")
        pub = pubs_by_key[int(key)]
        closed = closed_on(days, (each for each in season.closures if each.venue_id == pub.pk))
        if pub.pk == disruption.venue:
            closed |= {day for day in days if disruption.shut_on(day)}
        if weekday:
            closed |= {day for day in days if day.weekday() not in {int(weekday), disruption.catch_up}}
        boards = (
            disruption.boards if disruption.what is DisruptionKind.BOARDS and pub.pk == disruption.venue else pub.boards
        )
        at_home = Counter(each.date for each in taken if each.venue_id == pub.pk)
        closed |= {day for day in days if at_home[day] >= (boards or pub.boards)}
        called = f"{pub.name}, {weekday_name(int(weekday))}s" if weekday else pub.name
        yield spec.Venue(name, called, boards or pub.boards, closed)


# --- what it changes, match by match ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ChangedMatch:
    """One match that a rescheduled list changes: the row it has, if it has one, and how it would be."""

    fixture: Fixture | None
    home: Entry
    away: Entry
    new: spec.Match
    text: str


@dataclass(frozen=True, slots=True)
class Reschedule:
    """What comes of putting a new list in place. `problems` keep it from that; `faults` are for the secretary."""

    disruption: str
    changed: tuple[ChangedMatch, ...]
    problems: tuple[str, ...]
    faults: tuple[str, ...]
    kept: int

    @property
    def added(self) -> int:
        return sum(each.fixture is None for each in self.changed)

    @property
    def nights(self) -> list[tuple[date, list[ChangedMatch]]]:
        order = sorted(self.changed, key=lambda each: each.new.date)
        return [(day, list(changes)) for day, changes in groupby(order, key=lambda each: each.new.date)]


def reschedule_of(contents: ListContents, *, today: date) -> Reschedule:
    """A rescheduled list beside the season as it is now; nothing is written."""
    disruption = disruption_of(contents.row)
    now = reschedule_task(contents.row.competition, disruption, today=today)
    text = describe_disruption(disruption)
    if listed_matches(now) != listed_matches(contents.task):
        gone = "The season has changed since this was worked out. Work it out again."
        return Reschedule(text, (), (gone,), (), 0)
    list_changes = changes(listed_matches(now), contents.matches)
    problems = tuple(_problems(list_changes, now, contents))
    faults = tuple(violation.text for violation in judge(now, contents.matches).violations)
    changed = () if problems else tuple(_changed(list_changes, contents))
    return Reschedule(
        text, changed, problems, faults, len(now.published) - sum(each.fixture is not None for each in changed)
    )


def _problems(list_changes: Iterable[Change], now: spec.Task, contents: ListContents) -> Iterator[str]:
    fixed = {each.match for each in now.fixed}
    for change in list_changes:
        if change.old in fixed:
            yield f"{contents.named(change.old)} on {night(change.old.date)} has to stay as it is."
        elif change.new is None and change.old is not None:
            yield f"{contents.named(change.old)} on {night(change.old.date)} is not in the fixtures any more."


def _changed(list_changes: Iterable[Change], contents: ListContents) -> Iterator[ChangedMatch]:
    """Each change with its row; a match that waits for a date is not new, it is given one."""
    competition = contents.row.competition
    whole = Fixture.objects.filter(division__competition=competition, away__isnull=False).select_related(
        "home__team__venue", "away__team__venue", "venue", "division__competition__season", "league"
    )
    open_ones = [fixture for fixture in whole.order_by("first_date", "pk") if fixture.open]
    rows = {match_of(fixture): fixture for fixture in open_ones if fixture.date is not None}
    waiting = [fixture for fixture in open_ones if fixture.date is None]
    entries = {
        f"T{entry.pk}": entry
        for entry in Entry.objects.filter(division__competition=competition).select_related("team__venue", "division")
    }
    for change in list_changes:
        assert change.new is not None
        home, away = entries[change.new.home], entries[change.new.away]
        fixture = rows[change.old] if change.old else _of_these(waiting, home, away)
        yield ChangedMatch(fixture, home, away, change.new, _change_text(change, fixture, home, away))


def _of_these(waiting: list[Fixture], home: Entry, away: Entry) -> Fixture | None:
    """The match of these two that waits for a date, taken off those that do; with the same side at home if there is."""
    pair = {home.pk, away.pk}
    theirs = [each for each in waiting if {each.home_id, each.away_id} == pair]
    theirs.sort(key=lambda each: each.home_id != home.pk)
    if theirs:
        waiting.remove(theirs[0])
        return theirs[0]
    return None


def _change_text(change: Change, fixture: Fixture | None, home: Entry, away: Entry) -> str:
    assert change.new is not None
    day = night(change.new.date)
    if fixture is None:
        return f"{home} v {away} is new, on {day}"
    turned = f", with {home} at home" if fixture.home_id != home.pk else ""
    if fixture.date is None:
        return f"{fixture}, which waits for a date, is on {day}{turned}"
    if fixture.date == change.new.date:
        return f"{fixture} on {day} is turned round{turned}"
    return f"{fixture} moves from {night(fixture.date)} to {day}{turned}"


# --- a team leaves, or comes back -------------------------------------------------------------------------------------
@runtime_checkable
class CupKeeper(Protocol):
    """The AppConfig of an app that keeps cups, which a team may leave with its league, and come back into."""

    def cups_left_with(self, entry: Entry, at: datetime) -> list[str]: ...

    def cups_taken_again_with(self, entry: Entry, at: datetime) -> list[str]: ...

    def leave_cups(self, entry: Entry, *, reason: str, by: User, at: datetime) -> list[str]: ...

    def return_to_cups(self, entry: Entry, *, reason: str, by: User, at: datetime) -> list[str]: ...


def cup_keepers() -> Iterator[CupKeeper]:
    return (app for app in apps.get_app_configs() if isinstance(app, CupKeeper))


def cups_left_with(entry: Entry, at: datetime) -> list[str]:
    """A sentence for each cup that the team is still in."""
    return [words for keeper in cup_keepers() for words in keeper.cups_left_with(entry, at)]


def cups_taken_again_with(entry: Entry, at: datetime) -> list[str]:
    """A sentence for each cup that the team withdrew from."""
    return [words for keeper in cup_keepers() for words in keeper.cups_taken_again_with(entry, at)]


HALF_KEPT = {WithdrawalPolicy.KEEP_FIRST_HALF, WithdrawalPolicy.FIRST_HALF_AND_AWARD}


def consequences(entry: Entry, on: date) -> Iterator[str]:
    """A sentence for everything that changes if the team leaves on that day, by the league's policy."""
    fixtures = Fixture.objects.filter(Q(home=entry) | Q(away=entry), away__isnull=False)
    waiting = [each for each in fixtures if each.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)]
    going = [each for each in waiting if each.date is None or each.date >= on]
    if going:
        yield f"Void: {several(len(going), 'match')} still to be played. Each opponent has a free night."
    else:
        yield "No match is still to be played."
    if len(waiting) > len(going):
        left = several(len(waiting) - len(going), "match")
        yield f"Left open for you to settle: {left} before {night(on)} without a card."
    played = [each for each in fixtures if each.state in (FixtureState.PLAYED, FixtureState.AWARDED)]
    yield from _results(entry, on, played)
    if keeps_size(division := entry.division):
        down = "the last team goes" if division.relegated == 1 else f"the last {division.relegated} teams go"
        yield (
            f"A team that withdraws takes no relegation place: {down} down all the same, and {division} has one team "
            "fewer next season, unless you choose otherwise below."
        )
    both = "We e-mail everyone in both teams of each void match. Tell the pubs yourself."
    yield both if going else "We e-mail the captain."
    yield "Its players stay registered with it until you transfer or release them."
    yield "The team can be brought back later, with the same matches."


def keeps_size(division: Division) -> bool:
    """Whether one relegation place fewer would make up for a team that leaves the division."""
    return division.relegated > 0


def relegated_before(entry: Entry) -> int | None:
    """How many went down from its division before the team left, if one fewer does since."""
    left = entries_about(entry.team).filter(verb="withdraw_team").first()
    fewer = left.after.get("relegated") if left else None
    return fewer + 1 if fewer is not None and fewer == entry.division.relegated else None


def _results(entry: Entry, on: date, played: list[Fixture]) -> Iterator[str]:
    competition = entry.division.competition
    rules = entry.division.rules_in_force()
    if not played:
        yield "No match has been played, so no result changes."
        return
    second = sum(each.half == 2 for each in played)
    late = competition.season.half_of(on) == 2
    if rules.withdrawal is WithdrawalPolicy.KEEP_PLAYED and late:
        kept = several(len(played), "match")
        yield f"Kept in the table: {kept} already played, as the team leaves in the second half."
    elif rules.withdrawal in HALF_KEPT and late:
        yield f"Kept in the table: {several(len(played) - second, 'match')} of the first half."
        yield f"Struck out of the table: {several(second, 'match')} of the second half."
    else:
        early = rules.withdrawal in {WithdrawalPolicy.KEEP_PLAYED, *HALF_KEPT}
        why = ", as the team leaves in the first half" if early else ""
        yield f"Struck out of the table: {several(len(played), 'match')} already played{why}."
    if rules.withdrawal.awards:
        yield f"Each team that had a match with {entry} is given {amount(rules.withdrawal_award)} instead."
