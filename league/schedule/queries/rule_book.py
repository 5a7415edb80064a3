"""The rule book of one league: what it decided for itself, and how each game on its card is played."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Season
from league.schedule.queries.matches import constitution_of
from league.teams.models import League
from scoring import codec
from scoring.card.constitution import Constitution, Rule
from scoring.card.format import Format, Line
from scoring.card.line_rules import played_under
from scoring.card.rulebook import Section, describe
from scoring.play import clauses
from scoring.play.clauses import Clause

if TYPE_CHECKING:
    from scoring.play.rules import Rules


@dataclass(frozen=True, slots=True)
class RuleBookGame:
    """How one kind of game on the card is played: "Singles: fives and threes to 61"."""

    title: str
    clauses: tuple[Clause, ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """What there is a rule about: the same for games of one family."""
        return tuple(clause.heading for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Sections of plain sentences, then the games, then the league's numbered rules.

    `season` names the one whose frozen rules these are; "" when they are the league's own. `divisions` are those with
    rules of their own: what each says that is not in the sections.
    """

    sections: tuple[Section, ...]
    games: tuple[RuleBookGame, ...]
    numbered: tuple[Rule, ...]
    source: str
    season: str
    divisions: tuple[tuple[str, tuple[Section, ...]], ...] = ()


def rule_book(league: League, season: Season | None = None) -> RuleBook:
    """The rules in force: of a season's league competition, or of the current one's; else those the league has set."""
    asked = {"season__current": True} if season is None else {"season": season}
    found = Competition.objects.filter(season__league=league, kind=CompetitionKind.LEAGUE, **asked)
    competition = found.select_related("season__league").order_by("pk").first()
    rules = constitution_of(competition) if competition else codec.decode_as(Constitution, league.constitution)
    return RuleBook(
        sections=tuple(each for each in describe(rules) if each.title != "Numbered rules"),
        games=tuple(_games(rules.format)),
        numbered=rules.rules,
        source=rules.source,
        season=competition.season.name if competition else "",
        divisions=tuple(_divisions(competition, rules)) if competition else (),
    )


def _divisions(competition: Competition, rules: Constitution) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Each division with rules of its own, and what they say otherwise, also of how a game is played."""
    known = {sentence for section in _in_sections(rules) for sentence in section.rules}
    for division in competition.divisions.exclude(constitution=None).order_by("rank", "pk"):
        own = _in_sections(codec.decode_as(Constitution, division.constitution))
        found = (Section(each.title, tuple(rule for rule in each.rules if rule not in known)) for each in own)
        yield division.name, tuple(section for section in found if section.rules)


def _in_sections(rules: Constitution) -> tuple[Section, ...]:
    """All that a rule book says of these rules, the clauses of a game as the sentences of a section."""
    games = (
        Section(game.title, tuple(f"{clause.heading}: {clause.text}" for clause in game.clauses))
        for game in _games(rules.format)
    )
    return (*describe(rules), *games)


def _games(form: Format) -> Iterator[RuleBookGame]:
    """Each kind of game once, in card order; lines that are played alike share their rules."""
    alike: dict[tuple[Rules | None, str], list[Line]] = {}
    for line in form.lines:
        alike.setdefault((played_under(line), line.game), []).append(line)
    for (rules, game), lines in alike.items():
        if rules is not None:
            nouns = " and ".join(dict.fromkeys(line.kind.noun for line in lines))
            to = f" to {lines[0].target}" if lines[0].target is not None else ""
            yield RuleBookGame(f"{nouns.capitalize()}: {game}{to}", clauses.describe(rules))
