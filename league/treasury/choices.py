"""The words that the rows of this app may hold."""

from django.db.models import TextChoices

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
    """How money changed hands."""

    CASH = "cash", "Cash"
    TRANSFER = "transfer", "Bank transfer"
    CHEQUE = "cheque", "Cheque"
    OTHER = "other", "Another way"


class BankLineState(TextChoices):
    """What became of a line of a bank statement."""

    OPEN = "open", "To match"
    CONFIRMED = "confirmed", "Recorded"
    LEFT_OUT = "left-out", "Left out"
