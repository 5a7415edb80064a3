"""Made-up leagues, and their fixtures and results written down in all the ways that secretaries have.

Each writer takes dice and a league, and gives the bytes of a file and the matches that stand in it.
"""

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from io import StringIO
from random import Random

NAMES = (
    "Crown A", "Crown B", "Bell", "Plough", "Fleece", "Legion", "W.M.C.", "Rose & Crown", "Nag's Head",
    "Black Bull 'A'", "Black Bull 'B'", "Con Club", "Railway", "Railway Club", "Gwern Club", "Gwern Club.",
    "Hare and Hounds", "St. Mary's", "Ye Olde Ship", "Kings Head", "King's Arms", "Three Tuns", "Turks Hd",
    "Oddfellows", "Masons", "Shoulder of Mutton", "Dixie's B", "Hanlon’s A", "Ex-Servicemen", "R.E.M.S.",
    "Pro's & Con's", "Café Bar", "Here For The Beer", "Wheatsheaf", "Station Htl", "Cricket Club", "S.S. Squad",
    "Travellers Rest A", "Golden Lion", "Blue Bell", "Old Inn", "Victoria Xl", "Queen's Arms (Lge)", "Hit and Miss",
    "The Bay Horse", "Summer House", "Free Trade", "Cup Cake Cafe", "Sun Inn", "May Pole", "Off the Wall",
)  # fmt: skip
WITH_NUMBERS = ("Bar 180 A", "Club 83", "No 10 Bar", "1st XI", "5 Bells")
WITH_COMMAS = ("Good, Bad & Curly", "Lock, Stock")
TODAY = date(2026, 11, 29)
STARTS, ENDS = date(2026, 9, 1), date(2027, 5, 31)


@dataclass(frozen=True)
class Match:
    home: str
    away: str
    day: date | None
    division: str = ""
    week: int = 0
    score: tuple[str, str] | None = None
    state: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        at = self.day.isoformat() if self.day else ""
        return self.home, self.away, at, self.division, *(self.score or ("", "")), self.state


@dataclass(frozen=True)
class League:
    divisions: dict[str, list[str]]
    matches: list[Match]
    nights: list[date]
    byes: list[tuple[int, str, str]]  # week, division, team


@dataclass(frozen=True)
class Written:
    """A file, what stands in it, and how its questions are answered by whoever wrote it."""

    content: bytes
    matches: list[Match]
    answers: dict[str, str]


def league(dice: Random, *, results: bool, most: int = 3, names: tuple[str, ...] = NAMES, totals: int = 9) -> League:
    pool = dice.sample(names, len(names))
    labels = dice.choice(
        (
            ("Division One", "Division Two", "Division Three"),
            ("Div A", "Div B", "Div C"),
            ("Premier Division", "Division 1", "Division 2"),
            ("Red Division", "Yellow Division", "Blue Division"),
        )
    )
    divisions, matches, byes = {}, [], []
    first = date(2026, 9, 7) + timedelta(days=dice.randrange(5))
    for label in labels[: dice.randint(1, most)]:
        teams = [pool.pop() for _ in range(dice.randint(4, 7))]
        divisions[label] = teams
        for week, pairs in enumerate(rounds(teams), start=1):
            day = first + timedelta(days=7 * (week - 1) + (7 if week > 3 else 0))
            for home, away in pairs:
                if home is None or away is None:
                    byes.append((week, label, home or away))
                    continue
                match = Match(home, away, day, label, week)
                matches.append(with_result(dice, match, totals) if results and day <= TODAY else match)
    nights = sorted({match.day for match in matches if match.day})
    return League(divisions, sorted(matches, key=lambda match: (match.week, match.division)), nights, byes)


