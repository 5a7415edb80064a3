"""Results as captains text them, in a chat that was saved: day, hour, sender, text.

    [07/09/2026, 22:41] Crown capt: Crown A 5 Bell 4
    07/09/2026, 22:58 - Legion: Phoenix Bar 5 Bar 180 A 3 Phoenix won the trebles

What names both teams and both scores is a result, and asked about where a later text speaks of the same evening. All
else is left out with its words, to be typed.
"""

import re
from dataclasses import replace
from datetime import date, time, timedelta

from league.reading.cells import ScoreOrState, number_in, score_in
from league.reading.days import day_in
from league.reading.match_list import MatchList, WrittenMatch, score_values
from league.reading.match_text import VERSUS
from league.reading.messages.chats_and_mails import messages_in
from league.reading.messages.values import SentMessage
from league.reading.prose import TeamWords, ways_of
from league.reading.values import Context, Reading, SourceSheet
from scoring.names import fold

TextResult = tuple[str, str, ScoreOrState]  # home, away and what the match came to
SCORE = re.compile(r"(?<![\w-])\d{1,2}½?\s*[-–/]\s*\d{1,2}½?(?![\w-])")

SMALL_HOURS = time(5)  # until then a text is of the evening before
TALK = re.compile(r"(?i)[?,]|\b(?:we|us|our|they|won|lost|beat|off|at|sorry|to|the trebles)\b")


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    saved = sheet.text or "\n".join(" ".join(line.cells) for line in sheet.lines)
    sent = (message for message in messages_in(saved, without_year=True) if message.sender and message.written)
    texts = [replace(message, text=" ".join(message.text.split())) for message in sent]
    if len(texts) < 2:
        return None
    matches = MatchList(context)
    words = TeamWords(matches)
    for text in texts:
        original = f"{text.sender}: {text.text}"
        result = _result(text.text, matches)
        if result is None:
            matches.leave(text.place, original, "Not a result of two teams by their names")
        elif _is_clear(text, result, texts, matches):
            _add(text, result, matches, words)
    if not matches.matches and not matches.questions:
        return None
    return matches.reading("chat", "results texted in a chat", 0.7)


def _result(text: str, matches: MatchList) -> TextResult | None:
    """The result with which a text begins, where it names teams of the league; else of a text that is nothing more."""
    plain = re.sub(r"(?i)^(?:result|final|ft|full time)\s*:?\s+", "", text.strip(" *"))
    teams = "|".join(re.escape(name) for name in sorted(matches.context.teams, key=len, reverse=True))
    if teams and (match := re.match(rf"(?i)({teams})\s+(\d{{1,2}}½?)[\s,-]+({teams})\s+(\d{{1,2}}½?)(?!\S)", plain)):
        return match[1], match[3], ScoreOrState(number_in(match[2]) or "", number_in(match[4]) or "")
    if VERSUS.search(plain) or TALK.search(plain) or len(plain.split()) > 10:
        return None
    match = re.fullmatch(rf"(\D.*?)\s+({SCORE.pattern})\s+(\D.*)", plain)
    if match and (score := score_in(match[2])):
        return match[1], match[3], score
    ways = [way[0] for way in ways_of(plain) if len(way) == 1]
    if len(ways) != 1:
        return None
    home, first, away, second = ways[0]
    return home, away, ScoreOrState(first, second)


def _is_clear(text: SentMessage, result: TextResult, texts: list[SentMessage], matches: MatchList) -> bool:
    """Whether no other text of that evening names one of the two teams beside a score; otherwise it is asked."""
    home, away, score = result
    words = {fold(name) for name in (home, away)} | {fold(name).rsplit(" ", 1)[0] for name in (home, away)}
    others = [
        other
        for other in texts
        if other is not text
        and other.written.rpartition(",")[0] == text.written.rpartition(",")[0]
        and re.search(r"\d", other.text)
        and any(re.search(rf"\b{re.escape(word)}\b", fold(other.text)) for word in words)
    ]
    if not others and matches.is_team(home) and matches.is_team(away):
        return True
    choices: tuple[tuple[str, str], ...] = (("first", "Yes, in all of them"), ("each", "No: ask about each"))
    question = f"{text.sender} wrote “{text.text}”. Does each text name the home team first?"
    if not others and matches.ask("texts_home", question, choices) == "first":
        return True
    if not others and "texts_home" in matches.questions:
        matches.held_back += 1
        return False
    score_text = f"{home} {score.home}, {away} {score.away}"
    beside = f" Another text says “{others[0].text}”." if others else ""
    choices = (("yes", score_text), ("turned", f"{score_text}, and {away} at home"))
    question = f"{text.sender} wrote “{text.text}”. Is that right?{beside}"
    answer = matches.decide(f"text-{text.place}", question, choices, text.place, f"{text.sender}: {text.text}")
    if answer == "turned":
        _add(text, (away, home, ScoreOrState(score.away, score.home)), matches, TeamWords(matches))
    return answer == "yes"


def _add(text: SentMessage, result: TextResult, matches: MatchList, words: TeamWords) -> None:
    home, away, score = result
    ended = words.at_the_end(away.strip(" ,"))
    sides = [words.mend(name) for name in (home.strip(" ,"), ended or "")]
    if ended is None or sides[0][0] is None or sides[1][0] is None:
        matches.held_back += 1
        return
    notes = tuple(note for _, note in sides if note)
    original = f"{text.sender}: {text.text}"
    day = day_in(text.written)
    if day and day.month and text.hour and text.hour < SMALL_HOURS:
        before = date(day.year or 2001, day.month, day.day) - timedelta(days=1)
        day = replace(day, day=before.day, month=before.month, year=day.year and before.year, weekday=None)
        notes = (*notes, "Sent after midnight: taken for the evening before")
    matches.add(WrittenMatch(text.place, original, sides[0][0], sides[1][0], day, score_values(score), notes))
