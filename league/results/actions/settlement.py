"""What the facts about a match come to, which a Result can always be made of again."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import night
from league.results.choices import OTHER, UNSETTLED_STATES, ResultState
from league.results.models import Appearance, Result, Submission
from league.results.queries.appearances import outings_of
from league.results.queries.facts import Facts, facts_of, match_for
from league.results.values import card_of
from league.schedule.actions import locking
from league.schedule.models import Competition, Fixture
from league.teams.actions.player_merges import point_player, release_player
from league.teams.models import Merge, Player
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
    """Which submission counts, how sure it is, since when, and when the last word was said.
    `flagged`: a card that counts for its side has something on it for an officer to decide.
    """

    submission: Submission
    state: ResultState
    settled_at: datetime | None
    last_at: datetime
    flagged: bool = False


def verdict_on(facts: Facts, confirm: Confirm, agree: Callable[[Card, Card], bool]) -> ResultVerdict | None:
    """What the facts come to; None when nothing was sent, or the league took its only decision back.
    `agree`, whether two cards are equal in all that matters, is asked only if both sides have sent one.
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
    """Bring the locked fixture and its result to what the facts say now, as its next version."""
    compute(fixture, at=at)
    result = Result.objects.filter(fixture=fixture).first()
    if result is None:
        locking.mark_unplayed(fixture)
    elif decreed(result):
        locking.mark_awarded(fixture)
    else:
        locking.mark_played(fixture, on=localdate(at))
    return result


def compute(fixture: Fixture, *, at: datetime) -> bool:
    """Bring the Result and who played to what the facts say; True if anything changed, which the tables then learn."""
    rules = fixture.rules_in_force()

    def agree(ours: Card, theirs: Card) -> bool:
        return not differences(ours, theirs, match_for(fixture, rules=rules))

    verdict = verdict_on(facts_of(fixture), rules.confirm, agree)
    if verdict is None:
        changed = Result.objects.filter(fixture=fixture).delete()[0] > 0
    else:
        values = columns_of(verdict, rules)
        result = Result.objects.filter(fixture=fixture).first() or Result(fixture=fixture)
        before = {name: getattr(result, name) for name in values} if result.pk else {}
        for name, value in values.items():
            setattr(result, name, value)
        if before != values:
            result.full_clean(validate_unique=False)
            result.save()
        changed = _store_appearances(result, rules) or before != values
    if changed:
        locking.freeze_competition(fixture.division.competition, at=at)
        locking.bump_version(fixture.division.competition)
    return changed


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
    """Make every Result again, or those of the `newest` so many cards: how many matches, how many came out differently.
    `progress` is told each thousand how many are done, and of how many.
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
            changed += compute(locking.lock_fixture(key), at=at)
        if done % A_WHILE == 0:
            progress(done, len(keys))
    return len(keys), changed


# --- One player under two names: the cards stay as they were sent, and count for one of them, until it is undone --


def merge_players(*, gone: Player, kept: Player, reason: str, by: User, at: datetime) -> Merge:
    """Let what `gone` played count for `kept`, with all else that is theirs.
    ValidationError if they have been on one line of a card, or for two teams on one day.
    """
    ours = outings_of(gone)
    lines = {(outing.match, outing.line): outing for outing in ours}
    days = {outing.on: outing for outing in ours}
    for outing in outings_of(kept):
        met, same_day = lines.get((outing.match, outing.line)), days.get(outing.on)
        if met is not None or (same_day is not None and same_day.team != outing.team):
            where = "on the same line of a card" if met else "for two different teams"
            raise ValidationError(f"They played {where} on {night(outing.on, year=True)}, so they are two people.")
    with write_tx():
        fixtures = locking.lock_fixtures(_played_by(gone))
        merge = point_player(gone=gone, kept=kept, reason=reason, by=by, at=at)
        _recompute(fixtures, at)
    # A card that was being taken in meanwhile may still have counted for the one who is gone.
    with write_tx():
        _recompute(locking.lock_fixtures(_played_by(gone)), at)
    return merge


def undo_merge(*, merge: Merge, reason: str, by: User, at: datetime) -> Merge:
    keys = {str(key) for key in (merge.gone_id, *merge.moved["others"])}
    with write_tx():
        results = Result.objects.filter(appearances__player=merge.kept).distinct()
        cards = results.values_list("fixture", "submission__card")
        fixtures = locking.lock_fixtures(Q(pk__in=[fixture for fixture, card in cards if keys & set(_named_on(card))]))
        merge = release_player(merge=merge, reason=reason, by=by, at=at)
        _recompute(fixtures, at)
    return merge


def _played_by(player: Player) -> Q:
    rows = Appearance.objects.filter(player=player)
    return Q(pk__in=list(rows.values_list("result__fixture", flat=True).distinct()))


def _named_on(card: dict[str, Any]) -> Iterable[str]:
    for line in card.get("lines", ()):
        yield from (named["id"] for side in ("home", "away") for named in line.get(side, ()) if named["id"])


def _recompute(fixtures: Iterable[Any], at: datetime) -> None:
    for fixture in fixtures:
        compute(fixture, at=at)
