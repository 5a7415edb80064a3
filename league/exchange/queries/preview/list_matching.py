"""Rows of matches, and which match of a season's list each is about: by its pair, day, division and meeting.

The very day goes first. A match on another day is one that was moved, if it has no result yet; who was at home, and
whether one of a later day was brought forward, is asked. What is left is a match to add.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time

from league.base.ui.formats import night
from league.exchange.values.outcomes import ImportSheet, NameQuestion, RowPreview, RowReading
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Division, Fixture
from league.teams.actions.imports import TeamRow
from league.teams.models import Team

NEAR_DAYS = 21  # within which the same score is likely to be the same match
TURNED, ONE_MORE, MOVED = "turned", "new", "moved"
OPEN_STATES = (FixtureState.SCHEDULED, FixtureState.POSTPONED)
Side = Team | TeamRow
SideKey = int | str
Listed = Mapping[tuple[SideKey, SideKey], Sequence[Fixture]]  # the matches of a season by home and away


def key_of(side: Side | None) -> SideKey:
    """What tells sides apart, those among them that are to be added."""
    return 0 if side is None else side.pk if isinstance(side, Team) else side.name


def listed_matches(competition: Competition) -> Listed:
    """The matches of a season's list by home and away, in their order."""
    listed: dict[tuple[SideKey, SideKey], list[Fixture]] = {}
    rows = Fixture.objects.filter(division__competition=competition, away__isnull=False).order_by("week", "pk")
    for row in rows.select_related("home__team", "away__team", "division", "venue", "result"):
        listed.setdefault((row.home.team_id, row.away.team_id), []).append(row)
    return listed


@dataclass
class MatchRow(RowReading):
    """What a row says of a match, as far as it can be read."""

    home: Side | None = None
    away: Side | None = None
    division: Division | str = ""
    day: date | None = None
    hour: time | None = None

    @property
    def pair(self) -> tuple[SideKey, SideKey]:
        return (key_of(self.home), key_of(self.away))

    @property
    def kept_out(self) -> RowPreview | None:
        """The same; a question is asked only where an answer is all that is missing."""
        row = super().kept_out
        return replace(row, ask=None) if row is not None and len(self.why) > 1 else row


@dataclass(frozen=True, slots=True)
class Place:
    """The match of the list that a row is about, None for one to add. `turned`: with home and away the other way."""

    fixture: Fixture | None = None
    turned: bool = False


