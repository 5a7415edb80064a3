"""What rules come to, drawn beside the form on which they are written: cards, a table, and the rule book's words."""

from dataclasses import dataclass
from random import Random

from league.documents.queries.lines import CardPart, parts
from scoring.card.constitution import Constitution
from scoring.card.rulebook import Section, describe
from scoring.card.sheet import Named
from scoring.season.specimen import SpecimenEvening, specimen
from scoring.season.table import Row

DICE = 61  # the same evening for the same rules, so that what changes is what was changed


@dataclass(frozen=True, slots=True)
class Preview:
    """A blank card, one filled in with what it comes to, three results with their table, and the rule book."""

    rules: Constitution
    blank: tuple[CardPart, ...]
    worked: tuple[CardPart, ...]
    evenings: tuple[SpecimenEvening, ...]
    rows: tuple[Row, ...]
    book: tuple[Section, ...]

    @property
    def evening(self) -> SpecimenEvening:
        """The match whose card is filled in."""
        return self.evenings[0]

    @property
    def names(self) -> dict[str, str]:
        """What the made-up teams are called."""
        return {squad.id: squad.name for each in self.evenings for squad in (each.match.home, each.match.away)}

    @property
    def table(self) -> list[tuple[str, Row]]:
        return [(self.names[row.team], row) for row in self.rows]


def preview(rules: Constitution) -> Preview:
    """Of rules that are sound: nothing else can be drawn."""
    made = specimen(rules, Random(DICE))  # noqa: S311  # an evening that never was
    card = made.evenings[0].card
    return Preview(
        rules,
        tuple(parts(rules.format, {}, _name)),
        tuple(parts(rules.format, dict(enumerate(card.lines)), _name)),
        made.evenings,
        made.rows,
        describe(rules),
    )


def _name(named: Named) -> str:
    return named.name
