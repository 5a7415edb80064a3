"""Everything about one match in one value, for the pages that show it."""

from dataclasses import dataclass

from league.results.choices import ResultState, SentFor
from league.results.models import Photo, Result, Submission
from league.results.queries.facts import Facts, card_of, facts_of, match_for, rules_for
from league.schedule.models import Fixture
from scoring import codec
from scoring.card.card import differences
from scoring.card.constitution import Constitution
from scoring.card.match import Difference, Match, Problem
from scoring.card.outcome import Tally
from scoring.card.sheet import Card


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match as it stands: what was sent and said, what it comes to, and what it was checked against.

    Everything sent is here: show strangers only `card` and `tally`, and those only when the result is not sealed.
    """

    fixture: Fixture
    rules: Constitution
    match: Match
    facts: Facts
    result: Result | None
    photos: tuple[Photo, ...]

    @property
    def card(self) -> Card | None:
        """The card that counts."""
        return card_of(self.result.submission) if self.result else None

    @property
    def tally(self) -> Tally | None:
        return codec.decode_as(Tally, self.result.tally) if self.result else None

    @property
    def sealed(self) -> bool:
        """Whether the one card that came is kept from the other side until theirs is in."""
        return self.result is not None and self.result.state == ResultState.SEALED

    @property
    def home_card(self) -> Submission | None:
        return self.facts.latest(SentFor.HOME)

    @property
    def away_card(self) -> Submission | None:
        return self.facts.latest(SentFor.AWAY)

    @property
    def decision(self) -> Submission | None:
        return self.facts.decision

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the two captains' cards disagree: ours is the home side's, theirs the away side's."""
        home = card_of(self.home_card) if self.home_card else None
        away = card_of(self.away_card) if self.away_card else None
        return differences(home, away, self.match) if home and away else ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was found on the captains' cards when they came and was let stand, each once."""
        sent = [each for each in (self.home_card, self.away_card) if each is not None]
        return tuple(dict.fromkeys(problem for each in sent for problem in problems_of(each)))


def match_facts(fixture: Fixture) -> MatchFacts:
    """Everything about one match: five queries. Needs what `fixture_by_address` gives; a bye has no facts."""
    rules = rules_for(fixture)
    result = Result.objects.select_related("submission__by").filter(fixture=fixture).first()
    photos = Photo.objects.filter(fixture=fixture).select_related("by").order_by("at", "pk")
    return MatchFacts(fixture, rules, match_for(fixture, rules=rules), facts_of(fixture), result, tuple(photos))


def problems_of(submission: Submission) -> tuple[Problem, ...]:
    """What was found on a card when it came and was let stand."""
    return tuple(codec.bare_as(Problem, problem, "") for problem in submission.problems)
