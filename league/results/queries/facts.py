"""The facts about one match: its cards, what was said to them, what it is played under, and the proof of a receipt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.timezone import localdate

from league.base.audit import models as audit
from league.base.audit.queries import breaks_since, end_of_chain
from league.base.audit.values import code_of, digest_of_card
from league.results.choices import FINAL_STATES, SentFor
from league.results.models import Answer, Photo, Protest, Result, Submission
from league.results.queries.appearances import counted
from league.results.values import Facts, MatchFacts, cups
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture
from league.schedule.values.matches import rules_for
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from league.teams.queries.squads import last_day_of_season, squads_for_match
from scoring.card.league_rules import LeagueRules, Loan
from scoring.card.match import Match, Player, Squad


def facts_of(fixture: Fixture) -> Facts:
    """The facts about one match: two queries."""
    submissions = tuple(Submission.objects.filter(fixture=fixture).select_related("by").order_by("made_version"))
    for submission in submissions:
        submission.fixture = fixture  # with its teams, which are not to be asked for again
    answers = Answer.objects.filter(submission__fixture=fixture).select_related("by").order_by("at", "pk")
    return Facts(submissions, tuple(answers))


def _squads_of(fixture: Fixture, on: date) -> tuple[Squad, Squad, tuple[Player, ...]]:
    """Both sides of a card and the league's other players: a squad is the team's, or the players entered by name."""
    if fixture.away is None:
        raise ValueError("a bye has no card")
    home, away, elsewhere = squads_for_match(fixture.home.team, fixture.away.team, on)
    if not (fixture.home.slug or fixture.away.slug):
        return home, away, elsewhere
    sides = [_named_squad(entry, squad) for entry, squad in ((fixture.home, home), (fixture.away, away))]
    playing = {player.id for squad in sides for player in squad.players}
    others = {
        player.id: replace(player, tied_to=player.tied_to or squad.name)
        for squad in (home, away)
        for player in squad.players
    }
    others |= {player.id: player for player in elsewhere}
    return sides[0], sides[1], tuple(player for key, player in others.items() if key not in playing)


def _named_squad(entry: Entry, team: Squad) -> Squad:
    """Those entered by name, who may play whatever team they are with; a team's entry has its team's squad."""
    if not entry.slug:
        return team
    season = entry.division.competition.season
    players = entry.players.order_by("name", "pk")
    return Squad(str(entry.pk), entry.name, tuple(Player(str(each.pk), each.name, season.starts) for each in players))


def match_for(fixture: Fixture, *, rules: LeagueRules | None = None) -> Match:
    """What a card of this fixture is checked against: one query for the squads, and one for each entered by name.
    Needs division.competition.season and both entries with their teams; a bye has no match.
    """
    day = fixture.date or fixture.first_date
    return _match(fixture, rules or rules_for(fixture), day, _squads_of(fixture, day))


def match_without_names(fixture: Fixture, *, rules: LeagueRules) -> Match:
    """What a card that names nobody is checked against, without a query: no clause asks for the squads of one."""
    if fixture.away is None:
        raise ValueError("a bye has no card")
    home, away = (Squad(str(entry.pk), entry.name) for entry in (fixture.home, fixture.away))
    return _match(fixture, rules, fixture.date or fixture.first_date, (home, away, ()))


def _match(fixture: Fixture, rules: LeagueRules, day: date, squads: tuple[Squad, Squad, tuple[Player, ...]]) -> Match:
    home, away, elsewhere = squads
    if rules.playing_up is not None and elsewhere:
        elsewhere = _with_loans(fixture, elsewhere)
    season = fixture.division.competition.season
    return Match(
        format=rules.format, scheme=rules.scheme, home=home, away=away, on=day,
        register_by=last_day_of_season(rules.registration.deadline, season.starts),
        eligible_after=rules.registration.eligible_after, on_the_night=rules.registration.on_the_night,
        registered_only=rules.registration.required, quick_allowed=rules.quick_allowed, elsewhere=elsewhere,
        playing_up=rules.playing_up, under_18=rules.under_18, protests_allowed=rules.protests.allowed,
        rule_numbers=rules.rule_numbers,
    )  # fmt: skip


# --- Everything about one match in one value --------------------------------------------------------------------------
def match_facts(fixture: Fixture) -> MatchFacts:
    """Everything about one match: five queries. Needs what `fixture_by_address` gives; a bye has no facts."""
    rules = rules_for(fixture)
    result = Result.objects.select_related("submission__by").filter(fixture=fixture).first()
    photos = Photo.objects.filter(fixture=fixture).select_related("by").order_by("at", "pk")
    return MatchFacts(fixture, rules, match_for(fixture, rules=rules), facts_of(fixture), result, tuple(photos))


def cards_of_matches(results: Sequence[Result]) -> dict[int, MatchFacts]:
    """What was sent for each match, by its key, to compare what the cards say of the games: one query, no squads."""
    sent: dict[int, list[Submission]] = {result.fixture_id: [] for result in results}
    for submission in Submission.objects.filter(fixture__in=sent).order_by("made_version") if sent else ():
        sent[submission.fixture_id].append(submission)
    facts = {}
    for result in results:
        fixture, rules = result.fixture, rules_for(result.fixture)
        match = match_without_names(fixture, rules=rules)
        facts[fixture.pk] = MatchFacts(fixture, rules, match, Facts(tuple(sent[fixture.pk])), result, ())
    return facts


def needs_winner(fixture: Fixture) -> bool:
    """Whether one side of a match goes on: it is a tie of a cup, and no match of its groups."""
    return bool(fixture.stage) and not cups().is_group_match(fixture)


# --- How players of other teams stand to the two of a match -----------------------------------------------------------
def _with_loans(fixture: Fixture, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players, who are tied to teams by name, each with how they stand to home and away; two queries."""
    season = fixture.division.competition.season
    league = Entry.objects.filter(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE
    )
    entries = {each.team.name: each for each in league.select_related("team", "division")}
    own_teams = {each.id: entries[each.tied_to].team_id for each in players if each.tied_to in entries}
    rows = counted(season).filter(player__in=[int(key) for key in own_teams]).values_list("player", "team", "result")
    # how many league matches each has played for other teams than their own
    times = Counter(str(player) for player, team, _ in rows.distinct() if team != own_teams[str(player)])
    sides = [entries.get(side.team.name) for side in (fixture.home, fixture.away) if side is not None]

    def loan(player: Player, side: Entry | None) -> Loan | None:
        own = entries.get(player.tied_to or "")
        if own is None or side is None:
            return None
        same = own.team.venue_id == side.team.venue_id
        higher = side.division.rank < own.division.rank
        return Loan(own.team.name, same, higher, times[player.id], nominated=player.nominated)

    return tuple(replace(each, loans=tuple(loan(each, side) for side in sides)) for each in players)