def rounds(teams: list[str]) -> list[list[tuple[str | None, str | None]]]:
    wheel: list[str | None] = [*teams] if len(teams) % 2 == 0 else [*teams, None]
    weeks = []
    for turn in range(len(wheel) - 1):
        pairs = [(wheel[at], wheel[-1 - at]) for at in range(len(wheel) // 2)]
        weeks.append([pair if (turn + at) % 2 else pair[::-1] for at, pair in enumerate(pairs)])
        wheel = [wheel[0], wheel[-1], *wheel[1:-1]]
    return weeks


def with_result(dice: Random, match: Match, total: int) -> Match:
    home = dice.randint(0, total)
    if dice.random() < 0.08:
        return replace(match, state=dice.choice(("postponed", "void", "abandoned")))
    return replace(match, score=(str(home), str(total - home)))


# --- days, in all ways ------------------------------------------------------------------------------------------------
def ordinal(number: int) -> str:
    return f"{number}{'th' if 10 < number < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


DAYS: tuple[Callable[[date], str], ...] = (
    lambda day: f"{day:%d/%m/%Y}",
    lambda day: f"{day:%d/%m/%y}",
    lambda day: f"{day.day}.{day.month}.{day:%y}",
    lambda day: day.isoformat(),
    lambda day: f"{day:%d-%m-%Y}",
    lambda day: f"{day.day} {day:%b} {day.year}",
    lambda day: f"{day:%a} {day.day} {day:%b}",
    lambda day: f"{day:%A} {ordinal(day.day)} {day:%B} {day.year}",
    lambda day: f"{ordinal(day.day)} {day:%b}",
    lambda day: f"{day.day}-{day:%b}",
    lambda day: f"{day:%d-%b-%y}",
    lambda day: f"{day:%B} {ordinal(day.day)}",
    lambda day: f"{day.day} {day:%b}{'t' if day.month == 9 else ''}",
    lambda day: f"{day:%a} {day.day}/{day.month}",
    lambda day: f"{day.day} {ordinal(day.day)[-2:]} {day:%B}",
)


def any_days(dice: Random) -> Callable[[date], str]:
    return dice.choice(DAYS)


# --- files ------------------------------------------------------------------------------------------------------------
def encoded(dice: Random, text: str) -> bytes:
    for encoding in dice.sample(("utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"), 5):
        if encoding == "mac_roman" and not any(letter in text for letter in "é’"):
            continue
        try:
            content = text.encode(encoding)
        except UnicodeEncodeError:
            continue
        return content
    raise AssertionError(text)


def table(dice: Random, rows: Iterable[Iterable[str]]) -> bytes:
    """Rows as CSV, with tabs, or as the table of a web page."""
    rows = [list(row) for row in rows]
    kind = dice.choice((",", ",", ";", "\t", "html"))
    if kind == "html":
        cells = ["<tr>" + "".join(f"<td>{cell.replace('&', '&amp;')}</td>" for cell in row) + "</tr>" for row in rows]
        return f"<html><body><table>{''.join(cells)}</table></body></html>".encode()
    out = StringIO()
    csv.writer(out, delimiter=kind, lineterminator=dice.choice(("\n", "\r\n"))).writerows(rows)
    return encoded(dice, out.getvalue())


def state_words(dice: Random, state: str) -> str:
    words = {
        "postponed": ("P/P", "postponed", "PP"),
        "void": ("void", "Void"),
        "abandoned": ("abandoned", "abd"),
        "result_awaited": ("R/A",),
    }
    return dice.choice(words[state])


# --- one row a match --------------------------------------------------------------------------------------------------
HOMES = (("Home", "Away"), ("Home Team", "Away Team"), ("HOME", "VISITORS"), ("Team 1", "Team 2"),
         ("home_team", "away_team"))  # fmt: skip
SCORES = (("Home score", "Away score"), ("hs", "as"), ("Score", "Score"), ("HG", "AG"), ("H", "A"),
          ("Home Games", "Away Games"), ("Single Wins", "Single Wins"))  # fmt: skip


def rows(dice: Random, made: League) -> Written:  # noqa: C901, PLR0912 - one choice after the other
    days, scored = any_days(dice), any(match.score for match in made.matches)
    home, away = dice.choice(HOMES)
    with_division = len(made.divisions) > 1
    division = (
        dice.choice(("column", "heading", "heading", "column")) if with_division else dice.choice(("none", "title"))
    )
    once = dice.random() < 0.4
    score = dice.choice(("one", "two", "two", "between")) if scored else "none"
    columns = ["date", "home", "away"]
    if score == "two":
        heading = dice.choice(SCORES[:2] + SCORES[3:6])
        columns = dice.choice((["date", "home", "away", "hs", "as"], ["date", "home", "hs", "away", "as"]))
    elif score == "between":
        heading = dice.choice((SCORES[2], SCORES[6], ("", "")))
        columns = dice.choice((["date", "home", "hs", "away", "as"], ["date", "home", "hs", "as", "away"]))
    elif score == "one":
        heading = (dice.choice(("Score", "Result", "score")),)
        columns = dice.choice((["date", "home", "score", "away"], ["date", "home", "away", "score"]))
    else:
        heading = ()
    if dice.random() < 0.3 and score != "between":
        columns.insert(columns.index("home") + 1, "vs") if columns[columns.index("home") + 1] == "away" else None
    if division == "column":
        columns.insert(dice.choice((0, 1, len(columns))), "division")
    if dice.random() < 0.4:
        columns.insert(dice.choice((0, 1)), "week")
    if dice.random() < 0.3:
        columns.append("venue")
    if dice.random() < 0.3:
        columns.insert(columns.index("date") + 1, "time")
    names = {
        "date": dice.choice(("Date", "DATE", "Match Date", "date")), "home": home, "away": away,
        "vs": dice.choice(("", "v", "VS")),
        "division": dice.choice(("Division", "Div", "League")), "week": dice.choice(("Week", "Wk", "Round")),
        "venue": "Venue",
        "time": dice.choice(("Time", "KO", "Start time")), "score": heading[0] if heading else "",
        "hs": heading[0] if heading else "", "as": heading[-1] if heading else "",
    }  # fmt: skip
    dash = dice.choice((" - ", "-", "–", " – ", ":"))
    time = dice.choice(("8pm", "7.30", "19:30", "8.15 pm"))
    out: list[list[str]] = []
    if dice.random() < 0.5:
        out.append(["Anytown League Fixtures 2026-27"])
    if division == "title":
        out.append([next(iter(made.divisions))])
    heads = [names[column] for column in columns]
    if dice.random() < 0.15 and score == "between" and names["hs"] == "Single Wins":
        out += [[*[head.split(" ")[0] for head in heads]], [*[head.partition(" ")[2] for head in heads]]]
    else:
        out.append(heads)
    order = list(made.matches)
    if division == "heading":
        order.sort(key=lambda match: (match.division, match.week))
    listed, last, last_day = [], "", None
    for match in order:
        if division == "heading" and match.division != last:
            out.append([match.division])
            last, last_day = match.division, None
        values = {
            "date": "" if once and match.day == last_day else days(match.day), "home": match.home,
            "away": match.away, "vs": dice.choice(("v", "v", "V")),
            "division": match.division, "week": str(match.week), "venue": f"The {match.home}", "time": time,
        }  # fmt: skip
        last_day = match.day
        if match.score:
            values |= {"score": dash.join(match.score), "hs": match.score[0], "as": match.score[1]}
        elif match.state:
            word = state_words(dice, match.state)
            values |= {"score": word, "hs": word, "as": dice.choice(("", word))}
        out.append([values.get(column, "") for column in columns])
        kept = match if division != "none" else replace(match, division="")
        listed.append(kept if match.score or match.state or not scored else replace(kept, state="not_played"))
    if dice.random() < 0.5:
        for week, label, team in made.byes:
            day = next(match.day for match in made.matches if match.week == week)
            bye = dice.choice(("BYE", "-- Bye --", "FREE", "bye"))
            row = {"date": days(day), "home": team, "away": bye, "division": label, "week": str(week)}
            if division != "heading":
                out.append([row.get(column, "") for column in columns])
    if dice.random() < 0.3:
        place = {"date": days(date(2027, 4, 12)), "home": "TBC", "away": "TBC", "week": "Semi-Finals"}
        out.append([place.get(column, "") for column in columns])
    if dice.random() < 0.3:
        out.append(["All matches to be played on the night"])
    answers = {"blank_dates": "carry", "nil_nil": "result"}
    return Written(table(dice, out), listed, answers)


def rows_without_heading(dice: Random, made: League) -> Written:
    days = dice.choice(DAYS[:8])
    between = dice.random() < 0.5
    extra = dice.random() < 0.4
    out, listed = [], []
    for match in made.matches:
        if match.state or not match.score:
            continue
        points = ("2", "0") if int(match.score[0]) > int(match.score[1]) else ("0", "2")
        first, second = ([match.score[at], *([points[at]] if extra else [])] for at in (0, 1))
        in_pairs = [number for pair in zip(first, second, strict=True) for number in pair]
        cells = [*first, match.away, *second] if between else [match.away, *in_pairs]
        out.append([days(match.day), match.home, *cells])
        listed.append(replace(match, division=""))
    columns = "3,5" if not extra else "3,6"
    if not between:
        columns = "4,5"
    return Written(table(dice, out), listed, {"score_columns": columns, "nil_nil": "result"})


# --- weeks ------------------------------------------------------------------------------------------------------------
def weeks(dice: Random, made: League) -> Written:  # noqa: C901, PLR0912 - one choice after the other
    days, versus = any_days(dice), dice.choice((" v ", " V ", " vs ", " v. ", " VS "))
    style = dice.choice(("cells", "cells", "lines", "list", "across"))
    labels = list(made.divisions)
    if style != "list":
        labels = labels[:1]
    matches = [match for match in made.matches if match.division in labels]
    scored = style == "list" and any(match.score for match in matches) and dice.random() < 0.6
    name = lambda match: f"{match.home}{versus}{match.away}"  # noqa: E731
    numbers = sorted({match.week for match in matches})
    by_week = {week: [match for match in matches if match.week == week] for week in numbers}
    label = dice.choice(("Wk {}", "Week {}", "{}", "WEEK {}"))
    listed = [
        replace(
            match,
            division="" if style != "list" else match.division,
            score=match.score if scored else None,
            state=(match.state or ("" if match.score else "not_played")) if scored else "",
        )
        for match in matches
    ]
    byes = [(week, team) for week, division, team in made.byes if division in labels]
    if style == "across":
        out = [
            [label.format(week) for week in numbers] if label != "{}" else [f"Week {week}" for week in numbers],
            [days(by_week[week][0].day) for week in numbers],
        ]
        depth = max(len(pairs) for pairs in by_week.values())
        out += [[name(by_week[week][at]) if at < len(by_week[week]) else "" for week in numbers] for at in range(depth)]
        return Written(table(dice, out), listed, {})
    if style == "cells":
        out = [["Week", "Date", *[""] * 2]] if dice.random() < 0.5 else []
        for week in numbers:
            if week == 4:
                why = dice.choice(("CUP", "FREE", "XMAS", "Cup Week"))
                out.append([label.format(""), days(by_week[week][0].day - timedelta(days=7)), why])
            cells = [name(match) for match in by_week[week]]
            if dice.random() < 0.4:
                cells += [f"{team}{versus}BYE" for at, team in byes if at == week]
            if dice.random() < 0.3 and style == "cells":
                cells = ["; ".join(cells)]
            out.append([label.format(week), days(by_week[week][0].day), *cells])
        return Written(table(dice, out), listed, {})
    lines = []
    if style == "lines":
        for week in numbers:
            lines.append(
                f"{days(by_week[week][0].day)}  {dice.choice((', ', '; ', '   ')).join(map(name, by_week[week]))}"
            )
            lines += [f"Bye: {team}" for at, team in byes if at == week] if dice.random() < 0.3 else []
        return Written(encoded(dice, "\n".join(lines)), listed, {})
    dash = dice.choice((" ", "  ", ", "))
    for division in labels:
        lines += [division, ""]
        for week in numbers:
            pairs = [match for match in by_week[week] if match.division == division]
            if not pairs:
                continue
            lines += [days(pairs[0].day)]
            for match in pairs:
                result = (
                    f"{dash}{match.score[0]}-{match.score[1]}"
                    if match.score
                    else f"{dash}{state_words(dice, match.state)}"
                    if match.state
                    else ""
                )
                lines.append(name(match) + (result if scored else ""))
            lines.append("")
    return Written(encoded(dice, "\n".join(lines)), listed, {"nil_nil": "result"})


# --- key numbers ------------------------------------------------------------------------------------------------------
def key_numbers(dice: Random, made: League) -> Written:
    days = any_days(dice)
    size = dice.choice((6, 8, 10))
    labels = dice.choice((("DIV A", "DIV B", "DIV C"), ("Division One", "Division Two", "Division Three")))[
        : dice.randint(1, 3)
    ]
    pool = dice.sample(NAMES, 3 * size)
    lists = {}
    for label in labels:
        teams = [pool.pop() for _ in range(size)]
        if dice.random() < 0.5:
            teams[dice.randrange(size)] = dice.choice(("BYE", "Bye"))
        lists[label] = teams
    grid = rounds([str(number) for number in range(1, size + 1)])
    first = date(2026, 9, 7) + timedelta(days=dice.randrange(5))
    listed: list[Match] = []
    lines: list[list[str]] = []
    undated = dice.randrange(len(grid)) if dice.random() < 0.4 else -1
    with_week = dice.choice(("last", "first", "none")) if undated < 0 else "last"
    versus = dice.choice((" v ", "v", " V ", " v", " vs "))
    by_letter = dice.random() < 0.25
    key_of = (lambda key: chr(ord("A") + int(key) - 1)) if by_letter else str
    for at, pairs in enumerate(grid):
        day = None if at == undated else first + timedelta(days=7 * at + (7 if at > 2 else 0))
        if at == 3:
            lines.append(
                [days(first + timedelta(days=21)), dice.choice(("CUP WEEK", "HALF TERM - no games", "CUP", "FREE"))]
            )
        cells = [f"{key_of(home)}{versus}{key_of(away)}" for home, away in pairs]
        when = days(day) if day else ""
        lines.append(
            [when, *cells, str(at + 1)]
            if with_week == "last"
            else [str(at + 1), when, *cells]
            if with_week == "first"
            else [when, *cells]
        )
        for home, away in pairs:
            for label, teams in lists.items():
                sides = teams[int(home) - 1], teams[int(away) - 1]
                if not any(side.casefold() == "bye" for side in sides):
                    listed.append(Match(*sides, day, label if len(labels) > 1 else ""))
    style = dice.choice(("eye", "cells", "matrix"))
    number = dice.choice(("{} {}", "{}. {}", "{}) {}"))
    if style == "eye":
        grid_lines = [
            "   ".join((cells[0].ljust(16), *(cell.ljust(9) for cell in cells[1:]))).rstrip() for cells in lines
        ]
        keys = ["".join(label.ljust(26) for label in labels).rstrip()] if len(labels) > 1 else []
        keys += [
            "".join(number.format(key_of(at + 1), lists[label][at]).ljust(26) for label in labels).rstrip()
            for at in range(size)
        ]
        parts = [grid_lines, keys] if dice.random() < 0.7 else [keys, grid_lines]
        return Written(encoded(dice, "\n".join([*parts[0], "", *parts[1]])), listed, {})
    if style == "matrix":
        keys = [["No", *labels] if len(labels) > 1 else ["No", "Team"]] + [
            [key_of(at + 1), *[lists[label][at] for label in labels]] for at in range(size)
        ]
    else:
        keys = [list(labels)] if len(labels) > 1 else []
        keys += [[number.format(key_of(at + 1), lists[label][at]) for label in labels] for at in range(size)]
    out = [*lines, [], *keys] if dice.random() < 0.7 else [*keys, [], *lines]
    return Written(table(dice, out), listed, {})


# --- the square -------------------------------------------------------------------------------------------------------
def square(dice: Random, made: League) -> Written:
    teams = next(iter(made.divisions.values()))
    day, dates = date(2026, 9, 7), {}
    order = [(home, away) for home in teams for away in teams if home != away]
    for pair in dice.sample(order, len(order)):
        dates[pair] = day
        day = min(day + timedelta(days=7), date(2027, 5, 24)) if dice.random() < 0.4 else day
    scored = dice.random() < 0.4
    days = dice.choice(DAYS)
    corner = dice.choice(("HOME \\ AWAY", "Home / Away", "Home v Away", "", "Home"))
    cells, listed = {}, []
    for (home, away), at in dates.items():
        if scored:
            games = dice.randint(0, 9)
            if dice.random() < 0.15:
                cells[home, away] = ""
            elif dice.random() < 0.1:
                cells[home, away] = "P/P"
                listed.append(Match(home, away, None, state="postponed"))
            else:
                cells[home, away] = f"{games}{dice.choice(('-', ' - ', '–'))}{9 - games}"
                listed.append(Match(home, away, None, score=(str(games), str(9 - games))))
        elif dice.random() < 0.06:
            cells[home, away] = "R/A"
            listed.append(Match(home, away, None, state="result_awaited"))
        else:
            cells[home, away] = days(at)
            listed.append(Match(home, away, at))
    cross = dice.choice(("X", "x", "", "-", "xx", "■"))
    heads = dice.choice((teams, teams, [team.upper() for team in teams], [str(at) for at in range(1, len(teams) + 1)]))
    out = [["Fixtures 2026-27"]] if dice.random() < 0.3 else []
    out.append([corner, *heads])
    out += [[home, *[cross if home == away else cells[home, away] for away in teams]] for home in teams]
    if dice.random() < 0.3:
        out.append(["* subject to change"])
    return Written(table(dice, out), listed, {"square_home": "down", "square_cells": "score" if scored else "day"})


# --- prose ------------------------------------------------------------------------------------------------------------
def newspaper(dice: Random, made: League) -> Written:
    week = dice.choice([match for match in made.matches if match.score]).week
    day = next(match.day for match in made.matches if match.week == week)
    comma = dice.choice((", ", " ", ", "))
    apart = dice.choice(("; ", ";", "\n", "; "))
    lines = [f"Results - {any_days(dice)(day)}"] if dice.random() < 0.7 else []
    listed = []
    for label in made.divisions:
        texts = []
        for match in made.matches:
            if match.week == week and match.division == label and match.score:
                scores = ["Nil" if score == "0" and dice.random() < 0.3 else score for score in match.score]
                style = dice.random()
                texts.append(
                    f"{match.home} {match.score[0]}-{match.score[1]} {match.away}"
                    if style < 0.1
                    else f"{match.home} {scores[0]}{comma}{match.away} {scores[1]}"
                )
                listed.append(replace(match, day=day if lines else None))
        if texts:
            lines.append(f"{label} - {apart.join(texts)}" if apart != "\n" else "\n".join((label, *texts)))
            listed_lines = dice.random()
            lines += [""] if listed_lines < 0.5 else []
    if dice.random() < 0.5:
        lines.append("3-0 Table winners - H Gale & R Harper (Crown); S Duffield & H Reed (Bell)")
    return Written(
        encoded(dice, "\n".join(lines)),
        [replace(match, day=day if lines[0].startswith("Results") else None) for match in listed],
        {"nil_nil": "result"},
    )


def two_games(dice: Random, made: League) -> Written:
    week = dice.choice([match for match in made.matches if match.score]).week
    texts, listed = [], []
    lines = ["(Dominoes in brackets)"] if dice.random() < 0.6 else []
    for match in made.matches:
        if match.week == week and match.score and match.division == next(iter(made.divisions)):
            other = dice.randint(0, 5)
            first, second = f"{match.score[0]}({other})", f"{match.score[1]}({5 - other})"
            texts.append(
                f"{match.home} {first} {second} {match.away}"
                if dice.random() < 0.3
                else f"{match.home} {first}, {match.away} {second}"
            )
            score = (str(other), str(5 - other)) if lines else match.score
            listed.append(replace(match, day=None, division="", score=score))
    lines.append(dice.choice(("; ", ";", "\n")).join(texts) + dice.choice((".", ";", "")))
    if dice.random() < 0.5:
        lines += [
            "",
            "DARTS        P Pt",
            *[f"{team} 13 {22 - at}" for at, team in enumerate(next(iter(made.divisions.values())))],
        ]
    return Written(encoded(dice, "\n".join(lines)), listed, {"nil_nil": "result"})
