"""A team that leaves its league's season leaves its cups too, if the secretary says so; and comes back into them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.cups.actions.cups import lock_cup, record_about
from league.cups.actions.entries import add_entrant, take_off
from league.cups.actions.knockout import fact_errors, walkovers_after, write_fact
from league.cups.actions.openday import leave_day, return_to_day
from league.cups.models import Cup, CupState, Entrant, EntrantKind
from league.cups.presenters.labels import with_names
from league.cups.presenters.ties import PLAYABLE
from league.cups.queries.cup_state import snapshot_of
from league.cups.queries.entries import names_of
from league.cups.values import CupSnapshot, day_after
from league.schedule.models import Entry
from scoring.season.knockout.bracket import State
from scoring.season.knockout.facts import Returned, Withdrew
from scoring.season.openday.book import DayMatchState
from scoring.words import join_list, several

# An entry of a team in a cup, a sentence on what follows, and whether anything can be done about it.
CupPlace = tuple[Entrant, str, bool]


def places_to_leave(entry: Entry, at: datetime) -> list[CupPlace]:
    """The cups that a team is still in: two queries, and some for each that is drawn."""
    return [(each, words, True) for each in _entrants(entry) if (words := _after_leaving(each, at))]


def places_to_take_again(entry: Entry, at: datetime) -> list[CupPlace]:
    """The cups that a team has withdrawn from, and may come back into or not."""
    return [place for each in _entrants(entry) for place in _returning(each, at)]


def _entrants(entry: Entry) -> Iterable[Entrant]:
    """Entries of the team as a team: its players in cups by name are nobody's but their own."""
    season, running = entry.division.competition.season, (CupState.OPEN, CupState.DRAWN)
    rows = Entrant.objects.filter(cup__division__competition__season=season, entry__team=entry.team)
    return (
        rows.filter(cup__kind=EntrantKind.TEAM, cup__state__in=running)
        .select_related("cup__division__competition__season__league", "entry__team__league", "venue")
        .order_by("cup__division__competition__name", "pk")
    )


def _after_leaving(entrant: Entrant, at: datetime) -> str:
    """What follows if an entrant leaves now; "" where it cannot."""
    cup: Cup = entrant.cup
    if cup.state == CupState.OPEN:
        return "" if entrant.withdrawn_at else f"{cup}: {entrant} is taken off the list of entries."
    snapshot = snapshot_of(cup, at)
    if entrant.key in has_left(snapshot):
        return ""
    if snapshot.bracket is None:
        matches = [match for table in snapshot.day.tables for match in table.matches]
        to_play = [match for match in matches if match.state is DayMatchState.TO_PLAY]
        left = sum(entrant.key in {match.first, match.second} for match in to_play)
        return f"{cup}: {several(left, 'match')} to be played go to the other side."
    if walkovers := walkovers_after(snapshot, Withdrew(entrant.key, "")):
        return f"{cup}: {join_list(words for words, _ in walkovers)}."
    # Whoever has lost nothing may still play, or has a tie to come, until somebody has won the cup.
    mine = [tie for tie in snapshot.bracket.ties if entrant.key in {tie.first, tie.second}]
    to_come = any(tie.state in (*PLAYABLE, State.WAITING) for tie in mine)
    still_in = snapshot.bracket.champion is None and (to_come or not any(tie.loser == entrant.key for tie in mine))
    return f"{cup}: whoever {entrant} would have met goes through." if still_in else ""


def _returning(entrant: Entrant, at: datetime) -> Iterator[CupPlace]:
    cup: Cup = entrant.cup
    if cup.state == CupState.OPEN:
        if entrant.withdrawn_at is not None:
            yield entrant, f"{cup}: {entrant} is on the list of entries again.", True
        return
    snapshot = snapshot_of(cup, at)
    if entrant.key not in has_left(snapshot):
        return
    if refused := refusal(snapshot, Returned(entrant.key, "")):
        yield entrant, f"{cup}: they stay out. {refused}", False
    else:
        yield entrant, f"{cup}: what went to the other side when they left is to be played after all.", True


def has_left(snapshot: CupSnapshot) -> set[str]:
    """Who has left a cup and not come back: its knockout, or its groups and rounds while there is none."""
    if snapshot.bracket is not None:
        return snapshot.gone
    return {name for table in snapshot.day.tables for name in table.gone}


def refusal(snapshot: CupSnapshot, fact: Returned) -> str:
    """Why a fact cannot be written down now, as sentences; empty if it can."""
    if snapshot.bracket is not None:
        return " ".join(fact_errors(snapshot, fact))
    day, names = day_after(snapshot.cup, [*(each.fact for each in snapshot.log), fact]), names_of(snapshot.cup)
    new = [each for each in day.problems if each.fact >= len(snapshot.log)]
    return " ".join(with_names(each.text, names, None) + "." for each in new)


def leave_cups(*, entry: Entry, reason: str, by: User, at: datetime) -> list[str]:
    """Take a team out of every cup of a season that it is still in; what became of each, as sentences."""
    with write_tx():
        places = places_to_leave(entry, at)
        for entrant, _, _ in places:
            cup: Cup = entrant.cup
            if cup.state == CupState.OPEN:
                take_off(entrant=entrant, by=by, at=at)
            elif snapshot_of(cup, at).bracket is None:
                leave_day(cup=cup, entrant=entrant.key, reason=reason, by=by, at=at)
            else:
                write_fact(cup=cup, fact=Withdrew(entrant.key, reason), by=by, at=at)
    return [words for _, words, _ in places]


def return_to_cups(*, entry: Entry, reason: str, by: User, at: datetime) -> list[str]:
    """Bring a team back into the cups that it withdrew from, where nobody has played on since."""
    with write_tx():
        places = places_to_take_again(entry, at)
        for entrant, _, _ in (place for place in places if place[2]):
            cup: Cup = entrant.cup
            if cup.state == CupState.OPEN:
                add_entrant(lock_cup(cup), entry.team, (), "", by=by, at=at)
                sentence, about = f"{entrant} entered {cup} again.", (entry.team,)
                record_about(cup, "enter", sentence, by=by, at=at, about=about, reason=reason)
            elif snapshot_of(cup, at).bracket is None:
                return_to_day(cup=cup, entrant=entrant.key, reason=reason, by=by, at=at)
            else:
                write_fact(cup=cup, fact=Returned(entrant.key, reason), by=by, at=at)
    return [words for _, words, _ in places]
