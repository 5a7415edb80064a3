"""What is said at the board, in one place for every screen and for the phone that has no signal.

Knows the words. Refuses to know when they are true: where pegs land is `board`'s to say, in the words of `Landed`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.play.board import Landed

#: By occasion, with the names of numbers in braces: ``score`` is where the side then stands.
PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "needs": "needs {needs}",
        Landed.PEGGED: "{pegs} to {score}",
        Landed.WON: "{pegs} wins",
        Landed.BUST: "bust: stays on {score}",
        Landed.BOUNCED: "bounces back to {score}",
        Landed.BARRED: "cannot win on the down: stays on {score}",
        "doubtful": "{pegs} cannot follow {before} straight away",
        "last": "{pegs} only with the last tile",
        "blocked": "blocked: nobody can play",
        "untold": "tiles are not followed in this game: peg the points",
    }
)


def say(occasion: str, **numbers: int) -> str:
    """The phrase of an occasion with its numbers: ``say("needs", needs=13)`` is "needs 13"."""
    return PHRASES[occasion].format(**numbers)
