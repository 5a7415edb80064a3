"""Which player is meant by a name on a card, and the card laid beside its match: what every clause is given.

The two squads are looked through first, then the league's other players and tonight's signings. Whether the player may
play is for `eligibility`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import Enum, auto

from scoring.card.format import Format, Line, game_title, line_titles
from scoring.card.match import Match, Player
from scoring.card.outcome import filled_lines
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side
from scoring.names import fold, has_letters

NEAR_ENOUGH = 0.72
MOST_SUGGESTED = 3


class NameStatus(Enum):
    """What a name turned out to be, seen from the side that wrote it."""

    OWN = auto()
    SIGNED = auto()
    OPPONENT = auto()
    ELSEWHERE = auto()
    AMBIGUOUS = auto()
    UNKNOWN_ID = auto()
    UNKNOWN = auto()
    BLANK = auto()


@dataclass(frozen=True, slots=True)
class Identity:
    """One written name identified. `key` is equal for the same person; `short` if found by nickname or initial."""

    status: NameStatus
    key: str
    name: str
    player: Player | None = None
    short: bool = False


def initial_and_surname(name: str) -> str:
    """As in "d hill" for "Darren Hill"; empty for a single word."""
    words = fold(name).split()
    return f"{words[0][0]} {words[-1]}" if len(words) > 1 else ""


class SquadIndex:
    def __init__(self, match: Match, card: Card) -> None:
        self._squads = {side: match.squad(side) for side in Side}
        self._ids = {side: {player.id: player for player in squad.players} for side, squad in self._squads.items()}
        self._elsewhere = {player.id: player for player in match.elsewhere}
        self._elsewhere_names: dict[str, Player] | None = None
        self._match = match
        self._signed = {(signing.side, fold(signing.name)) for signing in card.signings}
        self._names: dict[Side, dict[str, list[tuple[Player, bool]]]] = {}

    def find(self, named: Named, side: Side) -> Identity:
        if named.id is not None:
            return self._by_id(named.id, named.name, side)
        if not has_letters(named.name):
            return Identity(NameStatus.BLANK, f"{side}:", "")
        if (own := self._own(named.name, side)) is not None:
            return own
        if (opponent := self.in_squad(named.name, side.other)) is not None:
            return Identity(NameStatus.OPPONENT, opponent.id, opponent.name, opponent)
        if (other := self.elsewhere(named.name)) is not None:
            return Identity(NameStatus.ELSEWHERE, other.id, other.name, other)
        return Identity(NameStatus.UNKNOWN, f"{side}:{fold(named.name)}", named.name)

    def elsewhere(self, name: str) -> Player | None:
        """The player of another team of the league with exactly this name."""
        if self._elsewhere_names is None:
            self._elsewhere_names = {fold(player.name): player for player in self._match.elsewhere}
        return self._elsewhere_names.get(fold(name))

    def in_squad(self, name: str, side: Side) -> Player | None:
        """The player of a side's squad with exactly this full name."""
        matches = [player for player, short in self._index(side).get(fold(name), []) if not short]
        return matches[0] if matches else None

    def near(self, name: str, side: Side) -> tuple[str, ...]:
        """Names of the side's squad that a slip of the pen or a pet name could have meant, nearest first."""
        scored = [(_likeness(fold(name), player), player.name) for player in self._squads[side].players]
        ordered = sorted((each for each in scored if each[0] >= NEAR_ENOUGH), key=lambda each: (-each[0], each[1]))
        return tuple(near for _, near in ordered[:MOST_SUGGESTED])

    def _by_id(self, player_id: str, name: str, side: Side) -> Identity:
        for squad, status in (
            (self._ids[side], NameStatus.OWN),
            (self._ids[side.other], NameStatus.OPPONENT),
            (self._elsewhere, NameStatus.ELSEWHERE),
        ):
            if (player := squad.get(player_id)) is not None:
                return Identity(status, player.id, player.name, player)
        return Identity(NameStatus.UNKNOWN_ID, player_id, name or player_id)

    def _own(self, name: str, side: Side) -> Identity | None:
        """A player of the side's own: a full name first, then tonight's signings, then short forms."""
        wanted = fold(name)
        matches = self._index(side).get(wanted, [])
        if (side, wanted) in self._signed and (not matches or matches[0][1]):
            return Identity(NameStatus.SIGNED, f"{side}:{wanted}", name)
        if len(matches) > 1:
            return Identity(NameStatus.AMBIGUOUS, f"{side}:{wanted}", name)
        if not matches:
            return None
        player, short = matches[0]
        return Identity(NameStatus.OWN, player.id, player.name, player, short)

    def _index(self, side: Side) -> dict[str, list[tuple[Player, bool]]]:
        """Players by every way of writing them; True marks a short form. A full name beats a short form."""
        if side not in self._names:
            self._names[side] = _indexed(self._squads[side].players)
        return self._names[side]


