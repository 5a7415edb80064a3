"""The demonstration: two leagues from files that `export_league --people --photos` made of it, in one transaction.

Their days are moved, so that a league night of the file comes to lie on another day: each with the league night before
it, so that what happened the morning after still does. Nobody plays between Christmas Eve and New Year's Day, in the
file or once it is loaded. What no archive has is added: who can play, a card begun, a puzzle, and two more people.
"""

import json
import re
from bisect import bisect_right
from calendar import day_abbr, month_abbr
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.timezone import localdate, now
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.actions import seal, write_tx
from league.base.audit.models import Entry
from league.exchange.actions.archive_import import ArchiveImport
from league.exchange.archive.names import serialize_value
from league.exchange.archive.reader import open_archive
from league.exchange.archive.tables import PEOPLE, TABLES
from league.matchnight.actions.events import keep_puzzles
from league.matchnight.models import Absence, AvailabilitySettings, LiveMatch, NightAnswer, PlayerAnswer
from league.matchnight.queries.games import positions_in
from league.matchnight.queries.nights import PersonalLink, nights_of, squad_players
from league.results.actions.adjustments import ask_for_run_in
from league.results.actions.cards import save_draft
from league.results.choices import FINAL_STATES
from league.results.queries.facts import match_for
from league.results.queries.tables import divisions
from league.schedule.actions.nights import exclude_bank_holidays
from league.schedule.choices import BlackoutKind, CompetitionKind, FixtureState
from league.schedule.models import Season
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.seasons import league_competition
from league.teams.choices import LeagueNight, RoleKind
from league.teams.models import League, Role
from scoring.season.specimen import Habits, generate_card

FILES = Path(__file__).with_name("demo_leagues")
# The first plays tonight, whatever day it is; the second on the night that it is named after.
LEAGUES = (("harthwaite", None), ("skelby", LeagueNight.THURSDAY))
ANSWERS = (NightAnswer.YES, NightAnswer.YES, NightAnswer.YES, NightAnswer.IF_NEEDED, NightAnswer.NO, None)


def load(today: date) -> None:
    with write_tx():
        User.objects.create_user("fan@demo.example", "Sid Spectator", None)
        User.objects.create_user("admin@demo.example", "Alex Administrator", None, is_staff=True, is_superuser=True)
        for slug, weekday in LEAGUES:
            night = today if weekday is None else today + (weekday - today.weekday()) % 7 * DAY
            league = import_moved(slug, night)
            with scope(league=league):
                ask_who_can_play(today)
                begin_card(today)
                find_puzzle(league, today)
                leave_out_bank_holidays(today)
                queue_run_ins()
        User.objects.update(demo=True)


def import_moved(slug: str, to: date) -> League:
    """The league of a file with its next night on that day, its history sealed as if all of it had happened here."""
    with (FILES / f"{slug}.zip").open("rb") as source, open_archive(source) as archive:
        rows = {kind.name: archive.rows(kind.name) for kind in TABLES}
        exported = localdate(datetime.fromisoformat(archive.manifest.made_at))
        rows = MovedRows(rows, exported=exported, to=to, now=now()).moved()
        coming = ArchiveImport(archive, slug, now())
        coming.add_people(archive.rows(PEOPLE))
        for kind in TABLES:
            coming.add_rows(kind, rows[kind.name])
        league = coming.finish()
    entries = Entry.objects.filter(league_id=league.pk).order_by("pk").prefetch_related("subjects")
    seal([(entry, sorted((each.kind, each.key) for each in entry.subjects.all())) for entry in entries])
    return league


# --- what no archive has ----------------------------------------------------------------------------------------------
def ask_who_can_play(today: date) -> None:
    """Most players of the teams that ask have answered for the next matches, and one of each is off to Spain."""
    at, dice = moment(today - 2 * DAY, 18), Random("who can play")  # noqa: S311 (a story, not a secret)
    asking = AvailabilitySettings.objects.filter(enabled=True).select_related("team__league").order_by("pk")
    for number, team in enumerate(each.team for each in asking):
        players = squad_players(team, today)
        nights = [night for night, _, _ in nights_of(PersonalLink(team, players[0], 1), today)[:3]]
        PlayerAnswer.objects.bulk_create(
            PlayerAnswer(
                team=team, player=player, night=night, answer=answer, key=UUID(int=dice.getrandbits(128), version=4),
                at=at,
            )
            for place, player in enumerate(players)
            for week, night in enumerate(nights)
            if (answer := ANSWERS[(place + week + number) % len(ANSWERS)])
        )  # fmt: skip
        Absence.objects.create(player=players[-1], first=today + 15 * DAY, last=today + 29 * DAY)


