"""Seasons, their competitions and divisions, who entered, and how a season ends: final tables, and where teams go."""

from datetime import date
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.choices import BlackoutKind, CompetitionKind, Halves, HolidaysOf, Movement
from league.teams.choices import LeagueNight
from league.teams.models import League, Player, Team
from league.teams.models.places import RulesField


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
    """One competition of a season. Its rules are frozen by its first result, so that
    old facts replay under old rules; until then it is the league's, unless the season has rules of its own
    (`own_rules`). `results_version` goes up with everything that can change a table.

    `weights` are the prices of a fixture list that differ from the usual ones, `moving` the league's own rules for
    putting a match off; both are empty where nothing was changed. `play_off_of` is the division of the league whose
    level places are decided by its matches, if that is what it is for.
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


class Division(models.Model):
    """A table of teams. The first `promoted` places go up and the last `relegated` go down, both for the secretary
    to decide at the end; `legs` is how often each pair meets. `night` is its own weekday, where that is not the
    league's, and `rules` its own rules, where they are not its competition's. The days are those of a fixture
    list: `min_gap_days` and `pref_gap_days` between two meetings of a pair, `max_run` home or away matches in a row at
    most (none: any), `min_rest_days` between two matches of a team.
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
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "slug"], name="fixtures_division_slug")]

    def __str__(self) -> str:
        return self.name


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
