"""When and where: seasons, their divisions, who entered, what they ask, and every match that was put in the list."""

import datetime as dt
import json
from datetime import date
from functools import partial
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django_scopes import ScopedManager

from league.base.ui.converters import of_match
from league.base.ui.formats import night
from league.base.ui.palette import NO_KIT, match_colours
from league.schedule.choices import (
    BlackoutKind,
    CompetitionKind,
    FixtureState,
    FixtureStatus,
    Halves,
    HolidaysOf,
    ListMadeBy,
    ListState,
    Movement,
    WishedFor,
)
from league.teams.choices import LeagueNight
from league.teams.models import League, Player, RulesField, Team, Venue, decoded_once
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.words import join_list

READ_RULES = partial(codec.decode_as, LeagueRules)


def _rules_in(rules: dict[str, Any]) -> LeagueRules:
    """Read at every tap and for each match of a night: the same few books, which take four times as long to decode."""
    return decoded_once(READ_RULES, json.dumps(rules))


class Season(models.Model):
    """A season: "2026-27". `halfway` divides it for withdrawals and appearances. `holidays_of` is the part of the
    country whose bank holidays its calendar shows. Once it is closed (`closed_at`) its tables are final, and captains
    send no more cards for its league.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons", db_index=False)
    name = models.CharField(max_length=30)
    slug = models.SlugField(db_index=False)
    starts = models.DateField()
    halfway = models.DateField()
    ends = models.DateField()
    current = models.BooleanField(default=False)
    holidays_of = models.CharField(
        "bank holidays", max_length=3, choices=HolidaysOf.choices, default=HolidaysOf.ENGLAND
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "slug"], name="fixtures_season_slug"),
            models.UniqueConstraint(
                fields=["league"], condition=models.Q(current=True), name="fixtures_one_current_season"
            ),
            models.CheckConstraint(
                condition=models.Q(starts__lte=models.F("halfway"), halfway__lte=models.F("ends")),
                name="fixtures_season_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def half_of(self, day: date) -> int:
        """1 up to and including the halfway day, 2 after it."""
        return 1 if day <= self.halfway else 2

    def nearest_day(self, day: date) -> date:
        """The day itself, or the end of the season that is nearer to it."""
        return min(max(day, self.starts), self.ends)


class Competition(models.Model):
    """One competition of a season. Its rules are frozen by its first result; until then they are the league's, unless
    the season has rules of its own (`own_rules`). `results_version` goes up with everything that can change a table.

    `weights` are the prices of a fixture list that differ from the usual ones, `moving` the rules for putting a match
    off that do. `play_off_of` is the division whose level places its matches decide.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="competitions", db_index=False)
    kind = models.CharField(max_length=10, choices=CompetitionKind.choices, default=CompetitionKind.LEAGUE)
    name = models.CharField(max_length=60)
    slug = models.SlugField(db_index=False)
    rules = RulesField(db_column="constitution")
    own_rules = models.BooleanField("rules of its own", default=False)
    frozen_at = models.DateTimeField(null=True, blank=True)
    results_version = models.PositiveIntegerField(default=1)
    weights = models.JSONField(default=dict, blank=True)
    moving = models.JSONField(default=dict, blank=True)
    play_off_of = models.ForeignKey(
        "schedule.Division", models.SET_NULL, null=True, blank=True, related_name="play_offs"
    )
    objects: ClassVar[Any] = ScopedManager(league="season__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "slug"], name="fixtures_competition_slug")]

    def __str__(self) -> str:
        return self.name

    def rules_in_force(self, league: League | None = None) -> LeagueRules:
        """Its own rules once a result has frozen them or where the season has some, until then the league's.
        Reads season.league where it follows the league's, unless the caller has the league at hand.
        """
        own = self.frozen_at or self.own_rules
        return _rules_in(self.rules if own else (league or self.season.league).rules)


class Division(models.Model):
    """A table of teams. The first `promoted` places go up and the last `relegated` go down, both for the secretary
    to decide at the end; `legs` is how often each pair meets. `night` is its own weekday, where that is not the
    league's, and `rules` its own rules, where they are not its competition's. The days are those of a fixture
    list: `min_gap_days` and `pref_gap_days` between two meetings of a pair, `max_run` home or away matches in a row at
    most (none: any), `min_rest_days` between two matches of a team.

    A part of a division that was split has `split_from` and the day, `split_on`; with `whole_record` its table begins
    with all that its teams did before.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="divisions", db_index=False)
    name = models.CharField(max_length=40)
    slug = models.SlugField(db_index=False)
    rank = models.PositiveSmallIntegerField(default=1)
    promoted = models.PositiveSmallIntegerField(default=0)
    relegated = models.PositiveSmallIntegerField(default=0)
    legs = models.PositiveSmallIntegerField(default=2)
    night = models.PositiveSmallIntegerField(choices=LeagueNight.choices, null=True, blank=True)
    second_half = models.CharField(max_length=10, choices=Halves.choices, default=Halves.FREE)
    min_gap_days = models.PositiveSmallIntegerField(default=14)
    pref_gap_days = models.PositiveSmallIntegerField(default=49)
    max_run = models.PositiveSmallIntegerField(null=True, blank=True, default=3)
    rules = models.JSONField(null=True, blank=True, db_column="constitution")
    min_rest_days = models.PositiveSmallIntegerField(default=2)
    split_from = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="parts")
    split_on = models.DateField(null=True, blank=True)
    whole_record = models.BooleanField("begins with the whole record", default=False, db_default=False)
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "slug"], name="fixtures_division_slug"),
            models.CheckConstraint(
                condition=models.Q(whole_record=False) | models.Q(split_on__isnull=False),
                name="fixtures_record_from_a_day",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def rules_in_force(self, league: League | None = None) -> LeagueRules:
        """Its own rules where it has some, otherwise its competition's."""
        return _rules_in(self.rules) if self.rules else self.competition.rules_in_force(league)


class Entry(models.Model):
    """A team in a division, under the name it had that season; in a cup it may stand for some of its players.

    Then `players` are they, and `slug` is its own in an address ("goy-and-birtles"); a team's entry has neither.
    `night` is the weekday of its home matches, where that is not the division's. A team that joined late has
    `joined_on`, and meets each of the others `legs` times.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="entries", db_index=False)
    team = models.ForeignKey(Team, models.PROTECT, related_name="entries")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=90, blank=True, db_index=False)
    players = models.ManyToManyField(Player, blank=True, related_name="entries")
    night = models.PositiveSmallIntegerField(choices=LeagueNight.choices, null=True, blank=True)
    joined_on = models.DateField(null=True, blank=True)
    legs = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn_on = models.DateField(null=True, blank=True)
    withdrawal_policy = models.CharField(max_length=30, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="division__competition__season__league")

    class Meta:
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["division", "team", "slug"], name="fixtures_entry_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """What it is called in an address; needs team."""
        return self.slug or self.team.slug


class Blackout(models.Model):
    """Days of a season without league matches: a cup week, Christmas, a holiday. First and last included."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="blackouts")
    first = models.DateField()
    last = models.DateField()
    kind = models.CharField(max_length=10, choices=BlackoutKind.choices, default=BlackoutKind.CUP)
    reason = models.CharField(max_length=80, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="season__league")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="fixtures_blackout_in_order")
        ]

    def __str__(self) -> str:
        return self.reason or self.get_kind_display()


