"""Who won which line, as a message says it: "Tom beat Bill, Ann lost to Pat", "1. T Hall W, 2. A Shaw L".

The message reader takes these clauses out before it looks for the result, so that both must fit each other.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from league.reading.messages.values import MessageLine, Sender, TextSpan
from scoring.card.format import Format, Line
from scoring.card.match import Match
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side
from scoring.names import fold, letters

Holders = frozenset[tuple[str, str]]  # (team, player) of those whom a name may mean
SCORE = r"(?P<{}>\d{{1,3}})\s*(?:[-–/:]|\s|to)\s*(?P<{}>\d{{1,3}})"
NAMES = r"[^\W\d][^\d,;:()\n]*?"
CLAUSE = re.compile(
    rf"(?i)\s*(?:(?P<kind>singles?|doubles|pairs?|trebles|line|game|leg)\b\s*)?(?:(?P<number>\d{{1,2}})\s*[.):]?\s+|[:.]?\s*)"
    rf"(?P<first>{NAMES})\s+(?P<verb>beat|beats|bt|won|win|wins|w|lost|loses|loss|l)(?!\w)\.?"
    rf"(?:\s+(?:by\s+)?{SCORE.format('a', 'b')})?(?:\s*(?:to|v|vs|against|over)?\s+(?P<second>{NAMES}))?"
    rf"(?:\s+(?:by\s+)?{SCORE.format('c', 'd')})?\s*[.!]?\s*",
)
GAP = re.compile(r"[,;\n!]|\.(?=\s|$)")
NO_END = re.compile(r"\s*\d{1,2}|(?:.*\W)?[^\W\d]")  # before a full stop: the number of a line, or an initial
ENDS_WITH_RESULT = re.compile(r".*[^\W\d]{2,}\s+[WL]")
AND = re.compile(r"(?i)\s*(?:&|\+|/|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class LineClaim:
    """One line as it was said: who may be meant on the side that is named first and on the other, and who won."""

    number: int | None
    first: tuple[Holders, ...]
    second: tuple[Holders, ...]
    first_won: bool
    score: tuple[int, int] | None
    span: TextSpan


class Roster:
    """The players of the league by all that they may be called: Tom Hall, T Hall, Tom, Hall."""

    def __init__(self, senders: Iterable[Sender]) -> None:
        self.holders: dict[str, set[tuple[str, str]]] = {}
        for sender in senders:
            words = letters(sender.name).split()
            if len(sender.teams) != 1 or not all(word.isalpha() for word in words):
                continue
            forms = {" ".join(words), words[0], words[-1], f"{words[0][0]} {words[-1]}", f"{words[0]} {words[-1][0]}"}
            for form in forms:
                self.holders.setdefault(form, set()).add((sender.teams[0], sender.name))

    def holders_of(self, text: str) -> tuple[Holders, ...] | None:
        """Whom "Tom & Ann" may mean, name by name; None where one of them is nobody's."""
        names = [letters(part) for part in AND.split(text.strip(" .")) if part.strip()]
        holders = [frozenset(self.holders.get(name, ())) for name in names]
        return tuple(holders) if holders and all(holders) else None

    def lines_in(self, text: str) -> Iterator[LineClaim]:
        start = 0
        for gap in [*GAP.finditer(text), None]:
            end = gap.start() if gap else len(text)
            before = text[start:end]
            if gap and gap[0] == "." and NO_END.fullmatch(before) and not ENDS_WITH_RESULT.fullmatch(before):
                continue
            # "Bell 6 Bull 3 Tom beat Bill": the clause may begin behind a score.
            for begin in (start, *(start + number.end() for number in re.finditer(r"\d\s+", before))):
                if (match := CLAUSE.fullmatch(text, begin, end)) and (line := self._line(match)):
                    yield line
                    break
            start = gap.end() if gap else end

    def _line(self, match: re.Match[str]) -> LineClaim | None:
        first = self.holders_of(match["first"])
        second = self.holders_of(match["second"]) if match["second"] else ()
        won = match["verb"][0].casefold() in "bw"
        if first is None or second is None or (not second and match["verb"].casefold().startswith("b")):
            return None
        numbers = next((pair for pair in (("a", "b"), ("c", "d")) if match[pair[0]]), None)
        score = (int(match[numbers[0]]), int(match[numbers[1]])) if numbers else None
        # The winner has more, in whatever order the two are written: "Ann lost 4-6", "Ann lost 6-4".
        if score and (score[0] > score[1]) != won:
            score = score[::-1]
        number = int(match["number"]) if match["number"] and not match["kind"] else None
        return LineClaim(number, first, second, won, score, TextSpan(match.start(), match.end()))


