"""The knockout of a cup: a draw is held, a fact about a tie or an entrant is written down, somebody comes in late; on
which days rounds are played, and which ties on a finals night.
ValidationError for what the bracket refuses, and for a score by hand where the match has a card.
"""

from collections.abc import Mapping
from datetime import date as day
from datetime import datetime, time
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import slugify

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.base.ui.formats import night as night_text
from league.cups.actions import cups
from league.cups.actions.cups import lock_cup, record_about
from league.cups.actions.entries import add_entrant
from league.cups.models import Cup, CupState, Entrant, EntrantKind, Fact, FinalsNight, Round, Tie
from league.cups.presenters.labels import fact_text, tie_name, with_names
from league.cups.presenters.ties import PLAYABLE, Days, Leg, matches_wanted
from league.cups.queries.cup_state import days_of, places_of, snapshot_of
from league.cups.queries.draws import DueDraw, draws_due, redraw_of
from league.cups.queries.entries import entrants_in, names_of
from league.cups.queries.finals import order_of, time_of
from league.cups.values import CupSnapshot, attempt_at, begins, for_draw
from league.schedule.actions.cups import TieSlot, end_tie_match, make_tie_match, set_deadline, set_rules
from league.schedule.actions.matches import rearrange_fixture
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture, Season
from league.teams.models import Player, Team
from scoring import codec
from scoring.season.knockout.bracket import State
from scoring.season.knockout.cups import Part, rules_for_leg
from scoring.season.knockout.draw import Draw, DrawError, Lots, make_draw
from scoring.season.knockout.facts import (
    GROUPS,
    Disqualified,
    Drawn,
    Entered,
    Returned,
    ScoreCorrected,
    Scored,
    Withdrew,
)

HAS_CARD = "This match has a card. Correct the result of the match and the cup follows."
NOT_WANTED = "The tie is not to be played as it was."


def bring_up_to_date(*, cup: Cup, by: User | None, at: datetime) -> tuple[Tie, ...]:
    """Take in what the matches came to, and put up those of the ties whose sides are known by now; what was put up."""
    with write_tx():
        locked = cups.lock_cup(cup)
        taken = cups.take_results(locked, at=at)
        made = arrange_ties(cup=locked, by=by, at=at)
        cups.end_play_off(locked, at=at)
        if taken or made:
            sentence = f"{locked}: results taken in: {len(taken)}; matches put up: {len(made)}."
            cups.record_about(locked, "bring_up_to_date", sentence, by=by, at=at)
    return made


def follow(*, cup: Any, at: datetime) -> None:
    """Bring a cup of `cups_to_follow` up to date if its matches say anything new, and note how far it was followed."""
    if snapshot_of(cup, at).pending:
        bring_up_to_date(cup=cup, by=None, at=at)
    with write_tx():
        cups.end_play_off(cups.lock_cup(cup), at=at)
        Cup.objects.filter(pk=cup.pk).update(followed_version=cup.version, followed_standing=cup.standing)


def arrange_ties(*, cup: Cup, by: User | None, at: datetime) -> tuple[Tie, ...]:
    """Make the matches of ties and groups whose two sides are known, and strike out those that are not wanted.
    A match that has begun or has a card is left alone, for the co-ordinator. The caller holds the cup.
    """
    if not (cup.by_card or cup.groups_by_card):
        return ()
    snapshot, days = snapshot_of(cup, at), days_of(cup)
    sides = {entrant.key: entrant for entrant in entrants_in(cup)}
    made = []
    for tie, legs in matches_wanted(snapshot):
        tie_rows = snapshot.ties.get(tie, ())
        wanted = {(leg.leg, leg.attempt): leg for leg in legs}
        kept_legs = _without_unwanted(tie_rows, wanted, by=by, at=at)
        for key, leg in wanted.items():
            if key not in kept_legs and leg.home in sides and leg.away in sides:
                made.append(_make(cup, leg, sides, days, tie_rows, by=by, at=at))
        _set_rules(cup, [row for row in tie_rows if (row.leg, row.attempt) in kept_legs], wanted, sides, by=by, at=at)
    return tuple(made)


