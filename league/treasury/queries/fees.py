"""What could be charged and is not yet: the fees of a season, cup entries, and fines by the league's own rules.

Read off registrations, fixtures, entries of cups and results; a charge that was raised before, or refused, is never
proposed again. Runs inside the league's scope.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.timezone import localdate

from league.base.audit.models import Seal
from league.base.ui.formats import night
from league.cups.models import CupState, Entrant
from league.results.choices import FINAL_STATES, AdjustmentKind
from league.results.models import Adjustment, Result
from league.results.queries.appearances import struck_out
from league.results.queries.penalties import all_late_cards
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries.matches import current_season
from league.schedule.queries.seasons import still_in
from league.teams.choices import RegistrationState
from league.teams.models import League, Registration, Team, Venue
from league.treasury.models import TreasuryFact, TreasuryFactKind, TreasurySettings
from league.treasury.values import AccountHolder
from scoring.card.outcome import Kind
from scoring.treasury.facts import LABELS, Heading, SeasonUse, Tariff, pounds, season_fees


@dataclass(frozen=True, slots=True)
class NewCharge:
    """A charge that is not in the book: whose, for what, how much, and since when."""

    holder: AccountHolder
    heading: Heading
    amount: int
    words: str
    on: date
    season: Season | None = None
    fixture: Fixture | None = None
    entrant: Entrant | None = None

    @property
    def heading_label(self) -> str:
        return LABELS[self.heading]


def settings_of(league: League) -> TreasurySettings:
    """The tariff and the bank details; with nothing in them where none are saved yet."""
    return TreasurySettings.objects.filter(league=league).first() or TreasurySettings(league=league)


def _tariff(row: TreasurySettings) -> Tariff:
    return Tariff(
        row.team_fee, row.player_fee, row.match_fee, row.host_fee, row.affiliation_fee, row.late_card_fine,
        row.no_show_fine,
    )  # fmt: skip


# --- the fees of a season ---------------------------------------------------------------------------------------------
def fees_to_raise(season: Season, at: datetime) -> list[NewCharge]:
    """The fees of a season that are not in the book, account by account; some seven queries. Needs season.league."""
    league, on = season.league, localdate(at)
    entries = _entries(season, on)
    teams = {entry.team_id: entry.team for entry in entries}
    venues = {row.pk: row for row in Venue.objects.filter(league=league).order_by("name", "pk")}
    players = dict(
        Registration.objects.filter(team__league=league, state=RegistrationState.APPROVED, since__lte=on, until=None)
        .values_list("team")
        .annotate(count=Count("player", distinct=True))
    )
    matches: Counter[int] = Counter()
    for side in ("home__team", "away__team"):
        matches.update(dict(_fixtures(season).values_list(side).annotate(count=Count("pk"))))
    hosted = dict(_fixtures(season).values_list("venue").annotate(count=Count("pk")))
    uses = [
        *(SeasonUse(f"team-{pk}", players=players.get(pk, 0), matches=matches[pk]) for pk in teams),
        *(SeasonUse(f"venue-{pk}", team=False, hosted=hosted.get(pk, 0)) for pk in venues),
    ]
    raised = TreasuryFact.objects.filter(league=league, kind=TreasuryFactKind.CHARGE, season=season)
    raised_fees = {(row.heading, row.account) for row in raised}
    holders = {holder.key: holder for holder in map(AccountHolder, (*teams.values(), *venues.values()))}
    return [
        NewCharge(
            holders[fee.account], fee.heading, fee.amount,
            f"Season {season}" + (f": {fee.number} at {pounds(fee.each)}" if fee.number != 1 else ""), on, season,
        )
        for fee in season_fees(_tariff(settings_of(league)), uses)
        if (fee.heading.value, fee.account) not in raised_fees
    ]  # fmt: skip


def _entries(season: Season, on: date) -> list[Entry]:
    of_league = {"division__competition__season": season, "division__competition__kind": CompetitionKind.LEAGUE}
    rows = Entry.objects.filter(still_in(on), **of_league)
    return list(rows.select_related("team__league").order_by("team__name", "pk"))


def _fixtures(season: Season) -> QuerySet[Fixture]:
    rows: QuerySet[Fixture] = Fixture.objects.filter(
        division__competition__season=season,
        division__competition__kind=CompetitionKind.LEAGUE,
        away__isnull=False,
    )
    return rows.exclude(state=FixtureState.VOID)


# --- what is proposed by itself ---------------------------------------------------------------------------------------
def leagues_to_propose_for(at: datetime) -> list[tuple[League, int]]:
    """The leagues that keep their book here and whose charges may have changed, with the length of their audit logs.

    Those are all of them once a day, since cards are late and results stand as time passes, and the others in which
    something was done since. One query.
    """
    newest = Seal.objects.filter(league_id=OuterRef("pk")).order_by("-number").values("number")[:1]
    keeping = League.objects.filter(keeps_money=True).annotate(entries=Coalesce(Subquery(newest), 0))
    looked_at = Q(treasury__proposed_on=localdate(at), treasury__proposed_at_entry=F("entries"))
    return [(league, league.entries) for league in keeping.exclude(looked_at).order_by("pk")]


TAKEN_BACK = "What it was for no longer stands."  # the reason of the site, which proposes the charge again if it does


def charges_to_propose(league: League, at: datetime) -> list[NewCharge]:
    """Fines by the tariff and entries of cups that are in the book in no state; some fifteen queries at most."""
    facts = TreasuryFact.objects.filter(league=league)
    taken_back = facts.filter(kind=TreasuryFactKind.WITHDRAWAL, reason=TAKEN_BACK).values("about")
    rows = facts.filter(kind=TreasuryFactKind.CHARGE).exclude(number__in=taken_back)
    proposed = set(rows.values_list(*WHAT_FOR))
    return [each for each in _chargeable(league, at) if _what_for(each) not in proposed]


def proposals_taken_back(league: League, at: datetime) -> list[int]:
    """The numbers of charges of this season that wait for the treasurer although what they are for no longer stands.

    A walkover or a late card that was decided otherwise or struck out, an entrant who withdrew, a cup that is not held.
    """
    facts = TreasuryFact.objects.filter(league=league)
    answered = facts.filter(kind__in=(TreasuryFactKind.APPROVAL, TreasuryFactKind.WITHDRAWAL)).values("about")
    return _without_ground(league, Q(kind=TreasuryFactKind.CHARGE) & ~Q(number__in=answered), _chargeable(league, at))


def groundless_charges(league: League, at: datetime) -> list[int]:
    """The numbers of charges of this season that were approved although what they are for no longer stands.

    Nothing is taken back by itself: they may be paid, and may be due all the same. Another tariff changes nothing.
    """
    facts = TreasuryFact.objects.filter(league=league)
    approved = facts.filter(kind=TreasuryFactKind.APPROVAL).values("about")
    cancelled = facts.filter(kind=TreasuryFactKind.WITHDRAWAL).values("about")
    charges = Q(kind=TreasuryFactKind.CHARGE, number__in=approved) & ~Q(number__in=cancelled)
    return _without_ground(league, charges, _chargeable(league, at, whatever_the_tariff=True))


def _without_ground(league: League, charges: Q, chargeable: Iterable[NewCharge]) -> list[int]:
    """Those of some charges that are for a match or a cup entry of this season and are not chargeable."""
    season = current_season(league)
    of_season = Q(fixture__division__competition__season=season) | Q(entrant__cup__division__competition__season=season)
    rows = TreasuryFact.objects.filter(of_season, charges, league=league).values_list("number", *WHAT_FOR)
    grounds = {number: what for number, *what in rows}
    stand = {_what_for(each) for each in chargeable} if grounds else set()
    return sorted(number for number, what in grounds.items() if tuple(what) not in stand)


def _chargeable(league: League, at: datetime, *, whatever_the_tariff: bool = False) -> Iterator[NewCharge]:
    """Every fine by the tariff and every entry of a cup of this season; or all that could be fined or had a fee."""
    season = current_season(league)
    if season is None:
        return
    season.league = league
    tariff = _tariff(settings_of(league))
    struck = struck_out(Q(competition__season=season))
    fines = (
        *(_late_cards(league, tariff.late_card, at) if tariff.late_card or whatever_the_tariff else ()),
        *(_no_shows(season, tariff.no_show, at) if tariff.no_show or whatever_the_tariff else ()),
    )
    yield from (
        each
        for each in fines
        if each.fixture and each.fixture.pk not in struck and each.fixture.state != FixtureState.VOID
    )
    yield from _cup_entries(season, least=0 if whatever_the_tariff else 1)


WHAT_FOR = ("heading", "team", "fixture", "entrant")


def _what_for(charge: NewCharge) -> tuple[str, int, int | None, int | None]:
    fixture, entrant = (row.pk if row else None for row in (charge.fixture, charge.entrant))
    return charge.heading.value, charge.holder.row.pk, fixture, entrant


def _late_cards(league: League, fine: int, at: datetime) -> Iterator[NewCharge]:
    for late in all_late_cards(league, at):
        if late.came is not None:
            due, came = (night(localdate(day), year=True) for day in (late.due, late.came))
            words = f"{late.fixture}: card due {due}, received {came}"
            yield _of_match(late.entry.team, Heading.LATE_CARD, fine, words, late.fixture)


def _no_shows(season: Season, fine: int, at: datetime) -> Iterator[NewCharge]:
    """A fine for each walkover, and for points that were deducted because a side failed to turn up."""
    of_tables = {"fixture__division__competition__season": season}
    walkovers = Result.objects.filter(
        **of_tables, kind=Kind.WALKOVER, fixture__division__competition__kind=CompetitionKind.LEAGUE
    )
    no_shows: set[tuple[int, int]] = set()
    for result in walkovers.select_related("fixture__league", "fixture__home__team", "fixture__away__team"):
        if result.state_at(at) in FINAL_STATES and len(set(result.games)) > 1:
            lost = result.fixture.away if result.games[0] > result.games[1] else result.fixture.home
            no_shows.add((result.fixture_id, lost.pk))
            yield _of_match(lost.team, Heading.NO_SHOW, fine, f"{result.fixture}: failed to turn up", result.fixture)
    deductions = Adjustment.objects.filter(kind=AdjustmentKind.NO_SHOW, revoked_at=None, fixture__isnull=False)
    rows = deductions.filter(competition__season=season).select_related(
        "entry__team", "fixture__league", "fixture__home", "fixture__away"
    )
    for each in rows:
        if (each.fixture_id, each.entry_id) not in no_shows:
            words = f"{each.fixture}: failed to turn up"
            yield _of_match(each.entry.team, Heading.NO_SHOW, fine, words, each.fixture)


def _of_match(team: Team, heading: Heading, fine: int, words: str, fixture: Fixture) -> NewCharge:
    team.league = fixture.league
    return NewCharge(AccountHolder(team), heading, fine, words, fixture.date or fixture.first_date, fixture=fixture)


def _cup_entries(season: Season, *, least: int) -> Iterator[NewCharge]:
    """The fee of each cup, from this many pence on, for each entrant on its list."""
    rows = Entrant.objects.filter(
        cup__division__competition__season=season, withdrawn_at=None, cup__fee__gte=Decimal(least) / 100
    )
    rows = rows.exclude(cup__state=CupState.DROPPED).select_related("entry__team", "cup__division__competition")
    for entrant in rows.order_by("cup", "number"):
        team = entrant.entry.team
        team.league = season.league
        words = f"{entrant.cup.name}: {entrant.entry.name}" if entrant.entry.slug else entrant.cup.name
        yield NewCharge(
            AccountHolder(team), Heading.CUP_ENTRY, int(entrant.cup.fee * 100), words, localdate(entrant.at), season,
            entrant=entrant,
        )  # fmt: skip


def desk_payments(league: League, numbers: Iterable[int]) -> dict[int, Entrant]:
    """Those of some charges whose entrants are marked as paid on the cup's own list, by the number of the charge."""
    rows = TreasuryFact.objects.filter(league=league, number__in=list(numbers), entrant__paid_on__isnull=False)
    return {row.number: row.entrant for row in rows.select_related("entrant") if row.entrant}
