"""What was sent in and what it came to.
A Submission is a fact, never changed. A Result is what the facts say now; `manage.py retally` makes it again.
"""

from datetime import datetime
from fractions import Fraction
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.base.accounts.models import User
from league.base.ui.formats import score_text
from league.results.choices import AdjustmentKind, ResultState, SentFor, Source
from league.schedule.models import Competition, Entry, Fixture, Season
from league.teams.models import League, Player, Team
from scoring.card.points import Games, whole_or_half

# A mail or a text came when the mailbox or the gateway had it, however long the site took to read it.
READ_LATER = (Source.MAIL, Source.TEXT)
CAME = models.Case(models.When(source__in=READ_LATER, then=models.F("entered_at")), default=models.F("received_at"))
# What stays open until somebody settles it, as its index has it: a query that says the same reads that alone.
UNSETTLED = (
    models.Q(state=ResultState.DISPUTED.value) | models.Q(state=ResultState.SEALED.value) | models.Q(flagged=True)
)


def sender_text(by: User | None, name: str) -> str:
    """Who sent something: a person who was signed in, or somebody who had the printed card and typed a name."""
    return by.name if by is not None else f"{name or 'Someone'}, by the code on the card"


class Draft(models.Model):
    """A card being filled in by one person; `key` will be the submission's, so that a double tap is one card.
    `present` has the keys of players who were there, or "+" and a name: {"home": ["12", "+Bob New"], "away": [...]}.
    `messages` are those that lines were filled in from, as ReceivedMessage writes them; they go with the card.
    """

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="drafts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.UUIDField(unique=True)
    card = models.JSONField()
    present = models.JSONField(default=dict)
    fixture_version = models.PositiveIntegerField()
    saved_at = models.DateTimeField()
    messages = models.JSONField(default=list, blank=True, db_default=models.Value([], models.JSONField()))
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "by"], name="results_one_draft_each")]

    def __str__(self) -> str:
        return f"{self.by}’s card for {self.fixture}"


class Submission(models.Model):
    """A card as it was sent, or what the league decreed.
    By the code on the card nobody is `by`, and `sender` the name that was typed; it counts until somebody else speaks,
    and is never confirmed. `card` is a scoring Card; for an award that fits no card a Tally; for a decision taken back
    empty. The same `key` and body again is the same submission. `fixture_version` is the fixture as the sender had seen
    it, `made_version` what sending made it. `overruled` are the codes of `problems` that an officer set aside.
    """

    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="submissions", db_index=False)
    sent_for = models.CharField(max_length=10, choices=SentFor.choices)
    source = models.CharField(max_length=12, choices=Source.choices, default=Source.WEB)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="submissions", db_index=False, null=True, blank=True
    )
    sender = models.CharField(max_length=80, blank=True, default="", db_default="")
    key = models.UUIDField()
    body_hash = models.CharField(max_length=64)
    receipt = models.CharField(max_length=12)
    card = models.JSONField(default=dict, blank=True)
    fixture_version = models.PositiveIntegerField()
    made_version = models.PositiveIntegerField()
    entered_at = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()
    problems = models.JSONField(default=list, blank=True)
    overruled = models.JSONField(default=list, blank=True)
    reason = models.TextField(blank=True)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "key"], name="results_submission_key"),
            models.UniqueConstraint(
                fields=["fixture", "key"], condition=models.Q(by=None), name="results_submission_key_by_code"
            ),
            models.UniqueConstraint(fields=["fixture", "made_version"], name="results_submission_in_order"),
            # `unique=True` would have PostgreSQL keep an index of the beginnings of receipts besides.
            models.UniqueConstraint(fields=["receipt"], name="results_submission_receipt"),
            models.CheckConstraint(
                condition=~models.Q(sent_for=SentFor.LEAGUE) | ~models.Q(reason=""), name="results_decision_says_why"
            ),
            models.CheckConstraint(
                condition=models.Q(by__isnull=False)
                | models.Q(source=Source.CODE) & ~models.Q(sent_for=SentFor.LEAGUE),
                name="results_only_codes_without_account",
            ),
        ]

    def __str__(self) -> str:
        return self.receipt

    @property
    def came(self) -> datetime:
        """When it reached the league, as `CAME` has it of a row that is read."""
        return (self.entered_at if self.source in READ_LATER else None) or self.received_at

    @property
    def by_code(self) -> bool:
        """Whether it came from somebody who held the printed card, and nobody signed in stands behind it."""
        return self.by_id is None

    @property
    def sender_name(self) -> str:
        return sender_text(self.by, self.sender)


