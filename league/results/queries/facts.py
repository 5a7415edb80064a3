"""The facts about one match: its cards, what was said to them, and what it is played under.

Knows the rows. Refuses to know what they come to: `actions.settling` says that.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from league.results.choices import SentFor, Source
from league.results.models import Answer, Submission
from league.results.queries.loans import with_loans
from league.schedule.models import Entry, Fixture
from league.schedule.queries import division_rules
from league.teams.queries import last_day_to_register, squads_for_match
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.match import Match, Player, Squad
from scoring.card.sheet import Card


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that was sent in for one match, in the order in which it came."""

    submissions: tuple[Submission, ...] = ()
    answers: tuple[Answer, ...] = ()

    def latest(self, side: SentFor) -> Submission | None:
        """The card of a side that counts: its last one."""
        return next((each for each in reversed(self.submissions) if each.sent_for == side), None)

    @property
    def decision(self) -> Submission | None:
        """What the league decided last, unless it took that back."""
        last = self.latest(SentFor.LEAGUE)
        return None if last is None or last.source == Source.RESTORED else last

    def answer_to(self, submission: Submission) -> Answer | None:
        """What was last said to a card."""
        said = [each for each in self.answers if each.submission_id == submission.pk]
        return said[-1] if said else None


def facts_of(fixture: Fixture) -> Facts:
    """The facts about one match: two queries."""
    submissions = list(Submission.objects.filter(fixture=fixture).select_related("by").order_by("made_version"))
    for submission in submissions:
        submission.fixture = fixture  # with its teams, which are not to be asked for again
    answers = Answer.objects.filter(submission__fixture=fixture).select_related("by").order_by("at", "pk")
    return Facts(tuple(submissions), tuple(answers))


def card_of(submission: Submission) -> Card | None:
    """The card as it was sent; None for an award that fits no card and for a decision taken back."""
    value = codec.decode(submission.card) if submission.card else None
    return value if isinstance(value, Card) else None


def rules_for(fixture: Fixture) -> Constitution:
    """The fixture's own rules, its division's, or its competition's; needs league and division.competition."""
    if fixture.constitution:
        return codec.decode_as(Constitution, fixture.constitution)
    return division_rules(fixture.division, fixture.league)


def squads_of(fixture: Fixture, on: date) -> tuple[Squad, Squad, tuple[Player, ...]]:
    """Both sides of a card and the league's other players: a squad is the team's, or the players entered by name."""
    if fixture.away is None:
        raise ValueError("a bye has no card")
    home, away, elsewhere = squads_for_match(fixture.home.team, fixture.away.team, on)
    if not (fixture.home.slug or fixture.away.slug):
        return home, away, elsewhere
    sides = [_named_squad(entry, squad) for entry, squad in ((fixture.home, home), (fixture.away, away))]
    playing = {player.id for squad in sides for player in squad.players}
    others = {player.id: player for squad in (home, away) for player in _tied_to(squad)}
    others |= {player.id: player for player in elsewhere}
    return sides[0], sides[1], tuple(player for key, player in others.items() if key not in playing)


def _named_squad(entry: Entry, team: Squad) -> Squad:
    """Those entered by name, who may play whatever team they are with; a team's entry has its team's squad."""
    if not entry.slug:
        return team
    season = entry.division.competition.season
    players = entry.players.order_by("name", "pk")
    return Squad(str(entry.pk), entry.name, tuple(Player(str(each.pk), each.name, season.starts) for each in players))


def _tied_to(squad: Squad) -> Iterator[Player]:
    """A team's players as the card of others sees them."""
    return (replace(player, tied_to=player.tied_to or squad.name) for player in squad.players)


def match_for(fixture: Fixture, *, rules: Constitution | None = None, on: date | None = None) -> Match:
    """What a card of this fixture is checked against: one query for the squads, and one for each entered by name.

    Needs division.competition.season and both entries with their teams; a bye has no match.
    """
    if fixture.away is None:
        raise ValueError("a bye has no card")
    day = on or fixture.date or fixture.first_date
    return _match(fixture, rules or rules_for(fixture), day, squads_of(fixture, day))


def match_without_names(fixture: Fixture, *, rules: Constitution) -> Match:
    """What a card that names nobody is checked against, without a query: no clause asks for the squads of one."""
    if fixture.away is None:
        raise ValueError("a bye has no card")
    home, away = (Squad(str(entry.pk), entry.name) for entry in (fixture.home, fixture.away))
    return _match(fixture, rules, fixture.date or fixture.first_date, (home, away, ()))


def _match(fixture: Fixture, rules: Constitution, day: date, squads: tuple[Squad, Squad, tuple[Player, ...]]) -> Match:
    home, away, elsewhere = squads
    if rules.playing_up is not None and elsewhere:
        elsewhere = with_loans(fixture, elsewhere)
    season = fixture.division.competition.season
    return Match(
        format=rules.format,
        scheme=rules.scheme,
        home=home,
        away=away,
        on=day,
        register_by=last_day_to_register(rules.registration, season.starts),
        eligible_after=rules.registration.eligible_after,
        on_the_night=rules.registration.on_the_night,
        registered_only=rules.registration.required,
        quick_allowed=rules.quick_allowed,
        elsewhere=elsewhere,
        playing_up=rules.playing_up,
        under_18=rules.under_18,
        protests_allowed=rules.protests.allowed,
        rule_numbers=rules.rule_numbers,
    )
