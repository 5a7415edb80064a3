"""How a booklet is to come out of the printer."""

from dataclasses import dataclass

from django import forms


@dataclass(frozen=True, slots=True)
class Way:
    """The size of a page, and whether the pages are put on sheets of A4 to be folded. `how` tells what to do then."""

    size: str
    folded: bool
    title: str
    how: str


WAYS = {
    "a5-folded": Way(
        "a5",
        folded=True,
        title="A5 booklet on sheets of A4",
        how="Print on both sides, turned over the short edge. Fold the pile once and staple it.",
    ),
    "a6-folded": Way(
        "a6",
        folded=True,
        title="A6 for the pocket, on sheets of A4",
        how="Print on both sides, turned over the long edge. Cut the pile across on the dashed line, put the lower "
        "half inside the upper one, fold it once and staple it.",
    ),
    "a5": Way("a5", folded=False, title="Single pages of A5", how="For the screen, or for a print shop."),
    "a6": Way("a6", folded=False, title="Single pages of A6", how="For a phone, or for a print shop."),
}


class BookletForm(forms.Form):
    """One of the ways in which it is folded, or not."""

    way = forms.ChoiceField(
        label="How is it to be printed?",
        choices=[(key, f"{way.title}. {way.how}") for key, way in WAYS.items()],
        widget=forms.RadioSelect,
        initial="a5-folded",
        error_messages={"required": "Choose how the booklet is to be printed."},
    )

    @property
    def chosen(self) -> Way:
        return WAYS[self.cleaned_data["way"]]