# --- Protests about a result ------------------------------------------------------------------------------------------
def last_day_to_protest(fixture: Fixture, rules: LeagueRules) -> date | None:
    """The last day for a protest about a match; None where the rules set none."""
    return rules.protests.last_day(fixture.date or fixture.first_date)


def too_late_to_protest(fixture: Fixture, rules: LeagueRules, today: date) -> str:
    """That the last day has passed and whom to write to, in sentences; "" while a protest may be made."""
    last = last_day_to_protest(fixture, rules)
    if last is None or today <= last:
        return ""
    roles = Role.objects.filter(league=fixture.league, kind=RoleKind.SECRETARY, ended_at=None).order_by("since", "pk")
    names = " or ".join(roles.values_list("user__name", flat=True))
    whom = f"the secretary, {names}" if names else "the secretary"
    return f"The last day to complain about this match was {fixture.day_text(last)}. Write to {whom}."


def why_no_protest(fixture: Fixture, rules: LeagueRules, side: SentFor, at: datetime) -> str:
    """Why a side may not protest about a result now, in sentences; "" if it may. At most five queries."""
    if not rules.protests.allowed:
        return "Your league hears no complaints from captains. Talk to the secretary if a result is wrong."
    result = Result.objects.filter(fixture=fixture).first()
    if result is None or result.state_at(at) not in FINAL_STATES:
        return "This result is not confirmed yet. Write your complaint on the card, or dispute the card."
    signed = Submission.objects.filter(fixture=fixture, sent_for=side)
    agreed = Answer.objects.filter(submission__fixture=fixture, side=side, agreed=True)
    if not rules.protests.after_signing and (signed.exists() or agreed.exists()):
        return "You have confirmed the card, and your league hears no complaint after that."
    if Protest.objects.filter(fixture=fixture, side=side, answered_at=None).exists():
        return "Your complaint is with the secretary, who will answer it."
    return too_late_to_protest(fixture, rules, localdate(at))


def protests_about(fixture: Fixture) -> list[Protest]:
    protests = list(Protest.objects.filter(fixture=fixture).select_related("by", "answered_by").order_by("at", "pk"))
    for each in protests:
        each.fixture = fixture
    return protests


def protests_waiting(league: League) -> QuerySet[Protest]:
    """Protests that nobody has answered, the oldest first, each with its match."""
    waiting: QuerySet[Protest] = Protest.objects.filter(fixture__league=league, answered_at=None)
    rows = ("fixture__league", "fixture__home__team", "fixture__away__team")
    return waiting.select_related(*rows).order_by("at", "pk")


# --- Whether a card is as it was received, by its digest in the history and the chain that this stands in -------------
def seal_of(submission: Submission) -> audit.Seal | None:
    """The link under which a card was received; None for one from before there was a chain."""
    about = audit.Entry.objects.filter(subjects__kind="fixture", subjects__key=submission.fixture_id)
    entry = about.filter(after__receipt=submission.receipt).select_related("seal").order_by("pk").first()
    return getattr(entry, "seal", None) if entry else None


def code_on_receipt(submission: Submission) -> str:
    """The code that a receipt carries: the head of the chain when the card came in; "" where there is none."""
    seal = seal_of(submission)
    return code_of(seal.head) if seal else ""


def card_proof(receipt: str, code: str) -> dict[str, Any] | None:
    """The proof for a receipt number and its code, as somebody typed them; None if there is no such card here.

    It `holds` when the card, its entry and all since are unchanged and the code is the receipt's; `since` is how many
    entries stand on it by now.
    """
    submission = Submission.objects.select_related("fixture").filter(receipt=receipt.strip().upper()).first()
    seal = seal_of(submission) if submission else None
    if submission is None or seal is None:
        return None
    newest, _ = end_of_chain(seal.league_id)
    checks = {
        "same_card": seal.entry.after.get("card") == digest_of_card(submission.card),
        "same_code": code_of(seal.head).replace("-", "") == code.replace("-", "").replace(" ", "").upper(),
        "chain_holds": not breaks_since(seal),
    }
    return {"submission": submission, "holds": all(checks.values()), "since": newest - seal.number, **checks}
