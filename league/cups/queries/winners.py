"""Who has won a cup and its plate, and who lost the final. Refuses to say so while anything of it is open."""

from django.core.exceptions import ValidationError

from league.cups.queries.book import Account
from league.cups.queries.day import first_two
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.plan import Part


def winners_of(account: Account) -> dict[str, tuple[str, str]]:
    """The winner and the runner-up ("" for none) of the cup, and of its plate, by what its title ends with."""
    if account.rules.shape in {Shape.ROUND_ROBIN, Shape.SWISS}:
        return {"": first_two(account)}
    bracket = account.bracket
    if bracket is None or bracket.champion is None:
        raise ValidationError("The final has no winner yet.")
    if bracket.conflicts:
        raise ValidationError("A tie was played by a side that should not have been in it. Rule on it first.")
    pairs = {"": _finalists(bracket, (Part.FINAL, Part.MAIN))}
    if bracket.plate_winner is not None:
        pairs[" plate"] = _finalists(bracket, (Part.PLATE,))
    return pairs


def _finalists(bracket: Bracket, parts: tuple[Part, ...]) -> tuple[str, str]:
    """The winner and the loser ("" for none) of the last tie of the first part that there is."""
    for part in parts:
        ties = [tie for tie in bracket.ties if tie.plan.part is part and tie.state is not State.NOT_NEEDED]
        if ties:
            winner, loser = ties[-1].winner, ties[-1].loser
            return str(winner), loser if isinstance(loser, str) else ""
    return "", ""
