"""A league’s people and places: its pubs, teams and players, who is registered where, who may do what; and its news.

Everything but League is seen only inside the scope of one league (django-scopes): a query outside it raises.
"""

import json
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar, TypeVar, cast

from django.conf import settings
from django.core.validators import URLValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django_scopes import ScopedManager

from league.base.ui.converters import of_league
from league.base.ui.formats import nights
from league.base.ui.palette import Badge, Colour, Kit
from league.base.ui.uploads import check_picture
from league.teams.choices import (
    PSEUDONYM,
    ArticleKind,
    LeagueNight,
    NameStyle,
    RegisteredHow,
    RegistrationState,
    RoleKind,
)
from scoring.names import search_text

LONG = 2000  # letters: a tally has a few hundred, a league's rules have some 5,000
Value = TypeVar("Value")


def decoded_once(read: Callable[[Any], Value], text: str) -> Value:
    """What `read` makes of a text, which is remembered: never change it in place."""
    return cast("Value", (_of_long if len(text) > LONG else _of_short)(read, text))


def _decoded(read: Callable[[Any], object], text: str) -> object:
    return read(json.loads(text))


# Apart, so that the rules of a thousand leagues neither take 40 MB nor push out the tallies of a season.
_of_long, _of_short = lru_cache(maxsize=200)(_decoded), lru_cache(maxsize=4000)(_decoded)


class RulesField(models.JSONField):
    def from_db_value(self, value: Any, *args: Any) -> Any:
        return decoded_once(dict, value) if isinstance(value, str) else super().from_db_value(value, *args)

    def deconstruct(self) -> Any:
        name, _path, args, named = super().deconstruct()
        return name, "django.db.models.JSONField", args, named


class SearchName(models.TextField):
    """What a search looks in for a part of the row's `name`, written whenever the row is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"editable": False, "blank": True, "default": "", "db_default": "", **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 (Django's own signature)
        text = search_text(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, text)
        return text

    def deconstruct(self) -> Any:
        name, _path, args, named = super().deconstruct()
        return name, "django.db.models.TextField", args, named


class League(models.Model):
    name = models.CharField(max_length=80)
    search_name = SearchName()
    short_name = models.CharField(max_length=30)
    slug = models.SlugField(unique=True)
    preset = models.CharField(max_length=40)
    rules = RulesField(db_column="constitution")
    night = models.PositiveSmallIntegerField(choices=LeagueNight.choices, default=LeagueNight.MONDAY)
    public_names = models.CharField(max_length=10, choices=NameStyle.choices, default=NameStyle.INITIAL)
    honours_in_full = models.BooleanField("full names on the honours board", default=False)
    about = models.TextField(blank=True)
    contact = models.CharField("how to reach the secretary", max_length=200, blank=True)
    public = models.BooleanField("anyone may read it", default=True)
    keeps_money = models.BooleanField("the treasurer’s book is kept here", default=False, db_default=False)
    cards_by_code = models.BooleanField("whoever has a printed card may send it", default=True, db_default=True)
    results_by_mail = models.BooleanField("captains may send results by e-mail", default=False, db_default=False)
    weekly_mail = models.BooleanField("sends a weekly e-mail to whoever asks", default=False, db_default=False)
    colour = models.CharField(max_length=10, choices=Colour.choices, blank=True)
    crest = models.ForeignKey("teams.Picture", models.SET_NULL, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return of_league("league-home", self.slug)

    @property
    def kit(self) -> Kit:
        return Kit(self.colour)

    @property
    def badge(self) -> Badge:
        return Badge(self.short_name, self.kit, self.crest_id)


class Venue(models.Model):
    """A pub or club; `boards` is how many home matches it can hold on one night."""

    league = models.ForeignKey(League, models.CASCADE, related_name="venues", db_index=False)
    name = models.CharField(max_length=80)
    slug = models.SlugField(db_index=False)
    address = models.CharField(max_length=200, blank=True)
    postcode = models.CharField(max_length=10, blank=True)
    map_link = models.URLField(blank=True)
    boards = models.PositiveSmallIntegerField("home matches on one night", default=1)
    notes = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "slug"], name="teams_venue_slug")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("venue", args=[self.league.slug, self.slug])


class Closure(models.Model):
    """Nights on which a venue cannot be used, first and last included."""

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="closures")
    first = models.DateField()
    last = models.DateField()
    reason = models.CharField(max_length=120, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="venue__league")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="teams_closure_in_order")
        ]

    def __str__(self) -> str:
        return nights(self.first, self.last)


class Team(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="teams", db_index=False)
    name = models.CharField(max_length=60)
    search_name = SearchName()
    slug = models.SlugField(db_index=False)
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="teams")
    start_time = models.TimeField(default="20:00")
    active = models.BooleanField(default=True)
    colour = models.CharField(max_length=10, choices=Colour.choices, blank=True)
    second_colour = models.CharField(max_length=10, choices=Colour.choices, blank=True)
    crest = models.ForeignKey("teams.Picture", models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "slug"], name="teams_team_slug"),
            models.UniqueConstraint(fields=["league", "name"], name="teams_team_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team", args=[self.league.slug, self.slug])

    @property
    def kit(self) -> Kit:
        return Kit(self.colour, self.second_colour)


class FormerName(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, related_name="former_names")
    league = models.ForeignKey(League, models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=60)
    search_name = SearchName()
    slug = models.SlugField(db_index=False)
    until = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "slug"], name="teams_former_slug")]

    def __str__(self) -> str:
        return self.name


class Picture(models.Model):
    """Never changed: a new picture has a new row. Bytes are in the row, since they are few and small."""

    league = models.ForeignKey(League, models.CASCADE, related_name="pictures")
    kind = models.CharField(max_length=12, choices=[("image/png", "PNG"), ("image/jpeg", "JPEG")])
    data = models.BinaryField(validators=[check_picture])
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.width} x {self.height}"

    def get_absolute_url(self) -> str:
        return reverse("picture", args=[self.league.slug, self.pk])


# --- people -----------------------------------------------------------------------------------------------------------
class Officer(models.Model):
    """As the league's papers name it, with no rights; empty `phone` and `email` are told to nobody."""

    league = models.ForeignKey(League, models.CASCADE, related_name="officers")
    title = models.CharField("office", max_length=40)
    name = models.CharField(max_length=80)
    phone = models.CharField(max_length=30, blank=True)
    email = models.EmailField("e-mail address", blank=True)
    place = models.PositiveSmallIntegerField("place in the list")
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "place"], name="teams_officer_place")]

    def __str__(self) -> str:
        return f"{self.name}, {self.title}"


