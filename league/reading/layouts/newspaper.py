"""Results as the local paper prints them, several to a line.

    Results - February 24 Division One - Ex Service A 3, Ex Service L 6; Old Inn 5 Seaview A 4;
    Division Two - Finnans 2, Railroad Robbers 7; Garden City v Clickers postponed

Lists of winners and tables that are printed with them are left out. Of two games of one evening the second stands in
brackets; `read_two_games` takes the first numbers and `read_in_brackets` the others, as two lists of results:

    (Dominoes in brackets)
    Wilton Arms 5(3), Staff of Life 4(2); Last Orders 4(3) 3(2) Beer Engine
"""

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import chain

from league.reading.cells import ScoreOrState, is_night_off, number_in, score_in, state_in
from league.reading.days import find_day, season_in
from league.reading.match_list import MatchList, WrittenMatch, score_values
from league.reading.match_text import END_STATE, VERSUS, MatchSplitter, is_table
from league.reading.prose import (
    LIKE_A_SCORE,
    NUMBER,
    Stretch,
    TeamWords,
    Way,
    certain_ways,
    stretches,
    text_of_sheet,
    way_text,
    ways_of,
)
from league.reading.tabular import filled, has_word
from league.reading.values import Context, Reading, SourceSheet
from scoring.names import fold, has_letters

LONGEST = 300  # letters of a stretch that may be a result, or a short list of them
BEATEN = re.compile(
    r"(?i)^(?P<first>\S.*?)\s+(?P<verb>beat|bt\.?|defeated|won (?:at|against|v)|lost (?:to|at|against)"
    r"|drew (?:with|at|against))\s+"
    r"(?P<second>\S.*?)[\s,(]+(?:by\s+)?(?P<one>\d{1,3})\s*[-–—:]\s*(?P<two>\d{1,3})\)?\.?$",
)
SCORE_BEFORE = re.compile(
    r"(?i)^(?P<first>\S.*?\s(?:beat|won|lost|drew))\s+(?P<score>\d{1,3}\s*[-–—:]\s*\d{1,3})\s+"
    r"(?P<second>(?:to|against|with|at|v)\s+\S.*?)\.?$",
)
BEATEN_VERB = re.compile(r"(?i)\s(?:beat|bt\.?|defeated|won|lost|drew)\s")
DASHED = re.compile(
    r"^(?P<home>\D*[^\W\d]\D*?|.*?\D)\s+(?P<score>\d{1,3}½?\s*[-–—:]\s*\d{1,3}½?)\s+(?P<away>(?:\d{1,3}\s)?[^\W\d].*)$"
)
STATE_BETWEEN = re.compile(
    r"(?i)^(?P<home>[^\W\d].*?)\s+(?P<state>p\s?/\s?p|r\s?/\s?a|w\s?/\s?o|(?-i:PP)|walk-?over|postponed)\s+(?P<away>[^\W\d].*)$"
)
NO_RESULTS = re.compile(
    r"(?i)\bwinners?\b|\b(?:man of the match|180s|tons|finishes|averages|leaders|fines)\b"
    r"|^(?:highest|high|best|most|star|latest)\b",
)
WEEK_ENDING = re.compile(r"(?i)\bweek ending\b")  # which names no night
TABLE_ROW = re.compile(r"[^\W\d][^\d,;]*\s\d{1,3}(?:\s+\d{1,3})+")  # such as stands below results
MOST_NUMBERS = 6  # of one match, those of its names counted in
A_COLON = re.compile(r"^[^,;\d]{3,40}:\s")


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    lines = sheet.text.splitlines() if sheet.text else [" ".join(line.cells) for line in sheet.lines]
    if not any(len(NUMBER.findall(line)) >= 2 or LIKE_A_SCORE.search(line) for line in lines):
        return None
    if is_table(sheet) and not _are_below_nights(sheet):
        return None
    return NewspaperReader(sheet, context).read()


def _are_below_nights(sheet: SourceSheet) -> bool:
    """Whether the cells are results below lines with their day: "Crown A | 5 - 4 | Bell", as a page prints them."""
    cells = [filled(line) for line in sheet.lines]
    wide = [line for line in cells if len(line) > 1]
    scores = [score_in(" ".join(line[1:-1])) for line in wide]
    are_results = all(score is not None and score.home for score in scores)
    return are_results and any(len(line) == 1 and find_day(line[0]) for line in cells)


