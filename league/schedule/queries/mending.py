"""What a mended list would change in a season under way, match by match, before any of it is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from league.schedule.models import Entry, Fixture
from league.schedule.queries.dated import match_of
from league.schedule.queries.happened import happened_of, in_words
from league.schedule.queries.lists import Opened
from league.schedule.queries.repair import handed_out, repair_task
from league.ui.words import night
from scoring.season.schedule import task as asked
from scoring.season.schedule.edits import Change, changes
from scoring.season.schedule.judge import judge


@dataclass(frozen=True, slots=True)
class Mended:
    """One match that a mended list changes: the row it has, if it has one, and how it would be."""

    fixture: Fixture | None
    home: Entry
    away: Entry
    new: asked.Match
    words: str


@dataclass(frozen=True, slots=True)
class Mending:
    """What comes of putting a mended list in place. `problems` keep it from that; `faults` are for the secretary."""

    happened: str
    changed: tuple[Mended, ...]
    problems: tuple[str, ...]
    faults: tuple[str, ...]
    kept: int

    @property
    def moved(self) -> int:
        return sum(each.fixture is not None for each in self.changed)

    @property
    def added(self) -> int:
        return len(self.changed) - self.moved


def mending_of(opened: Opened, *, today: date) -> Mending:
    """A mended list beside the season as it is now; nothing is written."""
    happened = happened_of(opened.row)
    now = repair_task(opened.row.competition, happened, today=today)
    said = in_words(happened)
    if handed_out(now) != handed_out(opened.task):
        gone = "The season has changed since this was worked out. Work it out again."
        return Mending(said, (), (gone,), (), 0)
    found = changes(handed_out(now), opened.matches)
    problems = tuple(_problems(found, now, opened))
    faults = tuple(violation.words for violation in judge(now, opened.matches).violations)
    changed = () if problems else tuple(_mended(found, opened))
    return Mending(
        said, changed, problems, faults, len(now.published) - sum(each.fixture is not None for each in changed)
    )


def _problems(found: Iterable[Change], now: asked.Task, opened: Opened) -> Iterator[str]:
    fixed = {each.match for each in now.fixed}
    for change in found:
        if change.old in fixed:
            yield f"{opened.named(change.old)} on {night(change.old.date)} has to stay as it is."
        elif change.new is None and change.old is not None:
            yield f"{opened.named(change.old)} on {night(change.old.date)} is not in the list any more."


def _mended(found: Iterable[Change], opened: Opened) -> Iterator[Mended]:
    """Each change with its row; a match that waits for a date is not new, it is given one."""
    competition = opened.row.competition
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
    for change in found:
        assert change.new is not None
        home, away = entries[change.new.home], entries[change.new.away]
        fixture = rows[change.old] if change.old else _of_these(waiting, home, away)
        yield Mended(fixture, home, away, change.new, _said(change, fixture, home, away))


def _of_these(waiting: list[Fixture], home: Entry, away: Entry) -> Fixture | None:
    """The match of these two that waits for a date, taken off those that do; with the same side at home if there is."""
    pair = {home.pk, away.pk}
    theirs = [each for each in waiting if {each.home_id, each.away_id} == pair]
    theirs.sort(key=lambda each: each.home_id != home.pk)
    if theirs:
        waiting.remove(theirs[0])
        return theirs[0]
    return None


def _said(change: Change, fixture: Fixture | None, home: Entry, away: Entry) -> str:
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
