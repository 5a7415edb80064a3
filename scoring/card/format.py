"""The order of play of one match, as a league prints it on its card, and the rules of play of its lines."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache

from scoring.play.presets import CHAMPIONSHIP, PRESETS, family
from scoring.play.rules import DrawRule, Finish, HandEnd, LeadFirst, Overshoot, Rules, Settlement, Spinner, Unit
from scoring.words import join_list, noun_for, several


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Each None: as the rule set has it. `tiles` are those dealt to each player at the line's table."""

    tiles: int | None = None
    chip: int | None = None
    finish: Finish | None = None
    overshoot: Overshoot | None = None
    lead_first: LeadFirst | None = None
    lead_may_win: bool | None = None
    revoke_penalty: int | None = None

    def on(self, rules: Rules, players: int) -> Rules:
        """The rule set as this league plays it, so many players at the table."""
        named = ("chip", "finish", "overshoot", "lead_first", "lead_may_win", "revoke_penalty")
        changes = {name: getattr(self, name) for name in named if getattr(self, name) is not None}
        if self.finish is Finish.REACH and self.overshoot is None:
            changes["overshoot"] = Overshoot.DISREGARD
        if self.tiles is not None:
            changes["deal"] = (*(each for each in rules.deal if each[0] != players), (players, self.tiles))
            changes["deal_next"] = ()
        return rules.but(**changes) if changes else rules

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self._words())

    def _words(self) -> Iterator[str]:
        if self.tiles is not None:
            yield f"{self.tiles} tiles each"
        if self.chip is not None:
            yield f"{self.chip} for going out" if self.chip else "nothing for going out"
        if self.finish is not None:
            yield "won on exactly the target" if self.finish is Finish.EXACT else "won on the target or more"
        if self.overshoot is not None:
            bounces = self.overshoot is Overshoot.BOUNCE
            yield "a score past the target bounces back" if bounces else "a score past the target does not count"
        if self.lead_first is not None:
            yield LEADS[self.lead_first]
        if self.lead_may_win is not None:
            yield "the first tile of a hand may win" if self.lead_may_win else "the first tile of a hand cannot win"
        if self.revoke_penalty is not None:
            yield f"{self.revoke_penalty or 'nothing'} off for knocking with a tile that fits"


LEADS = {
    LeadFirst.LOT: "the first lead is drawn for",
    LeadFirst.HIGHEST_TILE: "whoever draws the highest tile leads first",
    LeadFirst.HIGHEST_DOUBLE: "the highest double leads first",
}

AS_WRITTEN = HouseRules()


class Discipline(StrEnum):
    """What is played on a line. SCORED is any other game with a score of its own, such as all fives; STRAIGHT and
    WON_LOST (darts, crib on a mixed evening) are only won or lost.
    """

    FIVES_THREES = "fives-and-threes"
    SCORED = "scored"
    STRAIGHT = "straight-dominoes"
    WON_LOST = "won-lost"


class Settle(StrEnum):
    """Whether every game of a line is played, or only until one side cannot be caught."""

    ALL = "all-played"
    BEST_OF = "best-of"


class ShortSide(StrEnum):
    """What becomes of games that a short side cannot fill. Games that neither side can fill are always void."""

    CLAIM = "opponents-claim"
    TWICE = "players-play-twice"
    VOID = "void"


class Order(StrEnum):
    """How it is settled who plays on which line."""

    CAPTAINS = "captains-write"
    BLIND = "home-writes-unseen"
    ALTERNATE = "captains-alternate"
    OPPONENT = "drawn-by-opponents"
    LOT = "drawn-by-lot"