class Player(models.Model):
    """`under_18` hides the name; no date of birth is kept. `merged_into` is the player whom the cards count for."""

    league = models.ForeignKey(League, models.CASCADE, related_name="players", db_index=False)
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=90, db_index=False)
    known_as = models.CharField("also known as", max_length=60, blank=True)
    under_18 = models.BooleanField(default=False)
    guardian_agreed_on = models.DateField("a parent or guardian agreed on", null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="players")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="others")
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "slug"], name="teams_player_slug")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.league.slug, self.slug])

    @property
    def initial_name(self) -> str:
        """As in "H Goy"; a pseudonym stays as it is."""
        return _initial_name(self.name)

    @property
    def public_name(self) -> str:
        """The name that strangers may read, by the league's setting; a minor is initials only."""
        if self.under_18 and not PSEUDONYM.fullmatch(self.name):
            return " ".join(word[:1] for word in self.name.split())
        return self.name if self.league.public_names == NameStyle.FULL else _initial_name(self.name)

    @property
    def honours_name(self) -> str:
        """May be full where results have initials; not a minor's."""
        return self.name if self.league.honours_in_full and not self.under_18 else self.public_name


def _initial_name(name: str) -> str:
    if PSEUDONYM.fullmatch(name):
        return name
    first, _, last = name.partition(" ")
    return f"{first[:1]} {last}" if last else first


class Merge(models.Model):
    """`gone` is taken for `kept` until it is undone; `moved` is what to put back."""

    gone = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    kept = models.ForeignKey(Player, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    moved = models.JSONField(default=dict)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)
    undone_reason = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="gone__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["gone"], condition=models.Q(undone_at=None), name="teams_merged_once"),
            models.CheckConstraint(condition=~models.Q(gone=models.F("kept")), name="teams_merged_into_another"),
        ]

    def __str__(self) -> str:
        return f"{self.gone} is {self.kept}"