class Answer(models.Model):
    """What a captain said to the other's card: agreed, or not with a reason. Who disputes may still agree later."""

    submission = models.ForeignKey(Submission, models.PROTECT, related_name="answers", db_index=False)
    side = models.CharField(max_length=10, choices=SentFor.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    agreed = models.BooleanField()
    reason = models.TextField(blank=True)
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="submission__fixture__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["submission", "side", "agreed"], name="results_one_answer_each"),
            models.CheckConstraint(
                condition=models.Q(agreed=True) | ~models.Q(reason=""), name="results_dispute_says_why"
            ),
        ]

    def __str__(self) -> str:
        return "agreed" if self.agreed else "disputed"


class Protest(models.Model):
    """What a captain holds against a result that stands, and what the league answered once it has."""

    fixture = models.ForeignKey(Fixture, models.PROTECT, related_name="protests")
    side = models.CharField(max_length=10, choices=SentFor.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    text = models.TextField()
    answer = models.TextField(blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fixture", "side"], condition=models.Q(answered_at=None), name="results_one_open_protest"
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at=None) | ~models.Q(answer=""), name="results_protest_answered_in_words"
            ),
        ]

    def __str__(self) -> str:
        return f"Complaint about {self.fixture}"


class Result(models.Model):
    """What a fixture came to: `tally` as scoring.codec writes it, and the columns that lists show.
    Provisional until the other captain agrees or `confirm_by` passes; a card by its code has none. `flagged`: something
    on the card waits for an officer. `counts`: it enters the table.
    """

    fixture = models.OneToOneField(Fixture, models.PROTECT, related_name="result")
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    state = models.CharField(max_length=12, choices=ResultState.choices)
    kind = models.CharField(max_length=12)
    tally = models.JSONField()
    home_games = models.PositiveSmallIntegerField()
    away_games = models.PositiveSmallIntegerField()
    home_half = models.BooleanField("and half a game", default=False, db_default=False)
    away_half = models.BooleanField("and half a game", default=False, db_default=False)
    counts = models.BooleanField()
    flagged = models.BooleanField(default=False)
    confirm_by = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        indexes = [
            models.Index(
                fields=["confirm_by"],
                condition=models.Q(state=ResultState.PROVISIONAL.value),
                name="results_unquestioned",
            ),
            models.Index(fields=["confirm_by"], condition=UNSETTLED, name="results_unsettled"),
        ]

    def __str__(self) -> str:
        home, away = self.games
        return f"{home}-{away}"

    @property
    def games(self) -> tuple[Games, Games]:
        """Those of home and away: `home_games` and `away_games`, and the halves beside them."""
        halves = Fraction(self.home_half, 2), Fraction(self.away_half, 2)
        return whole_or_half(self.home_games + halves[0]), whole_or_half(self.away_games + halves[1])

    @property
    def score(self) -> str:
        """As people read it; the log of actions keeps the other form."""
        return score_text(str(self))

    def state_at(self, at: datetime) -> ResultState:
        """Where it stands at a moment: a provisional result that nobody questioned in time is confirmed."""
        unquestioned = self.state == ResultState.PROVISIONAL and self.confirm_by is not None and at >= self.confirm_by
        return ResultState.CONFIRMED if unquestioned else ResultState(self.state)