class Pegs(StrEnum):
    """Whether the card records where the pegs stood at the end of a game."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class LineKind:
    """What lines have in common for limits and statistics: how many a side, and at what."""

    players: int
    discipline: Discipline

    @property
    def noun(self) -> str:
        return noun_for(self.players)

    @property
    def game(self) -> str:
        return DISCIPLINE_NAMES[self.discipline]


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line of the card.

    `label` is what the paper says ("S1"); `players` are a side; `games` is how many there are, or the most there can be
    when `settle` is best-of. `rules` names a preset of the rules of play, and `house` is what the league plays
    differently; `target` is the winning hole of a game on the crib board, None for a game that is only won or lost.
    `starts` are the holes that home and away begin on.
    """

    label: str
    players: int
    games: int = 1
    settle: Settle = Settle.ALL
    discipline: Discipline = Discipline.FIVES_THREES
    rules: str | None = None
    target: int | None = None
    starts: tuple[int, int] = (0, 0)
    house: HouseRules = AS_WRITTEN

    @property
    def pegged(self) -> bool:
        """Whether its games have a score of their own."""
        return self.discipline in PEGGED

    @property
    def named(self) -> bool:
        """Whether its label is a name, such as "Darts", and not a letter and a number."""
        return len(self.label.rstrip("0123456789 ")) > 2

    @property
    def game(self) -> str:
        """What is played, as people call it: "fives and threes", "all fives"."""
        return family(self.rules) if self.discipline is Discipline.SCORED and self.rules else self.kind.game

    @property
    def kind(self) -> LineKind:
        return LineKind(self.players, self.discipline)

    @property
    def handicap(self) -> str:
        """Who does not begin off the board: "home starts on hole 11"; "" where both do."""
        sides = zip(("home", "away"), self.starts, strict=True)
        return ", ".join(f"{side} starts on hole {start}" for side, start in sides if start)

    @property
    def to_win(self) -> int:
        return self.games // 2 + 1


@dataclass(frozen=True, slots=True)
class Limit:
    """A player may be in at most `most` lines of `players` a side at `discipline`; None means any."""

    most: int
    players: int | None = None
    discipline: Discipline | None = None

    def covers(self, kind: LineKind) -> bool:
        return self.players in {None, kind.players} and self.discipline in {None, kind.discipline}


@dataclass(frozen=True, slots=True)
class Format:
    """One match's lines in card order, and who may fill them.

    `side` is a full side, `minimum` the fewest a side may play with; `squad` the most a team may register and `used`
    the most it may use in a match (None: no limit). When `short` is TWICE, up to `twice` players of a short side go
    over each limit by one, not the same ones at each discipline if `twice_differs`. `order` says who decides which
    players are on which line.
    """

    name: str
    lines: tuple[Line, ...]
    side: int
    minimum: int
    squad: int | None = None
    used: int | None = None
    limits: tuple[Limit, ...] = ()
    short: ShortSide = ShortSide.CLAIM
    twice: int = 0
    twice_differs: bool = False
    pegs: Pegs = Pegs.OPTIONAL
    order: Order = Order.CAPTAINS

    @property
    def total_games(self) -> int:
        """Games on the card; the most there can be where a line is best-of."""
        return sum(line.games for line in self.lines)

    @property
    def kinds(self) -> tuple[LineKind, ...]:
        return tuple(dict.fromkeys(line.kind for line in self.lines))

    @property
    def one_game_a_line(self) -> bool:
        return all(line.games == 1 for line in self.lines)


PEGGED = frozenset({Discipline.FIVES_THREES, Discipline.SCORED})

DISCIPLINE_NAMES = {
    Discipline.FIVES_THREES: "fives and threes",
    Discipline.SCORED: "another scored game",
    Discipline.STRAIGHT: "straight dominoes",
    Discipline.WON_LOST: "won or lost",
}

SHORT_SIDE_WORDS = {
    ShortSide.CLAIM: "A game that a short side cannot fill is claimed by the opponents.",
    ShortSide.TWICE: "If a side is short, {twice} of its players may play twice, chosen by the opposing captain.",
    ShortSide.VOID: "A game that a short side cannot fill is void.",
}

ORDER_WORDS = {
    Order.CAPTAINS: "Each captain writes down who plays on which line.",
    Order.BLIND: "The home captain writes down the order of play and hands it over; neither captain sees the other’s.",
    Order.ALTERNATE: "The captains take turns to name a player for the next line, home first.",
    Order.OPPONENT: "Each captain draws the other side’s players for each line.",
    Order.LOT: "Who plays on which line is drawn by lot.",
}

