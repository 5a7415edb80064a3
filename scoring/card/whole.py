"""Faults of the card as a whole: how the match ended, the bare score, the number of lines.

clause      what a league says
ending      a walkover or a void match has no games; anything but a played match is explained
quick       a score sent alone adds up, and only where the league takes it
shape       every line of the card is there, and no other
protests    a protest is for the secretary
"""

from scoring.card.faults import Fault, Faults
from scoring.card.format import Pegs, Settle
from scoring.card.points import DecidedBy
from scoring.card.reading import Reading
from scoring.card.ruling import open_games
from scoring.card.sheet import Ending
from scoring.card.tally import tally

UNPLAYED = frozenset({Ending.WALKOVER_HOME, Ending.WALKOVER_AWAY, Ending.VOID})


def ending(reading: Reading) -> Faults:
    card = reading.card
    if card.ending in UNPLAYED:
        yield from _unplayed(reading)
    elif card.ending is Ending.UNFINISHED:
        if _complete(reading):
            message = "Every game has a result, so the match is finished: say that it was played."
            yield Fault("ending", "unfinished_complete", message)
        if not card.remarks.strip():
            yield Fault("remarks", "unfinished_unexplained", "The match was not finished: say why, for the secretary.")


def _unplayed(reading: Reading) -> Faults:
    card = reading.card
    void = card.ending is Ending.VOID
    word = "A void match" if void else "A walkover"
    code = "void_with_games" if void else "walkover_with_games"
    message = f"{word} has no games: take them out, or say that the match was played."
    if any(score.games for score in card.lines):
        yield Fault("lines", code, message)
    if card.quick is not None:
        yield Fault("quick", code, message.replace("games: take them", "score: take it"))
    if not card.remarks.strip():
        code = "void_unexplained" if void else "walkover_unexplained"
        yield Fault("remarks", code, f"{word} needs a reason: say what happened.")


def _complete(reading: Reading) -> bool:
    """Whether an unfinished card leaves nothing open."""
    card, form = reading.card, reading.form
    if card.quick is not None and not card.lines:
        return sum(card.quick) >= form.total_games
    filled = reading.lines
    return len(filled) == len(form.lines) and not any(open_games(each.line, each.score, form) for each in filled)


def quick(reading: Reading) -> Faults:
    card = reading.card
    if card.ending in UNPLAYED:
        return
    if card.quick is None:
        if not card.lines:
            yield Fault("lines", "card_empty", "Nothing is filled in: give the result of each game.")
        return
    if not card.lines:
        yield from _allowed(reading)
    yield from _sums(reading, *card.quick)


def _allowed(reading: Reading) -> Faults:
    form, scheme = reading.form, reading.match.scheme
    if not reading.match.quick_allowed:
        yield Fault("quick", "quick_not_allowed", "This league does not take the score alone: fill in every line.")
        return
    by_line = bool(scheme.per_line) or scheme.decided_by is DecidedBy.LINES
    if by_line and not form.one_game_a_line:
        yield Fault("quick", "quick_not_enough", "Points here depend on who won each line: fill in every line.")
    elif form.pegs is Pegs.REQUIRED:
        yield Fault("quick", "quick_not_enough", "This league keeps the pegs of every game: fill in every line.")


def _sums(reading: Reading, home: int, away: int) -> Faults:
    card, form = reading.card, reading.form
    score, most = f"{home}-{away}", form.total_games
    if home < 0 or away < 0:
        yield Fault("quick", "quick_impossible", "Nobody wins fewer than 0 games: correct the score.")
    elif home + away > most:
        message = f"{score} is {home + away} games, and a match has {most}: correct the score."
        yield Fault("quick", "quick_too_many", message)
    elif card.lines:
        counted = tally(card, form, reading.match.scheme)
        if (counted.home_games, counted.away_games) != (home, away):
            added = f"{counted.home_games}-{counted.away_games}"
            message = f"The score says {score}, but the lines add up to {added}: correct one of them."
            yield Fault("quick", "quick_disagrees", message)
    elif card.ending is Ending.PLAYED and home + away < _fewest(reading):
        message = f"{score} is {home + away} games, and a match has {most}: correct it, or say which games were void."
        yield Fault("quick", "quick_too_few", message)


def _fewest(reading: Reading) -> int:
    """The fewest games with which a match can be played out."""
    return sum(line.to_win if line.settle is Settle.BEST_OF else line.games for line in reading.form.lines)


def shape(reading: Reading) -> Faults:
    if reading.card.ending in UNPLAYED or not reading.card.lines:
        return
    wanted, given = reading.form.lines, reading.card.lines
    if len(given) < len(wanted):
        labels = ", ".join(line.label for line in wanted[len(given) :])
        yield Fault("lines", "lines_missing", f"Lines are missing from the card: {labels}. Fill them in.")
    elif len(given) > len(wanted):
        message = f"The card has {len(given)} lines, and a match has {len(wanted)}: take out those that do not belong."
        yield Fault("lines", "lines_extra", message)


def protests(reading: Reading) -> Faults:
    if reading.card.protest.strip():
        yield Fault("protest", "protest", "The card carries a protest: the secretary will decide.")
        if not reading.match.protests_allowed:
            message = "This league hears no protest made on a card. The secretary will read it."
            yield Fault("protest", "protest_not_allowed", message)
