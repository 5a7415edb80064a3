"""Reads the written record of games, tidy or not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Ended
from scoring.play.record import SEATS, At, Deal, GameRecord, Gap, HandRecord, Item, Passed, Played, Plays, Remark, Taken
from scoring.play.settlement import Points
from scoring.play.tiles import PIPS, Tile, TileError

# --- the words of a record --------------------------------------------------------------------------------------------
_TOKEN = re.compile(
    r'\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'
    r"|\{(?P<remark>[^}]*)(?P<close>\}?)"
    r"|;(?P<rest>[^\n]*)"
    r"|(?P<word>(?:\[[^\s\[\]\"]*\]|[^\s{};\[\]])+)"
    r"|(?P<stray>[^\s])"
)
_TILE = r"\[?[0-9a-i][-|]?[0-9a-i]\]?"
MOVE = re.compile(
    rf"(?P<seat>[A-D])?(?P<body>-|knock|pass|\*|\+(?:\*|{_TILE})|{_TILE})(?:@(?P<at>{_TILE}|[0-9a-i]))?"
    r"(?::(?P<total>\d{1,3}))?(?:=(?P<pegs>\d{1,3})(?:\+(?P<chip>\d{1,2}))?)?(?P<end>#{0,2})(?P<mark>[?!]{0,2})"
)


def tokens(text: str) -> Iterator[tuple[re.Match[str], Where]]:
    """Every token of a text with its line and column, from 1."""
    line, begins, last = 1, 0, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        begins = text.rfind("\n", 0, last) + 1
        yield match, Where(line, last - begins + 1)


def parse_at(text: str | None) -> At | None:
    """Where a tile is joined, as `MOVE` found it."""
    if text is None:
        return None
    if len(text) == 1:
        return At(PIPS.index(text))
    if len(text) == 2 and text[1] == "d" and text[0] <= "d":
        return At(PIPS.index(text[0]), double=True)
    return At(host=Tile.parse(text))


_PEGS = re.compile(r"\d{1,4}(?:\s*[-:]\s*\d{1,4}){1,3}")
# Below nought where sides pay for tiles left; halves where two of three share a settlement.
_SCORES = re.compile(r"-?\d{1,4}(?:\.5)?(?:\s*[-:]\s*-?\d{1,4}(?:\.5)?){1,3}")
_EACH_SCORE = re.compile(r"(?:^|[-:])\s*(-?\d+(?:\.5)?)")
_NUMBER = re.compile(r"\d+\.")
_GAPS = {"..", "...", "…"}  # dots as a typewriter and as a telephone write them
_HAND_HEADERS = {"hand", "start", "lead", "deal", "plays"}
_TAIL_HEADERS = {"pegs": "pegs", "score": "score", "revoke": "revokes"}
_ENDS = {"#": Ended.OUT, "##": Ended.BLOCKED}


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """The games of a file, and whatever could not be read."""

    games: tuple[GameRecord, ...]
    findings: tuple[Finding, ...]


def read_record(text: str) -> ParsedRecord:
    """Read a file of games. Never raises; a file with nothing in it has no games."""
    reader = _RecordReader()
    for match, where in tokens(text.replace("\r\n", "\n")):
        reader.take(match, where)
    reader.end_game()
    return ParsedRecord(tuple(reader.games), tuple(reader.findings))


def read_moves(text: str) -> tuple[tuple[Item, ...], Ended | None, tuple[Finding, ...]]:
    """Read the moves of one hand, without headers."""
    reading = read_record(f'[Hand ""]{text}')
    hands = [hand for game in reading.games for hand in game.hands]
    if len(hands) != 1:
        problem = _problem("header", "one hand is wanted here, without headers", Where(), "")
        return (), None, (*reading.findings, problem)
    return hands[0].items, hands[0].ended, reading.findings


def _problem(code: str, message: str, where: Where, token: str) -> Finding:
    return Finding(Severity.REFUSE, code, message, "the notation", token, "", where)


@dataclass(slots=True)
class _RecordReader:
    """A game and a hand being put together. `hand` and `game` are None between them."""

    games: list[GameRecord] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    game: GameRecord | None = None
    hand: HandRecord | None = None
    items: list[Item] = field(default_factory=list)
    remarks: list[Item] = field(default_factory=list)  # read before the hand they are about
    hands: list[HandRecord] = field(default_factory=list)
    closed: bool = False  # the hand has its tail headers
    ply: int = 0

    def take(self, match: re.Match[str], where: Where) -> None:
        if match["name"] is not None:
            self.header(match["name"], re.sub(r"\\(.)", r"\1", match["value"]), where)
        elif match["remark"] is not None:
            if not match["close"]:
                self.complain("unclosed", "a comment is not closed with }", where, "{")
            self.remark(match["remark"], where)
        elif match["rest"] is not None:
            self.remark(match["rest"], where)
        elif match["word"] is not None:
            self.word(match["word"], where)
        else:
            self.complain("stray", f"{match['stray']!r} means nothing here", where, match["stray"])

    def complain(self, code: str, message: str, where: Where, token: str) -> None:
        self.findings.append(_problem(code, message, self.placed(where), token))

    def placed(self, where: Where) -> Where:
        """The place in the text, with the game, hand and ply it belongs to."""
        game, hand = len(self.games) + 1, len(self.hands) + 1
        return Where(where.line, where.column, game, hand if self.hand else None, self.ply or None)

    def remark(self, text: str, where: Where) -> None:
        words = " ".join(text.split()).replace("}", ")").replace("{", "(")
        if words:
            remark = Remark(words, self.placed(where))
            (self.items if self.hand else self.remarks).append(remark)

    def begin_game(self, where: Where) -> GameRecord:
        if self.game is None:
            self.game = GameRecord(where=self.placed(where))
        return self.game

    def begin_hand(self, where: Where) -> HandRecord:
        self.begin_game(where)
        if self.hand is None:
            self.hand, self.ply, self.closed = HandRecord(where=where), 0, False
            self.hand = replace(self.hand, where=self.placed(where))
            self.items, self.remarks = self.remarks, []
        return self.hand

    def end_hand(self) -> None:
        if self.hand is not None:
            self.hands.append(replace(self.hand, items=tuple(self.items)))
        self.hand, self.items, self.ply = None, [], 0

    def end_game(self) -> None:
        if self.game is not None and self.hand is None and self.remarks:
            self.begin_hand(self.remarks[0].where)
        self.end_hand()
        if self.game is not None:
            self.games.append(replace(self.game, hands=tuple(self.hands)))
        self.game, self.hands = None, []

    def header(self, name: str, value: str, where: Where) -> None:
        key = name.lower()
        if key in _TAIL_HEADERS:
            if self.hand is not None and getattr(self.hand, _TAIL_HEADERS[key]):
                self.end_hand()  # pegs after pegs are those of another hand
            hand = self.begin_hand(where)
            self.hand = self.tail(hand, key, value, where)
            self.closed = True
        elif key in _HAND_HEADERS:
            self.hand_header(key, value, where)
        elif key == "result":
            self.end_hand()
            scores = self.scores(name, value, where)
            self.game = replace(self.begin_game(where), result=scores)
            self.end_game()
        else:
            self.game_header(name, value, where)

    def game_header(self, name: str, value: str, where: Where) -> None:
        if self.hand is not None or self.hands or (name.lower() == "game" and self.game is not None):
            self.end_game()
        game = self.begin_game(where)
        if any(known.lower() == name.lower() for known, _ in game.headers):
            self.complain("twice", f"{name} is said twice; the first is kept", where, value)
            return
        if (name.lower(), value) != ("game", ""):
            self.game = replace(game, headers=(*game.headers, (name, value)))

    def hand_header(self, key: str, value: str, where: Where) -> None:
        if self.hand is not None and (key == "hand" or self.closed or self.ply or self.hand.ended):
            self.end_hand()
        hand = self.begin_hand(where)
        match key:
            case "hand":
                self.hand = replace(hand, number=value or None)
            case "start":
                self.hand = replace(hand, start=self.scores("Start", value, where))
            case "lead":
                self.hand = replace(hand, lead=self.seat("Lead", value, where))
            case "deal":
                self.hand = replace(hand, deal=self.deal(value, where))
            case _ if value in set(Plays):
                self.hand = replace(hand, plays=Plays(value))
            case _:
                self.complain("plays", f"Plays is {', or '.join(Plays)}, not {value!r}", where, value)

    def tail(self, hand: HandRecord, key: str, value: str, where: Where) -> HandRecord:
        match key:
            case "pegs":
                pegs = self.scores("Pegs", value, where, form=_PEGS)
                return replace(hand, pegs=None if pegs is None else tuple(map(int, pegs)))
            case "score":
                return replace(hand, score=self.scores("Score", value, where))
        seats = [self.seat("Revoke", letter, where) for letter in value.replace(" ", "")]
        return replace(hand, revokes=tuple(seat for seat in seats if seat is not None))

    def scores(
        self, name: str, value: str, where: Where, *, form: re.Pattern[str] = _SCORES
    ) -> tuple[Points, ...] | None:
        if not form.fullmatch(value.strip()):
            self.complain("scores", f"{name} wants a number for each side, as in “47-10”, not {value!r}", where, value)
            return None
        return tuple(Fraction(each) if "." in each else int(each) for each in _EACH_SCORE.findall(value.strip()))

    def seat(self, name: str, value: str, where: Where) -> int | None:
        if len(value) == 1 and value in SEATS:
            return SEATS.index(value)
        self.complain("seat", f"{name} wants a seat, {' '.join(SEATS)}, not {value!r}", where, value)
        return None

    def deal(self, value: str, where: Where) -> Deal | None:
        """The tiles of each seat, named by its letter or by the order written; a tile that is none is left out."""
        hands: dict[int, tuple[Tile, ...]] = {}
        seats = 2
        for place, part in enumerate(value.split("|") if "[" not in value else re.split(r"\s\|\s", value)):
            words = part.split()
            seat = SEATS.index(words.pop(0)) if words and words[0] in tuple(SEATS) else place
            if seat in hands or seat >= len(SEATS):
                self.complain("deal", "the deal gives a seat twice, or more than four seats", where, value)
                return None
            if words != ["?"]:
                hands[seat] = tuple(tile for tile in (self.tile(word, where) for word in words) if tile is not None)
            seats = max(seats, seat + 1)
        return tuple(hands.get(seat) for seat in range(seats))

    def tile(self, text: str, where: Where) -> Tile | None:
        try:
            return Tile.parse(text)
        except TileError as error:
            self.complain("tile", str(error), where, text)
            return None

    def word(self, word: str, where: Where) -> None:
        if _NUMBER.fullmatch(word):
            return
        if self.closed:
            self.end_hand()
        hand = self.begin_hand(where)
        if word in _ENDS:
            self.hand = replace(hand, ended=_ENDS[word])
            return
        if hand.ended is not None:
            self.complain("after_end", f"{word} is written after the hand has ended", where, word)
        self.ply += 1
        if word in _GAPS:
            self.items.append(Gap(self.placed(where)))
            return
        match = MOVE.fullmatch(word)
        item = self.move(match, where) if match else None
        if match is None or item is None:
            self.complain("move", f"{word!r} is no play, knock or draw", where, word)
            return
        self.items.append(item)
        if match["end"]:
            self.hand = replace(hand, ended=_ENDS[match["end"]])

    def move(self, match: re.Match[str], where: Where) -> Item | None:
        """The move a word stands for; None if it says of a knock or a draw what only a tile can have."""
        seat = SEATS.index(match["seat"]) if match["seat"] else None
        body, mark, place = match["body"], match["mark"], self.placed(where)
        figure = match["at"] or match["total"] or match["pegs"]
        if body in {"-", "knock", "pass"}:
            return None if figure else Passed(seat, mark, place)
        tile = None if body in {"*", "+*"} else Tile.parse(body.removeprefix("+"))
        if body.startswith("+"):
            return None if figure else Taken(seat, tile, mark, place)
        total, pegs = (int(match[name]) if match[name] else None for name in ("total", "pegs"))
        return Played(seat, tile, parse_at(match["at"]), total, pegs, int(match["chip"] or 0), mark, place)
