"""A team that leaves its league's season leaves its cups too, if the secretary says so; and comes back into them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
from league.schedule.models import Season
from league.teams.models import Team
from scoring.season.knockout.bracket import State
from scoring.season.knockout.facts import Returned, Withdrew
from scoring.season.openday.book import DayMatchState
from scoring.words import join_list, several


@dataclass(frozen=True, slots=True)
class CupPlace:
    """An entry of a team in a cup, and a sentence on what follows; `stays` if nothing can be done about it."""

    entrant: Entrant
    words: str
    stays: bool = False

    @property
    def cup(self) -> Cup:
        cup: Cup = self.entrant.cup
        return cup


def places_to_leave(team: Team, season: Season, at: datetime) -> list[CupPlace]:
    """The cups that a team is still in: two queries, and some for each that is drawn."""
    return [each for entrant in _entrants(team, season) for each in _leaving(entrant, at)]


def places_to_take_again(team: Team, season: Season, at: datetime) -> list[CupPlace]:
    """The cups that a team has withdrawn from, and may come back into or not."""
    return [each for entrant in _entrants(team, season) for each in _returning(entrant, at)]


def _entrants(team: Team, season: Season) -> Iterable[Entrant]:
    """Entries of the team as a team: its players in cups by name are nobody's but their own."""
    running = (CupState.OPEN, CupState.DRAWN)
    rows = Entrant.objects.filter(cup__division__competition__season=season, entry__team=team, cup__state__in=running)
    entrants: Iterable[Entrant] = (
        rows.filter(cup__kind=EntrantKind.TEAM)
        .select_related("cup__division__competition__season__league", "entry__team__league", "venue")
        .order_by("cup__division__competition__name", "pk")
    )
    return entrants


def _leaving(entrant: Entrant, at: datetime) -> Iterator[CupPlace]:
    cup: Cup = entrant.cup
    if cup.state == CupState.OPEN:
        if entrant.withdrawn_at is None:
            yield CupPlace(entrant, f"{cup}: {entrant} is taken off the list of entries.")
        return
    snapshot = snapshot_of(cup, at)
    if entrant.key in has_left(snapshot):
        return
    if snapshot.bracket is None:
        matches = [match for table in snapshot.day.tables for match in table.matches]
        to_play = [match for match in matches if match.state is DayMatchState.TO_PLAY]
        left = sum(entrant.key in {match.first, match.second} for match in to_play)
        yield CupPlace(entrant, f"{cup}: {several(left, 'match')} to be played go to the other side.")
        return
    if walkovers := walkovers_after(snapshot, Withdrew(entrant.key, "")):
        yield CupPlace(entrant, f"{cup}: {join_list(words for words, _ in walkovers)}.")
        return
    # Whoever has lost nothing may still play, or has a tie to come, until somebody has won the cup.
    mine = [tie for tie in snapshot.bracket.ties if entrant.key in {tie.first, tie.second}]
    to_come = any(tie.state in (*PLAYABLE, State.WAITING) for tie in mine)
    if snapshot.bracket.champion is None and (to_come or not any(tie.loser == entrant.key for tie in mine)):
        yield CupPlace(entrant, f"{cup}: whoever {entrant} would have met goes through.")


def _returning(entrant: Entrant, at: datetime) -> Iterator[CupPlace]:
    cup: Cup = entrant.cup
    if cup.state == CupState.OPEN:
        if entrant.withdrawn_at is not None:
            yield CupPlace(entrant, f"{cup}: {entrant} is on the list of entries again.")
        return
    snapshot = snapshot_of(cup, at)
    if entrant.key not in has_left(snapshot):
        return
    if refused := refusal(snapshot, Returned(entrant.key, "")):
        yield CupPlace(entrant, f"{cup}: they stay out. {refused}", stays=True)
    else:
        yield CupPlace(entrant, f"{cup}: what went to the other side when they left is to be played after all.")


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


def leave_cups(*, team: Team, season: Season, reason: str, by: User, at: datetime) -> list[str]:
    """Take a team out of every cup of a season that it is still in; what became of each, as sentences."""
    with write_tx():
        places = places_to_leave(team, season, at)
        for place in places:
            if place.cup.state == CupState.OPEN:
                take_off(entrant=place.entrant, by=by, at=at)
            elif snapshot_of(place.cup, at).bracket is None:
                leave_day(cup=place.cup, entrant=place.entrant.key, reason=reason, by=by, at=at)
            else:
                write_fact(cup=place.cup, fact=Withdrew(place.entrant.key, reason), by=by, at=at)
    return [place.words for place in places]


def return_to_cups(*, team: Team, season: Season, reason: str, by: User, at: datetime) -> list[str]:
    """Bring a team back into the cups that it withdrew from, where nobody has played on since."""
    with write_tx():
        places = places_to_take_again(team, season, at)
        for place in (each for each in places if not each.stays):
            if place.cup.state == CupState.OPEN:
                cup, sentence = lock_cup(place.cup), f"{place.entrant} entered {place.cup} again."
                add_entrant(cup, team, (), "", by=by, at=at)
                record_about(cup, "enter", sentence, by=by, at=at, about=(team,), reason=reason)
            elif snapshot_of(place.cup, at).bracket is None:
                return_to_day(cup=place.cup, entrant=place.entrant.key, reason=reason, by=by, at=at)
            else:
                write_fact(cup=place.cup, fact=Returned(place.entrant.key, reason), by=by, at=at)
    return [place.words for place in places]