def _set_rules(
    cup: Cup, rows: list[Tie], wanted: Mapping[tuple[int, int], Leg], sides: Mapping[str, Entrant], *, by: User | None,
    at: datetime,
) -> None:  # fmt: skip
    """Give matches that nobody has begun the rules that they would have if they were put up now."""
    for row in rows:
        leg = wanted.get((row.leg, row.attempt))
        if leg is not None and row.fixture.open and _is_played_by(row, leg):
            home, away = (sides[entry.entrant.key] for entry in (row.fixture.home, row.fixture.away) if entry)
            rules = _rules_of_leg(cup, leg, home, away)
            if row.fixture.rules != rules:
                set_rules(fixture=row.fixture, rules=rules, by=by, at=at)


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
    sides = {row.fixture.home.entrant.key, row.fixture.away.entrant.key if row.fixture.away else ""}
    return sides == {leg.home, leg.away}


def _make(
    cup: Cup, leg: Leg, sides: Mapping[str, Entrant], days: Days, rows: tuple[Tie, ...], *, by: User | None,
    at: datetime,
) -> Tie:  # fmt: skip
    home, away = sides[leg.home], sides[leg.away]
    day, venue = days.get(leg.round), home.venue or home.entry.team.venue
    if day is not None and day.night is not None:
        when = TieSlot(day.night.date, day.night.start_time, day.night.venue, day.play_by)
    else:  # the two sides arrange a date
        when = TieSlot(venue=venue, play_by=day.play_by if day else None)
    match = make_tie_match(
        home=home.entry, away=away.entry, stage=leg.stage, when=when,
        rules=_rules_of_leg(cup, leg, home, away), by=by, at=at,
    )  # fmt: skip
    again = [row for row in rows if (row.leg, row.attempt) == (leg.leg, leg.attempt)]
    row = again[0] if again else Tie(cup=cup, tie=leg.tie, leg=leg.leg, attempt=leg.attempt)
    row.fixture, row.first_at_home = match, leg.first_home
    return save_checked(row)


def _rules_of_leg(cup: Cup, leg: Leg, home: Entrant, away: Entrant) -> codec.Json:
    named = 0
    if cup.kind != EntrantKind.TEAM:
        named = min(len(side.entry.players.all()) for side in (home, away)) or 1
    league = cup.competition.rules_in_force(cup.season.league)
    starts = (home.start, away.start)
    rules = rules_for_leg(leg.form, league, players=named, decider=leg.decider, starts=starts)
    return codec.encode(rules)


def write_fact(*, cup: Cup, fact: Any, by: User, at: datetime) -> Fact:
    """Write down what happened; ValidationError with sentences if it cannot be, and then nothing is stored."""
    with write_tx():
        locked = cups.lock_cup(cup)
        cups.take_results(locked, at=at)
        facts, bracket = [fact], snapshot_of(locked, at).bracket
        ties = {tie.id: tie for tie in bracket.ties} if bracket else {}
        if isinstance(fact, Scored) and fact.leg == 1 and fact.tie in ties:  # a decider may be counted in the score
            legs = ties[fact.tie].plan.form.as_ended((fact.first, fact.second))
            facts = [Scored(fact.tie, *score, leg) for leg, score in enumerate(legs, start=1)]
        for part in facts:
            row = _write(locked, part, by=by, at=at)
        arrange_ties(cup=locked, by=by, at=at)
        cups.end_play_off(locked, at=at)
    return row