PEGS_WORDS = {
    Pegs.NONE: "The card records only who won each game.",
    Pegs.OPTIONAL: "The card may record the final pegs of each game.",
    Pegs.REQUIRED: "The card records the final pegs of every game.",
}


def describe(form: Format) -> tuple[str, ...]:
    return tuple(_sentences(form))


def _sentences(form: Format) -> Iterator[str]:
    most = "" if all(line.settle is Settle.ALL for line in form.lines) else "at most "
    yield f"A match is {most}{several(form.total_games)}."
    yield from (_line_group(lines) for lines in groups(form))
    fewest = f"; a side of fewer than {form.minimum} cannot play" if form.minimum > 1 else ""
    yield f"A full side is {several(form.side, 'player')}{fewest}."
    yield from (_limit(limit) for limit in form.limits)
    if form.squad is not None:
        yield f"A team may register at most {several(form.squad, 'player')}."
    if form.used is not None:
        yield f"A side may use at most {several(form.used, 'player')} in a match."
    yield ORDER_WORDS[form.order]
    yield SHORT_SIDE_WORDS[form.short].format(twice="one" if form.twice == 1 else f"up to {form.twice}")
    if form.short is ShortSide.TWICE and form.twice_differs:
        yield "They are not the same players at each kind of game."
    yield "A game that neither side can fill is void."
    yield PEGS_WORDS[form.pegs]


@lru_cache(maxsize=512)
def line_title(label: str, players: int) -> str:
    """A line's name in words, from its label on the card and how many play a side: "Pairs 1" for "P1".

    A label that is a name of its own is left as it is.
    """
    number = label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if not number.isdecimal():
        return label
    return f"{noun_for(players).capitalize()} {number}"


@lru_cache(maxsize=128)
def line_titles(lines: tuple[Line, ...]) -> tuple[str, ...]:
    """What everybody calls the lines of a card: "Singles 3", or by its own name; with the game where there are several.

    What is only won or lost has no game to name beside its own name: "Darts". Lines that would share a title are
    numbered through.
    """
    several_games = len({line.discipline for line in lines}) > 1
    titles = [line_title(line.label, line.players) for line in lines]
    if len(set(zip(titles, (line.discipline for line in lines), strict=True))) < len(lines):
        counts: Counter[str] = Counter()
        for at, line in enumerate(lines):
            counts[line.kind.noun] += 1
            titles[at] = line.label if line.named else f"{line.kind.noun.capitalize()} {counts[line.kind.noun]}"
    return tuple(
        f"{title}, {line.game}" if several_games and not (line.named and not line.pegged) else title
        for title, line in zip(titles, lines, strict=True)
    )


def game_title(title: str, games: int, number: int) -> str:
    """A game of a line with this title: "Pairs 1, game 2", or the line's own title where it has one game."""
    return f"{title}, game {number}" if games > 1 else title


def groups(form: Format) -> tuple[tuple[Line, ...], ...]:
    """The lines in card order, those that differ in nothing but their label together."""
    lines_by_kind: dict[Line, list[Line]] = {}
    for line in form.lines:
        lines_by_kind.setdefault(replace(line, label=""), []).append(line)
    return tuple(map(tuple, lines_by_kind.values()))


def _line_group(lines: tuple[Line, ...]) -> str:
    """As in "6 singles, S1 to S6: one game each, to 61, fives and threes."; of one line "One line of pairs, P1:"."""
    first, last = lines[0], lines[-1]
    alone = first is last
    several_lines = f"{len(lines)} {first.kind.noun}, {first.label} to {last.label}"
    which = f"One line of {first.kind.noun}, {first.label}" if alone else several_lines
    games = "one game" if first.games == 1 else f"{first.games} games"
    if not alone:
        games = f"{games} each"
    if first.settle is Settle.BEST_OF:
        games = f"the best of {first.games} games"
    target = f", to {first.target}" if first.target is not None else ""
    game = f", {first.game}" if first.discipline is not Discipline.WON_LOST else ""
    extra = "".join(f"; {text}" for text in (first.handicap, *first.house.words) if text)
    return f"{which}: {games}{target}{game}{extra}."