def begin_card(today: date) -> None:
    missing = whole_fixtures().filter(state=FixtureState.SCHEDULED, date__lt=today, away__isnull=False)
    for fixture in missing.order_by("date", "pk")[:1]:
        captain = Role.objects.get(kind=RoleKind.CAPTAIN, team=fixture.home.team_id, ended_at=None).user
        card = generate_card(Random(fixture.slug), match_for(fixture), habits=Habits(pegs=1))  # noqa: S311
        at, begun = moment(fixture.date or fixture.first_date, 23, 5), replace(card, lines=card.lines[:3])
        save_draft(fixture=fixture, by=captain, at=at, card=begun)


def find_puzzle(league: League, today: date) -> None:
    """The first of a game that was pegged and is on an agreed card, as the site would find it in a night."""
    for match in LiveMatch.objects.filter(fixture__result__state__in=FINAL_STATES).order_by("pk")[:1]:
        keep_puzzles(match=match, league=league, positions=islice(positions_in(match), 1), at=moment(today - DAY, 4))


def leave_out_bank_holidays(today: date) -> None:
    """Bank holidays on the nights of a season to come, which are on another day of the week than in the file."""
    for season in Season.objects.filter(starts__gt=today):
        secretary = Role.objects.filter(kind=RoleKind.SECRETARY, ended_at=None).select_related("user")[0].user
        exclude_bank_holidays(competition=league_competition(season), by=secretary, at=moment(today - 2 * DAY, 20, 15))


def queue_run_ins() -> None:
    """Have it worked out as soon as the site is served what is still possible in each table."""
    for division in divisions():
        ask_for_run_in(division=division, at=now())


DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
LATELY = 5 * DAY  # what happened in these days moves with tonight, not with the league night before
AHEAD = 8 * WEEK  # how long before its first night a season begins to be prepared


@dataclass(frozen=True, slots=True)
class SeasonNights:
    """A season of the file with its league nights; only its first day where no list is made yet."""

    name: str
    nights: tuple[date, ...]


class MovedDays:
    """The days of a file when `night`, one of its league nights, becomes the day `to`."""

    def __init__(self, seasons: Iterable[SeasonNights], night: date, to: date) -> None:
        rows = sorted(seasons, key=lambda each: each.nights)
        current = next(number for number, row in enumerate(rows) if night in row.nights)
        nights = rows[current].nights
        place = nights.index(night)
        moved = [*reversed(list(_nights(to, place + 1, -WEEK))[1:]), *_nights(to, len(nights) - place)]
        by = moved[0] - nights[0]
        steps = {night - LATELY: to - night}
        self.names: dict[str, str] = {}  # of the seasons
        for number, row in enumerate(rows):
            first, last = moved[0].year + number - current, moved[-1].year + number - current
            if re.fullmatch(r"\d{4}(-\d\d)?", row.name):
                self.names[row.name] = str(first) if first == last else f"{first}-{last % 100:02}"
            goes = moved if number == current else list(_nights(row.nights[0] + by, len(row.nights)))
            steps[row.nights[0] - AHEAD] = goes[0] - row.nights[0]
            steps |= {one: other - one for one, other in zip(row.nights, goes, strict=True)}
        self._steps = sorted(steps.items())

    def day(self, day: date) -> date:
        """Where a day comes to lie; never after a later one does."""
        place = max(bisect_right(self._steps, (day, timedelta.max)) - 1, 0)
        moved = day + self._steps[place][1]
        later = self._steps[place + 1 : place + 2]
        return min(moved, *(start + by - DAY for start, by in later)) if later else moved

    def moment(self, at: datetime) -> datetime:
        """The same time of day where the league plays."""
        local = timezone.localtime(at)
        return datetime.combine(self.day(local.date()), local.time(), local.tzinfo).astimezone(UTC)