def enter_late(
    *, cup: Cup, team: Team, tie: str, reason: str, by: User, at: datetime, players: tuple[Player, ...] = (),
    name: str = "", meets: str = "",
) -> Entrant:  # fmt: skip
    """Somebody comes in after the draw: opposite the bye of a tie, or against `meets`, who is drawn in it."""
    with write_tx():
        locked = cups.lock_cup(cup)
        cups.take_results(locked, at=at)
        entrant = add_entrant(locked, team, players, name, by=by, at=at)
        drawn = for_draw(entrant, places_of(locked))
        _write(locked, Entered(drawn, tie, reason, meets), by=by, at=at)
        arrange_ties(cup=locked, by=by, at=at)
    return entrant


def fact_errors(snapshot: CupSnapshot, fact: Any) -> list[str]:
    if snapshot.bracket is None:
        return ["Nothing has been drawn yet."]
    names = names_of(snapshot.cup)
    new = [each for each in snapshot.bracket_after(fact).problems if each.fact == len(snapshot.of_bracket)]
    return [with_names(problem.text, names, snapshot.bracket) + "." for problem in new]


def _write(locked: Cup, fact: Any, *, by: User, at: datetime) -> Fact:
    snapshot = snapshot_of(locked, at)
    errors = fact_errors(snapshot, fact)
    if isinstance(fact, Scored | ScoreCorrected) and not errors:
        rows = Tie.objects.filter(cup=locked, tie=fact.tie, leg=fact.leg, fixture__result__isnull=False)
        if rows.filter(attempt=attempt_at(fact.tie, snapshot.of_bracket)).exists():
            errors = [HAS_CARD]
    if errors:
        raise ValidationError(errors)
    walkovers = walkovers_after(snapshot, fact) if isinstance(fact, Withdrew | Disqualified) else []
    row = cups.append_fact(locked, fact, by=by, at=at)
    cups.reopen_finished(locked)
    after = snapshot_of(locked, at)
    sentence = " ".join([fact_text(fact, names_of(locked), after.bracket), *(f"{words}." for words, _ in walkovers)])
    key = fact.entrant if isinstance(fact, Withdrew | Returned | Disqualified) else ""
    about = tuple(each.entry.team for each in entrants_in(locked) if each.key == key)
    details = {"walkovers": [key for _, key in walkovers]} if walkovers else None
    reason = getattr(fact, "reason", "")
    cups.record_about(
        locked, "write_fact", f"{locked}: {sentence}", by=by, at=at, about=about, reason=reason, after=details
    )
    return row


def hold_draw(
    *,
    cup: Cup,
    part: Part = Part.MAIN,
    round: int = 1,  # noqa: A002 - what it is called
    lots: Lots,
    by: User,
    at: datetime,
    early: bool = False,
    again: bool = False,
) -> Draw:
    """Draw a round, or at first the whole bracket, from names as they came out, ties on paper, or a published seed.
    `early`: although ties of the round before are open. `again`: the first draw anew, while nothing of it was played.
    """
    with write_tx():
        locked = cups.lock_cup(cup)
        cups.take_results(locked, at=at)
        snapshot = snapshot_of(locked, at)
        draws = redraw_of(locked, snapshot) if again else draws_due(locked, at, snapshot)
        due = next((each for each in draws if (each.part, each.round) == (part, round)), None)
        if due is None:
            raise ValidationError("This draw is not due: it has been made already, or it comes later.")
        if due.waiting and not early:
            open_ones = len(due.waiting)
            raise ValidationError(f"{open_ones} of the round before {'is' if open_ones == 1 else 'are'} still open.")
        draw = _make_draw(due, lots)
        fact = Drawn(part, round, draw)
        errors = fact_errors(snapshot, fact) if snapshot.bracket and not begins(fact) else []
        if errors:
            raise ValidationError(errors)
        cups.append_fact(locked, fact, by=by, at=at)
        cups.change_state(locked, CupState.DRAWN)
        how = f"by the seed “{lots.seed}”" if lots.seed else "in the room"
        sentence = f"{locked}: {due.name} drawn {how}, {len(due.entrants)} names."
        cups.record_about(locked, "hold_draw", sentence, by=by, at=at)
        arrange_ties(cup=locked, by=by, at=at)
    return draw