@dataclass
class ListMatching:
    """The rows of a file beside a list; no match is given to two rows. `today` is None for a list of fixtures, whose
    matches may all be of later days.
    """

    fixtures: Listed
    sheet: ImportSheet
    today: date | None
    places: dict[int, Place] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, sheet: ImportSheet, rows: Iterable[MatchRow], fixtures: Listed, today: date | None) -> "ListMatching":
        matching = cls(fixtures, sheet, today)
        sound = [row for row in rows if not row.why and not row.left]
        for row in sound:
            if row.day is not None:
                matching._take(row, next((each for each in matching._free(row) if each.date == row.day), None))
        matching._without_days([row for row in sound if row.day is None])
        return matching

    def place(self, row: MatchRow, games: tuple[int, int] | None = None) -> Place:
        """The match of a row; adds to its problems if somebody has to say which. `games` are those of its score."""
        if row.line.number in self.places or row.why or row.left or row.day is None:
            return self.places.get(row.line.number, Place())
        turned = next((each for each in self._free(row, turned=True) if each.date == row.day), None)
        answered = self._answered(row, turned)
        if answered is not None:
            return answered
        unplayed = self._unplayed(row)
        if turned is not None:
            return self._ask_turned(row, turned, unplayed)
        if unplayed and not self._is_one_more(row):
            return self._moved(row, min(unplayed, key=lambda each: (each.date is not None, _days_off(each, row))))
        same = [each for each in self._free(row) if _has_score(each, games) and _days_off(each, row) <= NEAR_DAYS]
        return self._ask_which(row, same, "The list has this match, with this score, on {}.") if same else Place()

    def _answered(self, row: MatchRow, turned: Fixture | None) -> Place | None:
        """The match that somebody said it is; None if nobody has."""
        answer = self.sheet.answers.get("match", {}).get(str(row.line.number), "")
        if answer == TURNED and turned is not None:
            return self._take(row, turned, turned=True)
        chosen = next((each for each in self._free(row) if str(each.pk) == answer), None)
        return self._take(row, chosen) if answer == ONE_MORE or chosen is not None else None

    def _moved(self, row: MatchRow, fixture: Fixture) -> Place:
        """A match that was played on another day than the list says, unless that day has not come yet."""
        if self.today is None or fixture.date is None or fixture.date <= self.today:
            return self._take(row, fixture)
        return self._ask_which(row, [fixture], "The list has this match on {}, which is in the future.")

    def _take(self, row: MatchRow, fixture: Fixture | None, *, turned: bool = False) -> Place:
        place = Place(fixture, turned)
        if fixture is not None:
            self.taken.add(fixture.pk)
            self.places[row.line.number] = place
        return place

    def _free(self, row: MatchRow, *, turned: bool = False) -> list[Fixture]:
        pair = row.pair[::-1] if turned else row.pair
        free = [each for each in self.fixtures.get(pair, ()) if each.pk not in self.taken]
        return sorted(free, key=lambda each: each.division != row.division)

    def _unplayed(self, row: MatchRow) -> list[Fixture]:
        return [
            each for each in self._free(row)
            if getattr(each, "result", None) is None and each.state in OPEN_STATES and not each.in_play
        ]  # fmt: skip

    def _is_one_more(self, row: MatchRow) -> bool:
        """Whether a pair meets at one ground so often that a row of fixtures on another day is one more match."""
        fixtures = self.fixtures.get(row.pair, [])
        meetings = max(1, fixtures[0].division.legs // 2) if fixtures else 0
        return self.today is None and len(fixtures) < meetings

    def _without_days(self, rows: Iterable[MatchRow]) -> None:
        """Rows without a day: all the meetings of a pair in their order, or the only one that it can be."""
        pending = list(rows)
        pairs = Counter(row.pair for row in pending)
        for row in pending:
            free = self._free(row)
            answer = self.sheet.answers.get("match", {}).get(str(row.line.number), "")
            chosen = next((each for each in free if str(each.pk) == answer), None)
            if chosen is not None or len(free) <= 1 or len(free) == pairs[row.pair]:
                self._take(row, chosen or next(iter(free), None))
            else:
                self._ask_which(row, free, "Which of their matches is it, of {}?", or_more=False)
            pairs[row.pair] -= 1

    def _ask_turned(self, row: MatchRow, turned: Fixture, others: Iterable[Fixture]) -> Place:
        assert row.day is not None
        choices = [
            (TURNED, f"{turned}, as the list has it"),
            *((str(each.pk), f"{each}, in place of {_day(each)}") for each in others),
            (ONE_MORE, f"One more match, with {row.home} at home"),
        ]
        row.why.append(f"On {night(row.day)} the list has {turned}: turned round?")
        row.ask = self._question(row, choices)
        return Place()

    def _ask_which(self, row: MatchRow, fixtures: list[Fixture], text: str, *, or_more: bool = True) -> Place:
        days = " and ".join(map(_day, fixtures))
        choices = [(str(each.pk), f"The match of {_day(each)}") for each in fixtures]
        row.why.append(text.format(days))
        row.ask = self._question(row, [*choices, *([(ONE_MORE, "One more match")] if or_more else [])])
        return Place()

    def _question(self, row: MatchRow, choices: Iterable[tuple[str, str]]) -> NameQuestion:
        on = f", {night(row.day, year=True)}" if row.day else ""
        label = f"Row {row.line.number}, {row.home} v {row.away}{on}, is"
        return NameQuestion("match", str(row.line.number), row.words, tuple(choices), label=label)


def _days_off(fixture: Fixture, row: MatchRow) -> int:
    if fixture.date is None or row.day is None:
        return 0
    return abs((fixture.date - row.day).days)


def _has_score(fixture: Fixture, games: tuple[int, int] | None) -> bool:
    result = getattr(fixture, "result", None)
    return result is not None and (result.home_games, result.away_games) == games


def _day(fixture: Fixture) -> str:
    result = getattr(fixture, "result", None)
    on = night(fixture.date) if fixture.date else "a date to be agreed"
    return f"{on}, {result.score}" if result is not None else on


def moved_on(fixture: Fixture, row: MatchRow) -> Iterator[str]:
    """That a match gets the day of its row."""
    if row.day is not None and fixture.date is not None and row.day != fixture.date:
        yield f"Moves from {night(fixture.date)}"
