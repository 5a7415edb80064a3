"""A league, its pubs and its teams."""

from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django_scopes import ScopedManager

from league.base.ui.converters import of_league
from league.base.ui.formats import nights
from league.base.ui.palette import Badge, Colour, Kit
from league.base.ui.stored_json import decoded_once
from league.base.ui.uploads import check_picture
from league.teams.choices import LeagueNight, NameStyle
from scoring.names import search_text


class RulesField(models.JSONField):
    """Rules that are decoded once, and never changed in place."""

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
    """One league. `rules` are as scoring.codec writes them: format, points, tie-breaks, deadlines."""

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
    """A team, the same one through every season, whatever it is called and wherever it plays."""

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
    """A name that a team had: its old address leads to the new one."""

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
    """One picture, never changed: a new one is a new row with an address of its own.

    Its bytes are in the row, because there are a few dozen small ones, and they come and go with what shows them.
    """

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
