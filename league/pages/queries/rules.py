"""The rule book of one league: what it decided for itself, and how the games on its card are played."""

from dataclasses import dataclass

from league.fixtures.choices import CompetitionKind
from league.fixtures.models import Competition
from league.teams.models import League
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.presets import Section, describe


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Sections of plain sentences; `season` is the one whose frozen rules these are, else they are the league's own."""

    sections: tuple[Section, ...]
    numbered: tuple[tuple[str, str], ...]
    source: str
    season: str


def rule_book(league: League) -> RuleBook:
    """The rules in force: of this season's league competition if there is one, else those the league has set."""
    found = Competition.objects.filter(season__league=league, season__current=True, kind=CompetitionKind.LEAGUE)
    competition = found.select_related("season").order_by("pk").first()
    rules = codec.decode_as(Constitution, competition.constitution if competition else league.constitution)
    sections = tuple(each for each in describe(rules) if each.title != "Numbered rules")
    numbered = tuple((rule.number, rule.text) for rule in rules.rules)
    return RuleBook(sections, numbered, rules.source, competition.season.name if competition else "")
