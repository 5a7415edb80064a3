"""What the facts about a match come to, and keeping the Result at just that.

The verdict is a function of the facts alone, so a Result can always be made again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any

from django.utils.timezone import localdate

from league.base.audit.actions import write_tx
from league.results.choices import OTHER, UNSETTLED_STATES, ResultState
from league.results.models import Appearance, Result, Submission
from league.results.queries.facts import facts_of, match_for
from league.results.values import Facts, card_of
from league.schedule.actions.locking import (
    bump_version,
    freeze_competition,
    lock_fixture,
    mark_awarded,
    mark_played,
    mark_unplayed,
)
from league.schedule.models import Competition, Fixture
from league.schedule.values.matches import rules_for
from league.teams.models import Player
from scoring import codec
from scoring.card.differences import differences
from scoring.card.league_rules import Confirm, LeagueRules
from scoring.card.outcome import Kind, Tally, appearances, tally
from scoring.card.points import Half
from scoring.card.sheet import Card, Side
from scoring.play.finding import Severity

A_WHILE = 1000  # results made again between two words about it


@dataclass(frozen=True, slots=True)
class ResultVerdict:
    """Which submission counts, how sure it is, since when that is settled, and when the last word was said.

    `flagged`: a captain's card that still counts for its side has something on it for an officer to decide.
    """

    submission: Submission
    state: ResultState
    settled_at: datetime | None
    last_at: datetime
    flagged: bool = False


def verdict_on(facts: Facts, confirm: Confirm, agree: Callable[[Card, Card], bool]) -> ResultVerdict | None:
    """What the facts come to; None when nothing was sent, or the league took its only decision back.

    `agree` says whether two cards are equal in all that matters; it is asked only if both sides have sent one.
    """
    decided = facts.decision
    if decided is not None:
        return ResultVerdict(decided, ResultState.DECIDED, decided.received_at, decided.received_at)
    cards = [card for side in OTHER if (card := facts.standing(side)) is not None]
    if not cards:
        return None
    first, last = min(cards, key=attrgetter("made_version")), max(cards, key=attrgetter("made_version"))
    if len(cards) == 2 and agree(_sheet(first), _sheet(last)):
        fuller = max((first, last), key=_fullness)
        if fuller.by_code:
            return _by_answers(facts, [fuller], confirm)
        return ResultVerdict(fuller, ResultState.CONFIRMED, last.received_at, last.received_at, _flagged(cards))
    return _by_answers(facts, cards, confirm)


def _by_answers(facts: Facts, cards: list[Submission], confirm: Confirm) -> ResultVerdict:
    """One card, or two that differ: what the captains said settles it."""
    answers = [answer for card in cards if (answer := facts.answer_to(card)) is not None]
    first, last = min(cards, key=attrgetter("made_version")), max(cards, key=attrgetter("made_version"))
    last_at = max([last.received_at, *(answer.at for answer in answers)])
    agreed = [answer for answer in answers if answer.agreed]
    if agreed:
        latest = max(agreed, key=lambda answer: (answer.at, answer.pk))
        card = next(card for card in cards if card.pk == latest.submission_id)
        return ResultVerdict(card, ResultState.CONFIRMED, latest.at, last_at, _flagged(cards))
    if len(cards) == 2 or answers:
        return ResultVerdict(first, ResultState.DISPUTED, None, last_at, _flagged(cards))
    alone = ResultState.SEALED if confirm is Confirm.BOTH_ENTER else ResultState.PROVISIONAL
    return ResultVerdict(first, alone, None, last_at, _flagged(cards))


def settle(fixture: Fixture, *, at: datetime) -> Result | None:
    """After a fact was added: bring the result and the fixture to what the facts say now, as its next version.

    Call it with the fixture locked.
    """
    compute(fixture, at=at)
    result = Result.objects.filter(fixture=fixture).first()
    if result is None:
        mark_unplayed(fixture)
    elif decreed(result):
        mark_awarded(fixture)
    else:
        mark_played(fixture, on=localdate(at))
    return result


def compute(fixture: Fixture, *, at: datetime) -> bool:
    """Bring the Result and who played to what the facts say; True if anything changed, which the tables then learn."""
    rules = rules_for(fixture)

    def agree(ours: Card, theirs: Card) -> bool:
        return not differences(ours, theirs, match_for(fixture, rules=rules))

    verdict = verdict_on(facts_of(fixture), rules.confirm, agree)
    if verdict is None:
        changed = Result.objects.filter(fixture=fixture).delete()[0] > 0
    else:
        changed = _store(fixture, verdict, rules)
    if changed:
        freeze_competition(fixture.division.competition, at=at)
        bump_version(fixture.division.competition)
    return changed


def _store(fixture: Fixture, verdict: ResultVerdict, rules: LeagueRules) -> bool:
    values = columns_of(verdict, rules)
    result = Result.objects.filter(fixture=fixture).first() or Result(fixture=fixture)
    before = {name: getattr(result, name) for name in values} if result.pk else {}
    for name, value in values.items():
        setattr(result, name, value)
    if before != values:
        result.full_clean(validate_unique=False)
        result.save()
    return _store_appearances(result, rules) or before != values


def columns_of(verdict: ResultVerdict, rules: LeagueRules) -> dict[str, Any]:
    value = codec.decode(verdict.submission.card)
    total = value if isinstance(value, Tally) else tally(value, rules.format, rules.scheme)
    waits = verdict.state in {ResultState.PROVISIONAL, ResultState.SEALED} and not verdict.submission.by_code
    # Hours that pass and not hours on the wall, which differ on the night the clocks change: the facts say one thing.
    deadline = verdict.submission.received_at.astimezone(UTC) + timedelta(hours=rules.confirm_within)
    return {
        "submission_id": verdict.submission.pk,
        "state": verdict.state.value,
        "kind": total.kind.value,
        "tally": codec.encode(total),
        "home_games": int(total.home_games),
        "away_games": int(total.away_games),
        "home_half": isinstance(total.home_games, Half),
        "away_half": isinstance(total.away_games, Half),
        "counts": total.counts and verdict.state not in UNSETTLED_STATES,
        "flagged": verdict.flagged,
        "confirm_by": deadline if waits else None,
        "settled_at": verdict.settled_at,
        "updated_at": verdict.last_at,
    }


def _flagged(cards: list[Submission]) -> bool:
    return any(problem["severity"] == Severity.SECRETARY for card in cards for problem in card.problems)


def _fullness(submission: Submission) -> tuple[int, int]:
    """How much a card tells: a bare score less than games, and games less than games with their pegs."""
    games = [game for line in _sheet(submission).lines for game in line.games]
    return len(games), sum(game.home_pegs is not None for game in games)


def _store_appearances(result: Result, rules: LeagueRules) -> bool:
    wanted = _appearances(result, rules)
    columns = ("team_id", "player_id", "line", "label", "players", "won", "lost", "pegs")
    stored = set(result.appearances.values_list(*columns))
    if {tuple(getattr(row, name) for name in columns) for row in wanted} == stored:
        return False
    if stored:
        result.appearances.all().delete()
    Appearance.objects.bulk_create(wanted)
    return True


def _appearances(result: Result, rules: LeagueRules) -> list[Appearance]:
    card = card_of(result.submission)
    if card is None:
        return []
    fixture = result.fixture
    teams = {Side.HOME: fixture.home.team_id}
    if fixture.away is not None:
        teams[Side.AWAY] = fixture.away.team_id
    lines = {line.label: (number, line.players) for number, line in enumerate(rules.format.lines)}
    listed = [row for row in appearances(card, rules.format) if row.player.id is not None]
    numbers = {int(row.player.id) for row in listed if row.player.id and row.player.id.isdecimal()}
    merged = Player.objects.filter(pk__in=numbers).values_list("pk", "merged_into")
    player_keys = {str(key): same or key for key, same in merged}
    rows = {}
    for row in listed:
        number, players = lines[row.label]
        key = player_keys.get(row.player.id or "")
        if key is not None:
            rows[key, number] = Appearance(
                result=result, team_id=teams[row.side], player_id=key, line=number, label=row.label, players=players,
                won=row.won, lost=row.lost, pegs=row.pegs,
            )  # fmt: skip
    return list(rows.values())


def decreed(result: Result) -> bool:
    """Whether the league said what the match came to, and not the table in the pub."""
    return Kind(result.kind) in {Kind.WALKOVER, Kind.AWARDED, Kind.VOID}


def _sheet(submission: Submission) -> Card:
    card = card_of(submission)
    if card is None:
        raise ValueError(f"{submission.receipt} was sent for a side without a card")
    return card


def retally(
    *, competition: Competition | None = None, newest: int | None = None, at: datetime,
    progress: Callable[[int, int], object] = lambda *_: None,
) -> tuple[int, int]:  # fmt: skip
    """Make every Result again from the facts: how many matches were looked at, and how many came out differently.

    With `newest` only those of the matches about which so many cards came last. `progress` is told each thousand how
    many are done, and of how many.
    """
    fixtures = Fixture.objects.filter(submissions__isnull=False)
    if competition is not None:
        fixtures = fixtures.filter(division__competition=competition)
    if newest is not None:
        fixtures = fixtures.filter(pk__in=Submission.objects.order_by("-pk").values("fixture")[:newest])
    keys = list(fixtures.order_by("pk").distinct().values_list("pk", flat=True))
    changed = 0
    for done, key in enumerate(keys, start=1):
        with write_tx():
            changed += compute(lock_fixture(key), at=at)
        if done % A_WHILE == 0:
            progress(done, len(keys))
    return len(keys), changed
