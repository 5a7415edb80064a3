"""The facts about one match: its cards and what was said to them, its rules, who was not to play, a receipt's proof."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import takewhile
from typing import Any

from django.db.models import QuerySet
from django.utils.timezone import localdate

from league.base.audit import models as audit
from league.base.audit.queries import breaks_since, end_of_chain
from league.base.audit.values import code_of, digest_of_card
from league.results.choices import FINAL_STATES, WRITTEN, ResultState, SentFor, Source
from league.results.models import Answer, Photo, Protest, Result, Submission
from league.results.queries.appearances import PlayedFor, counted, played_where
from league.results.values import card_of, cups, problems_of
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from league.teams.queries.squads import last_day_of_season, squads_for_match
from scoring import codec
from scoring.card.check import Ineligible, forfeit_games, ineligible
from scoring.card.differences import differences
from scoring.card.league_rules import LeagueRules, Loan
from scoring.card.match import Difference, Match, Player, Problem, Squad
from scoring.card.outcome import Tally, tally
from scoring.card.points import Forfeit, describe_forfeits
from scoring.card.sheet import Card, Ending, Side


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that was sent in for one match, in the order in which it came."""

    submissions: tuple[Submission, ...] = ()
    answers: tuple[Answer, ...] = ()

    def latest(self, side: SentFor) -> Submission | None:
        """The last card that somebody sent who acts for a side, or the league's last word."""
        sent = (each for each in reversed(self.submissions) if each.sent_for == side)
        return next((each for each in sent if not each.by_code), None)

    def standing(self, side: SentFor) -> Submission | None:
        """The card of a side that counts: while no captain has sent one, the last that came for it by the code."""
        if any(self.latest(each) for each in (SentFor.HOME, SentFor.AWAY)):
            return self.latest(side)
        return next((each for each in reversed(self.submissions) if each.sent_for == side), None)

    @property
    def decision(self) -> Submission | None:
        """What the league decided last, unless it took that back."""
        last = self.latest(SentFor.LEAGUE)
        return None if last is None or last.source == Source.RESTORED else last

    def entered(self, submission: Submission) -> bool:
        """Whether the league filled in a card itself, no captain having sent one by then that it could choose."""
        before = takewhile(lambda each: each != submission, self.submissions)
        by_hand = submission.source in (Source.PAPER, *WRITTEN)
        return by_hand and all(each.sent_for == SentFor.LEAGUE for each in before)

    def answer_to(self, submission: Submission) -> Answer | None:
        answers = [each for each in self.answers if each.submission_id == submission.pk]
        return answers[-1] if answers else None


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match as it stands: what was sent and said, what it comes to, and what it was checked against.
    Show strangers only `card` and `tally`, and those only when the result is not sealed.
    """

    fixture: Fixture
    rules: LeagueRules
    match: Match
    facts: Facts
    result: Result | None
    photos: tuple[Photo, ...]

    @property
    def card(self) -> Card | None:
        return card_of(self.result.submission) if self.result else None

    @property
    def tally(self) -> Tally | None:
        return codec.decode_as(Tally, self.result.tally) if self.result else None

    def tally_of(self, submission: Submission) -> Tally | None:
        """What a card or a decision comes to; None for a decision taken back."""
        value = codec.decode(submission.card) if submission.card else None
        return tally(value, self.match, self.match.scheme) if isinstance(value, Card) else value

    def score_text(self, total: Tally) -> str:
        return f"{self.match.home.name} {total.home_games}, {self.match.away.name} {total.away_games}"

    @property
    def sealed(self) -> bool:
        """Whether the one card that came is kept from the other side until theirs is in."""
        return self.result is not None and self.result.state == ResultState.SEALED

    @property
    def home_card(self) -> Submission | None:
        return self.facts.standing(SentFor.HOME)

    @property
    def away_card(self) -> Submission | None:
        return self.facts.standing(SentFor.AWAY)

    @property
    def decision(self) -> Submission | None:
        return self.facts.decision

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the two sides' cards disagree: ours is the home side's, theirs the away side's."""
        home = card_of(self.home_card) if self.home_card else None
        away = card_of(self.away_card) if self.away_card else None
        return differences(home, away, self.match) if home and away else ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was found on the captains' cards when they came and was let stand, each once."""
        sent = [each for each in (self.home_card, self.away_card) if each is not None]
        return tuple(dict.fromkeys(problem for each in sent for problem in problems_of(each)))


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
    return _match(fixture, rules or fixture.rules_in_force(), day, _squads_of(fixture, day))


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
    rules = fixture.rules_in_force()
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
        fixture, rules = result.fixture, result.fixture.rules_in_force()
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


# --- Who was not to play, and what the league may make of it ----------------------------------------------------------
GAMES, STANDS = "games", "stands"


WHOLE_MATCH = {Side.HOME: "match-home", Side.AWAY: "match-away"}


SETTLED_BY = {GAMES: Forfeit.GAMES, STANDS: Forfeit.NOTHING} | dict.fromkeys(WHOLE_MATCH.values(), Forfeit.MATCH)


WALKOVER_TO = {Side.HOME: Ending.WALKOVER_HOME, Side.AWAY: Ending.WALKOVER_AWAY}


@dataclass(frozen=True, slots=True)
class ForfeitOption:
    key: str
    label: str
    score: str
    card: Card


@dataclass(frozen=True, slots=True)
class ForfeitOptions:
    """The `people` of a card who were not to play, with their team and for whom they have played this season.
    `options` are the ways to settle it, that of the league's `rule` first.
    """

    people: tuple[tuple[Ineligible, str, tuple[PlayedFor, ...]], ...]
    rule: str
    options: tuple[ForfeitOption, ...]

    @property
    def reason(self) -> str:
        return " ".join(dict.fromkeys(f"{who.name} was not eligible for {team}." for who, team, _ in self.people))


def forfeit_options(facts: MatchFacts) -> ForfeitOptions | None:
    """What there is to settle about a match; None where everybody may play, or the league has decided."""
    if facts.card is None or facts.decision is not None:
        return None
    players = ineligible(facts.card, facts.match)
    if not players:
        return None
    keys = {each.key: int(each.key) for each in players if each.key.isdecimal()}
    where = played_where(facts.fixture.division.competition.season, keys.values())
    people = tuple((each, facts.match.squad(each.side).name, where.get(keys.get(each.key, 0), ())) for each in players)
    by_rule = facts.rules.forfeits.first
    options = sorted(_options(facts, facts.card, players), key=lambda each: SETTLED_BY[each.key] is not by_rule)
    return ForfeitOptions(people, describe_forfeits(facts.rules.forfeits), tuple(options))


def _options(facts: MatchFacts, card: Card, players: Iterable[Ineligible]) -> Iterator[ForfeitOption]:
    without = forfeit_games(card, facts.match, [(each.side, each.key) for each in players])
    yield ForfeitOption(GAMES, "Forfeit these games only", _score_text(facts, without), without)
    for side in dict.fromkeys(each.side for each in players):
        whole = Card(ending=WALKOVER_TO[side.other], remarks=card.remarks)
        label = f"Give the whole match to {facts.match.squad(side.other).name}"
        yield ForfeitOption(WHOLE_MATCH[side], label, _score_text(facts, whole), whole)
    yield ForfeitOption(STANDS, "Let the result stand", _score_text(facts, card), card)


def _score_text(facts: MatchFacts, card: Card) -> str:
    return facts.score_text(tally(card, facts.match, facts.match.scheme))


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
