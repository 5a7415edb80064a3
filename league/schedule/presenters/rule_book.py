"""The rules in force as a rule book: in sections, by kind of game, and the numbered ones as the league has them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.card.format import Format, Line, played_under
from scoring.card.league_rules import LeagueRules, Rule
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


def game_title(*lines: Line) -> str:
    """What lines play that play alike: "Singles and pairs: fives and threes to 61"."""
    nouns, target = " and ".join(dict.fromkeys(line.kind.noun for line in lines)), lines[0].target
    return f"{nouns.capitalize()}: {lines[0].game}" + (f" to {target}" if target is not None else "")
