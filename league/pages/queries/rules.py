"""The rule book of one league: what it decided for itself, and how each game on its card is played."""

from collections.abc import Iterator
from dataclasses import dataclass

from league.fixtures.choices import CompetitionKind
from league.fixtures.models import Competition
from league.fixtures.queries import constitution_of
from league.teams.models import League
from scoring import codec
from scoring.card.constitution import Constitution, Rule
from scoring.card.format import DISCIPLINE_NAMES, Format, Line
from scoring.card.rulebook import Section, describe
from scoring.play import clauses
from scoring.play.clauses import Clause
from scoring.play.presets import PresetError, preset


@dataclass(frozen=True, slots=True)
class Game:
    """How one kind of game on the card is played: "Singles: fives and threes to 61"."""

    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Sections of plain sentences, then the games, then the league's numbered rules.

    `season` names the one whose frozen rules these are; "" when they are the league's own.
    """

    sections: tuple[Section, ...]
    games: tuple[Game, ...]
    numbered: tuple[Rule, ...]
    source: str
    season: str


def rule_book(league: League) -> RuleBook:
    """The rules in force: of this season's league competition if there is one, else those the league has set."""
    found = Competition.objects.filter(season__league=league, season__current=True, kind=CompetitionKind.LEAGUE)
    competition = found.select_related("season__league").order_by("pk").first()
    rules = constitution_of(competition) if competition else codec.decode_as(Constitution, league.constitution)
    return RuleBook(
        sections=tuple(each for each in describe(rules) if each.title != "Numbered rules"),
        games=tuple(_games(rules.format)),
        numbered=rules.rules,
        source=rules.source,
        season=competition.season.name if competition else "",
    )


def _games(form: Format) -> Iterator[Game]:
    """Each kind of game once, in card order; lines that are played alike share their rules."""
    alike: dict[tuple[str | None, int | None, str], list[Line]] = {}
    for line in form.lines:
        alike.setdefault((line.rules, line.target, DISCIPLINE_NAMES[line.discipline]), []).append(line)
    for (name, target, discipline), lines in alike.items():
        found = _clauses(name, target)
        if found:
            nouns = " and ".join(dict.fromkeys(line.kind.noun for line in lines))
            to = f" to {target}" if target is not None else ""
            yield Game(f"{nouns.capitalize()}: {discipline}{to}", found)


def _clauses(name: str | None, target: int | None) -> tuple[Clause, ...]:
    """The rules of play of a line; none for a line that says nothing of them, or by a name that nobody knows."""
    try:
        rules = preset(name or "")
    except PresetError:
        return ()
    return clauses.describe(rules if target is None else rules.but(target=target))