def identify_players(card: Card, match: Match) -> Card:
    """The card with every name that is certainly a player's replaced by that player's id and full name.

    Names that nobody has, or more than one player, and tonight's signings stay as they were written.
    """
    squads = SquadIndex(match, card)

    def players(names: tuple[Named, ...], side: Side) -> tuple[Named, ...]:
        squad_players = [squads.find(each, side).player for each in names]
        pairs = zip(names, squad_players, strict=True)
        return tuple(Named(player.id, player.name) if player else each for each, player in pairs)

    lines = tuple(
        replace(line, home=players(line.home, Side.HOME), away=players(line.away, Side.AWAY)) for line in card.lines
    )
    return replace(card, lines=lines)


def _indexed(players: Iterable[Player]) -> dict[str, list[tuple[Player, bool]]]:
    full: dict[str, list[tuple[Player, bool]]] = defaultdict(list)
    short: dict[str, list[tuple[Player, bool]]] = defaultdict(list)
    for player in players:
        full[fold(player.name)].append((player, False))
        for form in {initial_and_surname(player.name), *map(fold, player.known_as)} - {"", fold(player.name)}:
            short[form].append((player, True))
    return {**short, **full}


def _likeness(wanted: str, player: Player) -> float:
    """From 0 to 1. A single word is compared with each word of the name, and near a first name that begins like it.

    Nobody can guess a nickname, but "Dazza" is likelier Darren than Margaret. A shared surname is always near.
    """
    words = fold(player.name).split()
    forms = [fold(player.name), initial_and_surname(player.name), *map(fold, player.known_as)]
    alone = " " not in wanted
    compared = [form for form in (forms + words if alone else forms) if form]
    best = max((SequenceMatcher(None, wanted, form, autojunk=False).ratio() for form in compared), default=0.0)
    begins_alike = alone and len(wanted) > 1 and words[:1] and words[0][:2] == wanted[:2]
    same_surname = wanted.split()[-1:] == words[-1:]
    return max(NEAR_ENOUGH, best) if begins_alike or same_surname else best


# --- a card laid beside its match: what every clause is given ---------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FilledLine:
    """One line of the card beside its line of the format; `path` is "lines.4", `title` "Singles 5"."""

    path: str
    title: str
    line: Line
    score: LineScore

    def name(self, k: int) -> str:
        """What people call its game `k` (from 0): "Singles 3", or "Pairs 1, game 2" where the line has several."""
        return game_title(self.title, self.line.games, k + 1)


@dataclass(frozen=True, slots=True)
class WrittenName:
    """One name written on a line: where ("lines.4.home.0"), and who it is."""

    path: str
    filled: FilledLine
    identity: Identity


@dataclass(frozen=True, slots=True)
class CardContext:
    """The card, its match, and the two laid side by side. `places` are each side's names in card order."""

    card: Card
    match: Match
    squads: SquadIndex
    lines: tuple[FilledLine, ...]
    places: Mapping[Side, tuple[WrittenName, ...]]

    @property
    def form(self) -> Format:
        return self.match.format

    def team(self, side: Side) -> str:
        return self.match.squad(side).name

    def games(self) -> Iterator[tuple[FilledLine, int, GameScore]]:
        """Every game on the card with its line and its number from 0."""
        for filled in self.lines:
            for k, game in enumerate(filled.score.games):
                yield filled, k, game


def context_of(card: Card, match: Match) -> CardContext:
    """The card laid beside the match's format, as far as both go."""
    squads = SquadIndex(match, card)
    titled = enumerate(zip(line_titles(match.format.lines), filled_lines(card, match.format), strict=False))
    lines = tuple(FilledLine(f"lines.{i}", title, line, score) for i, (title, (line, score)) in titled)
    places = {
        side: tuple(
            WrittenName(f"{filled.path}.{side}.{j}", filled, squads.find(named, side))
            for filled in lines
            for j, named in enumerate(filled.score.players(side))
        )
        for side in Side
    }
    return CardContext(card, match, squads, lines, places)