class NewspaperReader:
    def __init__(self, sheet: SourceSheet, context: Context) -> None:
        self.sheet, self.context = sheet, context
        self.list = MatchList(context, season_in(f"{sheet.name} {sheet.text[:300]}"))
        self.words = TeamWords(self.list)
        self.stretches = list(stretches(self.sheet, self.list, self.context))
        self.splitter = MatchSplitter(self.list, [stretch.text for stretch in self.stretches])
        self.games: list[tuple[str, WrittenMatch]] = []

    def read(self) -> Reading | None:
        for stretch in chain.from_iterable(map(_sentences, self.stretches)):
            if state_in(stretch.text) or state_in(stretch.text.strip(" .")):
                self._state_of_the_last(stretch)
            elif len(stretch.text) > LONGEST or _is_of_a_table(stretch.text) or not self._match(stretch):
                span = find_day(stretch.text) if WEEK_ENDING.search(stretch.text) else None
                rest = stretch.text[: span.start] + stretch.text[span.end :] if span else stretch.text
                no_result = NO_RESULTS.search(stretch.text) or len(NUMBER.findall(rest)) < 2
                is_of_table = TABLE_ROW.fullmatch(stretch.text.strip()) is not None
                unread = not (no_result or is_of_table)
                self.list.leave(stretch.place, stretch.text, "Not a result", unread=unread)
        if not self.games and not self.list.held_back:
            return None
        self._choose_game()
        self._odd_totals()
        for _, match in self.games:
            self.list.add(match)
        reading = self.list.reading("newspaper", "results in sentences", 0.7)
        return reading if reading is None or self.games or reading.questions else None

    def _match(self, stretch: Stretch) -> bool:  # noqa: C901, PLR0911 - one case for each way to write a result
        """Whether the stretch has matches, which are then taken or asked about."""
        text = stretch.text.strip(" ,").lstrip(".")
        if VERSUS.search(text):
            return self._with_versus(stretch, text)
        if NO_RESULTS.search(text) and not self._all_known(text):
            return False
        if A_COLON.match(text):
            return False
        state = ""
        if end := END_STATE.search(text):
            state, text = end[1], text[: end.start()].strip(" ,")
        if re.search(r"\d\)?\.$", text):
            text = text[:-1]
        if before := SCORE_BEFORE.match(text):  # "lost 2-7 to Crown" as "lost to Crown 2-7"
            text = f"{before['first']} {before['second']} {before['score']}"
        if (match := BEATEN.match(text)) and len(BEATEN_VERB.findall(text)) == 1:
            return self._beaten(stretch, match)
        if (between := STATE_BETWEEN.match(text)) and (state_word := state_in(between["state"])):
            return self._take_state(stretch, between, state_word)
        dashed = DASHED.match(text)
        one_score = len(LIKE_A_SCORE.findall(text)) == 1 and re.search(r"\d$", text) is None
        if dashed and (one_score or len(NUMBER.findall(text)) <= 2) and (score := score_in(dashed["score"])):
            return self._dashed(stretch, dashed, score, state)
        options = ways_of(text)
        chosen = self._choose(stretch, text, options)
        if chosen is None:
            return bool(options)
        for home, first, away, second in chosen:
            self._take(stretch, home, away, ScoreOrState(first, second), state)
        return True

    def _dashed(self, stretch: Stretch, match: re.Match[str], score: ScoreOrState, state: str) -> bool:
        away = self.words.at_the_end(match["away"])
        if away is None:
            self.list.held_back += 1
            return True
        return self._take(stretch, match["home"], away, score, state)

    def _with_versus(self, stretch: Stretch, text: str) -> bool:
        split = self.splitter.split(text.rstrip("."), stretch.place)
        if split and text.endswith(f"{split[-1].away}."):
            away = self.words.at_the_end(f"{split[-1].away}.")
            split = (*split[:-1], replace(split[-1], away=away)) if away else None
        if split is None:
            self.list.held_back += 1
            return True
        for match in split:
            values = {"division": stretch.division, **match.values}
            day = match.day or stretch.day
            written = WrittenMatch(stretch.place, stretch.text, match.home, match.away, day, values)
            self.games.append((stretch.game, written))
        return True

    def _beaten(self, stretch: Stretch, match: re.Match[str]) -> bool:
        one, two = int(match["one"]), int(match["two"])
        verb = match["verb"].casefold().split()[0]
        if (verb == "drew") != (one == two):
            return False
        at_home = verb in {"won", "lost", "drew"} and match["verb"].casefold().endswith(" at")
        best, least = max(one, two), min(one, two)
        first, second = (least, best) if verb == "lost" else (best, least)
        home, away = match["first"], match["second"]
        if at_home:  # "won at the Bell" says who was at home
            return self._take(stretch, away, home, ScoreOrState(str(second), str(first)), "")
        choices = (("first", "Yes"), ("unknown", "No: leave these results out"))
        text = f"Is {home} at home in “{stretch.text}”, and the side that is named first in the others?"
        answer = self.list.ask("prose_home", text, choices)
        if answer is None:
            self.list.held_back += 1
            return True
        return answer == "first" and self._take(stretch, home, away, ScoreOrState(str(first), str(second)), "")

    def _choose(self, stretch: Stretch, text: str, options: list[Way]) -> Way | None:
        """The one way in which a stretch can be read; what can be read in several ways is asked."""
        if not options:
            return None
        likely = [way for way in options if all(self._known(name) for match in way for name in (match[0], match[2]))]
        certain = likely if len(likely) == 1 else [] if likely else certain_ways(text, options)
        if len(certain) == 1:
            return certain[0]
        left = likely or options
        choices = [(str(number), way_text(way)) for number, way in enumerate(left, start=1)]
        key = f"ways-{stretch.place}-{fold(text)}"
        answer = self.list.decide(key, f"How is “{text}” meant?", choices, stretch.place, text)
        return None if answer is None else left[int(answer) - 1]

    def _known(self, name: str) -> bool:
        return self.list.is_team(name.strip(" .,")) or is_night_off(name)

    def _all_known(self, text: str) -> bool:
        return any(all(self._known(name) for match in way for name in (match[0], match[2])) for way in ways_of(text))

    def _take(self, stretch: Stretch, home: str, away: str, score: ScoreOrState, state: str) -> bool:
        home, away = (name.strip(" ,-–") for name in (home, away))
        notes: list[str] = []
        sides = []
        values = {"division": stretch.division, **score_values(score)}
        for name, key in ((home, "home_score"), (away, "away_score")):
            plain, number = self._nil(name, values.get(key, ""))
            mended, note = self.words.mend(plain) if plain is not None else (None, "")
            if mended is None:
                self.list.held_back += 1
                return True
            values[key] = number
            sides.append(mended)
            notes += [note] if note else []
        if state_in(state) == "walkover":
            values["state"] = "walkover"
        elif state:
            notes.append(f"“{state}” stands beside the score")
        match = WrittenMatch(stretch.place, stretch.text, sides[0], sides[1], stretch.day, values, tuple(notes))
        self.games.append((stretch.game, match))
        return True

    def _take_state(self, stretch: Stretch, match: re.Match[str], state: str) -> bool:
        """A match without a score: "Bell P/P Crown", or "Bell w/o Crown", who gave it to Bell."""
        walkover, away = state == "walkover", self.words.at_the_end(match["away"])
        if away is None:
            self.list.held_back += 1
            return True
        values = {"division": stretch.division, "state": "walkover_home" if walkover else state}
        notes = (f"Given to {match['home']}, who is named first",) if walkover else ()
        written = WrittenMatch(stretch.place, stretch.text, match["home"], away, stretch.day, values, notes)
        self.games.append((stretch.game, written))
        return True

    def _nil(self, name: str, number: str) -> tuple[str | None, str]:
        """`Seaview Nil 3`: is Nil part of the name, or the score? None where it is asked."""
        if not re.search(r"(?i)\bnil$", name) or self.list.is_team(name) or self.words.mend(name)[1]:
            return name, number
        short = re.sub(r"(?i)\s*\bnil$", "", name)
        ways = {"name": (name, number), "score": (short, "0"), "no_name": (short, number)}
        choices = ((key, f"{team} have {score}") for key, (team, score) in ways.items())
        answer = self.list.ask(f"nil-{fold(name)}", f"What does “{name} {number}” say?", choices)
        return (None, number) if answer is None else ways[answer]

    def _state_of_the_last(self, stretch: Stretch) -> None:
        if not self.games or self.games[-1][1].place != stretch.place:
            self.list.leave(stretch.place, stretch.text, "It stands beside no match")
            return
        game, match = self.games[-1]
        state = state_in(stretch.text.strip(" ."))
        note = f"“{stretch.text.strip(' .')}” stands beside the score"
        if "home_score" in match.values:
            self.games[-1] = (game, replace(match, notes=(*match.notes, note)))
        else:
            self.games[-1] = (game, replace(match, values={**match.values, "state": state}))

    def _choose_game(self) -> None:
        names = list(dict.fromkeys(game for game, _ in self.games))
        if len(names) < 2:
            return
        choices = [(name or "first", name or "Those at the top") for name in names]
        answer = self.list.ask("game", "There are results of several games. Which are these to be?", choices)
        for game, match in self.games:
            if answer is None:
                self.list.held_back += 1
            elif (game or "first") != answer:
                self.list.leave(match.place, match.original, f"A result of {game or 'another game'}")
        self.games = [(game, match) for game, match in self.games if (game or "first") == answer]

    def _odd_totals(self) -> None:
        """A match of another number of games than nearly all the others may be none: it is asked about."""
        totals = Counter(_total(match) for _, match in self.games if _total(match) is not None)
        if not totals:
            return
        usual, number = totals.most_common(1)[0]
        count = sum(totals.values())
        if number < 4 or number * 10 < count * 7:
            return
        kept: list[tuple[str, WrittenMatch]] = []
        for game, match in self.games:
            total = _total(match)
            if total is None or total == usual or (self._known(match.home) and self._known(match.away)):
                kept.append((game, match))
                continue
            scores = f"{match.home} {match.values['home_score']}, {match.away} {match.values['away_score']}"
            key = f"odd-{match.place}-{fold(match.original)}"
            text = f"Is this a result: {scores}?"
            if self.list.decide(key, text, (("match", "Yes"),), match.place, match.original):
                kept.append((game, match))
        self.games = kept


