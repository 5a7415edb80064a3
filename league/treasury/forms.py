"""What a treasurer types: amounts, days, reasons, and which charges are meant."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.timezone import localdate

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm, PoundsField
from league.treasury.actions.book import ENTRIES
from league.treasury.models import PaymentMethod, TreasuryFactKind, TreasurySettings
from league.treasury.values import AccountHolder, LeagueBook, label_of
from scoring.treasury.facts import CHARGES, COSTS, INCOME, LABELS, pounds

LARGEST_FILE = 1_000_000  # bytes of a bank statement
BY_HAND = [("", "Choose"), *((heading.value, LABELS[heading]) for heading in CHARGES)]
# The headings that go with an entry of a kind, and what is said where none of them was chosen. Others have none.
FITTING = {
    TreasuryFactKind.INCOME: (INCOME, "Choose where the income came from."),
    TreasuryFactKind.EXPENSE: (COSTS, "Choose what the expense was for."),
}
EITHER = [
    ("", "Choose"),
    *((kind.label, [(each.value, LABELS[each]) for each in headings]) for kind, (headings, _) in FITTING.items()),
]


class DatedForm(PlainForm):
    """A form about one day, which is today unless somebody says another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"on": localdate(), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)


def _method() -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=PaymentMethod.choices,
        label="How",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how it was paid."},
    )


def _reason() -> forms.CharField:
    return forms.CharField(max_length=200, label="Reason", help_text="It is kept in the book.")


class PaymentForm(DatedForm):
    amount = PoundsField(label="Amount", help_text="In pounds, such as 25 or 12.50.")
    on = DayField(label="Received on", error_messages={"required": "Enter the date it was received."})
    method = _method()
    payer = forms.CharField(max_length=80, required=False, label="Who paid")
    charges = forms.TypedMultipleChoiceField(
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="What it pays for",
        help_text="Tick nothing to pay the oldest first. What is left over is kept as paid in advance.",
    )

    def __init__(self, *args: Any, book: LeagueBook, holder: AccountHolder, **kwargs: Any) -> None:
        debts = book.book.debts_of(holder.key)
        owed = sum(each.due for each in debts)
        super().__init__(*args, initial={"amount": owed or None, "method": PaymentMethod.TRANSFER}, **kwargs)
        if debts:
            self.fields["charges"].choices = [  # type: ignore[attr-defined]
                (each.proposal.id, f"{label_of(book.row_of(each))}: {pounds(each.due)}") for each in debts
            ]
        else:
            del self.fields["charges"]


class RefundForm(DatedForm):
    amount = PoundsField(label="Amount")
    on = DayField(label="Given back on", error_messages={"required": "Enter the date it was given back."})
    method = _method()
    reason = _reason()


class ChargeForm(PlainForm):
    heading = forms.ChoiceField(
        choices=BY_HAND, label="What for", error_messages={"required": "Choose what the charge is for."}
    )
    amount = PoundsField(label="Amount")
    on = DayField(label="Date", initial=localdate)
    words = forms.CharField(max_length=160, required=False, label="Details", help_text="The captain sees this.")


class WriteOffForm(PlainForm):
    amount = PoundsField(label="Amount to write off")
    reason = _reason()


class BookReasonForm(PlainForm):
    reason = _reason()


