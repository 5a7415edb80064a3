"""What is known about a match before its card comes in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from scoring.card.format import Format
from scoring.card.league_rules import Loan, PlayingUp, Under18
from scoring.card.points import Scheme
from scoring.card.sheet import Side
from scoring.play.finding import Severity


@dataclass(frozen=True, slots=True)
class Player:
    """A player as registered.

    `registered_on` None: on the squad list but not (yet) approved. `tied_to` names another team that holds the
    player this season. `known_as` are nicknames to look for. `league_matches` is how many the player has played for the
    team this season, None if nobody counts. `loans` say how a player of another team stands to home and to away, where
    the league's rule on playing up wants to know. `minor` is somebody under 18, `consent` that a
    parent or guardian has agreed. `nominated`: the player's own team has named them as one who plays for no other.
    """

    id: str
    name: str
    registered_on: date | None = None
    tied_to: str | None = None
    suspended: bool = False
    cup_tied: bool = False
    known_as: tuple[str, ...] = ()
    league_matches: int | None = None
    loans: tuple[Loan | None, ...] = ()
    minor: bool = False
    consent: bool = False
    nominated: bool = field(default=False, metadata={"later": True})

    def loan(self, side: Side) -> Loan | None:
        """How the player stands to a side of the match; None where the rules do not ask, or nobody knows."""
        return dict(zip(Side, self.loans, strict=False)).get(side)


@dataclass(frozen=True, slots=True)
class Squad:
    id: str
    name: str
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that a card is checked against.

    `register_by` is the season's last day for registering (None: none); `on_the_night` says whether new players may
    sign on the card; where not `registered_only`, anybody may play. `elsewhere` are players of the league's other
    teams, with `tied_to` naming theirs. `rule_numbers` maps a problem's code to the number of the league's rule.
    A player may play from `eligible_after` days after registering. `cup_appearances` is how many league matches a
    player needs before playing in this cup tie.
    """

    format: Format
    scheme: Scheme
    home: Squad
    away: Squad
    on: date
    register_by: date | None = None
    eligible_after: int = 0
    on_the_night: bool = True
    registered_only: bool = True
    quick_allowed: bool = True
    cup: bool = False
    cup_appearances: int = 0
    elsewhere: tuple[Player, ...] = ()
    playing_up: PlayingUp | None = None
    under_18: Under18 = Under18.MAY
    protests_allowed: bool = True
    rule_numbers: Mapping[str, str] = field(default_factory=dict)

    def squad(self, side: Side) -> Squad:
        return self.home if side is Side.HOME else self.away


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a card.

    `path` says where, counting from 0 ("lines.4.games.2.away_pegs"); `message` says what is wrong and what to do;
    `rule` is the number of the league's rule, if it has one. Severity: REFUSE when the card contradicts itself or the
    rules of the game, SECRETARY when it may be true but breaks the league's rules, WARNING when it is only odd.
    """

    path: str
    severity: Severity
    code: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two captains' cards disagree, in words: "Singles 3": "Crown 61, Bell 40" and "won by Bell"."""

    path: str
    what: str
    ours: str
    theirs: str