def _limit(limit: Limit) -> str:
    what = "line" if limit.players is None else f"of the {noun_for(limit.players)}"
    plural = "s" if limit.players is None and limit.most != 1 else ""
    at = "" if limit.discipline is None else f" of {DISCIPLINE_NAMES[limit.discipline]}"
    most = "one" if limit.most == 1 else str(limit.most)
    return f"A player is in at most {most} {what}{plural}{at}."


def short_name(form: Format) -> str:
    """The format in a few words: "6 singles and 3 pairs", "3 pairs of 3 games"."""
    parts = []
    for lines in groups(form):
        first = lines[0]
        noun = first.kind.noun if len(lines) > 1 else first.kind.noun.removesuffix("s")
        games = "" if first.games == 1 else f" of {first.games} games"
        game = "" if first.discipline is Discipline.FIVES_THREES else f" at {first.game}"
        parts.append(f"{len(lines)} {noun}{games}{game}")
    return join_list(parts)


# --- what the rules of play say about a line --------------------------------------------------------------------------
# Where a line names no rules of play: the deals that can peg the most in a hand, so that nothing possible is refused.
MOST_GENEROUS = {2: (9, 1), 4: (6, 1)}


@dataclass(frozen=True, slots=True)
class Deal:
    """`players` at the table, `tiles` to each, `chip` the point for going out (0 or 1)."""

    players: int
    tiles: int
    chip: int


@cache
def deal_of(line: Line) -> Deal | None:
    """The deal of a line, None if the proved facts of fives and threes do not hold for it."""
    players, rules = 2 * line.players, _rules(line)
    if rules is None:
        return Deal(players, *MOST_GENEROUS[players]) if players in MOST_GENEROUS else None
    deals = dict(rules.deal)
    return Deal(players, deals[players], rules.chip) if players in deals and _is_plain(rules) else None


def is_exact(line: Line) -> bool:
    """Whether the winner finishes on the target itself, as in every league unless a line's rules say otherwise."""
    rules = _rules(line)
    return rules is None or rules.finish is Finish.EXACT


def pegged_under(line: Line) -> Rules | None:
    """The rules that a line is pegged under on a crib board, from its own starts to its own target.

    None if it is only won or lost.

    A line of fives and threes that names no rules of play is pegged under the championship's.
    """
    if line.discipline is not Discipline.FIVES_THREES or line.target is None:
        return None
    starts = line.starts if any(line.starts) else ()
    rules = _rules(line) or line.house.on(CHAMPIONSHIP, 2 * line.players)
    return rules.but(target=line.target, starts=starts)


def played_under(line: Line) -> Rules | None:
    """The rule set that a line names, with the house rules and the line's own target; None where it names none."""
    rules = _rules(line)
    return rules if rules is None or line.target is None else rules.but(target=line.target)


def played_title(*lines: Line) -> str:
    """What lines play that play alike: "Singles and pairs: fives and threes to 61"."""
    nouns, target = " and ".join(dict.fromkeys(line.kind.noun for line in lines)), lines[0].target
    return f"{nouns.capitalize()}: {lines[0].game}" + (f" to {target}" if target is not None else "")


def _rules(line: Line) -> Rules | None:
    preset = PRESETS.get(line.rules) if line.rules is not None else None
    return preset and line.house.on(preset, 2 * line.players)


def _is_plain(rules: Rules) -> bool:
    """Fives and threes on a line without spinners: the game that the facts were proved for."""
    scoring = (rules.set_max, rules.divisors, rules.unit) == (6, (3, 5), Unit.QUOTIENT)
    table = (rules.spinner, rules.draw, rules.settlement) == (Spinner.NONE, DrawRule.NONE, Settlement.NONE)
    return scoring and table and rules.chip in {0, 1} and rules.hand_end is not HandEnd.ALL_BLOCKED
