"""All the rules of a league as one form, in sections.

Forms parse; whether the settings go together is for `scoring.card.soundness` to say, and each of its complaints is
shown at the field that it is about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.forms import BoundField

from league.base.ui import forms
from league.seasons.forms.cards import CardsSection, PenaltiesSection
from league.seasons.forms.fields import RulesSection, field_value
from league.seasons.forms.lines import LinesSection
from league.seasons.forms.own_rules import OwnRulesSection
from league.seasons.forms.players import PlayersSection, SidesSection
from league.seasons.forms.points import PointsSection, TableSection
from scoring.card import format as match_format
from scoring.card import points
from scoring.card.constitution import Constitution
from scoring.card.soundness import complaints

SECTIONS: tuple[type[RulesSection], ...] = (
    LinesSection,
    SidesSection,
    PointsSection,
    TableSection,
    CardsSection,
    PenaltiesSection,
    PlayersSection,
    OwnRulesSection,
)


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong: the address of its field, and what to do."""

    href: str
    text: str


class RulesForm:
    """The rules as they stand (`rules`), as somebody typed them and wants them judged (`data`), or as they were typed
    or read from elsewhere and are to be looked at first (`typed`).
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: Constitution,
        typed: Mapping[str, Any] | None = None,
    ) -> None:
        self.base = rules
        self.bound = data is not None
        self.shown = data_of(rules) if typed is None else dict(typed.items())
        self.sections = [kind(data, initial=self.shown) for kind in SECTIONS]
        self._written: Constitution | None = None

    def is_valid(self) -> bool:
        """Whether everything could be read and goes together."""
        if self._written is not None:
            return not self.errors
        if [section for section in self.sections if not section.is_valid()]:
            return False
        written = self.base
        for section in self.sections:
            written = section.write(written)
        self._written = self._named(written)
        for complaint in complaints(self._written):
            self._complain(complaint.path, complaint.message)
        return not self.errors

    def _complain(self, path: str, message: str) -> None:
        for section in self.sections:
            if (place := section.place(path)) is not None:
                form, name = place
                form.add_error(name, message)
                return
        self.sections[-1].add_error(None, message)

    def _named(self, written: Constitution) -> Constitution:
        """A format and a scheme that are no longer those of the base are called by what they are."""
        form, scheme = written.format, written.scheme
        if form != self.base.format:
            form = replace(form, name=match_format.short_name(form))
        if scheme != self.base.scheme:
            scheme = replace(scheme, name=points.short_name(scheme))
        return replace(written, format=form, scheme=scheme)

    def sound(self) -> Constitution | None:
        """The rules as they are shown, None if they cannot be played."""
        if self.bound:
            return self.written() if self.is_valid() else None
        judged = RulesForm(self.shown, rules=self.base)
        return judged.written() if judged.is_valid() else None

    @property
    def errors(self) -> bool:
        return any(section.wrong for section in self.sections)

    @property
    def problems(self) -> list[Wrong]:
        """Everything that is wrong, in the order of the page."""
        found: list[Wrong] = []
        for form in (form for section in self.sections for form in section.parts):
            found += [Wrong("", str(text)) for text in form.non_field_errors()]
            found += [Wrong(f"#{_target(field)}", text) for field in form for text in forms.error_texts(field)]
        return found

    def written(self) -> Constitution:
        """The rules that a valid form says."""
        if self._written is None:
            raise ValueError("ask is_valid first")
        return self._written


def _target(field: BoundField) -> str:
    return field.id_for_label or f"{field.auto_id}_0"


def data_of(rules: Constitution) -> dict[str, str]:
    """What a browser sends when nobody changes anything."""
    read = (each for kind in SECTIONS for each in kind.read(rules).items())
    return {name: field_value(value) for name, value in read if value is not None and value is not False}