def _make_draw(due: DueDraw, lots: Lots) -> Draw:
    if bool(lots.seed) == bool(lots.names):
        raise ValidationError("Enter the names as they were drawn, or a number.")
    if lots.seed and lots.purpose != due.purpose:
        lots = Lots(seed=lots.seed, purpose=due.purpose)
    try:
        return make_draw(due.entrants, due.rules, lots, due.had_bye)
    except DrawError as error:
        ties = "A whole bracket has 2, 4, 8 ties and so on: add the byes." if lots.ties else ""
        raise ValidationError(ties or "A draw needs two entrants or more, each of them once.") from error


def walkovers_after(snapshot: CupSnapshot, fact: Withdrew | Disqualified) -> list[tuple[str, str]]:
    """The ties that go to the other side with a fact: "Semi-final 2: Ash goes through by walkover", and their keys."""
    assert snapshot.bracket is not None
    before, names = {tie.id: tie for tie in snapshot.bracket.ties}, names_of(snapshot.cup)
    after = snapshot.bracket_after(fact)
    return [
        (f"{tie_name(after, tie)}: {names.get(tie.winner, tie.winner)} goes through by walkover", tie.winner)
        for tie in after.ties
        if tie.state is State.WALKOVER and before[tie.id].state in (*PLAYABLE, State.WAITING)
        if isinstance(tie.winner, str)
    ]


# --- days of rounds, and finals nights --------------------------------------------------------------------------------
RESERVED_SLUGS = frozenset({"new"})  # words that are no night's own in an address
Day = tuple[day | None, FinalsNight | None]


def set_rounds(*, cup: Cup, days: Mapping[tuple[str, int], Day], by: User, at: datetime) -> int:
    """Set the last day or the finals night of each round (part and number); how many rounds changed.
    Ties that are still to be played take the new day; on a finals night they are put where and when it is.
    """
    with write_tx():
        locked = lock_cup(cup)
        changed = {key: _set_round(locked, key, settled, by=by, at=at) for key, settled in days.items()}
        rounds = [ties for ties in changed.values() if ties is not None]
        if rounds:
            sentence = f"{locked}: the days of {len(rounds)} {'round' if len(rounds) == 1 else 'rounds'} were set."
            about = tuple(tie for ties in rounds for tie in ties)
            record_about(locked, "set_rounds", sentence, by=by, at=at, about=about)
    return len(rounds)


def _set_round(cup: Cup, key: tuple[str, int], settled: Day, *, by: User, at: datetime) -> list[Fixture] | None:
    """Its matches that have another last day now; None where nothing has changed."""
    play_by, night = settled
    row = Round.objects.filter(cup=cup, part=key[0], round=key[1]).first() or Round(cup=cup, part=key[0], round=key[1])
    if row.pk and (row.play_by, row.night_id) == (play_by, night.pk if night else None):
        return None
    if not row.pk and settled == (None, None):
        return None
    row.play_by, row.night = play_by, night
    save_checked(row)
    group = r"\d+-" if key[0] == GROUPS else ""  # "group-2-1-3" is of round 1, "main-1-3" too
    ties = Tie.objects.filter(cup=cup, tie__regex=rf"^{key[0]}-{group}{key[1]}-").select_related("fixture")
    fixtures = [tie.fixture for tie in ties.order_by("pk") if tie.fixture.open and not tie.fixture.in_play]
    late = set_deadline(fixtures=fixtures, play_by=play_by)
    if night is not None:
        for fixture in fixtures:
            _put_on(fixture, night, night.start_time, by=by, at=at)
    return late


def _put_on(fixture: Fixture, night: FinalsNight, start: time, *, by: User, at: datetime) -> bool:
    """Put a match where and when a finals night has it; False if it is there."""
    now = Fixture.objects.get(pk=fixture.pk)
    if not now.open or now.in_play or (now.date, now.start_time, now.venue_id) == (night.date, start, night.venue_id):
        return False
    rearrange_fixture(
        fixture=now, date=night.date, start_time=start, venue=night.venue, reason=str(night), by=by, at=at
    )
    return True