class Appearance(models.Model):
    """One player on one line of the card that counts; made again whenever the Result is."""

    # An index below begins with each of the two.
    result = models.ForeignKey(Result, models.CASCADE, related_name="appearances", db_index=False)
    team = models.ForeignKey(Team, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="appearances", db_index=False)
    line = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=12)
    players = models.PositiveSmallIntegerField("a side on this line")
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    pegs = models.PositiveIntegerField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="player__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "player", "line"], name="results_appearance_once")]
        indexes = [models.Index(fields=["player", "result"], name="results_by_player")]

    def __str__(self) -> str:
        return f"{self.player} {self.label}"


class Adjustment(models.Model):
    """Points given or taken by the secretary, as an exact fraction ("-3", "7/2"); never edited, only revoked."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="adjustments")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="adjustments")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="adjustments")
    kind = models.CharField(max_length=12, choices=AdjustmentKind.choices)
    points = models.CharField(max_length=12)
    reason = models.CharField(max_length=200)
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="competition__season__league")

    def __str__(self) -> str:
        return f"{self.entry} {self.points}"


class LatePenaltyWaiver(models.Model):
    """A late card for which the secretary has decided to take no points off."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        verbose_name_plural = "leniences"
        constraints = [models.UniqueConstraint(fields=["fixture", "entry"], name="post_lenient_once")]

    def __str__(self) -> str:
        return f"{self.entry}, {self.fixture}: no points deducted"


class PastFigures(models.Model):
    """The figures of a player in a season without cards, as (what, number): ["won", "15"], ["180s", "32"]."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="figures")
    player = models.ForeignKey(Player, models.PROTECT, related_name="figures")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    figures = models.JSONField()
    objects: ClassVar[Any] = ScopedManager(league="season__league")

    class Meta:
        verbose_name_plural = "past figures"
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="results_past_figures_once")]

    def __str__(self) -> str:
        return ", ".join(f"{number} {what}" for what, number in self.figures)


class Photo(models.Model):
    """A photograph of the paper card, redrawn as a small JPEG; `sender` is the name typed with one by the code."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="photos")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    sender = models.CharField(max_length=80, blank=True, default="", db_default="")
    at = models.DateTimeField()
    image = models.FileField(upload_to="cards/")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return f"Card of {self.fixture}"

    @property
    def sender_name(self) -> str:
        return sender_text(self.by, self.sender)


class CardMessage(models.Model):
    """A message about a match as somebody sent it, kept beside the card that was filed of it.
    `by` filed it; `sender` and `written` stood in what was pasted. Without a `submission` its score was only noted.
    """

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="card_messages", db_index=False)
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, blank=True, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    sent_for = models.CharField(max_length=10, choices=SentFor.choices)
    sender = models.CharField(max_length=100, blank=True)
    written = models.CharField(max_length=100, blank=True)
    text = models.TextField()
    digest = models.CharField(max_length=64)
    home_games = models.PositiveSmallIntegerField()
    away_games = models.PositiveSmallIntegerField()
    received_at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "digest"], name="results_message_once")]

    def __str__(self) -> str:
        return f"Message about {self.fixture}"

    @property
    def score(self) -> str:
        return score_text(f"{self.home_games}-{self.away_games}")


class IncomingMessage(models.Model):
    """A captain's mail or text that could not become a card without asking, until one is made of it."""

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    source = models.CharField(max_length=12, choices=Source.choices)
    text = models.TextField()
    digest = models.CharField(max_length=64)
    received_at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "digest"], name="results_incoming_once")]

    def __str__(self) -> str:
        return f"{self.by}, {Source(self.source).label}"


class PhotoReading(models.Model):
    """What was read off a photograph of the card, a suggestion for the card's form.
    `readings` are, by path, the value, whether it is sure, and left, top, width and height on `flat`, the paper from
    above as a JPEG, in millimetres. `players` are the keys of those printed on the card, by side.
    """

    photo = models.OneToOneField(Photo, models.CASCADE, related_name="reading")
    readings = models.JSONField()
    players = models.JSONField()
    flat = models.BinaryField()
    at = models.DateTimeField()
    draft_key = models.UUIDField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="photo__fixture__league")

    def __str__(self) -> str:
        return f"Reading of {self.photo}"
