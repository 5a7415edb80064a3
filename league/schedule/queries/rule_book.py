"""The rules in force: of a season, of the current one, or as the league has set them."""

from collections.abc import Iterator

from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Season
from league.schedule.presenters.rule_book import RuleBook, in_sections, rule_book_games
from league.schedule.values.matches import constitution_of
from league.teams.models import League
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.rulebook import Section, describe


def rule_book(league: League, season: Season | None = None) -> RuleBook:
    """The rules in force: of a season's league competition, or of the current one's; else those the league has set."""
    asked = {"season__current": True} if season is None else {"season": season}
    found = Competition.objects.filter(season__league=league, kind=CompetitionKind.LEAGUE, **asked)
    competition = found.select_related("season__league").order_by("pk").first()
    rules = constitution_of(competition) if competition else codec.decode_as(Constitution, league.constitution)
    return RuleBook(
        sections=tuple(each for each in describe(rules) if each.title != "Numbered rules"),
        games=tuple(rule_book_games(rules.format)),
        numbered=rules.rules,
        source=rules.source,
        season=competition.season.name if competition else "",
        divisions=tuple(_divisions(competition, rules)) if competition else (),
    )


def _divisions(competition: Competition, rules: Constitution) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Each division with rules of its own, and what they say otherwise, also of how a game is played."""
    known = {sentence for section in in_sections(rules) for sentence in section.rules}
    for division in competition.divisions.exclude(constitution=None).order_by("rank", "pk"):
        own = in_sections(codec.decode_as(Constitution, division.constitution))
        found = (Section(each.title, tuple(rule for rule in each.rules if rule not in known)) for each in own)
        yield division.name, tuple(section for section in found if section.rules)
