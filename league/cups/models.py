"""Cups: their rules, who has entered, what was written down about them, and where and when their ties are played.

What a cup has come to is a fold of its facts (scoring.season.knockout), and nothing of it is stored. A tie is played as
a match like any other: a Fixture of the cup's competition, with its card, its result and its crib board.
"""

from datetime import date
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import TextChoices
from django.urls import reverse
from django_scopes import ScopedManager

from league.schedule.models import Competition, Division, Entry, Fixture, Season
from league.teams.models import League, Player, Team, Venue

LONGEST_WINNER = 340  # letters on the honours board: a side of four whose names are as long as names may be
LONGEST_ON_BOARD = {"title": 80, "winner": LONGEST_WINNER, "runner_up": LONGEST_WINNER, "note": 120}


class EntrantKind(TextChoices):
    """Who enters. A combination is several named players of any number, from any teams."""

    TEAM = "team", "Teams"
    SINGLES = "singles", "Singles"
    PAIRS = "pairs", "Pairs"
    COMBINATION = "combination", "Combinations"


class CupState(TextChoices):
    """How far a cup has come. It is FINISHED once the co-ordinator has put its winner on the honours board."""

    OPEN = "open", "Open for entries"
    DRAWN = "drawn", "In progress"
    FINISHED = "finished", "Finished"
    DROPPED = "dropped", "Cancelled"


class FactKind(TextChoices):
    """What was written down about a cup: the values of scoring.season.knockout.facts, by name.

    DEALT and PAIRED are the groups, and the rounds, of a cup that is no knockout.
    """

    DRAWN = "drawn", "Drawn"
    SCORED = "scored", "Score"
    CORRECTED = "corrected", "Correction"
    WALKED_OVER = "walked-over", "Walkover"
    REPLAYED = "replayed", "Replay"
    WITHDREW = "withdrew", "Withdrawal"
    RETURNED = "returned", "Return"
    DISQUALIFIED = "disqualified", "Disqualification"
    ENTERED = "entered", "Late entry"
    RESOLVED = "resolved", "Ruling"
    DEALT = "dealt", "Groups drawn"
    PAIRED = "paired", "Round paired"


# --- rows -------------------------------------------------------------------------------------------------------------
class Cup(models.Model):
    """One cup of one season, a competition with a single division for its entries and matches.

    `rules` is a scoring.season.knockout Cup and `draw_rules` its DrawRules, both as scoring.codec writes them. Who
    enters must have played `matches` league matches of the season before the round after which `matches_before` more
    follow (the final: 0); with `one_a_pub` a venue may send one entrant. `fee` is what an entrant pays, in pounds.
    Where groups come first there are `groups` of them and `qualifiers` of each go on; a Swiss event
    has `rounds`. `by_card`: ties are matches with cards; otherwise scores are typed at the desk. `groups_by_card` is
    the same of the matches of groups. `followed_version` is the version of the results of its matches that was last
    taken in, and `followed_standing` how many of them stood by then because nobody had questioned them.
    """

    division = models.OneToOneField(Division, models.CASCADE, related_name="cup")
    kind = models.CharField("who enters", max_length=12, choices=EntrantKind.choices, default=EntrantKind.TEAM)
    state = models.CharField(max_length=10, choices=CupState.choices, default=CupState.OPEN)
    rules = models.JSONField()
    draw_rules = models.JSONField()
    by_card = models.BooleanField("ties are played as matches, with cards", default=True)
    groups_by_card = models.BooleanField("matches of groups are played with cards", default=False)
    groups = models.PositiveSmallIntegerField(default=0)
    qualifiers = models.PositiveSmallIntegerField("of each group go on", default=2)
    rounds = models.PositiveSmallIntegerField(default=0)
    fee = models.DecimalField("entry fee", max_digits=6, decimal_places=2, default=0)
    entries_close = models.DateField(null=True, blank=True)
    max_entrants = models.PositiveSmallIntegerField("most entrants", null=True, blank=True)
    matches = models.PositiveSmallIntegerField("league matches to be eligible", default=0)
    matches_before = models.PositiveSmallIntegerField("needed before this round", default=1)
    one_a_pub = models.BooleanField("one entrant from a pub", default=False)
    who_may = models.CharField("who may enter", max_length=200, blank=True)
    trophy = models.CharField(max_length=80, blank=True)
    followed_version = models.PositiveIntegerField(default=0, db_default=0)
    followed_standing = models.PositiveIntegerField(default=0, db_default=0)
    objects: ClassVar[Any] = ScopedManager(league="division__competition__season__league")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Needs division.competition.season.league."""
        season = self.season
        return reverse("cup", args=[season.league.slug, season.slug, self.competition.slug])

    def part(self, name: str) -> str:
        """The address of what stands behind a tab of the cup's page; needs the same."""
        return f"{self.get_absolute_url()}?part={name}"

    def takes_entries(self, on: date) -> bool:
        """Whether captains may still enter: until the closing day is over or the draw is made."""
        return self.state == CupState.OPEN and (self.entries_close is None or on <= self.entries_close)

    @property
    def competition(self) -> Competition:
        return self.division.competition

    @property
    def name(self) -> str:
        return self.division.competition.name

    @property
    def season(self) -> Season:
        return self.division.competition.season


