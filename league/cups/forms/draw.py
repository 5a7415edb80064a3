"""What is typed for a draw: the names as they came out of the hat, or the seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from league.ui.forms import PlainForm
from scoring.season.knockout.draw import Lots

ROOM, SEED = "room", "seed"
LONGEST = 200


class DrawForm(PlainForm):
    """What `hold_draw` takes. Names may be typed by the numbers that the page gives them, or by their first letters."""

    how = forms.ChoiceField(
        label="How is it drawn?",
        choices=((ROOM, "In the room: I type the names as they come out"), (SEED, "By a seed that was published")),
        widget=forms.RadioSelect,
    )
    names = forms.CharField(
        required=False,
        label="In the order drawn",
        help_text="One to a line, or only the numbers from the list: 7 3 12.",
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "words"}),
    )
    seed = forms.CharField(
        max_length=LONGEST,
        required=False,
        label="Seed",
        help_text="For example the numbers of a lottery that you named beforehand: 4 11 23 30 41 52.",
    )

    def __init__(self, *args: Any, hat: Sequence[tuple[str, str]], purpose: str, waiting: int, **kwargs: Any) -> None:
        """`hat` has the id and the name of everybody in the order of their numbers."""
        super().__init__(*args, **kwargs)
        self.hat, self.purpose = hat, purpose
        if waiting:
            ties = "1 tie is" if waiting == 1 else f"{waiting} ties are"
            self.fields["early"] = forms.BooleanField(label=f"Draw now, although {ties} still open")

    def clean(self) -> dict[str, Any]:
        """What `hold_draw` takes."""
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        early = {"early": values.get("early", False)}
        if values["how"] == SEED:
            seed = " ".join(values["seed"].split())
            if not seed:
                self.add_error("seed", "Type the seed.")
            return {"lots": Lots(seed=seed, purpose=self.purpose), **early}
        return {"lots": Lots(names=self._as_drawn(values["names"])), **early}

    def _as_drawn(self, text: str) -> tuple[str, ...]:
        found, faults = read_names(text, self.hat)
        for fault in faults:
            self.add_error("names", fault)
        return found


def read_names(text: str, hat: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], list[str]]:
    """The ids in the order typed, and what is wrong with it: who is not known, there twice, or missing."""
    words = text.replace(",", " ").split()
    if words and all(word.rstrip(".").isdigit() for word in words):
        lines = [word.rstrip(".") for word in words]
    else:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
    by_number = {str(number): ident for number, (ident, _) in enumerate(hat, start=1)}
    names = dict(hat)
    found: list[str] = []
    faults: list[str] = []
    for line in lines:
        ident, fault = (by_number[line], "") if line in by_number else _meant(line, names)
        if not fault and ident in found:
            fault = f"{names[ident]} is there twice."
        if fault:
            faults.append(fault)
        else:
            found.append(ident)
    missing = [name for ident, name in hat if ident not in found]
    if missing and not faults:
        faults.append(f"Still in the hat: {', '.join(missing)}.")
    return tuple(found), faults


def _meant(line: str, names: Mapping[str, str]) -> tuple[str, str]:
    """Who is meant by a line: the whole name, or the one name that begins so."""
    plain = _plain(line.lstrip("0123456789.) ") or line)
    exact = [ident for ident, name in names.items() if _plain(name) == plain]
    near = exact or [ident for ident, name in names.items() if _plain(name).startswith(plain)]
    if len(near) == 1:
        return near[0], ""
    if near:
        return "", f"“{line}” may be {' or '.join(names[ident] for ident in near)}."
    return "", f"“{line}” is not in the hat."


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("&", " ").replace(" and ", " ").replace(".", " ").split())
