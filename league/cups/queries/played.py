"""How a cup is played, in one sentence for those who think of entering."""

from collections.abc import Iterator

from league.cups.models import Cup
from league.cups.queries.facts import rules_of
from scoring.season.knockout.cups import Cup as Rules
from scoring.season.knockout.cups import Plate, Shape, best_of_words

SHAPES = {
    Shape.KNOCKOUT: "Knockout",
    Shape.DOUBLE: "Out after two defeats",
    Shape.GROUPS: "Groups, then a knockout",
    Shape.ROUND_ROBIN: "Everybody meets everybody",
    Shape.SWISS: "Swiss",
}


def played(cup: Cup) -> str:
    """Such as "Knockout; best of three, the final best of five; a plate for those who lose at once"."""
    return "; ".join(_parts(cup, rules_of(cup)))


def _parts(cup: Cup, rules: Rules) -> Iterator[str]:
    yield f"{SHAPES[rules.shape]} of {cup.rounds} rounds" if rules.shape is Shape.SWISS else SHAPES[rules.shape]
    before, final = rules.form(1), rules.form(0)
    yield (
        best_of_words(before)
        if before == final
        else f"{best_of_words(rules.forms[0])}, the final {best_of_words(final)}"
    )
    if rules.redraw:
        yield "drawn again each round"
    if rules.plate is not Plate.NONE:
        yield "a plate for those who lose at once"
