"""What a league's book keeps: its tariff, its facts, and lines of bank statements.

A fact is appended and never changed; every balance is a fold of them (scoring.treasury.book) and nothing of it is
stored. Everything is seen only inside the scope of one league.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.db.models import Q, TextChoices
from django_scopes import ScopedManager

from league.base.ui.formats import night
from league.cups.models import Entrant
from league.schedule.models import Fixture, Season
from league.teams.models import League, Team, Venue
from scoring.treasury.facts import LABELS

HEADINGS = [(heading.value, label) for heading, label in LABELS.items()]


class TreasuryFactKind(TextChoices):
    """What a row of the book is; each is one of the facts of scoring.treasury."""

    OPENING = "opening", "Opening balance"
    CHARGE = "charge", "Charge"
    APPROVAL = "approval", "Approved"
    WITHDRAWAL = "withdrawal", "Cancelled"
    PAYMENT = "payment", "Payment received"
    CREDIT = "credit", "Paid from what was in advance"
    REFUND = "refund", "Refund"
    WRITE_OFF = "write-off", "Written off"
    INCOME = "income", "Income"
    EXPENSE = "expense", "Expense"
    PRIZE = "prize", "Prize money"
    REVERSAL = "reversal", "Reversed"


# What is about one charge or corrects one fact, and so names it.
ABOUT_ANOTHER = (
    *(TreasuryFactKind.APPROVAL, TreasuryFactKind.WITHDRAWAL, TreasuryFactKind.WRITE_OFF, TreasuryFactKind.REVERSAL),
)
OF_AN_ACCOUNT = (
    *(TreasuryFactKind.CHARGE, TreasuryFactKind.PAYMENT, TreasuryFactKind.CREDIT, TreasuryFactKind.REFUND),
)


class PaymentMethod(TextChoices):
    CASH = "cash", "Cash"
    TRANSFER = "transfer", "Bank transfer"
    CHEQUE = "cheque", "Cheque"
    OTHER = "other", "Another way"


class BankLineState(TextChoices):
    OPEN = "open", "To match"
    CONFIRMED = "confirmed", "Recorded"
    LEFT_OUT = "left-out", "Left out"


# --- rows -------------------------------------------------------------------------------------------------------------
SORT_CODE = RegexValidator(r"^\d{2}-\d{2}-\d{2}$", "Write the sort code as 12-34-56.")
ACCOUNT_NUMBER = RegexValidator(r"^\d{6,8}$", "The account number has 8 digits.")


def _fee(words: str) -> Any:
    return models.PositiveIntegerField(f"{words}, in pence", default=0)


class TreasurySettings(models.Model):
    """What a league charges, in pence, and how it is paid, as its invoices say.

    `closed_to` is the last day of the accounts that the treasurer has closed: no fact counts for it or a day before.
    Charges were last proposed on `proposed_on`, when the league's audit log was as long as `proposed_at_entry`.
    """

    league = models.OneToOneField(League, models.CASCADE, related_name="treasury")
    team_fee = _fee("team for a season")
    player_fee = _fee("registered player")
    match_fee = _fee("match of a team")
    host_fee = _fee("match that a pub is host of")
    affiliation_fee = _fee("affiliation of a team")
    late_card_fine = _fee("late card")
    no_show_fine = _fee("failing to turn up")
    account_name = models.CharField("name of the account", max_length=80, blank=True)
    sort_code = models.CharField(max_length=8, blank=True, validators=[SORT_CODE])
    account_number = models.CharField(max_length=8, blank=True, validators=[ACCOUNT_NUMBER])
    payment_link = models.URLField(blank=True, validators=[URLValidator(schemes=["https"])])
    how_to_pay = models.CharField(max_length=200, blank=True)
    closed_to = models.DateField("accounts closed to", null=True, blank=True)
    proposed_on = models.DateField(null=True, editable=False)
    proposed_at_entry = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return f"Fees of {self.league}"


class TreasuryFact(models.Model):
    """One fact of the book; `number` counts from 1 without gaps. `on` is the day for which it counts.

    A charge, a payment, the use of what was in advance and a refund have an account: a team's or a pub's. `about` is
    the number of the charge that an approval, a withdrawal or a write-off is of, or of the fact that is reversed. A
    charge may name what it is for: a season, a match, a cup entry. `payer` is who paid, as the treasurer wrote it.
    `key` is of entries before 1.1, and written no more.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="treasury_facts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=TreasuryFactKind.choices)
    on = models.DateField()
    amount = models.BigIntegerField("amount in pence", default=0)
    heading = models.CharField(max_length=20, choices=HEADINGS, blank=True)
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="+")
    about = models.PositiveIntegerField("number of the fact that it is about", null=True, blank=True)
    season = models.ForeignKey(Season, models.PROTECT, null=True, blank=True, related_name="+")
    fixture = models.ForeignKey(Fixture, models.PROTECT, null=True, blank=True, related_name="+")
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="+")
    words = models.CharField(max_length=160, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    method = models.CharField(max_length=10, choices=PaymentMethod.choices, blank=True)
    payer = models.CharField(max_length=80, blank=True)
    key = models.UUIDField(null=True, blank=True, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="treasury_fact_number"),
            models.CheckConstraint(
                condition=(Q(kind__in=OF_AN_ACCOUNT) & (Q(team=None) ^ Q(venue=None)))
                | (~Q(kind__in=OF_AN_ACCOUNT) & Q(team=None, venue=None)),
                name="treasury_fact_of_an_account",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=ABOUT_ANOTHER, about__isnull=False)
                | (~Q(kind__in=ABOUT_ANOTHER) & Q(about__isnull=True)),
                name="treasury_fact_about_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}"

    @property
    def account(self) -> str:
        """The key of its account, as scoring.treasury knows it: "team-12", "venue-3"."""
        return f"team-{self.team_id}" if self.team_id else f"venue-{self.venue_id}"


class ChargeShare(models.Model):
    """The part of a payment, or of what was in advance, that pays for one charge."""

    fact = models.ForeignKey(TreasuryFact, models.CASCADE, related_name="shares")
    charge = models.ForeignKey(TreasuryFact, models.PROTECT, related_name="+")
    amount = models.PositiveIntegerField("amount in pence")
    objects: ClassVar[Any] = ScopedManager(league="fact__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fact", "charge"], name="treasury_share_once")]

    def __str__(self) -> str:
        return f"{self.fact}: {self.amount}"


class BankLine(models.Model):
    """Money received, as a bank statement has it; `digest` is the same whenever the line comes again."""

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=32)
    on = models.DateField()
    amount = models.PositiveIntegerField("amount in pence")
    text = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=BankLineState.choices, default=BankLineState.OPEN)
    fact = models.OneToOneField(TreasuryFact, models.PROTECT, null=True, blank=True, related_name="bank_line")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "digest"], name="treasury_bank_line_once"),
            models.CheckConstraint(
                condition=Q(state=BankLineState.CONFIRMED, fact__isnull=False)
                | (~Q(state=BankLineState.CONFIRMED) & Q(fact__isnull=True)),
                name="treasury_bank_line_recorded",
            ),
        ]

    def __str__(self) -> str:
        return f"{night(self.on, year=True)}: {self.text}"
