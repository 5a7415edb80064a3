"""The honours of a season as they are to stand on the board, and why it is closed although something is open."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from league.agm.queries.honours import HonourLine
from league.cups.choices import LONGEST_WINNER
from league.ui.forms import PlainForm

MORE = 2


class ClosingForm(PlainForm):
    """A line for every honour that is proposed, and empty ones for more; a line without a winner is not written."""

    def __init__(self, *args: Any, lines: Sequence[HonourLine], loose: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = [*lines, *(HonourLine("", "") for _ in range(MORE))]
        if loose:
            self.fields["reason"] = forms.CharField(
                max_length=200, label="Why it is closed although something is open", widget=forms.TextInput
            )
        else:
            self.fields["sure"] = forms.BooleanField(label="Nothing is open, and the tables above are final")
        for number, line in enumerate(self.lines, start=1):
            self._add(f"title-{number}", "Won what", line.title, 80)
            self._add(f"winner-{number}", "Winner", line.winner, LONGEST_WINNER)
            self._add(f"runner-{number}", "Runner-up", line.runner_up, LONGEST_WINNER)

    def _add(self, name: str, label: str, initial: str, length: int) -> None:
        self.fields[name] = forms.CharField(label=label, initial=initial, max_length=length, required=False)

    def groups(self) -> Iterator[tuple[str, tuple[BoundField, ...]]]:
        """The fields of each line with what it is called."""
        for number, line in enumerate(self.lines, start=1):
            parts = tuple(self[f"{part}-{number}"] for part in ("title", "winner", "runner"))
            yield line.title or "Another honour", parts

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        honours, seen = [], set()
        for number, line in enumerate(self.lines, start=1):
            title, winner, runner = (values.get(f"{part}-{number}", "") for part in ("title", "winner", "runner"))
            if not winner:
                continue
            if not title:
                self.add_error(f"title-{number}", f"Say what {winner} won.")
            elif title.casefold() in seen:
                self.add_error(f"title-{number}", f"“{title}” is there twice.")
            seen.add(title.casefold())
            same = winner == line.winner  # then it is still that team, or those players
            said = {"title": title, "winner": winner, "runner_up": runner}
            honours.append(replace(line, **said) if same else HonourLine(**said))
        return {"honours": tuple(honours), "reason": values.get("reason", "")}
