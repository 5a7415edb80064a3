"""Two games of one evening in one line: the second in brackets behind the first.

    (Dominoes in brackets)
    Wilton Arms 5(3), Staff of Life 4(2); Last Orders 4(3) 3(2) Beer Engine

`read` takes the first numbers and `read_in_brackets` the others: two lists of results.
"""

import re
from functools import partial

from league.reading.cells import number_in
from league.reading.days import season_in
from league.reading.match_list import MatchList, WrittenMatch
from league.reading.prose import Stretch, TeamWords, stretches, text_of_sheet
from league.reading.values import Context, Reading, SourceSheet
from scoring.names import fold, has_letters

LAYOUT = "two_games"
PAIR = re.compile(r"(?i)(?<![\w.])(\d{1,3}(?:\.5|½)?)?\s*[(\[]\s*(\d{1,3}(?:\.5|½)?|nil)\s*[)\]]")
GAME_IN_BRACKETS = re.compile(r"(?i)\(?\s*([a-z' &]{3,25}?)(?:\s+(?:scores?|results?))?\s+(?:are\s+)?in brackets")
GAME = re.compile(r"(?i)\b(darts|dominoes|doms|pool|crib(?:bage)?|quiz|snooker|skittles|cards)\b")


TwoScores = tuple[str, str, list[str], list[str]]  # home, away, and their numbers of each game, empty where one is not


def read(sheet: SourceSheet, context: Context, *, in_brackets: bool = False) -> Reading | None:
    text = "\n".join(line for _, line in text_of_sheet(sheet))
    if len(PAIR.findall(text)) < 2:
        return None
    matches = MatchList(context, season_in(text[:300]))
    words = TeamWords(matches)
    has_scores = False
    for stretch in stretches(sheet, matches, context):
        if GAME_IN_BRACKETS.search(stretch.text):
            matches.leave(stretch.place, stretch.text, "It says which game stands in brackets")
            continue
        scores = scores_in(stretch.text)
        has_scores = has_scores or bool(scores)
        if not scores:
            brackets = bool(PAIR.search(stretch.text))
            matches.leave(stretch.place, stretch.text, "No result of two games stands here", unread=brackets)
        for score in scores:
            _add(matches, words, stretch, score, in_brackets=in_brackets)
    if not has_scores:
        return None
    named = GAME_IN_BRACKETS.search(text)
    second = named[1].strip().casefold() if named else "the second game"
    games = [game.casefold() for game in GAME.findall(text) if game.casefold() != second]
    first = games[0] if games and named else "the first game"
    what = f"results of {first}, with {second} in brackets"
    what = f"results of {second}, in brackets behind {first}" if in_brackets else what
    return matches.reading(LAYOUT, what, 0.8 if not in_brackets else 0.79)


read_in_brackets = partial(read, in_brackets=True)


def scores_in(text: str) -> list[TwoScores]:
    """The matches of a stretch, each with two pairs of numbers; none where they do not come in pairs."""
    pairs = list(PAIR.finditer(text))
    if not pairs or len(pairs) % 2:
        return []
    scores: list[TwoScores] = []
    start = 0
    for at in range(0, len(pairs), 2):
        one, two = pairs[at], pairs[at + 1]
        end = pairs[at + 2].start() if at + 2 < len(pairs) else len(text)
        home, between = text[start : one.start()], text[one.end() : two.start()]
        behind = text[two.end() : end]
        if has_letters(between.strip(" ,.-–v")):
            away, start = between, two.end()
        elif len(pairs) == 2:
            away, start = behind, len(text)
        else:
            return []
        names = (home.lstrip(" .,;-–").rstrip(" ,-–"), away.strip(" ,-–"))
        if not all(has_letters(name) and re.search(r"[^\W\d_]", name) for name in names):
            return []
        first, second = ([number_in(match[game] or "") or "" for match in (one, two)] for game in (1, 2))
        scores.append((*names, first, second))
    if re.search(r"[^\W\d_]", text[start:].strip(" ,.")):
        return []
    return scores


def _add(matches: MatchList, words: TeamWords, stretch: Stretch, score: TwoScores, *, in_brackets: bool) -> None:
    of_home, of_away, first, second = score
    home, home_note = words.mend(of_home)
    away, away_note = words.mend(of_away)
    if away is not None and stretch.text.rstrip().endswith(away):
        away = words.at_the_end(away)
    if home is None or away is None:
        matches.held_back += 1
        return
    numbers = second if in_brackets else first
    for side, name in ((0, home), (1, away)):
        if not numbers[side]:
            other = numbers[1 - side]
            key = f"score-{stretch.place}-{fold(home)}-{side}"
            question = f"What did {name} score in “{stretch.text}”?{f' The other side has {other}.' if other else ''}"
            answer = matches.ask_for(key, question, number_in)
            if answer is None:
                matches.held_back += 1
                return
            numbers[side] = answer
    values = {"division": stretch.division, "home_score": numbers[0], "away_score": numbers[1]}
    notes = tuple(note for note in (home_note, away_note) if note)
    matches.add(WrittenMatch(stretch.place, stretch.text, home, away, stretch.day, values, notes))
