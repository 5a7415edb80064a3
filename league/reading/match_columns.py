"""Which column of a list of matches holds what: by its heading, by its place beside the teams, by what is in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from league.reading.cells import is_empty, number_in, score_in, state_in
from league.reading.column_names import plain
from league.reading.days import day_in, find_day, weekday_in
from league.reading.marks import DIVISION
from league.reading.tabular import cell_at, over_each_other
from league.reading.values import SheetLine

HEADINGS: dict[str, tuple[str, ...]] = {
    "home": (
        *("homename", "hometeam", "home", "homeside", "homeclub", "host", "hosts", "team1", "teama", "hometeamname"),
        *("firstteam", "hteam", "teamhome", "homeend", "hosting", "athome", "homepub"),
    ),
    "away": (
        *("awayname", "awayteam", "away", "awayside", "awayclub", "visitors", "visitor", "visitingteam", "team2"),
        *("teamb", "opponents", "opponent", "opposition", "visiting", "awayteamname"),
        *("secondteam", "ateam", "teamaway"),
        *(
            "guests",
            "visitingside",
            "visitorsteam",
            "opp",
            "opps",
            "oppo",
            "opposing",
            "opposingteam",
            "oppteam",
            "awaypub",
        ),
    ),
    "division": (
        *("divisionname", "division", "div", "divn", "league", "competition", "comp", "group", "section"),
        *("fixturegroup", "leaguedivision", "leaguename", "grade"),
    ),
    "date": (
        *("date", "fixturedate", "matchdate", "datetime", "dateandtime", "datetimeko", "playedon", "when", "night"),
        *("weekcommencing", "wc", "wcommencing", "wkcommencing", "wb", "weekbeginning", "dateplayed", "gamedate"),
        *("dateofmatch", "dates", "dt", "matchnight", "datetobeplayed", "kickoffdate", "dateko"),
    ),
    "weekday": ("day", "weekday", "dayofweek"),
    "time": ("time", "ko", "kickoff", "kickofftime", "start", "starttime", "starts", "fixturetime", "throwoff", "hour"),
    "venue": ("venue", "pub", "ground", "location", "at", "where", "playedat", "pitch", "venuename", "place"),
    "home_score": (
        *("homescore", "homegames", "homegoals", "hometeamscore", "hs", "hg", "hscore", "homeresult", "hometotal"),
        *("homeframes", "homelegs", "homewins", "homefor", "scorehome", "scoreh", "hsc", "homesets", "homescored"),
        *("homegameswon", "homesc", "hgames", "hgoals", "score1", "gameshome"),
    ),
    "away_score": (
        *("awayscore", "awaygames", "awaygoals", "awayteamscore", "as", "ag", "ascore", "awayresult", "awaytotal"),
        *("awayframes", "awaylegs", "awaywins", "awayfor", "scoreaway", "scorea", "asc", "awaysets", "awayscored"),
        *("awaygameswon", "awaysc", "agames", "agoals", "score2", "gamesaway", "visitorsscore", "visitorscore"),
    ),
    "home_points": ("homepoints", "homepts", "hpts", "hp", "hpoints", "pointshome", "ptsh", "ptshome", "homepnts"),
    "away_points": ("awaypoints", "awaypts", "apts", "ap", "apoints", "pointsaway", "ptsa", "ptsaway", "awaypnts"),
    "score": (
        *("score", "result", "finalscore", "fullscore", "ft", "scoreha", "scores", "res", "results", "resultha", "sc"),
        "scr",
    ),
    "state": ("status", "state", "matchstatus", "fixturestatus", "outcome"),
    "week": (
        *("week", "wk", "weekno", "weeknumber", "wkno", "round", "rnd", "rd", "matchday", "matchweek", "gameweek"),
        "stage",
    ),
    "fixture": ("fixture", "fixtures", "teams", "match", "game", "matches", "homevaway", "homevsaway", "hva"),
    "number": (
        *("id", "no", "fxt", "matchno", "ref", "gameno", "matchid", "fixtureid", "fixtureno", "matchnumber", "num"),
    ),
    "versus": ("v", "vs", "versus"),
    "meeting": ("meeting", "leg"),
    "remark": ("notes", "note", "remarks", "comment", "comments", "info"),
    "home_or_away": ("ha", "homeaway", "homeoraway", "venueha", "hora"),
}
KEY_OF = {name: key for key, names in HEADINGS.items() for name in names}
# Single words of headings, by which a second line of headings is told from a row.
HEADING_WORDS = frozenset(
    """home away team teams score games points pts wins date time name played won total legs pegs sets ends for side
    division div venue no result goals frames single off kick week number start""".split()  # noqa: SIM905 -- a word list
)
LOOKED_AT = 20  # first lines among which the headings may be
SCORE_WORDS = re.compile(
    r"\b(?:scores?|results?|games?|goals|legs|frames|sets|wins|won|total|shots|pegs|rubbers|ends|singles?|for|against|f|a)\b"
)
POINTS_WORDS = re.compile(r"\b(?:points|pts|pnts|pt)\b")


@dataclass(frozen=True, slots=True)
class ScorePair:
    heading: str
    home: int
    away: int

    @property
    def key(self) -> str:
        return f"{self.home + 1},{self.away + 1}"


@dataclass(frozen=True, slots=True)
class MatchColumns:
    """Where the headings stand, and which column holds what. `pairs` may be the score, if no heading says so."""

    heading_at: int  # places in the sequence of lines
    first_row: int
    headings: tuple[str, ...]
    at: dict[str, int]
    pairs: tuple[ScorePair, ...] = ()
    points: ScorePair | None = None
    ignored: tuple[int, ...] = ()

    def get(self, line: SheetLine, key: str) -> str:
        return cell_at(line, self.at[key]) if key in self.at else ""


def is_heading(line: SheetLine) -> bool:
    keys = [KEY_OF.get(plain(text)) for text in line.cells if text.strip()]
    names = [name for name in map(plain, line.cells) if name]
    named = sum(KEY_OF.get(name) is not None or name in HEADING_WORDS or names.count(name) == 2 for name in names)
    sides = {"home", "away"} <= set(keys) or ("fixture" in keys and named >= 2)
    return len(keys) >= 2 and sides and named * 2 >= len(keys)


def headings_in(line: SheetLine) -> int:
    """How much a line reads like headings; 0 where it does not name both teams."""
    return 1000 + _named(line.cells) + len("".join(line.cells)) // 4 if is_heading(line) else 0


def columns_of(lines: Sequence[SheetLine]) -> MatchColumns | None:
    """The columns of a list of matches with headings; None where nothing names both teams."""
    for at, line in enumerate(lines[:LOOKED_AT]):
        two = lines[at : at + 2]
        options = [(line.cells, 1)]
        if len(two) == 2 and not is_heading(two[1]) and all(map(_could_be_headings, two)):
            options += [(over_each_other(upper, two[1]).cells, 2) for upper in (line, _spread(*two))]
        best = max(options, key=lambda option: (_named(option[0]), -option[1]))
        parts = [part for text in two[-1].cells for part in text.casefold().split()]
        words = [word for part in parts if (word := plain(part))]
        if len(options) > 1 and all(word in HEADING_WORDS or word in KEY_OF for word in words):
            best = max(options[1:], key=lambda option: _named(option[0]))
        named = SheetLine(line.number, tuple(best[0]))
        if is_heading(named) or _sides_alone(named, lines[at + best[1] :]):
            return _matched(tuple(best[0]), lines[at + best[1] :], at, at + best[1])
    for at, line in enumerate(lines[:LOOKED_AT]):
        if _has_scores_of_games(line, lines[at + 1 :]):
            return _matched(line.cells, lines[at + 1 :], at, at + 1)
    return None


def _has_scores_of_games(line: SheetLine, below: Sequence[SheetLine]) -> bool:
    """Whether headings name both teams, and games of which each has scores: "Home, Darts, Dominoes, Away"."""
    keys = [KEY_OF.get(plain(text), "") for text in line.cells]
    games = [at for at, text in enumerate(line.cells) if text.strip() and not keys[at]]
    words = all(re.search(r"[^\W\d_]", line.cells[at]) and len(line.cells[at]) <= 20 for at in games)
    texts = [values_in(below, at) for at in games]
    scored = all(column and all(score_in(text) for text in column) for column in texts)
    return bool(games) and {"home", "away"} <= set(keys) and words and scored


def _could_be_headings(line: SheetLine) -> bool:
    """A line of words alone, of which one at least is of a heading; 1 and 2 may tell two teams apart."""
    texts = [text for text in line.cells if text.strip()]
    words = any(re.sub(r"[^a-z0-9]", "", part) in HEADING_WORDS for text in texts for part in text.casefold().split())
    numbers = [text.strip() for text in texts if number_in(text)]
    return words and numbers in ([], ["1", "2"]) and not any(day_in(text) or score_in(text) for text in texts)


def _spread(upper: SheetLine, lower: SheetLine) -> SheetLine:
    """The upper of two lines of headings, whose cells stand over the empty ones on their right too."""
    cells = [cell_at(upper, place) for place in range(max(len(upper.cells), len(lower.cells)))]
    for place in range(1, len(cells)):
        if not cells[place] and cell_at(lower, place):
            cells[place] = cells[place - 1]
    return SheetLine(upper.number, tuple(cells))


def _named(headings: Sequence[str]) -> int:
    keys = [KEY_OF.get(plain(heading)) for heading in headings if heading.strip()]
    both = {"home", "away"} <= set(keys)
    return (100 if both else 0) + len({key for key in keys if key}) - sum(key is None for key in keys)


def _sides_alone(line: SheetLine, below: Sequence[SheetLine]) -> bool:
    names = [plain(text) for text in line.cells]
    return "h" in names and "a" in names and all(are_names(below, names.index(side)) for side in ("h", "a"))


def values_in(lines: Sequence[SheetLine], place: int) -> list[str]:
    return [text for line in lines if (text := cell_at(line, place))]


def are_names(lines: Sequence[SheetLine], place: int) -> bool:
    texts = values_in(lines, place)
    has_letters = [text for text in texts if re.search(r"[^\W\d_]\W*[^\W\d_]", text)]
    names = [text for text in has_letters if not day_in(text) and not score_in(text)]
    return bool(texts) and len(names) * 4 >= len(texts) * 3


def are_numbers(lines: Sequence[SheetLine], place: int) -> bool:
    """Whether a column holds numbers, marks of states and next to nothing else; an empty column does not."""
    texts = values_in(lines, place)
    numbers = [text for text in texts if number_in(text) is not None]
    others = [text for text in texts if number_in(text) is None and not state_in(text) and len(text) > 2]
    return len(numbers) > 4 * len(others)


def _matched(headings: tuple[str, ...], lines: Sequence[SheetLine], heading_at: int, first_row: int) -> MatchColumns:
    rows = [line for line in lines if len([text for text in line.cells if text.strip()]) > 1]
    width = max([len(headings), *(len(line.cells) for line in rows)])
    headings = (*headings, *[""] * (width - len(headings)))
    at = _by_headings(headings, rows)
    headings = _under_wide_headings(headings, rows, at)
    for place in range(width):
        if place not in at.values():
            by_contents = _by_contents(rows, place, at)
            if by_contents and (by_contents == "date" or not headings[place].strip()):
                at[by_contents] = place
    pairs, points = _pairs(headings, rows, at)
    used = {*at.values(), *(p for pair in pairs for p in (pair.home, pair.away))}
    if points:
        used |= {points.home, points.away}
    ignored = tuple(place for place in range(width) if place not in used and values_in(rows, place))
    return MatchColumns(heading_at, first_row, headings, at, pairs, points, ignored)


def _by_headings(headings: Sequence[str], rows: Sequence[SheetLine]) -> dict[str, int]:
    """The columns by what they are called; of several the one with the surest name."""
    options: dict[str, list[tuple[int, int]]] = {}
    for place, heading in enumerate(headings):
        name = plain(heading)
        key = KEY_OF.get(name)
        if key == "fixture" and are_numbers(rows, place):
            key = "number"
        if name in {"h", "a"} and are_names(rows, place):
            key = "home" if name == "h" else "away"
        if key is not None:
            rank = HEADINGS[key].index(name) if name in HEADINGS[key] else len(HEADINGS[key])
            options.setdefault(key, []).append((rank, place))
    at = {key: min(places)[1] for key, places in options.items()}
    if "weekday" in at and "date" not in at:
        texts = values_in(rows, at["weekday"])
        if any(weekday_in(text) is None for text in texts):
            at["date"] = at.pop("weekday")
    if "time" in at and "date" not in at and all(find_day(text) for text in values_in(rows, at["time"])):
        at["date"] = at.pop("time")  # "2026-09-07T19:30" below "start"
    if len(options.get("score", ())) > 1:
        at.pop("score")
    return at


def _under_wide_headings(headings: Sequence[str], rows: Sequence[SheetLine], at: dict[str, int]) -> tuple[str, ...]:
    """The headings where one of a side stands above two columns, its games and its name: it is moved to the name."""
    moved = list(headings)
    for side in ("home", "away"):
        place = at.get(side)
        if place is None or not are_numbers(rows, place):
            continue
        for beside in (place + 1, place - 1):
            wide = 0 <= beside < len(moved) and moved[beside].strip() in ("", moved[place].strip())
            if wide and are_names(rows, beside):
                at[side], moved[place] = beside, ""
                break
        if moved.count(moved[at[side]]) == 2:  # the same heading over the games beside the name
            moved = ["" if text == moved[at[side]] and place != at[side] else text for place, text in enumerate(moved)]
    return tuple(moved)


def _by_contents(rows: Sequence[SheetLine], place: int, at: dict[str, int]) -> str | None:
    """What a column without a heading holds, where its contents leave no doubt."""
    texts = values_in(rows, place)
    if not texts:
        return None
    if all(re.fullmatch(r"(?i)[-–]|v\.?|vs\.?|versus", text) for text in texts):
        return "versus" if "versus" not in at else None
    if "score" not in at and all(score_in(text) or is_empty(text) for text in texts):
        scores = [score_in(text) for text in texts]
        if any(score and score.home for score in scores) and not any(day_in(text) and "/" in text for text in texts):
            return "score"
    if "division" not in at and all(DIVISION.search(text) for text in texts):
        return "division"
    if "date" not in at and all(day_in(text) for text in texts):
        return "date"
    return None


def _pairs(
    headings: Sequence[str], rows: Sequence[SheetLine], at: dict[str, int]
) -> tuple[tuple[ScorePair, ...], ScorePair | None]:
    """Columns of numbers that stand twice, once for each side: those that may be the score, and the points."""
    if "home" not in at or "away" not in at:
        return (), None
    in_order = at["home"] < at["away"]
    families: dict[str, list[int]] = {}
    for place, heading in enumerate(headings):
        if place not in at.values() and are_numbers(rows, place):
            words = re.sub(r"[^a-z0-9 ]", " ", heading.casefold()).split()
            family = " ".join(word for word in words if word not in {"home", "away", "team", "visitors"})
            families.setdefault(family, []).append(place)
    pairs, points = [], None
    for one, other in (("f", "a"), ("for", "against"), ("h", "a")):
        if {one, other} <= set(families):
            families[f"{one} {other}"] = [*families.pop(one), *families.pop(other)]
    for family, places in families.items():
        for first, second in zip(places[::2], places[1::2], strict=False):
            own_order = family in {"f a", "for against", "h a"}
            home, away = (first, second) if in_order or own_order else (second, first)
            pair = ScorePair(headings[home] or "(no heading)", home, away)
            if POINTS_WORDS.search(family) and points is None:
                points = pair
            else:
                pairs.append(pair)
    if {"home_score", "away_score"} <= set(at) or "score" in at:
        return (), points
    scores = [pair for pair in pairs if SCORE_WORDS.search(pair.heading.casefold())]
    return tuple(scores if len(scores) == 1 else pairs), points
