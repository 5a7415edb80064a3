"""Many evenings at once: cards, answers, results and appearances of matches that have nothing to tell.

`submit_card` and `answer_card` take a fiftieth of a second each, which is nothing for a captain and too long for five
hundred matches in a row. So the rows are written in bulk, exactly as those actions leave them: making every result
again from its facts changes none of them, which a test holds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from league.accounts.models import User
from league.audit.actions import AuditRecord, record_each
from league.demo.dates import moment
from league.demo.people import Club
from league.results.actions.submissions import RECEIPT_LETTERS, SentCard
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Answer, Appearance, Result, Submission
from league.schedule.actions import bump_version, freeze_competition, subjects
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Fixture
from scoring import codec
from scoring.card.card import tally
from scoring.card.constitution import Constitution
from scoring.card.example import Habits, generate_card
from scoring.card.match import Match
from scoring.card.outcome import Tally, appearances
from scoring.card.sheet import Card, Side

HOME_ADVANTAGE = 0.53


@dataclass(frozen=True, slots=True)
class MatchEvening:
    """One match as it went: its card, when it was sent, and when the other captain agreed (None: never)."""

    fixture: Fixture
    card: Card
    tally: Tally
    sent_at: datetime
    agreed_at: datetime | None

    @property
    def version(self) -> int:
        """Of the fixture when all was said: one more for the card, and one for the answer."""
        return 2 if self.agreed_at is None else 3


def habits_of(home: Club, away: Club) -> Habits:
    """How an evening between two clubs tends to go."""
    chance = HOME_ADVANTAGE + home.strength - away.strength
    return Habits(home_wins=min(0.85, max(0.15, chance)), short=0.05, pegs=0.8, hands=0.25, quick=0.03)


def uuid_from(random: Random) -> UUID:
    return UUID(int=random.getrandbits(128), version=4)


def play_matches(
    competition: Competition, fixtures: list[Fixture], clubs: Mapping[int, Club], random: Random, *, agreed: float = 1.0
) -> None:
    """Play fixtures as nobody remembers them; `clubs` by team key, `agreed` the chance that a card is answered."""
    rules = codec.decode_as(Constitution, competition.constitution)
    evenings = [_evening(each, rules, clubs, random, agreed) for each in fixtures]
    sent = Submission.objects.bulk_create(_submissions(evenings, clubs, random))
    pairs = list(zip(evenings, sent, strict=True))
    Answer.objects.bulk_create(
        Answer(submission=filed, side=SentFor.AWAY, by=_away(each, clubs).captain, agreed=True, at=each.agreed_at)
        for each, filed in pairs if each.agreed_at
    )  # fmt: skip
    results = Result.objects.bulk_create(_result(each, filed, rules) for each, filed in pairs)
    rows = [row for each, made in zip(evenings, results, strict=True) for row in _appearances(each, made, rules)]
    Appearance.objects.bulk_create(rows, batch_size=2000)
    for version in (2, 3):
        keys = [each.fixture.pk for each in evenings if each.version == version]
        Fixture.objects.filter(pk__in=keys).update(state=FixtureState.PLAYED, version=version)
    record_each(
        (audit_record for each, filed in pairs for audit_record in _audit_records(each, filed, clubs)),
        league_id=competition.season.league_id,
    )
    if evenings:
        freeze_competition(competition, at=evenings[0].sent_at)
        bump_version(competition)


def _evening(
    fixture: Fixture, rules: Constitution, clubs: Mapping[int, Club], random: Random, agreed: float
) -> MatchEvening:
    assert fixture.away is not None
    home, away = clubs[fixture.home.team_id], clubs[fixture.away.team_id]
    on = fixture.date or fixture.first_date
    match = Match(rules.format, rules.scheme, home.squad, away.squad, on, quick_allowed=rules.quick_allowed)
    card = generate_card(random, match, habits=habits_of(home, away))
    sent_at = moment(on, 22) + timedelta(minutes=random.randrange(10, 110))
    answer = moment(on, 9) + timedelta(days=1, minutes=random.randrange(600))
    agreed_at = answer if random.random() < agreed else None
    return MatchEvening(fixture, card, tally(card, rules.format, rules.scheme), sent_at, agreed_at)


def _submissions(evenings: list[MatchEvening], clubs: Mapping[int, Club], random: Random) -> Iterator[Submission]:
    taken = set(Submission._base_manager.values_list("receipt", flat=True))  # noqa: SLF001 (one set for all leagues)
    for each in evenings:
        captain, key, body = clubs[each.fixture.home.team_id].captain, uuid_from(random), codec.encode(each.card)
        sent = SentCard(each.fixture, SentFor.HOME, Source.WEB, body, key, 1, captain, each.sent_at)
        receipt = _receipt(each.fixture.home.team.slug, taken, random)
        yield Submission(
            fixture=each.fixture, sent_for=SentFor.HOME, source=Source.WEB, by=captain, key=key,
            body_hash=sent.body_hash, receipt=receipt, card=body, fixture_version=1, made_version=2,
            received_at=each.sent_at,
        )  # fmt: skip


def _receipt(slug: str, taken: set[str], random: Random) -> str:
    """A receipt that nobody has: the receipts of `submit_card` are drawn anew each time, these are always the same."""
    start = f"{slug.replace('-', '').upper()}XX"[:3]
    while True:
        receipt = f"{start}-{''.join(random.choices(RECEIPT_LETTERS, k=4))}"
        if receipt not in taken:
            taken.add(receipt)
            return receipt


def _result(each: MatchEvening, filed: Submission, rules: Constitution) -> Result:
    provisional = each.agreed_at is None
    return Result(
        fixture=each.fixture, submission=filed,
        state=ResultState.PROVISIONAL if provisional else ResultState.CONFIRMED,
        kind=each.tally.kind.value, tally=codec.encode(each.tally),
        home_games=each.tally.home_games, away_games=each.tally.away_games, counts=each.tally.counts,
        confirm_by=each.sent_at + timedelta(hours=rules.confirm_within) if provisional else None,
        settled_at=each.agreed_at, updated_at=each.agreed_at or each.sent_at,
    )  # fmt: skip


def _appearances(each: MatchEvening, result: Result, rules: Constitution) -> Iterator[Appearance]:
    away = each.fixture.away
    assert away is not None
    teams = {Side.HOME: each.fixture.home.team_id, Side.AWAY: away.team_id}
    lines = {line.label: (number, line.players) for number, line in enumerate(rules.format.lines)}
    for one in appearances(each.card, rules.format):
        number, players = lines[one.label]
        yield Appearance(
            result=result, team_id=teams[one.side], player_id=int(one.player.id or 0), line=number, label=one.label,
            players=players, won=one.won, lost=one.lost, pegs=one.pegs,
        )  # fmt: skip


def _audit_records(
    each: MatchEvening, filed: Submission, clubs: Mapping[int, Club]
) -> Iterator[tuple[AuditRecord, datetime, User | None]]:
    """What the audit of the two actions would say."""
    fixture = each.fixture
    score = f"{each.tally.home_games}-{each.tally.away_games}"
    sent = f"{fixture.home} sent a card of {fixture} ({filed.receipt}): provisional"
    after = {"receipt": filed.receipt, "result": score, "state": "Provisional", "problems": []}
    about = subjects(fixture)
    yield AuditRecord("submit_card", sent, about, after=after), each.sent_at, filed.by
    if each.agreed_at is not None:
        text = f"{fixture.away} agreed with the card of {fixture.home} ({filed.receipt})"
        yield AuditRecord("agree_card", text, about), each.agreed_at, _away(each, clubs).captain


def _away(each: MatchEvening, clubs: Mapping[int, Club]) -> Club:
    assert each.fixture.away is not None
    return clubs[each.fixture.away.team_id]


def swapped(card: Card, line: int) -> Card:
    """The same card with the first game of a line given to the other side, pegs and all."""
    game = card.lines[line].games[0]
    assert game.winner is not None
    other = replace(game, winner=game.winner.other, home_pegs=game.away_pegs, away_pegs=game.home_pegs)
    changed = replace(card.lines[line], games=(other, *card.lines[line].games[1:]))
    return replace(card, lines=(*card.lines[:line], changed, *card.lines[line + 1 :]))