# --- how a season ends ------------------------------------------------------------------------------------------------
class FinalTable(models.Model):
    """A division's table as it was when its season was closed: a fact, never changed.

    `table` is as standings writes it: rows with their reasons, names, footnotes and the rules that ranked them. Of a
    season that was opened again and closed again the latest one counts. `results_version` is the one it was made from.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="final_tables")
    table = models.JSONField()
    results_version = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="division__competition__season__league")

    def __str__(self) -> str:
        return f"{self.division}, final table"


class Placement(models.Model):
    """Where a team goes after the season: as the rule has it (`proposed`, empty where it could not say) or otherwise.

    `to` is the division that it plays in next season, one of this season's; None for a team that does not come back.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="fate")
    proposed = models.CharField(max_length=6, choices=Movement.choices, blank=True)
    way = models.CharField(max_length=6, choices=Movement.choices)
    to = models.ForeignKey(Division, models.CASCADE, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="entry__division__competition__season__league")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(way=Movement.OUT, to=None)
                | (~models.Q(way=Movement.OUT) & models.Q(to__isnull=False)),
                name="fixtures_fate_leads_somewhere",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_way_display()}"


# --- matches ----------------------------------------------------------------------------------------------------------
# Where the code of a match is typed; the match is below, at its code. Written here for the jobs that print codes: to
# ask the site's own addresses would load every page of it, 35 MB of them.
CODES_AT = "/m/"


