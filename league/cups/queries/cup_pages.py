"""What the pages of a cup read, a fixed number of queries each; presenters make the page of it."""

from collections.abc import Mapping
from datetime import date, datetime

from django.http import Http404
from django.utils.timezone import localdate

from league.cups.models import Cup, Round, Tie
from league.cups.presenters.bracket_tree import BracketNotes
from league.cups.presenters.cup_page import BracketPage, bracket_notes, present_bracket
from league.cups.presenters.openday import OpenDayPage, present_openday
from league.cups.presenters.tie_page import TiePage, present_tie
from league.cups.presenters.ties import TieToChase, ties_to_chase
from league.cups.queries.cup_state import days_of, entrants_in, names_of, stored_facts, ties_of
from league.cups.values.snapshot import day_after, snapshot_from
from scoring.season.knockout.bracket import Bracket


def openday_page(cup: Cup, at: datetime) -> OpenDayPage:
    """The groups or rounds with names: three queries, however many they are, and one more where they have cards."""
    ties = ties_of(cup) if cup.groups_by_card else {}
    snapshot = snapshot_from(cup, stored_facts(cup), ties, at)
    day = day_after(cup, [each.fact for each in snapshot.log])
    names = names_of(cup)
    return present_openday(cup, day, names, ties, {row.tie: why for row, why in snapshot.strays})


def to_chase(cup: Cup, at: datetime) -> tuple[TieToChase, ...]:
    """Ties that wait for a match, a date, or a result, those past their day first; five queries."""
    rows = ties_of(cup)
    snapshot = snapshot_from(cup, stored_facts(cup), rows, at)
    found = ties_to_chase(snapshot, rows, days_of(cup), localdate(at), names_of(cup))
    return tuple(sorted(found, key=lambda each: (not each.late, each.play_by or date.max)))


def bracket_page(cup: Cup, at: datetime) -> BracketPage | None:
    """The cup at a moment; None before its bracket is drawn. Five queries."""
    ties = ties_of(cup)
    found = snapshot_from(cup, stored_facts(cup), ties, at).bracket
    if found is None:
        return None
    names = names_of(cup)
    return present_bracket(cup, found, names, notes_on(cup, found, ties))


def notes_on(cup: Cup, found: Bracket, ties: Mapping[str, tuple[Tie, ...]]) -> BracketNotes:
    """When and where ties are or were played, and by when rounds are to be: one query."""
    rounds = Round.objects.filter(cup=cup).select_related("night")
    return bracket_notes(found, ties, rounds)


def tie_page(cup: Cup, tie: str, at: datetime) -> TiePage:
    """One tie of a cup for its page, else Http404; seven queries."""
    rows = ties_of(cup)
    snapshot = snapshot_from(cup, stored_facts(cup), rows, at)
    found = next((each for each in snapshot.bracket.ties if each.id == tie), None) if snapshot.bracket else None
    if snapshot.bracket is None or found is None:
        raise Http404(f"No tie {tie} in {cup}.")
    names = names_of(cup)
    entrants = {each.key: each for each in entrants_in(cup)}
    day = days_of(cup).get((found.plan.part.value, found.plan.round))
    return present_tie(snapshot, found, rows, names, entrants=entrants, day=day, at=at)