class Registration(models.Model):
    """`until` is the last day; `to_check` signed on a card, `nominated_on` named for an A team in that day's season."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="registrations")
    team = models.ForeignKey(Team, models.CASCADE, related_name="registrations")
    state = models.CharField(max_length=10, choices=RegistrationState.choices)
    how = models.CharField(max_length=10, choices=RegisteredHow.choices)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    to_check = models.BooleanField("the secretary has to look at it", default=False)
    nominated_on = models.DateField("nominated for this team only", null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(state=RegistrationState.APPROVED, until=None),
                name="teams_one_team_at_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=RegistrationState.APPROVED) | models.Q(since__isnull=False),
                name="teams_registered_since",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} with {self.team}"

    def covers(self, day: date) -> bool:
        if self.since is None or self.state not in {RegistrationState.APPROVED, RegistrationState.LEFT}:
            return False
        return self.since <= day and (self.until is None or day <= self.until)


class Transfer(models.Model):
    player = models.ForeignKey(Player, models.CASCADE, related_name="transfers")
    leaves = models.ForeignKey(Team, models.CASCADE, related_name="+")
    joins = models.ForeignKey(Team, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    left_agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    joined_agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    accepted = models.BooleanField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="player__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(accepted=None), name="teams_one_transfer_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.leaves} to {self.joins}"

    @property
    def both_agree(self) -> bool:
        """Whether both captains have said yes, so that only the secretary is left."""
        return self.left_agreed_by_id is not None and self.joined_agreed_by_id is not None


class Role(models.Model):
    """What a person may do in a league. Ended, not deleted, when taken away."""

    league = models.ForeignKey(League, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=RoleKind.choices)
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="roles")
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user", "kind", "team"], condition=models.Q(ended_at=None), name="teams_role_once"
            ),
            models.UniqueConstraint(
                fields=["league", "user", "kind"],
                condition=models.Q(ended_at=None, team=None),
                name="teams_office_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["captain", "vice", "player", "scorer"], team__isnull=False)
                | models.Q(kind__in=["secretary", "results", "cups", "treasurer"], team__isnull=True),
                name="teams_role_has_its_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_kind_display()}"

    @property
    def does(self) -> str:
        """As in "Captain of Crown A"; needs team."""
        return f"{self.get_kind_display()} of {self.team}" if self.team else self.get_kind_display()

    @property
    def as_words(self) -> str:
        """As in "captain of Crown A"."""
        return self.does[:1].lower() + self.does[1:]


# --- How people come into a league by themselves ----------------------------------------------------------------------
JOINABLE = [(kind.value, kind.label) for kind in (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.PLAYER)]


class JoinLink(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="join_links")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="join_links")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team"], condition=Q(revoked_at=None), name="teams_join_link_of_team"),
            models.UniqueConstraint(
                fields=["league"], condition=Q(revoked_at=None, team=None), name="teams_join_link_of_league"
            ),
        ]

    def __str__(self) -> str:
        return f"Join {self.team or self.league}"


class JoinRequest(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="join_requests")
    team = models.ForeignKey(Team, models.CASCADE, related_name="join_requests")
    kind = models.CharField(max_length=10, choices=JOINABLE)
    name = models.CharField(max_length=80)
    email = models.EmailField("e-mail address")
    phone = models.CharField(max_length=30, blank=True)
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "kind", "email"], name="teams_join_request_once")]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_kind_display().lower()} of {self.team}"


# --- what a league writes about itself --------------------------------------------------------------------------------
class Article(models.Model):
    """A draft until published; `office` is what the author was. Pages are ordered by `place`, news by date."""

    league = models.ForeignKey(League, models.CASCADE, related_name="articles")
    kind = models.CharField(max_length=4, choices=ArticleKind.choices)
    slug = models.SlugField(max_length=60)
    title = models.CharField(max_length=80)
    text = models.TextField(max_length=20_000)
    photo = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="+")
    photo_words = models.CharField("what the photo shows", max_length=160, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    office = models.CharField(max_length=40)
    changed_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "kind", "slug"], name="noticeboard_article_slug")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return self.address_of("item")

    def address_of(self, page: str) -> str:
        return reverse(f"{self.kind}-{page}", args=[self.league.slug, self.slug])


class Sponsor(models.Model):
    league = models.OneToOneField(League, models.CASCADE, related_name="sponsor")
    name = models.CharField(max_length=60)
    link = models.URLField("web address", blank=True, validators=[URLValidator(schemes=["https"])])
    words = models.CharField("one sentence about them", max_length=160, blank=True)
    logo = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return self.name
