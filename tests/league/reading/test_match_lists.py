"""Fixtures and results in every way in which they are written: each match is right, asked about, or left out."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from league.reading.files import read_file
from league.reading.recognise import readings
from league.reading.values import Content, Context, Reading, ReadingQuestion
from tests.league.reading import made_up_cards, made_up_lists
from tests.league.reading.made_up_lists import ENDS, NAMES, STARTS, TODAY, WITH_COMMAS, WITH_NUMBERS, League, Written
from tests.seeds import seeds

VARIANTS = int(os.environ.get("VARIANTS", "30"))
Writer = Callable[[Random, League], Written]
WRITERS: dict[str, Writer] = {
    "rows": made_up_lists.rows,
    "rows_without_heading": made_up_lists.rows_without_heading,
    "weeks": made_up_lists.weeks,
    "key_numbers": made_up_lists.key_numbers,
    "square": made_up_lists.square,
    "newspaper": made_up_lists.newspaper,
    "two_games": made_up_lists.two_games,
    "team_cards": made_up_cards.team_cards,
    "team_grid": made_up_cards.team_grid,
    "chat": made_up_cards.chat,
    "several_games": made_up_cards.several_games,
    "winners": made_up_cards.winners,
}
WITHOUT_COMMAS = {"weeks", "newspaper", "two_games", "chat"}
PLAYED = {
    "rows_without_heading",
    "newspaper",
    "two_games",
    "chat",
    "several_games",
    "winners",
}  # of matches with scores


@dataclass
class Tally:
    count: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return ", ".join(
            f"{name} {self.count[name]}" for name in ("right", "after an answer", "asked", "left out", "wrong")
        )


def key_of(values) -> tuple[str, ...]:
    names = ("home", "away", "date", "division", "home_score", "away_score", "state")
    return tuple(values.get(name, "") for name in names)


def answer(question: ReadingQuestion, written: Written) -> str | None:  # noqa: PLR0911 - one case a question
    """What somebody who knows the league answers."""
    if question.key in written.answers:
        said = written.answers[question.key]
        return said if not question.choices or said in dict(question.choices) else "other"
    names = {name for match in written.matches for name in (match.home, match.away)}
    if question.key == "year":
        return "2026"
    if question.key.startswith("ways-"):
        said = {
            f"{match.home} {match.score[0]}, {match.away} {match.score[1]}" for match in written.matches if match.score
        }
        return next((key for key, text in question.choices if all(part in said for part in text.split("; "))), None)
    if question.key.startswith("cut-"):
        return next((key for key, text in question.choices if set(text.split(" | ")) <= names), None)
    if question.key.startswith("end-"):
        return next((key for key, text in question.choices if text in names), None)
    if question.key.startswith("stop-"):
        return next((key for key, _ in question.choices if key in names), None)
    if question.key.startswith("text-"):
        return "yes"
    if question.key.startswith("odd-"):
        return "match"
    return None


def best(content: bytes, context: Context) -> Reading | None:
    sheets = read_file(content)
    taken = [
        reading
        for sheet in sheets
        for reading in readings(sheet, context, tuple(other for other in sheets if other is not sheet))
    ]
    lists = [reading for reading in taken if reading.content in {Content.FIXTURES, Content.RESULTS}]
    return max(lists, key=lambda reading: reading.sure, default=None)


def judge(written: Written, context: Context, tally: Tally, case: str) -> None:  # noqa: C901, PLR0912 - one outcome after the other
    """Compares what is read with what was written, before and after the questions are answered."""
    truth = Counter(match.key for match in written.matches)
    reading = best(written.content, context)
    for asked in range(6):
        rows = Counter(key_of(row.values) for row in reading.rows) if reading else Counter()
        # While scores are asked about, nothing says that a match without one was not played.
        unsaid = Counter((*key[:-1], "") for key in truth if key[-1] == "not_played")
        extra = rows - truth - (unsaid if reading and reading.questions else Counter())
        for key in extra:
            tally.count["wrong"] += 1
            tally.wrong.append(f"{case}: {key} is not in the file")
        at_once = sum((rows & truth).values())
        if asked == 0:
            tally.count["right"] += at_once
        else:
            tally.count["after an answer"] += at_once
        if reading is None or not reading.questions:
            break
        answers = {
            question.key: said for question in reading.questions if (said := answer(question, written)) is not None
        }
        if not answers or extra:
            break
        if asked == 0:
            tally.count["right"] -= at_once
        else:
            tally.count["after an answer"] -= at_once
        context = replace(context, answers={**context.answers, **answers})
        reading = best(written.content, context)
    missing = truth - rows
    for key, number in missing.items():
        if reading is None:
            tally.count["wrong"] += number
            tally.wrong.append(f"{case}: no layout reads it")
        elif any(key[0] in piece.original and key[1] in piece.original for piece in reading.left_out):
            tally.count["left out"] += number
        elif reading.questions:
            tally.count["asked"] += number
        else:
            tally.count["wrong"] += number
            tally.wrong.append(f"{case}: {key} is lost")


def cases(layout: str):
    for seed in seeds(VARIANTS):
        dice = Random(f"{layout} {seed}")
        names = NAMES
        if dice.random() < 0.3:
            names += WITH_NUMBERS if layout in WITHOUT_COMMAS or dice.random() < 0.5 else WITH_NUMBERS + WITH_COMMAS
        made = made_up_lists.league(
            dice,
            results=layout != "key_numbers" and (layout not in {"rows", "weeks"} or dice.random() < 0.5),
            names=names,
        )
        if layout in PLAYED and not any(match.score for match in made.matches):
            continue
        written = WRITERS[layout](dice, made)
        if not written.matches:
            continue
        teams = tuple(name for teams in made.divisions.values() for name in teams) if dice.random() < 0.5 else ()
        divisions = tuple(made.divisions) if dice.random() < 0.5 and layout != "key_numbers" else ()
        starts = STARTS if dice.random() < 0.8 else None
        yield seed, written, Context(TODAY, starts, ENDS if starts else None, divisions, teams)


@pytest.mark.proof
@pytest.mark.parametrize("layout", WRITERS)
def test_each_match_is_right_or_asked_about_or_left_out(layout, capsys):
    tally = Tally()
    for seed, written, context in cases(layout):
        judge(written, context, tally, f"{layout} {seed}")
    with capsys.disabled():
        print(f"\n{layout}: {tally}")  # noqa: T201 - the table of make prove
    assert tally.wrong == []
    assert tally.count["right"] + tally.count["after an answer"] > 0
