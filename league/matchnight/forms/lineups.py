"""What a captain puts in: the order line by line, or who is there where lots decide; and a word for the secret."""

from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from scoring.card.format import Format
from scoring.card.match import Squad
from scoring.season.order_draw import BY_LOT, Places


class OrderForm(PlainForm):
    """Ticks against one's own squad where lots decide, otherwise a choice for each place of each line."""

    def __init__(self, *args: Any, form: Format, squad: Squad, ticked: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.form, self.by_lot = form, form.order in BY_LOT
        people = [(player.id, player.name) for player in squad.players]
        if self.by_lot:
            self._add_ticks(people, ticked)
        else:
            self._add_lines(people)
        self.fields["word"] = forms.CharField(
            required=False,
            max_length=20,
            label="A word of your own",
            help_text="It goes into the seal, so nobody can have known it beforehand.",
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def _add_ticks(self, people: list[tuple[str, str]], ticked: tuple[str, ...]) -> None:
        self.fields["players"] = forms.MultipleChoiceField(
            choices=people,
            label="Who plays tonight?",
            initial=[key for key in ticked if key in dict(people)],
            widget=forms.CheckboxSelectMultiple,
            help_text=f"Tick up to {self.form.side}.",
        )

    def _add_lines(self, people: list[tuple[str, str]]) -> None:
        for number, line in enumerate(self.form.lines):
            for place in range(line.players):
                which = f", player {place + 1}" if line.players > 1 else ""
                self.fields[f"line-{number}-{place}"] = forms.ChoiceField(
                    choices=[("", "Choose a player"), *people], label=f"{line.label}{which}"
                )

    def clean(self) -> dict[str, Any]:
        """No more players than a side has, and nobody twice at one kind of game."""
        cleaned: dict[str, Any] = super().clean() or {}
        if self.by_lot:
            if len(cleaned.get("players", ())) > self.form.side:
                self.add_error("players", f"Tick at most {self.form.side} players.")
            return cleaned
        for kind in self.form.kinds:
            keys: set[str] = set()
            for name in self._places_of(kind):
                key = cleaned.get(name)
                if key in keys:
                    self.add_error(name, f"Nobody plays twice at {kind.noun}. Choose another player.")
                keys.add(key or name)
        return cleaned

    def _places_of(self, kind: object) -> list[str]:
        lines = [(number, line) for number, line in enumerate(self.form.lines) if line.kind == kind]
        return [f"line-{number}-{place}" for number, line in lines for place in range(line.players)]

    @property
    def places(self) -> Places:
        """What was put in, once the form is valid."""
        if self.by_lot:
            return (tuple(self.cleaned_data["players"]),)
        return tuple(
            tuple(self.cleaned_data[f"line-{number}-{place}"] for place in range(line.players))
            for number, line in enumerate(self.form.lines)
        )
