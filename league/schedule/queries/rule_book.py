"""The rules in force as a rule book: in sections, by kind of game, and the numbered ones as the league has them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Season
from league.schedule.values.matches import game_title, rules_of_competition
from league.teams.models import League
from scoring import codec
from scoring.card.format import Format, Line
from scoring.card.league_rules import LeagueRules, Rule
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


def in_sections(rules: LeagueRules) -> tuple[Section, ...]:
    """All that a rule book says of these rules, the clauses of a game as the sentences of a section."""
    games = (
        Section(game.title, tuple(f"{clause.heading}: {clause.text}" for clause in game.clauses))
        for game in rule_book_games(rules.format)
    )
    return (*describe(rules), *games)


def rule_book_games(form: Format) -> Iterator[RuleBookGame]:
    """Each kind of game once, in card order; lines that are played alike share their rules."""
    alike: dict[tuple[Rules | None, str], list[Line]] = {}
    for line in form.lines:
        alike.setdefault((played_under(line), line.game), []).append(line)
    for (rules, _), lines in alike.items():
        if rules is not None:
            yield RuleBookGame(game_title(*lines), clauses.describe(rules))


# --- the rules in force -----------------------------------------------------------------------------------------------
def rule_book(league: League, season: Season | None = None) -> RuleBook:
    """The rules in force: of a season's league competition, or of the current one's; else those the league has set."""
    competition, rules = _in_force(league, season)
    return RuleBook(
        sections=tuple(each for each in describe(rules) if each.title != "Numbered rules"),
        games=tuple(rule_book_games(rules.format)),
        numbered=rules.rules,
        source=rules.source,
        season=competition.season.name if competition else "",
        divisions=tuple(_divisions(competition, rules)) if competition else (),
    )


def cards_in_force(league: League) -> tuple[Format, ...]:
    """The card that the league plays now, then those of divisions with rules of their own."""
    competition, rules = _in_force(league)
    return (rules.format, *(own.format for _, own in (_own_rules(competition) if competition else ())))


def _in_force(league: League, season: Season | None = None) -> tuple[Competition | None, LeagueRules]:
    """The league competition of a season, or of the current one, with its rules; the league's where there is none."""
    wanted = {"season__current": True} if season is None else {"season": season}
    competitions = Competition.objects.filter(season__league=league, kind=CompetitionKind.LEAGUE, **wanted)
    competition = competitions.select_related("season__league").order_by("pk").first()
    rules = rules_of_competition(competition) if competition else codec.decode_as(LeagueRules, league.rules)
    return competition, rules


def _own_rules(competition: Competition) -> Iterator[tuple[str, LeagueRules]]:
    for division in competition.divisions.exclude(rules=None).order_by("rank", "pk"):
        yield division.name, codec.decode_as(LeagueRules, division.rules)


def _divisions(competition: Competition, rules: LeagueRules) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Each division with rules of its own, and what they say otherwise, also of how a game is played."""
    common = {sentence for section in in_sections(rules) for sentence in section.rules}
    for name, own in _own_rules(competition):
        sections = in_sections(own)
        own_sections = (
            Section(each.title, tuple(rule for rule in each.rules if rule not in common)) for each in sections
        )
        yield name, tuple(section for section in own_sections if section.rules)