def _nights(night: date, number: int, step: timedelta = WEEK) -> Iterator[date]:
    """`night` itself, whatever day it is, and so many league nights in all, forwards or backwards."""
    yield night
    while number > 1:
        night += step
        if not festive(night):
            number -= 1
            yield night


def festive(day: date) -> bool:
    return (day.month, day.day) >= (12, 24) or (day.month, day.day) == (1, 1)


def moment(day: date, hour: int, minute: int = 0) -> datetime:
    """A time of day where the league plays, in UTC: hours counted on from it are hours, even when the clocks change."""
    return datetime.combine(day, time(hour, minute), timezone.get_default_timezone()).astimezone(UTC)


# --- the rows of a file -----------------------------------------------------------------------------------------------
Row = dict[str, Any]
Rows = dict[str, list[Row]]  # by the name of their table
STAMP = r'(?<=")(?P<stamp>\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)(?=")'
YEAR = r'(?<="year": )(?P<year>\d{4})'
YEARS = r'(?P<year>(?:(?<="year": )|(?<=Honours board: )|(?<=")(?=\d{4} [A-Z]))\d{4})'  # in the words of the history
WRITTEN = rf"(?P<written>(?<!\d)(?:(?:{'|'.join(day_abbr)}) )?\d\d? (?:{'|'.join(month_abbr[1:])})(?: \d{{4}})?)\b"
WITHOUT_DAYS = frozenset({"pictures", "appearances", "people"})  # the longest
WEEKS_A_YEAR = 365.2425 / 7


class MovedRows:
    """A file's rows when its first league night from the day of its export on becomes `to`, scored up to now."""

    def __init__(self, rows: Rows, *, exported: date, to: date, now: datetime) -> None:
        self.rows, self.now, seasons = rows, now, list(_seasons(rows))
        self.night = min(night for season in seasons for night in season.nights if night >= exported)
        self.days = MovedDays(seasons, self.night, to)
        ends = next(date.fromisoformat(row["ends"]) for row in rows["seasons"] if row["current"])
        self.years = self.days.day(ends).year - ends.year
        # The first and the last moment of what was scored of matches that are in play.
        in_play = {row["id"] for row in rows["fixtures"] if row["in_play"]}
        matches = {row["id"] for row in rows["live-matches"] if row["fixture"] in in_play}
        events = [row for row in rows["live-events"] if row["match"] in matches]
        taps = [datetime.fromisoformat(row[name]) for row in events for name in ("entered_at", "received_at")]
        self.taps = (min(taps), max(taps)) if taps else None
        self.holidays = {
            row["season"]: self._holiday(row) for row in rows["blackouts"] if row["kind"] == BlackoutKind.HOLIDAY
        }
        names = "|".join(re.escape(name) for name, new in self.days.names.items() if new != name)
        parts = [STAMP, *([rf"(?<![\w-])(?P<season>{names})(?![\w-])"] if names else [])]
        self.columns, self.words = (re.compile("|".join([*parts, *rest])) for rest in ([YEAR], [YEARS, WRITTEN]))

    def moved(self) -> Rows:
        moved = {
            name: rows if name in WITHOUT_DAYS else self._rewrite(rows, self.columns)
            for name, rows in self.rows.items()
            if name not in {"blackouts", "history"}
        }
        moved["blackouts"] = [blackout for row in self.rows["blackouts"] for blackout in self._blackout(row)]
        moved["history"] = [entry for row in self.rows["history"] for entry in self._entry(row)]
        moved["league"][0]["night"] = self.days.day(self.night).weekday()
        return moved

    def _rewrite(self, rows: Any, pattern: re.Pattern[str], **how: Any) -> Any:
        return json.loads(pattern.sub(partial(self._replace, **how), json.dumps(rows, ensure_ascii=False)))

    def _replace(self, hit: re.Match[str], near: date = date.min, by: timedelta | None = None) -> str:
        """What stands in the place of a day or a name; with `by` days are so much later, whatever they are."""
        text = hit[0]
        match hit.lastgroup:
            case "stamp" if len(text) > len("2026-11-24"):
                return str(serialize_value(self._moment(datetime.fromisoformat(text))))
            case "stamp":
                return self._day(date.fromisoformat(text), by).isoformat()
            case "year":
                return str(int(text) + self.years)
            case "season":
                return self.days.names[text]
        return _written(text, near, lambda day: self._day(day, by))

    def _day(self, day: date, by: timedelta | None) -> date:
        return self.days.day(day) if by is None else day + by

    def _moment(self, at: datetime) -> datetime:
        moved = self.days.moment(at)
        if self.taps and self.taps[0] <= at <= self.taps[1]:
            first, last = map(self.days.moment, self.taps)
            moved += begun(localdate(first), last - first, self.now) - first
        return moved

    def _entry(self, row: Row) -> Iterator[Row]:
        """An entry of the history, unless it is of holidays that are not in the season any more."""
        by = self.holidays.get(row["about"][0]) if row["verb"] == "add_blackout" else None
        if by is not None or row["verb"] != "add_blackout":
            at = datetime.fromisoformat(row["at"])
            entry = self._rewrite({**row, "at": None}, self.words, near=localdate(at), by=by)
            yield entry | {"at": serialize_value(self._moment(at))}

    def _blackout(self, row: Row) -> Iterator[Row]:
        """Days without matches: a whole week is one again, and holidays stay where they are in the year."""
        first = date.fromisoformat(row["first"])
        night = self.days.day(first + (self.night - first) % WEEK)
        by: timedelta | None = (night - night.weekday() * DAY if first.weekday() == 0 else self.days.day(first)) - first
        if row["kind"] == BlackoutKind.HOLIDAY:
            by = self.holidays[row["season"]]
        if by is not None:
            yield self._rewrite(row, self.columns, by=by)

    def _holiday(self, row: Row) -> timedelta | None:
        season = next(each for each in self.rows["seasons"] if each["id"] == row["season"])
        old, ends = (date.fromisoformat(season[name]) for name in ("starts", "ends"))
        starts, ends = self.days.day(old), self.days.day(ends)
        by = round((starts.year - old.year) * WEEKS_A_YEAR) * WEEK
        return by if starts <= date.fromisoformat(row["first"]) + by <= ends else None