def played_lines(claims: Iterable[LineClaim], teams: Mapping[Side, str], score: tuple[int, int]) -> (
    tuple[MessageLine, ...] | str
):  # fmt: skip
    """The lines of a match, or why they are not its: a name of nobody or of both, wins that are not in the result."""
    lines = []
    for claim in claims:
        side = _side_of(claim.first, teams)
        if side is None or (claim.second and _side_of(claim.second, teams) is not side.other):
            return "It is not clear who played on which line."
        names = {
            each: tuple(name for holders in part for team, name in holders if team == teams[each])
            for each, part in ((side, claim.first), (side.other, claim.second))
        }
        numbers = claim.score if claim.score is None or side is Side.HOME else claim.score[::-1]
        lines.append(MessageLine(claim.number, names, side if claim.first_won else side.other, numbers))
    wins = Counter(line.winner for line in lines)
    if any(wins[side] > games for side, games in zip(Side, score, strict=True)):
        return "More lines were won than the result has."
    return tuple(lines)


def _side_of(names: tuple[Holders, ...], teams: Mapping[Side, str]) -> Side | None:
    """The one side that has one player of each name."""
    sides = [
        side for side, team in teams.items() if all(sum(of == team for of, _ in holders) == 1 for holders in names)
    ]
    return sides[0] if len(sides) == 1 else None


def fill_card(lines: Iterable[MessageLine], match: Match, score: tuple[int, int]) -> tuple[Card, tuple[str, ...]]:
    """The card, each line on that of its number or the next of as many players; and what did not fit, in words."""
    filled: dict[int, LineScore] = {}
    misfits: list[str] = []
    for line in lines:
        words = " v ".join(" and ".join(line.names[side]) or "?" for side in Side)
        at = _line_of(line, match.format, filled)
        if at is None:
            misfits.append(f"{words}: the card has no line left for it.")
            continue
        games = _games(line, match.format.lines[at])
        players = {side: _named(line.names[side], match, side) for side in Side}
        if games is None or None in players.values():
            misfits.append(f"{words}: not everybody is in the squads." if games else f"{words}: the games do not fit.")
            continue
        filled[at] = LineScore(players[Side.HOME] or (), players[Side.AWAY] or (), games)
    won = Counter(game.winner for line in filled.values() for game in line.games)
    whole = len(filled) == len(match.format.lines)
    if whole and (won[Side.HOME], won[Side.AWAY]) != score:
        misfits.append("The lines do not add up to the result.")
    card = Card(lines=tuple(filled.get(at, LineScore()) for at in range(len(match.format.lines))))
    return card, tuple(misfits)


def _line_of(line: MessageLine, form: Format, filled: Mapping[int, LineScore]) -> int | None:
    size = max(map(len, line.names.values()))
    if line.number is not None:
        at = line.number - 1
        return at if 0 <= at < len(form.lines) and at not in filled and form.lines[at].players == size else None
    return next((at for at, one in enumerate(form.lines) if at not in filled and one.players == size), None)


def _games(line: MessageLine, form: Line) -> tuple[GameScore, ...] | None:
    """The games of a line; None where their order or their number cannot be told."""
    home, away = line.score or (0, 0)
    if form.games == 1:
        reached = form.target is not None and max(home, away) == form.target
        return (GameScore(line.winner, home, away),) if line.score and reached else (GameScore(line.winner),)
    if line.score is None or home + away > form.games or (home and away):
        return None
    return tuple(GameScore(line.winner) for _ in range(home + away))


def _named(names: tuple[str, ...], match: Match, side: Side) -> tuple[Named, ...] | None:
    squad = {fold(player.name): player for player in match.squad(side).players}
    players = [squad.get(fold(name)) for name in names]
    return tuple(Named(player.id, player.name) for player in players if player) if all(players) else None