class Entrant(models.Model):
    """An entry in a cup, and what a draw asks of it. Its id in the facts is `key`, made of its number on the list.

    The Entry has the name, the team (of a pair: its first player's) and the players. `start` is the hole that the pegs
    start on, for a handicap. `withdrawn_at` is when it was taken off the list before the draw; afterwards it withdraws
    by a fact.
    """

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="entrants")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="entrant")
    number = models.PositiveIntegerField("number on the list of entries")
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="+")
    rank = models.CharField("division it plays in", max_length=40, blank=True)
    region = models.CharField(max_length=40, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    start = models.PositiveSmallIntegerField("starts on hole", default=0)
    paid_on = models.DateField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="cup__division__competition__season__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "number"], name="cups_entrant_number")]

    def __str__(self) -> str:
        return self.entry.name

    @property
    def key(self) -> str:
        return entrant_key(self.number)


def entrant_key(number: int) -> str:
    """What draws and facts call the entrant of that number."""
    return f"e{number}"


class Substitute(models.Model):
    """A player who came into an entry for another, or beside the others, from a day on."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="substitutes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    instead_of = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    on = models.DateField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="entrant__cup__division__competition__season__league")

    def __str__(self) -> str:
        return f"{self.player} for {self.instead_of}" if self.instead_of else str(self.player)


class Fact(models.Model):
    """One thing written down about a cup: appended, never changed. `number` counts from 1 without gaps.

    `body` is the value as scoring.codec writes it. `by` is None where it was read off a result. The first draw is the
    first fact of a knockout.
    """

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="facts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=FactKind.choices)
    body = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="cup__division__competition__season__league")

    class Meta:
        ordering = ["cup", "number"]
        constraints = [models.UniqueConstraint(fields=["cup", "number"], name="cups_fact_number")]

    def __str__(self) -> str:
        return f"{self.cup} {self.number}: {self.get_kind_display()}"


class FinalsNight(models.Model):
    """One evening at one place for the last ties of several cups."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="finals_nights")
    name = models.CharField(max_length=60, default="Finals night")
    slug = models.SlugField()
    date = models.DateField()
    start_time = models.TimeField()
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="+")
    tables = models.PositiveSmallIntegerField(default=4)
    minutes = models.PositiveSmallIntegerField("for a tie", default=40)
    notes = models.TextField(blank=True)
    objects: ClassVar[Any] = ScopedManager(league="season__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "slug"], name="cups_finals_night_slug")]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """When a round of a part of a cup is to be played: by a day, or all of it on a finals night."""

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="rounds_set")
    part = models.CharField(max_length=10)
    round = models.PositiveSmallIntegerField()
    play_by = models.DateField(null=True, blank=True)
    night = models.ForeignKey(FinalsNight, models.SET_NULL, null=True, blank=True, related_name="rounds")
    objects: ClassVar[Any] = ScopedManager(league="cup__division__competition__season__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "part", "round"], name="cups_round_once")]

    def __str__(self) -> str:
        return f"{self.cup} {self.part} {self.round}"


class Tie(models.Model):
    """The match as which a leg of a tie is played; a decider is one more leg. `tie` is its id ("main-2-1").

    A tie that is replayed has another row with the next `attempt`. `table` and `order` are its place on a finals night.
    """

    cup = models.ForeignKey(Cup, models.CASCADE, related_name="ties")
    tie = models.CharField(max_length=20)
    leg = models.PositiveSmallIntegerField(default=1)
    attempt = models.PositiveSmallIntegerField(default=1)
    fixture = models.OneToOneField(Fixture, models.PROTECT, related_name="tie")
    first_at_home = models.BooleanField("the side drawn first is at home", default=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    order = models.PositiveSmallIntegerField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="cup__division__competition__season__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cup", "tie", "leg", "attempt"], name="cups_tie_once")]

    def __str__(self) -> str:
        return f"{self.cup} {self.tie}"


class Honour(models.Model):
    """A line of the honours board: who won what in a year. `year` is the one in which the season ended, `years` the
    season as it was written ("1966-67"), if it was.

    Typed in by the secretary, or written when a season or a cup ends; then it names the team or the players, and `cup`.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="honours")
    year = models.PositiveSmallIntegerField()
    years = models.CharField(max_length=9, blank=True, default="", db_default="")
    title = models.CharField("won what", max_length=80)
    winner = models.CharField(max_length=LONGEST_WINNER)
    runner_up = models.CharField(max_length=LONGEST_WINNER, blank=True)
    note = models.CharField(max_length=120, blank=True)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="honours")
    players = models.ManyToManyField(Player, blank=True, related_name="honours")
    cup = models.ForeignKey(Cup, models.SET_NULL, null=True, blank=True, related_name="honours")
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "year", "title"], name="cups_honour_once")]

    def __str__(self) -> str:
        return f"{self.shown_year} {self.title}: {self.winner}"

    @property
    def shown_year(self) -> str:
        """Its season: as it was written, by its name, or "2023-24" for 2024 where seasons go over a New Year."""
        two_years = f"{self.year - 1}-{self.year % 100:02}" if getattr(self, "over_new_year", False) else str(self.year)
        return self.years or getattr(self, "season_name", None) or two_years