def _seasons(rows: Rows) -> Iterator[SeasonNights]:
    of_league = {row["id"]: row["season"] for row in rows["competitions"] if row["kind"] == CompetitionKind.LEAGUE}
    divisions = {row["id"]: of_league.get(row["competition"]) for row in rows["divisions"]}
    nights: dict[str | None, set[str]] = {}
    for row in rows["fixtures"]:
        nights.setdefault(divisions[row["division"]], set()).add(row["first_date"])
    for row in rows["seasons"]:
        days = sorted(nights.get(row["id"], ())) or [row["starts"]]
        yield SeasonNights(row["name"], tuple(map(date.fromisoformat, days)))


def begun(today: date, played: timedelta, now: datetime) -> datetime:
    """Ten past eight; or so that a match of which so much is played is not ahead of whoever looks earlier that day."""
    evening, lately = moment(today, 20, 10), (now - played).replace(second=0, microsecond=0)
    return min(evening, lately) if localdate(lately) == today else evening


def _written(text: str, near: date, move: Callable[[date], date]) -> str:
    """A day as it is written in words, moved: "Tue 24 Nov", of whichever year is nearest."""
    name = text.split(maxsplit=1)[0] if text[0].isalpha() else ""
    number, month, *year = text.removeprefix(name).split()
    possible = []
    for each in [int(year[0])] if year else range(near.year - 1, near.year + 3):
        with suppress(ValueError):  # 29 February
            possible.append(date(each, list(month_abbr).index(month), int(number)))
    possible = [day for day in possible if not name or day_abbr[day.weekday()] == name]
    if not possible:
        return text
    day = move(min(possible, key=lambda each: abs(each - near)))
    form = f"{'%a ' if name else ''}{'%d' if number[0] == '0' else str(day.day)} %b{' %Y' if year else ''}"
    return day.strftime(form)