def _sentences(stretch: Stretch) -> list[Stretch]:
    """A stretch of "A beat B 6-3, C lost to D 4-5", or "A 6-3 B, C 4-5 D", as one for each match."""
    parts = re.split(r",\s+(?:and\s+)?|\s+and\s+", stretch.text.rstrip(" .,"))
    if not all(map(BEATEN.match, parts)):
        parts = [part.strip() for part in stretch.text.rstrip(" .,").split(",")]
    dashed = [DASHED.match(part) for part in parts]
    is_list = all(map(BEATEN.match, parts)) or (len(parts) > 1 and all(dashed))
    return [replace(stretch, text=part) for part in parts] if is_list else [stretch]


def _is_of_a_table(text: str) -> bool:
    return len(NUMBER.findall(text)) > MOST_NUMBERS and not re.search(r"[,;]", text)


def _total(match: WrittenMatch) -> float | None:
    home, away = match.values.get("home_score", ""), match.values.get("away_score", "")
    return float(home) + float(away) if home and away else None


# --- two games of an evening ------------------------------------------------------------------------------------------
PAIR = re.compile(r"(?i)(?<![\w.])(\d{1,3}(?:\.5|½)?)?\s*[(\[]\s*(\d{1,3}(?:\.5|½)?|nil)\s*[)\]]")
GAME_IN_BRACKETS = re.compile(r"(?i)\(?\s*([a-z' &]{3,25}?)(?:\s+(?:scores?|results?))?\s+(?:are\s+)?in brackets")
GAME = re.compile(r"(?i)\b(darts|dominoes|doms|pool|crib(?:bage)?|quiz|snooker|skittles|cards)\b")


TwoScores = tuple[str, str, list[str], list[str]]  # home, away, and their numbers of each game, empty where one is not


def read_two_games(sheet: SourceSheet, context: Context, *, in_brackets: bool = False) -> Reading | None:
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
    are_ours = second.startswith("dom")  # ours is the game that is surer
    return matches.reading("two_games", what, 0.8 if in_brackets == are_ours else 0.79)


read_in_brackets = partial(read_two_games, in_brackets=True)


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
        if not all(has_letters(name) and has_word(name) for name in names):
            return []
        first, second = ([number_in(match[game] or "") or "" for match in (one, two)] for game in (1, 2))
        scores.append((*names, first, second))
    if has_word(text[start:].strip(" ,.")):
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
