"""The matches as which ties are played: made when both sides are known, struck out when they are not wanted."""

from collections.abc import Mapping
from datetime import datetime

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.cups.actions.cups import end_play_off, lock_cup, record_about, take_results
from league.cups.choices import EntrantKind
from league.cups.models import Cup, Entrant, Tie
from league.cups.presenters.ties import Days, Leg, matches_wanted
from league.cups.queries.cup_state import CupToFollow, days_of, snapshot_of, stored_facts, ties_of
from league.cups.queries.names import entrants_in
from league.cups.values.snapshot import snapshot_from
from league.schedule.actions import TieSlot, end_tie_match, make_tie_match, set_rules
from league.schedule.choices import FixtureState
from league.schedule.values.matches import constitution_of
from scoring import codec
from scoring.season.knockout.cups import constitution_for

NOT_WANTED = "The tie is not to be played as it was."


def bring_up_to_date(*, cup: Cup, by: User | None, at: datetime) -> tuple[Tie, ...]:
    """Take in what the matches came to, and put up those of the ties whose sides are known by now; what was put up."""
    with write_tx():
        locked = lock_cup(cup)
        taken = take_results(locked, at=at)
        made = arrange_ties(cup=locked, by=by, at=at)
        end_play_off(locked, at=at)
        if taken or made:
            sentence = f"{locked}: results taken in: {len(taken)}; matches put up: {len(made)}."
            record_about(locked, "bring_up_to_date", sentence, by=by, at=at)
    return made


def follow(*, found: CupToFollow, at: datetime) -> None:
    """Bring a cup up to date if its matches say anything new, and note how far it was followed."""
    if snapshot_of(found.cup, at).pending:
        bring_up_to_date(cup=found.cup, by=None, at=at)
    with write_tx():
        end_play_off(lock_cup(found.cup), at=at)
        Cup.objects.filter(pk=found.cup.pk).update(followed_version=found.version, followed_standing=found.standing)


def arrange_ties(*, cup: Cup, by: User | None, at: datetime) -> tuple[Tie, ...]:
    """Make the matches of ties and groups whose two sides are known, and strike out those that are not wanted any more.

    A match that has begun or has a card is left alone whoever should have played it: then its result is for the
    co-ordinator. The caller holds the cup, and has written down what it had to. Returns those that were made.
    """
    if not (cup.by_card or cup.groups_by_card):
        return ()
    rows, days = ties_of(cup), days_of(cup)
    snapshot = snapshot_from(cup, stored_facts(cup), rows, at)
    sides = {entrant.key: entrant for entrant in entrants_in(cup)}
    made = []
    for tie, legs in matches_wanted(snapshot):
        there = rows.get(tie, ())
        wanted = {(leg.leg, leg.attempt): leg for leg in legs}
        kept_legs = _without_unwanted(there, wanted, by=by, at=at)
        for key, leg in wanted.items():
            if key not in kept_legs and leg.home in sides and leg.away in sides:
                made.append(_make(cup, leg, sides, days, there, by=by, at=at))
        _set_rules(cup, [row for row in there if (row.leg, row.attempt) in kept_legs], wanted, sides, by=by, at=at)
    return tuple(made)


def _set_rules(
    cup: Cup,
    rows: list[Tie],
    wanted: Mapping[tuple[int, int], Leg],
    sides: Mapping[str, Entrant],
    *,
    by: User | None,
    at: datetime,
) -> None:
    """Give matches that nobody has begun the rules that they would have if they were put up now."""
    for row in rows:
        leg = wanted.get((row.leg, row.attempt))
        if leg is not None and row.fixture.open and _is_played_by(row, leg):
            home, away = (sides[entry.entrant.key] for entry in (row.fixture.home, row.fixture.away) if entry)
            rules = _constitution(cup, leg, home, away)
            if row.fixture.constitution != rules:
                set_rules(fixture=row.fixture, constitution=rules, by=by, at=at)


def _without_unwanted(
    rows: tuple[Tie, ...], wanted: Mapping[tuple[int, int], Leg], *, by: User | None, at: datetime
) -> set[tuple[int, int]]:
    """Strike out the matches of a tie that are still to be played and not wanted; the legs that keep theirs."""
    kept_legs = set()
    for row in rows:
        if row.fixture.state == FixtureState.VOID:
            continue
        leg = wanted.get((row.leg, row.attempt))
        fits = leg is not None and _is_played_by(row, leg)
        over = not row.fixture.open  # and so not to be struck out
        if fits or over or not end_tie_match(fixture=row.fixture, reason=NOT_WANTED, by=by, at=at):
            kept_legs.add((row.leg, row.attempt))
    return kept_legs


def _is_played_by(row: Tie, leg: Leg) -> bool:
    """Whether a match is of the two sides that are in the tie now; who is at home may have been settled otherwise."""
    there = {row.fixture.home.entrant.key, row.fixture.away.entrant.key if row.fixture.away else ""}
    return there == {leg.home, leg.away}


def _make(
    cup: Cup,
    leg: Leg,
    sides: Mapping[str, Entrant],
    days: Days,
    rows: tuple[Tie, ...],
    *,
    by: User | None,
    at: datetime,
) -> Tie:
    home, away = sides[leg.home], sides[leg.away]
    match = make_tie_match(
        home=home.entry, away=away.entry, stage=leg.stage, when=_when(leg, home, days),
        constitution=_constitution(cup, leg, home, away), by=by, at=at,
    )  # fmt: skip
    again = [row for row in rows if (row.leg, row.attempt) == (leg.leg, leg.attempt)]
    row = again[0] if again else Tie(cup=cup, tie=leg.tie, leg=leg.leg, attempt=leg.attempt)
    row.fixture, row.first_at_home = match, leg.first_home
    row.full_clean()
    row.save()
    return row


def _when(leg: Leg, home: Entrant, days: Days) -> TieSlot:
    """A round of a finals night is played on it; otherwise the two sides arrange a date, by the round's day."""
    day = days.get(leg.round)
    venue = home.venue or home.entry.team.venue
    if day is None:
        return TieSlot(venue=venue)
    if day.night is not None:
        return TieSlot(day.night.date, day.night.start_time, day.night.venue, day.play_by)
    return TieSlot(venue=venue, play_by=day.play_by)


def _constitution(cup: Cup, leg: Leg, home: Entrant, away: Entrant) -> codec.Json:
    """The rules of a leg: the cup's form of the tie under the league's rules of play."""
    named = 0
    if cup.kind != EntrantKind.TEAM:
        named = min(len(side.entry.players.all()) for side in (home, away)) or 1
    league = constitution_of(cup.competition, cup.season.league)
    starts = (home.start, away.start)
    rules = constitution_for(leg.form, league, players=named, decider=leg.decider, starts=starts)
    return codec.encode(rules)
