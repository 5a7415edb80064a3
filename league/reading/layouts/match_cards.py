"""Match cards in a text, one below the other: the two teams, the games with both players' names, and the result.

Date: Tuesday 17 September 2024          Crown A v Bell  24/9/24
Home: Crown A   Away: Bell               1. D Hartley 1 - 0 J Moran
1. D Hartley 1 - 0 J Moran               2. S Kirkby 0 - 1 K Nairn
Result: Crown A 5 Bell 4                 Total 5 - 4

The score of the match is that of its result or, where there is none, of the games; both must say the same.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from league.reading.days import find_day, season_in
from league.reading.marks import division_in
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import Piece, amount, parted, text_lines, whole, written
from league.reading.values import Content, Context, LeftOut, Reading, ReadRow, SheetLine, SourceSheet
from scoring.words import several

LAYOUT = "match_cards"
SCORE = r"(?:\d{1,3}(?:\.5|½)?|½)"
GAME = re.compile(
    rf"\s*(?P<number>\d{{1,2}})\s*[.):]?\s+(?P<home>[^\W\d].*?)\s+(?P<a>{SCORE})\s*[-–:]\s*(?P<b>{SCORE})\s+(?P<away>[^\W\d].*)"
)
SIDES = re.compile(
    r"(?i)\s*home(?: team)?\s*[:–-]\s*(?P<home>\S.*?)\s{2,}(?:away|visitors?)(?: team)?\s*[:–-]\s*(?P<away>\S.*)"
)
SIDE = re.compile(r"(?i)\s*(?P<side>home|away|visitors?)(?: team)?\s*[:–-]\s*(?P<name>\S.*)")
VERSUS = re.compile(r"(?i)\s*(?P<home>\S.*?)\s+(?:v|vs)\.?\s+(?P<away>\S.*)")
TOTAL = re.compile(r"(?i)\s*(?:(?:final |match |full )?(?:result|score|total)s?)\b\s*[:–-]?\s*(?P<rest>.*)")
NUMBER = re.compile(rf"(?<![\w.]){SCORE}(?![\w.])")
HEAD = re.compile(r"(?i)\b(?:(?:match|score|result)\s?-?)?(?:cards?|sheets?)\b")
LEAST = 3  # games of a card
WHY = "A game of a card: the score of the match is imported."


@dataclass(slots=True)
class MatchCard:
    """The lines above the games of a match, its games, and what stands below them."""

    above: list[SheetLine] = field(default_factory=list)
    games: list[tuple[SheetLine, Fraction, Fraction]] = field(default_factory=list)
    below: SheetLine | None = None


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    blocks = _cards(text_lines(sheet))
    cards = [card for card in blocks if len(card.games) >= LEAST]
    if not cards:
        return ()
    others = [card for card in blocks if len(card.games) < LEAST]
    lines = [line for card in others for line in (*card.above, *(game[0] for game in card.games))]
    no_card = (LeftOut(line.number, whole(line), "No games of a card stand here.") for line in lines)
    titles = " ".join([sheet.name, *(whole(line) for card in cards[:1] for line in card.above)])
    texts = [line.cells[0] for card in cards for line in card.above if find_day(line.cells[0])]
    days = SheetDays(context, texts, season_in(titles))
    rows, left, questions = parted([*(piece for card in cards for piece in _pieces(card, days, context)), *no_card])
    what = several(len(cards), "match card")
    return (Reading(LAYOUT, Content.RESULTS, what, rows, left, (*days.questions.values(), *questions), 0.9),)


def _cards(lines: Sequence[SheetLine]) -> list[MatchCard]:
    cards = [MatchCard()]
    for line in lines:
        card, game = cards[-1], GAME.fullmatch(line.cells[0])
        if game and int(game["number"]) == len(card.games) + 1:
            home, away = amount(game["a"]), amount(game["b"])
            card.games.append((line, home or Fraction(0), away or Fraction(0)))
        elif card.games and card.below is None and TOTAL.fullmatch(line.cells[0]):
            card.below = line
        elif card.games:
            cards.append(MatchCard([line]))
        else:
            card.above.append(line)
    return cards


def _pieces(card: MatchCard, days: SheetDays, context: Context) -> Iterator[Piece]:
    first = (card.above or [card.games[0][0]])[0]
    sides: dict[str, str] = {}
    values: dict[str, str] = {}
    waits = False
    for line in card.above:
        named = _sides_in(line.cells[0])
        if named and named.keys() & sides.keys():
            yield LeftOut(
                first.number, f"{sides.get('home', '')} v {sides.get('away', '')}", "No games stand below it."
            )
            sides, first = {}, line
        sides |= named
        division = division_in(HEAD.sub(" ", line.cells[0]), context)
        values |= {"division": division} if division else {}
        span = find_day(line.cells[0])
        day = days.read(line.cells[0][span.start : span.end]) if span else None
        values |= {"date": day.value} if day else {}
        waits = waits or (day is not None and day.waits)
        if not named and not division and not day and not HEAD.search(line.cells[0]):
            yield LeftOut(line.number, whole(line), "No part of a card.")
    yield from (LeftOut(line.number, whole(line), WHY) for line, _, _ in card.games)
    score, why = _score(card)
    original = f"{sides.get('home', '')} v {sides.get('away', '')}"
    if len(sides) < 2 or score is None:
        yield LeftOut(first.number, original, why if len(sides) == 2 else "It does not say which teams played.")
    elif not waits:
        scores = {"home_score": written(score[0]), "away_score": written(score[1])}
        yield ReadRow(first.number, original, {**sides, **values, **scores})


def _sides_in(text: str) -> dict[str, str]:
    """The team or the two teams that a line above the games names."""
    span = find_day(text)
    bare = f"{text[: span.start]}  {text[span.end :]}".strip(" ,-–()") if span else text.strip()
    if match := SIDES.fullmatch(text) or VERSUS.fullmatch(bare):
        return {"home": match["home"].strip(), "away": match["away"].strip()}
    if match := SIDE.fullmatch(text):
        return {"home" if match["side"].casefold() == "home" else "away": match["name"].strip()}
    return {}


def _score(card: MatchCard) -> tuple[tuple[Fraction, Fraction] | None, str]:
    """The score, by the games won and the total below them; None and why where they do not agree."""
    won = Fraction(sum(a > b for _, a, b in card.games)), Fraction(sum(b > a for _, a, b in card.games))
    half = Fraction(len(card.games) - won[0] - won[1], 2)
    counted = {
        (won[0] + half, won[1] + half),
        (sum((a for _, a, _ in card.games), Fraction(0)), sum((b for _, _, b in card.games), Fraction(0))),
    }
    if card.below is None:
        return (won[0] + half, won[1] + half), ""
    numbers = [amount(text) for text in NUMBER.findall(card.below.cells[0])]
    totals = tuple(number for number in numbers if number is not None)
    home, away = totals[-2:] if len(totals) > 1 else (None, None)
    if home is not None and away is not None and (home, away) in counted:
        return (home, away), ""
    return None, f"“{whole(card.below)}” is not what the games of the card come to."
