"""Made-up leagues as cards of one team, as grids of teams and days, as chats, and with several games in a cell."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from random import Random

from tests.league.reading.made_up_lists import DAYS, League, Match, Written, any_days, encoded, table

MARKED: tuple[Callable[[str, bool], str], ...] = (
    lambda team, home: f"{team} ({'H' if home else 'A'})",
    lambda team, home: f"{team} ({'h' if home else 'a'})",
    lambda team, home: f"({'H' if home else 'A'}) {team}",
    lambda team, home: f"{team} - {'Home' if home else 'Away'}",
    lambda team, home: f"{team} [{'H' if home else 'A'}]",
)


def team_cards(dice: Random, made: League) -> Written:
    division = next(iter(made.divisions))
    matches = [replace(match, division="", state="") for match in made.matches if match.division == division]
    teams = dice.sample(made.divisions[division], dice.choice((1, 1, 2, 3)))
    scored = dice.random() < 0.5 and any(match.score for match in matches)
    if not scored:
        matches = [replace(match, score=None) for match in matches]
    days, style = dice.choice(DAYS[:9]), dice.choice(("columns", "spaced", "marked", "words"))
    own_first, words = dice.random() < 0.5, dice.random() < 0.5
    rows: list[list[str]] = []
    for team in teams:
        title = team if len(teams) > 1 else dice.choice((team, f"{team} 2026/27", f"Fixtures of {team}"))
        rows += [[], [title]] if rows else [[title]]
        if style == "columns":
            rows.append(["Date", "Opponents", "H/A", *(["Result"] if scored else [])])
        for match in sorted((one for one in matches if team in (one.home, one.away)), key=lambda one: str(one.day)):
            rows.append(_line(match, team, days, style, scored=scored, own_first=own_first, words=words))
            if dice.random() < 0.1 and match.day:
                rows.append([days(match.day + timedelta(days=2)), dice.choice(("FREE", "Cup Week", "No game"))])
    listed = [match for match in matches if match.home in teams or match.away in teams]
    if scored:
        listed = [replace(one, state="" if one.score else "not_played") for one in listed]
    answers = {f"card-team-{at}": team for at, team in enumerate(teams)}
    answers |= {f"card-name-{at}": team for at, team in enumerate(teams)}
    answers |= {"card_scores": "own" if own_first else "home", "nil_nil": "result"}
    if style == "columns":
        return Written(table(dice, rows), listed, answers)
    width = max(len(row[0]) for row in rows if len(row) > 1) + 3
    text = "\n".join("   ".join((row[0].ljust(width - 3), *row[1:])) if len(row) > 1 else "".join(row) for row in rows)
    return Written(encoded(dice, text), listed, answers)


def _line(
    match: Match, team: str, days: Callable[[date], str], style: str, *, scored: bool, own_first: bool, words: bool
) -> list[str]:
    at_home = match.home == team
    other, where = match.away if at_home else match.home, "H" if at_home else "A"
    score = []
    if scored and match.score:
        mine, theirs = match.score if at_home else match.score[::-1]
        first, second = (mine, theirs) if own_first else match.score
        word = "W" if int(mine) > int(theirs) else "L" if int(mine) < int(theirs) else "D"
        score = [f"{word} {first}-{second}" if words else f"{first}-{second}"]
    day = days(match.day) if match.day else ""
    if style in {"columns", "spaced"}:
        return [day, other, where, *score]
    if style == "words":
        return [day, f"{'home' if at_home else 'away'} to {other}", *score]
    return [day, f"{other} ({where})", *score]


def team_grid(dice: Random, made: League) -> Written:
    division, teams = next(iter(made.divisions.items()))
    matches = [replace(one, division="", state="", score=None) for one in made.matches if one.division == division]
    nights = sorted({match.day for match in matches if match.day})
    days, marked = any_days(dice), dice.choice(MARKED)
    cells: dict[tuple[str, date], str] = {}
    for match in matches:
        if match.day:
            cells[match.home, match.day] = marked(match.away, True)
            cells[match.away, match.day] = marked(match.home, False)
    bye = dice.choice(("BYE", "FREE", "", "-"))
    answers: dict[str, str] = {}
    rows = [["Fixtures 2026-27"]] if dice.random() < 0.3 else []
    if dice.random() < 0.6:
        rows.append([dice.choice(("", "Team")), *map(days, nights)])
        rows += [[team, *(cells.get((team, night), bye) for night in nights)] for team in teams]
    else:
        rows.append([dice.choice(("", "Date")), *teams])
        rows += [[days(night), *(cells.get((team, night), bye) for team in teams)] for night in nights]
    return Written(table(dice, rows), matches, answers)


HEADS: tuple[Callable[[date, str], str], ...] = (
    lambda day, sender: f"[{day:%d/%m/%Y}, 22:41:03] {sender}: ",
    lambda day, sender: f"{day:%d/%m/%Y}, 22:41 - {sender}: ",
    lambda day, sender: f"[22:41, {day:%d/%m/%Y}] {sender}: ",
    lambda day, sender: f"{day.day} {day:%b}, 22:41 - {sender}: ",
    lambda day, sender: f"{day:%a} {day.day} {day:%b}, 22:41 - {sender}: ",
)
TALK = ("well done all", "soz just in", "who won the raffle?", "<Media omitted>", "Thanks Kev 👍")


def chat(dice: Random, made: League) -> Written:
    head, dash = dice.choice(HEADS), dice.random() < 0.5
    lines: list[str] = []
    listed = []
    for match in made.matches:
        if match.score and match.day and match.week <= 3:
            home, away = match.score
            text = f"{match.home} {home}-{away} {match.away}" if dash else f"{match.home} {home} {match.away} {away}"
            lines.append(head(match.day, dice.choice(("Kev", "Mo Khan", "Ann (sec)"))) + text)
            listed.append(replace(match, division=""))
            if dice.random() < 0.2:
                lines.append(head(match.day, "Pat") + dice.choice(TALK))
    return Written("\n".join(lines).encode(), listed, {"texts_home": "first", "nil_nil": "result"})


def several_games(dice: Random, made: League) -> Written:
    """Scores of games that add up to that of the match: in one cell, or in columns beside their total or without."""
    style = dice.choice(("cell", "cell", "columns", "total"))
    days = any_days(dice)
    rows, listed = [], []
    for match in made.matches:
        if not match.score:
            continue
        games = _games(dice, *map(int, match.score))
        texts = [f"{one}-{two}" for one, two in games]
        cells = (
            [", ".join(texts)] if style == "cell" else [*texts, *(["-".join(match.score)] if style == "total" else [])]
        )
        rows.append([days(match.day) if match.day else "", match.home, match.away, *cells])
        listed.append(replace(match, division=""))
    if style == "cell":
        heads = [dice.choice(("Games", "Legs", "Result", "Score"))]
    else:
        heads = ["Singles", "Pairs", "Fours", *(["Total"] if style == "total" else [])]
    answers = {"score_cells": "4", "games": "sum", "nil_nil": "result"}
    if style == "columns":
        answers["score_cells"] = "none"
        listed = [replace(match, score=None) for match in listed]
    return Written(table(dice, [["Date", "Home", "Away", *heads], *rows]), listed, answers)


def _games(dice: Random, home: int, away: int) -> list[tuple[int, int]]:
    """Three games that come to a score."""
    first, second = sorted(dice.randint(0, home) for _ in "ab"), sorted(dice.randint(0, away) for _ in "ab")
    parts = (first[0], first[1] - first[0], home - first[1]), (second[0], second[1] - second[0], away - second[1])
    return list(zip(*parts, strict=True))


def winners(dice: Random, made: League) -> Written:
    """A column of winners and one of losers, with who was at home in a third, or in the order of the score, or always
    the winner.
    """
    day, at_home = any_days(dice), dice.choice(("column", "first", "winner"))
    two, names = dice.random() < 0.4 and at_home != "first", dice.choice((("Winner", "Loser"), ("WON", "LOST")))
    kept = [match for match in made.matches if match.score and match.score[0] != match.score[1]]
    rows, matches = [], []
    for match in kept:
        home, away = map(int, match.score or ())
        if at_home == "winner" and home < away:
            continue
        sides = (match.home, match.away) if home > away else (match.away, match.home)
        first, second = (home, away) if at_home == "first" else (max(home, away), min(home, away))
        score = (str(first), str(second)) if two else (f"{first}{dice.choice(('-', ' - ', '/', 'v'))}{second}",)
        score = score if two else (score[0].replace("v", " v "),)
        row = {"Date": day(match.day) if match.day else "", names[0]: sides[0], names[1]: sides[1]}
        row |= dict(zip(("Winner score", "Loser score") if two else ("Score",), score, strict=True))
        rows.append(row | ({"Home": match.home} if at_home == "column" else {}))
        matches.append(replace(match, division=""))
    columns = list(rows[0]) if rows else []
    dice.shuffle(columns)
    answers = {} if at_home == "column" else {"winner_home": at_home}
    return Written(table(dice, [columns, *([row[name] for name in columns] for row in rows)]), matches, answers)
