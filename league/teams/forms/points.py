"""League points as people type them: exact, also halves and thirds."""

from fractions import Fraction
from typing import Any

from django import forms

PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
MOST_POINTS = 100


class PointsField(forms.CharField):
    """Points as an exact number: "2", "1/2", "0.5", "3 2/3", "1½"; 0 only where `nought` is allowed."""

    def __init__(self, *, nought: bool = True, **kwargs: Any) -> None:
        super().__init__(max_length=8, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **kwargs)
        self.nought = nought

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value).strip().replace(",", ".")
        if not text:
            return None
        try:
            points = _exact(text)
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError("Give a number of points, such as 2 or 1/2.") from None
        if not 0 <= points <= MOST_POINTS or points.denominator > MOST_POINTS or not (points or self.nought):
            least = "from 0 to" if self.nought else "above 0, up to"
            raise forms.ValidationError(f"Give a number {least} {MOST_POINTS}.")
        return points


def _exact(text: str) -> Fraction:
    whole, _, rest = text.partition(" ")
    if rest:
        return Fraction(whole) + _exact(rest.strip())
    if text[-1] in PARTS:
        return Fraction(text[:-1] or 0) + PARTS[text[-1]]
    return Fraction(text)
