"""Holding a draw: the first one, a later round, or the plate. It is kept with its entrants, rules and lots for ever."""

from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.cups.actions.facts import faults_of
from league.cups.actions.ties import arrange_ties
from league.cups.actions.writing import append_fact, hold_cup, record_about, take_results
from league.cups.choices import CupState
from league.cups.models import Cup
from league.cups.queries.book import Account, account_of
from league.cups.queries.draws import Due, draws_due
from scoring.season.knockout.draw import Draw, DrawError, Lots, make_draw
from scoring.season.knockout.facts import Drawn
from scoring.season.knockout.plan import Part


def hold_draw(
    *,
    cup: Cup,
    part: Part = Part.MAIN,
    round: int = 1,  # noqa: A002 - what it is called
    lots: Lots,
    by: User,
    at: datetime,
    early: bool = False,
) -> Draw:
    """Draw a round, or with the first one the whole bracket; `lots` are names as they came out, or a published seed.

    `early`: although ties of the round before are open.
    """
    with write_tx():
        held = hold_cup(cup)
        take_results(held, at=at)
        account = account_of(held, at)
        due = _due(account, part, round, at)
        if due.waiting and not early:
            open_ones = len(due.waiting)
            raise ValidationError(f"{open_ones} of the round before {'is' if open_ones == 1 else 'are'} still open.")
        draw = _drawn(due, lots)
        fact = Drawn(part, round, draw)
        faults = faults_of(account, fact) if account.bracket else []
        if faults:
            raise ValidationError(faults)
        append_fact(held, fact, by=by, at=at)
        held.state = CupState.DRAWN
        held.full_clean()
        held.save(update_fields=["state"])
        how = f"by the seed “{lots.seed}”" if lots.seed else "in the room"
        words = f"{held}: {due.name} drawn {how}, {len(due.entrants)} names."
        record_about(held, "hold_draw", words, by=by, at=at)
        arrange_ties(cup=held, by=by, at=at)
    return draw


def _due(account: Account, part: Part, number: int, at: datetime) -> Due:
    due = draws_due(account.cup, at, account)
    found = next((each for each in due if (each.part, each.round) == (part, number)), None)
    if found is None:
        raise ValidationError("This draw is not due: it was held already, or it comes later.")
    return found


def _drawn(due: Due, lots: Lots) -> Draw:
    if bool(lots.seed) == bool(lots.names):
        raise ValidationError("Type the names as they were drawn, or a seed.")
    if lots.seed and lots.purpose != due.purpose:
        lots = Lots(seed=lots.seed, purpose=due.purpose)
    try:
        return make_draw(due.entrants, due.rules, lots, due.had_bye)
    except DrawError as fault:
        raise ValidationError("A draw needs two entrants or more, each of them once.") from fault
