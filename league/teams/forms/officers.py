"""The officers of a league as the secretary writes them down."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from league.teams.actions.officers import Office
from league.teams.models import Officer
from league.ui.forms import PlainForm

MORE = 2
MOST = 20
PARTS = ("title", "name", "phone", "email", "place")


class OfficersForm(PlainForm):
    """A group of fields for every officer, and empty ones for more; a group without office and name is left out."""

    def __init__(self, *args: Any, held: Sequence[Officer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.held = held
        self.lines = range(1, min(len(held) + MORE, MOST) + 1)
        for number in self.lines:
            self._add(number, held[number - 1] if number <= len(held) else None)

    def _add(self, number: int, officer: Officer | None) -> None:
        now = {part: getattr(officer, part, "") for part in PARTS}
        tel, mail = ({"type": "tel"}, {"type": "email", "inputmode": "email"})
        self.fields |= {
            f"title-{number}": forms.CharField(label="Office", max_length=40, required=False, initial=now["title"]),
            f"name-{number}": forms.CharField(label="Name", max_length=80, required=False, initial=now["name"]),
            f"phone-{number}": forms.CharField(
                label="Phone", max_length=30, required=False, initial=now["phone"], widget=forms.TextInput(tel)
            ),
            f"email-{number}": forms.EmailField(
                label="E-mail address", required=False, initial=now["email"], widget=forms.TextInput(mail)
            ),
            f"place-{number}": forms.IntegerField(
                label="Place in the list", min_value=1, max_value=99, required=False, initial=number,
                widget=forms.TextInput({"inputmode": "numeric"}),
            ),
        }  # fmt: skip

    def groups(self) -> Iterator[tuple[str, tuple[BoundField, ...]]]:
        """The fields of each officer with what the group is called."""
        for number in self.lines:
            title = self.held[number - 1].title if number <= len(self.held) else "Another officer"
            yield title, tuple(self[f"{part}-{number}"] for part in PARTS)

    def clean(self) -> dict[str, Any]:
        """`officers`, in the order of their places."""
        values: dict[str, Any] = super().clean() or {}
        if not self.fields.keys() & self.data.keys():
            raise forms.ValidationError("Nothing came with the form. Look at it again.")  # and not: nobody is left
        found = []
        for number in self.lines:
            title, name, phone, email = (" ".join(values.get(f"{part}-{number}", "").split()) for part in PARTS[:4])
            if title and not name and f"name-{number}" not in self.errors:
                self.add_error(f"name-{number}", f"Say who is {title}, or empty both to take the office off the list.")
            if not title and (name or phone or email) and f"title-{number}" not in self.errors:
                self.add_error(f"title-{number}", "Say which office it is, or empty the others.")
            if title:
                found.append((values.get(f"place-{number}") or number, number, Office(title, name, phone, email)))
        return {"officers": tuple(office for _, _, office in sorted(found, key=lambda each: each[:2]))}