class ProposedForm(PlainForm):
    """What becomes of each proposed charge, by number; a refusal needs a reason. Approving is chosen at first."""

    def __init__(self, *args: Any, rows: Sequence[dict[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for charge in rows:
            row = charge["row"]
            text = f"{row.get_heading_display()}: {row.words}"
            if charge["desk"]:
                paid_on = night(charge["desk"].paid_on, year=True)
                text += f" Marked as paid at the desk on {paid_on}: it is recorded as paid."
            self.fields[str(row.number)] = forms.ChoiceField(
                choices=[("approve", "Approve"), ("refuse", "Refuse"), ("leave", "Leave for now")],
                initial="approve", error_messages={"required": "Choose what becomes of the charge."},
                label=f"{charge['holder'].name}, {pounds(row.amount)}",
                help_text=text, widget=forms.RadioSelect(attrs={"class": "choices--across"}),
            )  # fmt: skip
        self.fields["reason"] = forms.CharField(max_length=200, required=False, label="Reason for refusing")

    def numbers(self, answer: str) -> list[int]:
        return [int(name) for name, value in self.cleaned_data.items() if name != "reason" and value == answer]

    def clean(self) -> None:
        if self.numbers("refuse") and not self.cleaned_data.get("reason") and not self.errors:
            self.add_error("reason", "Enter the reason for refusing.")


class FeesForm(PlainForm):
    """Which fees of a season are raised: all of them, unless some are left out."""

    keys = forms.MultipleChoiceField(label="Fees", error_messages={"required": "Tick at least one fee."})

    def __init__(self, *args: Any, keys: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["keys"].choices = [(key, key) for key in keys]  # type: ignore[attr-defined]


class BookEntryForm(DatedForm):
    kind = forms.ChoiceField(
        choices=[(each, TreasuryFactKind(each).label) for each in ENTRIES], label="What it is", widget=forms.RadioSelect
    )
    heading = forms.ChoiceField(
        choices=EITHER,
        label="What for",
        help_text="For income and expenses.",
        error_messages={"required": "Choose what it was for."},
    )
    amount = PoundsField(least=-10_000_000, label="Amount")
    on = DayField(label="Date")
    words = forms.CharField(max_length=160, required=False, label="Details")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = self.data.get("kind", "")
        if kind in ENTRIES:
            _, missing = FITTING.get(kind, ((), ""))
            self.fields["heading"].required = kind in FITTING
            self.fields["heading"].error_messages["required"] = missing

    def clean_heading(self) -> str:
        heading: str = self.cleaned_data["heading"]
        headings, missing = FITTING.get(self.cleaned_data.get("kind", ""), ((), ""))
        if missing and heading not in headings:
            raise forms.ValidationError(missing)
        return heading if missing else ""


class BankFileForm(PlainForm):
    file = forms.FileField(
        label="Bank statement (CSV)",
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
        help_text="Download it from your bank as CSV. Lines you sent before are left out.",
    )

    def clean_file(self) -> str:
        """The text of the file, whichever way the bank writes letters."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError("This file is larger than 1 MB. Export a shorter time.")
        data: bytes = file.read()
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("cp1252", errors="replace")


class BankLineForm(PlainForm):
    account = forms.ChoiceField(label="From", error_messages={"required": "Choose who paid it."})

    def __init__(self, *args: Any, holders: Sequence[AccountHolder], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Choose"), *((each.key, each.name) for each in holders)]
        self.fields["account"].choices = choices  # type: ignore[attr-defined]


class RemindersForm(PlainForm):
    accounts = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, label="Teams", error_messages={"required": "Tick at least one team."}
    )

    def __init__(self, *args: Any, owing: Sequence[tuple[AccountHolder, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(holder.key, f"{holder.name}: {pounds(owed)}") for holder, owed in owing]
        self.fields["accounts"].choices = choices  # type: ignore[attr-defined]
        self.initial.setdefault("accounts", [key for key, _ in choices])


class TariffForm(PlainForm):
    team_fee = PoundsField(least=0, label="Each team for a season")
    player_fee = PoundsField(least=0, label="Each registered player")
    match_fee = PoundsField(least=0, label="Each match of a team")
    host_fee = PoundsField(least=0, label="Each match that a pub hosts", help_text="Paid by the pub.")
    affiliation_fee = PoundsField(least=0, label="Affiliation of a team")
    late_card_fine = PoundsField(least=0, label="Fine for a late card", help_text="You approve each fine.")
    no_show_fine = PoundsField(least=0, label="Fine for failing to turn up", help_text="You approve each fine.")
    account_name = forms.CharField(max_length=80, required=False, label="Name of the bank account")
    sort_code = forms.CharField(max_length=8, required=False, label="Sort code", help_text="Such as 12-34-56.")
    account_number = forms.CharField(
        max_length=8, required=False, label="Account number", widget=forms.TextInput(attrs={"inputmode": "numeric"})
    )
    payment_link = forms.CharField(
        max_length=200, required=False, label="Payment link", help_text="An https:// address where people can pay you."
    )
    how_to_pay = forms.CharField(
        max_length=200, required=False, label="Anything else about paying", help_text="“Cash on the night is fine.”"
    )

    @classmethod
    def of(cls, row: TreasurySettings, data: Any) -> "TariffForm":
        return cls(data, initial={name: getattr(row, name) for name in cls.base_fields})