def open_night(*, season: Season, name: str, by: User, at: datetime, **values: Any) -> FinalsNight:
    """A new finals night of a season. Rounds are put on it with their days."""
    with write_tx():
        slug = slugify(name)[:50]
        if not slug or slug in RESERVED_SLUGS or FinalsNight.objects.filter(season=season, slug=slug).exists():
            raise ValidationError({"name": "Another finals night this season has this name. Choose a different one."})
        night = FinalsNight(season=season, slug=slug)
        _save(night, name=name, **values)
        _record_of_night(
            night, "open_finals_night", f"{night} is on {night_text(night.date)} at {night.venue}.", by, at
        )
    return night


def change_night(*, night: FinalsNight, by: User, at: datetime, **values: Any) -> FinalsNight:
    """Another day, place or hour; its address stays. Its ties go with it, to the turns that they have in its order."""
    with write_tx():
        locked = FinalsNight.objects.select_for_update(of=("self",)).select_related("season__league").get(pk=night.pk)
        _save(locked, **values)
        _record_of_night(
            locked,
            "change_finals_night",
            f"{locked} is on {night_text(locked.date)} at {locked.venue}.",
            by,
            at,
        )
        _announce(locked, at, by=by)
    return locked


def place_tie(*, night: FinalsNight, row: Tie, turn: int, table: int, by: User, at: datetime) -> Tie:
    """Put a tie on a table in a turn, whatever the order says; what cannot be played then is told, not forbidden."""
    with write_tx():
        if not 1 <= table <= night.tables:
            raise ValidationError({"table": f"Enter a table from 1 to {night.tables}."})
        locked: Tie = Tie.objects.select_related("cup__division__competition__season__league").get(pk=row.pk)
        locked.order, locked.table = turn, table
        save_checked(locked, "order", "table")
        _put_on(Fixture.objects.get(pk=locked.fixture_id), night, time_of(night, turn), by=by, at=at)
        sentence = f"{night}: {locked.fixture} is on table {table} in turn {turn}."
        record_about(locked.cup, "place_tie", sentence, by=by, at=at, about=(locked.fixture,))
    return locked


def free_tie(*, night: FinalsNight, row: Tie, by: User, at: datetime) -> Tie:
    """Let the order say where a tie is, after somebody had put it in its place."""
    with write_tx():
        locked: Tie = Tie.objects.select_related("cup__division__competition__season__league").get(pk=row.pk)
        locked.order, locked.table = None, None
        locked.save(update_fields=["order", "table"])
        sentence = f"{night}: {locked.fixture} is where the order has it."
        record_about(locked.cup, "free_tie", sentence, by=by, at=at, about=(locked.fixture,))
    return locked


def announce_order(*, night: FinalsNight, by: User, at: datetime) -> int:
    """Write each tie's hour and place into its match, as the order has them now; how many matches changed."""
    with write_tx():
        moved = _announce(night, at, by=by)
        if moved:
            _record_of_night(night, "announce_order", f"{night}: the running order was given out.", by, at)
    return moved


def _announce(night: FinalsNight, at: datetime, *, by: User) -> int:
    ties = [each for each in order_of(night, at).ties if each.row is not None]
    return sum(_put_on(each.row.fixture, night, each.at, by=by, at=at) for each in ties if each.row)


def _save(night: FinalsNight, **values: object) -> None:
    for name, value in values.items():
        setattr(night, name, value)
    season = night.season
    if not season.starts <= night.date <= season.ends:
        raise ValidationError({"date": "Choose a day within the season."})
    save_checked(night)


def _record_of_night(night: FinalsNight, verb: str, sentence: str, by: User, at: datetime) -> None:
    season = night.season
    record(verb=verb, words=sentence, at=at, by=by, league_id=season.league_id, about=(season,))
