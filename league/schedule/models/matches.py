"""Every match that was put in the list, and how it came to be moved."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django_scopes import ScopedManager

from league.base.ui.converters import of_match
from league.base.ui.formats import night
from league.base.ui.palette import NO_KIT, match_colours
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models.seasons import Division, Entry
from league.teams.models import League, Venue

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
    def moved(self) -> bool:
        """Whether it is not on the date that was first given for it."""
        return self.date != self.first_date and not self.to_arrange

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
