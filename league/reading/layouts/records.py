"""What players did in a season: counts and averages, and games with both players' names or of one player.

180s 2014                         Player,Team,P,W,L
32 x D Hartley (Crown "A")        D Hartley,Bell,20,15,5

Date,Home,Home player,Away,Away player,Winner    Player's record: D Hartley (Crown A)
7/9/14,Bell,D Hartley,Plough,S Kirkby,Home       Opponent,Team,Result
,,J Moran,,K Nairn,Away                          S Kirkby,Bell,Won
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from league.reading.people import join_name, parse_person
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import (
    SEASON,
    HeadedBlock,
    Piece,
    amount,
    blocks_of,
    cell_at,
    filled,
    has_word,
    is_blank,
    other_columns,
    parted,
    row_of,
    season_in,
    text_lines,
    title_of,
    titles_above,
    whole,
    without_season,
    written,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.names import fold

COUNTS = {
    "player": ("name", "player name", "full name", "players", "competitor"),
    "first_name": ("forename", "first names"),
    "last_name": ("surname", "last name"),
    "team": ("club", "side", "team name", "plays for", "pub"),
    "season": ("year",),
    "division": ("div", "section", "league"),
    "place": ("pos", "position", "rank", "no", "#"),
    "played": ("p", "pl", "pld", "games", "games played", "frames played", "legs played", "mp", "apps", "frames", "gp"),
    "won": ("w", "wins", "games won", "frames won", "legs won", "win", "fw"),
    "drawn": ("d", "draws"),
    "lost": ("l", "losses", "games lost", "frames lost", "legs lost", "loss", "fl"),
    "average": ("avg", "ave", "avge", "aver", "%", "win %", "percentage", "pct", "av", "won %", "% won"),
    "points": ("pts", "pt", "total points"),
}
COUNTS_NEEDED = (
    {"player", "last_name"},
    {"won", "played", "points", "average"},
    {"won", "lost", "average", "played", "team"},
)
# What is counted, and what no number of a member is called.
COUNTED = re.compile(
    r"(?i)\b(?:180'?s|tons?|maximums?|max|threes|3s|fives|spots?|finish(?:es)?|check-?outs?|knocks|whitewash(?:es)?"
    r"|high(?:est)?|most|scores?|how many|count|breaks?|clearances?|sevens|eights)\b"
)
LONGEST = 1_000  # letters of a line with a name and a number
TIMES = re.compile(r"(?i)\s*(\d{1,4})\s*(?:x|×|\*)\s+(?P<name>[^()]+?)\s*(?:\((?P<team>.+)\))?\s*\.?\s*")
# "14 - M Reid (Thistle)" or "14 M Reid (Thistle)", which is a count and no place where the numbers fall.
LED = re.compile(r"\s*(\d{1,4})(?:\s*[-–—:])?\s+(?P<name>[^()]+?)\s*\((?P<team>.+)\)\s*\.?\s*")
BEHIND = re.compile(r"\s*(?:\d{1,3}[.)]\s*)?(?P<name>[^\d()]+?)\s*\((?P<team>[^()]+)\)\s*[-–:.x×*\s]+(\d{1,4})\s*")
COMMA_BEHIND = re.compile(r"\s*(?P<name>[^\d(),]+?),\s*(?P<team>[^\d(),]+?)\s*[x×]\s*(\d{1,4})\s*")


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    for reader in (_counts, _counted, _listed):
        rows, left, questions = parted(reader(sheet, context))
        if rows or questions:
            what = f"what {len(rows) or 'some'} players did in a season"
            return (Reading("records", Content.RECORDS, what, rows, left, questions, 0.86),)
    return ()


def titles_of(block: HeadedBlock, name: str) -> list[str]:
    return [*([name] if name else []), *(whole(line) for line in block.above)]


def season_of(titles: Sequence[str], before: str, context: Context) -> tuple[str, list[ReadingQuestion]]:
    """The season that the titles name, the one above or that of an answer, or the question for it."""
    named = filter(None, map(season_in, reversed(titles)))
    season = next(named, before) or context.answers.get("season", "")
    question = ReadingQuestion("season", "Which season or year are these players’ figures of?")
    return season, [] if season else [question]


def _counts(sheet: SourceSheet, context: Context) -> Iterator[Piece]:
    season = ""
    for block in blocks_of(sheet, COUNTS, COUNTS_NEEDED):
        heading = block.cell(block.heading, "player").casefold()
        if heading.startswith("name") and "team" not in block.columns:
            continue  # it may be a table of teams
        titles = titles_of(block, title_of(sheet))
        yield from titles_above(block.above)
        yield from other_columns(block)
        twice = [key for key, columns in block.columns.items() if len(columns) > 1]
        if twice:
            yield LeftOut(block.heading.number, whole(block.heading), f"Two columns are called “{twice[0]}”.")
            continue
        questions: list[ReadingQuestion] = []
        if "season" not in block.columns:
            season, questions = season_of(titles, season, context)
        yield from questions
        for line in block.lines:
            piece = _count(block, line, season)
            if isinstance(piece, LeftOut) or not questions:
                yield piece


def _count(block: HeadedBlock, line: SheetLine, season: str) -> ReadRow | LeftOut:
    name = block.cell(line, "player")
    if "last_name" in block.columns:
        name = join_name(block.cell(line, "first_name"), block.cell(line, "last_name"))
    person = parse_person(name) if name else None
    figures = [key for key in ("played", "won", "drawn", "lost", "points", "average") if key in block.columns]
    numbers = {key: number for key in figures if (number := amount(block.cell(line, key).rstrip(" %"))) is not None}
    if person is None or not has_word(person.name) or not numbers:
        why = "The line has no name." if person is None else "The line has no figures."
        return LeftOut(line.number, whole(line), why)
    values = {"season": block.cell(line, "season") or season, "player": person.name}
    values |= {"team": block.cell(line, "team"), "division": block.cell(line, "division")}
    notes = [f"“{name}” is {person.name}"] if person.name != name else []
    for key in figures:
        cell = block.cell(line, key)
        if key in numbers:
            values[key] = written(numbers[key])
        elif not is_blank(cell):
            notes.append(f"“{cell}” is not a number")
    return row_of(line, values, [*notes, *sums(numbers)])


def sums(numbers: Mapping[str, Fraction]) -> Iterator[str]:
    if {"played", "won", "lost"} <= numbers.keys():
        total = numbers["won"] + numbers["lost"] + numbers.get("drawn", 0)
        if total != numbers["played"]:
            yield f"{written(total)} won and lost are not {written(numbers['played'])} played"


def _counted(sheet: SourceSheet, context: Context) -> Iterator[Piece]:
    """Players and their teams beside a number that a heading names: "180s", "Most threes"."""
    season = ""
    for block in blocks_of(sheet, COUNTS, ({"player"}, {"team"})):
        at = [at for at in block.others if COUNTED.search(cell_at(block.heading, at))]
        numbers = [amount(cell) for line in block.lines for column in at if (cell := cell_at(line, column))]
        if not numbers or None in numbers:
            continue
        yield from titles_above(block.above)
        yield from other_columns(block, (other for other in block.others if other not in at))
        season, questions = season_of(titles_of(block, title_of(sheet)), season, context)
        yield from questions
        for line in block.lines:
            person = parse_person(block.cell(line, "player"))
            counts = [column for column in at if cell_at(line, column)]
            if person is None or not counts:
                yield LeftOut(line.number, whole(line), "The line has no name or no number.")
                continue
            for column in () if questions else counts:
                values = {"season": season, "player": person.name, "team": block.cell(line, "team")}
                values |= {"title": cell_at(block.heading, column), "counts": cell_at(line, column)}
                yield row_of(line, values)


def _number_and_name(texts: Sequence[str]) -> list[re.Match[str] | None]:
    """The number and the name of each text; places before names, which do not fall as counts do, are none."""
    counts = [int(match[1]) for text in texts if (match := LED.fullmatch(text))]
    falls = len(counts) > 1 and counts == sorted(counts, reverse=True)
    patterns = (TIMES, BEHIND, COMMA_BEHIND, *([LED] if falls else []))
    return [next(filter(None, (pattern.fullmatch(text) for pattern in patterns)), None) for text in texts]


def _listed(sheet: SourceSheet, context: Context) -> Iterator[Piece]:
    lines = text_lines(sheet)
    texts = [line.cells[0] if len(line.cells[0]) <= LONGEST else "" for line in lines]
    pairs = list(zip(lines, _number_and_name(texts), strict=True))
    if sum(match is not None for _, match in pairs) < max(2, len(lines) / 2):
        return
    title = season = ""
    spelt: dict[str, str] = {}
    for line, match in pairs:
        if match is None:
            text = line.cells[0].strip()
            title, season = without_season(text) or title, season_in(text) or season
            yield LeftOut(line.number, text, "A title, of the lines below.")
            continue
        title = title or without_season(title_of(sheet))
        named, questions = season_of([title_of(sheet)], season, context)
        what = title or context.answers.get("counts", "")
        if not what:
            questions.append(ReadingQuestion("counts", f"What does “{line.cells[0].strip()}” count?"))
        yield from questions
        person = parse_person(match["name"])
        if person is None or re.search(r"\d", person.name):
            yield LeftOut(line.number, line.cells[0].strip(), "The line has no name, or more than a name.")
        elif not questions:
            team = (match["team"] or "").strip()
            first = spelt.setdefault(fold(team), team)
            notes = [f"{team} is written {first} above"] if team != first else []
            number = next(part for part in match.groups() if part and part.isdecimal())
            values = {"season": named, "player": person.name, "team": team, "title": what, "counts": number}
            yield row_of(line, values, notes, line.cells[0].strip())


# --- games ------------------------------------------------------------------------------------------------------------
GAMES = {
    "date": ("day", "night", "played on", "match date"),
    "season": ("year",),
    "player": ("name", "player name"),
    "team": ("club", "side"),
    "opponent": ("opponents", "opposing player", "versus", "opponent name", "opp", "opponent player"),
    "opponent_team": (
        *("opponent's team", "opponents team", "his team", "opp team", "opposition", "their team", "opposing team"),
    ),
    "home_player": ("home name", "player 1", "home competitor"),
    "away_player": ("away name", "player 2", "away competitor", "visiting player"),
    "home": ("home team", "home side", "team 1"),
    "away": ("away team", "away side", "team 2", "visitors"),
    "won": ("result", "won/lost", "w/l", "won or lost", "outcome", "win/loss"),
    "winner": ("won by", "winning player", "winning side"),
    "home_score": ("hs", "home legs", "home frames", "score 1"),
    "away_score": ("as", "away legs", "away frames", "score 2"),
    "score": ("legs", "frame score"),
    "game": ("frame", "frame no", "game no", "no", "leg", "board"),
}
GAME_SHEETS = (({"home_player"}, {"away_player"}), ({"opponent"}, {"won", "winner"}))
WON, LOST = ("w", "won", "win", "1", "yes", "y"), ("l", "lost", "loss", "lose", "0", "no", "n")
SIDES = {"h": 0, "home": 0, "1": 0, "a": 1, "away": 1, "2": 1}
PAIR = re.compile(r"\s&\s|\sand\s|/")
WHOSE = re.compile(
    r"(?i)(?:player'?s?\s+record|record|results?|player)\s*(?:for|of|:|-)?\s*[:-]?\s*(?P<name>(?!records?\b|results?\b)[^\W\d_][^()\d:|]*?)\s*(?:\((?P<team>[^()]+)\)|,\s*(?P<after>[^,]+))?",
)


def read_games(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    blocks = next((blocks for needed in GAME_SHEETS if (blocks := blocks_of(sheet, GAMES, needed))), ())
    days = SheetDays(context, [block.cell(line, "date") for block in blocks for line in block.lines])
    lines = _GameLines(title_of(sheet), blocks, days, context)
    rows, left, questions = parted((*lines.read(), *days.questions.values()))
    if not rows and not questions:
        return ()
    what = f"{len({row.place for row in rows}) or 'some'} games with their players"
    return (Reading("player_games", Content.RECORDS, what, rows, left, questions, 0.87),)


def _sides_of(piece: ReadRow | LeftOut, *, both: bool) -> Iterator[Piece]:
    """A game once for each player whose it is: the two of a pair, and the opponents where it is theirs as well."""
    if isinstance(piece, LeftOut):
        yield piece
        return
    sides = [dict(piece.values)]
    if both:
        turned = {"player": "opponent", "opponent": "player", "team": "opponent_team", "opponent_team": "team"}
        values = {turned.get(key, key): text for key, text in piece.values.items()}
        values["won"] = "no" if values["won"] == "yes" else "yes"
        sides.append({key: values[key] for key in (*piece.values, *values) if key in values})
    for values in sides:
        for name in PAIR.split(values["player"]):
            yield replace(piece, values={**values, "player": name.strip()})


def _labelled(block: HeadedBlock, label: str) -> str:
    cells = [cell for line in block.above for cell in filled(line)]
    for cell, following in zip(cells, [*cells, ""][1:], strict=True):
        match = re.fullmatch(rf"(?i){label}(?:'s)?(?:\s+name)?\s*:\s*(\S.*)?", cell)
        if match:
            return (match[1] or following).strip()
    return ""


class _GameLines:
    def __init__(self, name: str, blocks: Sequence[HeadedBlock], days: SheetDays, context: Context) -> None:
        self.name, self.blocks, self.days, self.context = name, blocks, days, context
        self.last: dict[str, str] = {}

    def read(self) -> Iterator[Piece]:
        season = player = team = ""
        for block in self.blocks:
            titles = titles_of(block, self.name)
            yield from titles_above(block.above)
            yield from other_columns(block)
            player, team = _labelled(block, "player") or player, _labelled(block, "team") or team
            plain = (" ".join(SEASON.sub(" ", title).split()).strip(" -–") for title in reversed(titles))
            whose = next((match for title in plain if (match := WHOSE.fullmatch(title))), None)
            if whose and not _labelled(block, "player"):
                player, team = whose["name"].strip(), (whose["team"] or whose["after"] or "").strip()
            questions: list[ReadingQuestion] = []
            if "season" not in block.columns and "date" not in block.columns:
                season, questions = season_of(titles, season, self.context)
            elif "date" in block.columns:
                season = next(filter(None, (season_in(title) for title in titles)), "")
            if "home_player" not in block.columns and "player" not in block.columns and not player:
                player = self.context.answers.get("player", "")
                if not player:
                    questions.append(ReadingQuestion("player", "Whose games are these? Write the player’s name."))
            yield from questions
            for line in block.lines:
                piece = self._line(block, line, {"season": season, "player": player, "team": team})
                if piece is not None and (isinstance(piece, LeftOut) or not questions):
                    yield from _sides_of(piece, both="home_player" in block.columns)

    def _line(self, block: HeadedBlock, line: SheetLine, of: Mapping[str, str]) -> ReadRow | LeftOut | None:
        if len(filled(line)) == 1:
            return LeftOut(line.number, whole(line), "A heading or a remark.")
        held = {key: self._held(block, line, key) for key in ("date", "home", "away")}
        sides = self._sides(block, line, of, held)
        values = {"season": block.cell(line, "season") or of["season"], **sides}
        if not sides["player"] or not sides["opponent"]:
            return LeftOut(line.number, whole(line), "One of the players is missing.")
        won = self._won(block, line, sides)
        if won is None:
            return LeftOut(line.number, whole(line), "It does not say who won.")
        values["won"] = "yes" if won else "no"
        notes = [f"{sides['player']} are a pair"] if PAIR.search(sides["player"]) else []
        if text := held["date"]:
            day = self.days.read(text)
            if day is None:
                notes.append(f"“{text}” is not a date")
            elif day.waits:
                return None
            else:
                values["date"] = day.value
                notes += day.notes
        return row_of(line, values, notes)

    def _sides(
        self, block: HeadedBlock, line: SheetLine, of: Mapping[str, str], held: Mapping[str, str]
    ) -> dict[str, str]:
        if "home_player" in block.columns:
            player, opponent = block.cell(line, "home_player"), block.cell(line, "away_player")
            team, other = held["home"], held["away"]
        else:
            player = block.cell(line, "player") or of["player"]
            opponent, other = block.cell(line, "opponent"), block.cell(line, "opponent_team")
            team = block.cell(line, "team")
            if "opponent_team" not in block.columns and "player" not in block.columns:
                team, other = of["team"], team  # the team of one column is that of the opponent
            team = team or of["team"]
        names = {"player": player, "opponent": opponent}
        names = {key: "" if is_blank(text) or set(text) <= {"?"} else text for key, text in names.items()}
        return {**names, "team": team, "opponent_team": other}

    def _held(self, block: HeadedBlock, line: SheetLine, key: str) -> str:
        text = block.cell(line, key)
        if not is_blank(text):
            self.last[key] = text
        return self.last.get(key, "") if key in block.columns else ""

    def _won(self, block: HeadedBlock, line: SheetLine, sides: Mapping[str, str]) -> bool | None:
        """Whether the player won; None where nothing says it, or two things say otherwise."""
        answers: set[bool] = set()
        word = block.cell(line, "won").casefold().strip(" .")
        answers |= {True} if word in WON else {False} if word in LOST else set()
        winner = block.cell(line, "winner")
        for player, team, value in (
            (sides["player"], sides["team"], True),
            (sides["opponent"], sides["opponent_team"], False),
        ):
            if winner and fold(winner) in (fold(player), fold(team or player)):
                answers.add(value)
        if winner.casefold().strip() in SIDES:
            answers.add(SIDES[winner.casefold().strip()] == 0)
        scores = [amount(block.cell(line, key)) for key in ("home_score", "away_score")]
        if match := re.fullmatch(r"(\d+)\s*[-–:]\s*(\d+)", block.cell(line, "score")):
            scores = [amount(match[1]), amount(match[2])]
        if scores[0] is not None and scores[1] is not None and scores[0] != scores[1]:
            answers.add(scores[0] > scores[1])
        return answers.pop() if len(answers) == 1 else None