class Fixture(models.Model):
    """A match that was put in the list; without an away side it is a bye.

    `date` is None while it is postponed with no new date. `version` goes up with every change, so that a stale page
    is noticed. `code` is printed on the card beside the QR code and typed at /m/. `voided_with` is the withdrawn team
    because of which it is void, so that it can be brought back with the team. `rules` are its own rules, where
    they are not its competition's: a final that is best of five.

    Of a tie of a cup, `stage` is its place there ("Quarter-final"). A tie that its sides are to arrange is put up
    without a date, on `put_up_on`: `first_date` is then only the day of its address, until it has a date.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="fixtures", db_index=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="fixtures", db_index=False)
    week = models.PositiveSmallIntegerField()
    half = models.PositiveSmallIntegerField(default=1)
    home = models.ForeignKey(Entry, models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="away_fixtures")
    date = models.DateField(null=True, blank=True)
    first_date = models.DateField()
    start_time = models.TimeField()
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="fixtures")
    state = models.CharField(max_length=10, choices=FixtureState.choices, default=FixtureState.SCHEDULED)
    play_by = models.DateField("to be played by", null=True, blank=True)
    in_play = models.BooleanField("live now", default=False)
    voided_with = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    code = models.CharField(max_length=8)
    rules = models.JSONField(null=True, blank=True, db_column="constitution")
    stage = models.CharField(max_length=60, blank=True)
    put_up_on = models.DateField("put up without a date", null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code"], name="fixtures_code"),
            models.UniqueConstraint(fields=["division", "home", "away", "week"], name="fixtures_once_a_week"),
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="fixtures_not_against_itself"),
            models.CheckConstraint(
                condition=models.Q(date__isnull=False) | models.Q(state__in=["postponed", "void", "awarded"]),
                name="fixtures_has_a_date",
            ),
        ]
        indexes = [
            models.Index(fields=["league", "date"], name="fixtures_by_night"),
            models.Index(fields=["league", "first_date"], name="fixtures_by_address"),
            models.Index(fields=["division", "week"], name="fixtures_by_week"),
            models.Index(fields=["league"], condition=models.Q(in_play=True), name="fixtures_in_play"),
            models.Index(
                fields=["date"],
                condition=models.Q(state__in=[FixtureState.SCHEDULED.value, FixtureState.POSTPONED.value]),
                name="fixtures_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}" if self.away_id else f"{self.home}: bye"

    def get_absolute_url(self) -> str:
        return of_match("match", self.league.slug, self.first_date, self.slug)

    def rules_in_force(self) -> LeagueRules:
        """Its own rules, its division's, or its competition's; needs league and division.competition."""
        return _rules_in(self.rules) if self.rules else self.division.rules_in_force(self.league)

    def address_of(self, name: str, *rest: object) -> str:
        """Where a page about the match is, by its name; `rest` is what stands in it behind the match."""
        return reverse(name, args=[self.league.slug, self.first_date.isoformat(), self.slug, *rest])

    @property
    def slug(self) -> str:
        """The two sides as an address has them, "crown-a-v-bell": needs home.team and away.team."""
        return f"{self.home.address}-v-{self.away.address}" if self.away else f"{self.home.address}-bye"

    @property
    def occasion(self) -> str:
        """What it is a match of: "Division One", or "Singles cup, quarter-final". Needs division.competition."""
        if not self.stage:
            return self.division.name
        return f"{self.division.competition.name}, {self.stage[:1].lower()}{self.stage[1:]}"

    @property
    def colours(self) -> tuple[str, str]:
        """In which colours the two sides play; needs home.team and away.team."""
        return match_colours(self.home.team.kit, self.away.team.kit if self.away else NO_KIT)

    @property
    def withdrawn(self) -> list[Entry]:
        today, sides = timezone.localdate(), [side for side in (self.home, self.away) if side is not None]
        return [side for side in sides if side.withdrawn_on is not None and side.withdrawn_on <= today]

    @property
    def to_arrange(self) -> bool:
        """Whether it has never had a date, and its two sides are to agree on one."""
        return self.date is None and self.put_up_on is not None and self.put_up_on == self.first_date

    @property
    def season(self) -> Season:
        """Needs division.competition.season."""
        return self.division.competition.season

    @property
    def night(self) -> str:
        """Its date in words; "" without one."""
        return self.day_text(self.date) if self.date else ""

    def day_text(self, day: dt.date) -> str:
        """A day that has to do with it, with the year where its season is not the current one."""
        return night(day, year=not self.season.current)

    @property
    def moved(self) -> bool:
        """Whether it is not on the date that was first given for it."""
        return self.date != self.first_date and not self.to_arrange

    @property
    def overdue(self) -> bool:
        """Whether it has no date, and the last day for it is over."""
        last = self.play_by if self.open and self.date is None else None
        return last is not None and last < timezone.localdate()

    @property
    def last_day_words(self) -> str:
        """By when a match without a date is to be played: "Play by Fri 6 Nov."; "" where nothing is said."""
        if not self.play_by:
            return ""
        last = self.day_text(self.play_by)
        return f"Overdue: it was to be played by {last}." if self.overdue else f"Play by {last}."

    @property
    def open(self) -> bool:
        """Whether it is still to be played, with a date or without."""
        return bool(self.away_id) and self.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)

    @property
    def status(self) -> FixtureStatus:
        if self.away_id is None:
            return FixtureStatus.BYE
        if self.state == FixtureState.POSTPONED and self.to_arrange:
            return FixtureStatus.TO_ARRANGE
        if self.state == FixtureState.SCHEDULED and self.in_play:
            return FixtureStatus.IN_PLAY
        if self.state == FixtureState.SCHEDULED and self.moved:
            return FixtureStatus.REARRANGED
        if self.state == FixtureState.VOID and self.voided_with_id:
            return FixtureStatus.WITHDRAWN
        return FixtureStatus(self.state)


class Move(models.Model):
    """A postponement or rearrangement: from a date to another, or to none yet."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="moves")
    old_date = models.DateField(null=True)
    new_date = models.DateField(null=True)
    asked_by = models.ForeignKey(Entry, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return " to ".join(night(day) if day else "a date to be agreed" for day in (self.old_date, self.new_date))


class MoveRequest(models.Model):
    """A captain asks for a match to be moved, with up to three dates that would suit; the other captain takes one of
    them or objects; the secretary may decide. `new_date` is the date that was asked for or taken, if there is one.
    """

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="move_requests")
    asked_by = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    new_date = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    agreed = models.BooleanField("the other side agrees", null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField("the secretary accepts", null=True, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fixture"], condition=models.Q(accepted=None), name="fixtures_one_request_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.asked_by} asks to move {self.fixture}"

    @property
    def other(self) -> Entry | None:
        """The side that answers; needs both sides of the match."""
        return self.fixture.away if self.asked_by_id == self.fixture.home_id else self.fixture.home

    @property
    def dates_words(self) -> str:
        """Goes on from "ask to move it": " to Sun 6 Dec or Tue 8 Dec", or that there is no date; needs its offers."""
        dates = [self.new_date] if self.new_date else [offer.date for offer in self.offers.all()]
        return f" to {join_list(map(self.fixture.day_text, dates), 'or')}" if dates else ", no date suggested"


class OfferedDate(models.Model):
    """One of the dates that a captain offers for a match, the one liked best first."""

    request = models.ForeignKey(MoveRequest, models.CASCADE, related_name="offers")
    date = models.DateField()
    rank = models.PositiveSmallIntegerField()
    objects: ClassVar[Any] = ScopedManager(league="request__fixture__league")

    class Meta:
        ordering = ["rank"]
        constraints = [models.UniqueConstraint(fields=["request", "date"], name="fixtures_offered_once")]

    def __str__(self) -> str:
        return night(self.date, year=True)


# --- fixture lists ----------------------------------------------------------------------------------------------------
class FixtureList(models.Model):
    """One list for one competition. `task` is what was asked, in pubfix-1, so that it can be judged for ever;
    `matches` are [division, date, home, away] with the task's ids and `locked` those of them that stay as they are.

    `hard` counts broken rules and `cost` is what the wishes cost, as the judge says; `bound` is what no list can beat,
    where that is known. `figures` are what else was counted when it was judged (`queries.lists.figures_of`). `clash`
    says why there is no list, with what would help. `version` goes up with every change, so that a stale page is
    noticed. `job` is the key of the work that is making it, while there is one.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="lists")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    how = models.CharField(max_length=10, choices=ListMadeBy.choices)
    state = models.CharField(max_length=10, choices=ListState.choices, default=ListState.DRAFT)
    task = models.JSONField()
    matches = models.JSONField(default=list, blank=True)
    locked = models.JSONField(default=list, blank=True)
    hard = models.PositiveIntegerField(null=True, blank=True)
    cost = models.PositiveIntegerField(null=True, blank=True)
    bound = models.PositiveIntegerField(null=True, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    clash = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    job = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="fixtures_list_number")]

    def __str__(self) -> str:
        return self.name or f"Draft {self.number}"


# --- what teams and the secretary ask of a list -----------------------------------------------------------------------
class Wish(models.Model):
    """One wish: `kind` as scoring.season.schedule.task has it, about `entry` and, where it is about two, `other`.

    `dates` are ISO days; `by` is the last day of a first meeting; `most` is how many matches there may be in any
    `nights` nights running. A hard wish is kept or there is no list; each breach of another costs `weight`.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=15, choices=WishedFor.choices)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="+")
    dates = models.JSONField(default=list, blank=True)
    by = models.DateField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    nights = models.PositiveSmallIntegerField(null=True, blank=True)
    hard = models.BooleanField(default=False)
    weight = models.PositiveSmallIntegerField(default=5)
    words = models.CharField(max_length=200, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.CheckConstraint(condition=~models.Q(entry=models.F("other")), name="fixtures_wish_about_two")
        ]

    def __str__(self) -> str:
        return self.words or f"{self.entry}: {self.get_kind_display()}"


class PresetMatch(models.Model):
    """A match that must be on its day, whatever the list: an opening derby, a match agreed beforehand."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="preset_matches")
    home = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    away = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    date = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        verbose_name_plural = "preset matches"
        constraints = [
            models.UniqueConstraint(fields=["home", "away", "date"], name="fixtures_preset_once"),
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="fixtures_preset_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"
