"""Matches and cards as the interface tells them: lists, a match page's result and history, and a card to fill in."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet
from django.http import Http404

from league.base.accounts.models import User
from league.exchange.presenters.cards import serialize_card, serialize_squad
from league.exchange.presenters.fixtures import fixture_values, serialize_result
from league.exchange.schemas.cards import CardFormOut, CardOut, FormLine
from league.exchange.schemas.fixtures import (
    DrawLineOut,
    DrawOut,
    EventOut,
    FixturesAsked,
    GameOut,
    LineOut,
    MatchOut,
    SealedOut,
)
from league.exchange.schemas.people import PlayerRef
from league.matchnight.queries.lineups import draw_of, draw_page, public_names
from league.pages.queries.match import CardLine, MatchPage, PublicName, match_page
from league.pages.queries.match_lists import league_matches
from league.results.permissions import may_see_card, sides_of
from league.results.presenters.results import line_title
from league.results.queries.facts import match_facts, match_for
from league.results.values import card_of
from league.schedule.models import Fixture
from league.schedule.queries import sides_of_team, whole_fixtures
from league.schedule.values.matches import rules_for
from league.teams.models import League, Player, Team
from scoring.card.sheet import Card, GameScore, LineScore


def fixtures_matching(league: League, query: FixturesAsked) -> QuerySet[Fixture]:
    """The matches that were asked for; without a season, those of the current one."""
    fixtures = league_matches(league)
    season = {"slug": query.season} if query.season else {"current": True}
    of_season = {f"division__competition__season__{field}": value for field, value in season.items()}
    wanted = {
        "division__competition__slug": query.competition,
        "division__slug": query.division,
        "venue__slug": query.venue,
        "state": query.state,
        "date__gte": query.since,
        "date__lte": query.until,
    }
    fixtures = fixtures.filter(**of_season, **{field: value for field, value in wanted.items() if value is not None})
    if query.team is not None:
        team = Team.objects.filter(Q(slug=query.team) | Q(former_names__slug=query.team)).first()
        fixtures = fixtures.filter(sides_of_team(team)) if team else fixtures.none()
    return fixtures


def fixture_at(league: League, code: str) -> Fixture:
    """The match with this code, whole; a bye is none. Http404 if there is none in this league."""
    rows = whole_fixtures().select_related("result__submission")
    fixture: Fixture | None = rows.filter(league=league, code__iexact=code, away__isnull=False).first()
    if fixture is None:
        raise Http404("There is no match with this code.")
    return fixture


def serialize_draw(fixture: Fixture) -> DrawOut:
    """The draw of one match as its page shows it to strangers; `fixture` as `fixture_at` finds it."""
    draw = draw_of(fixture)
    if draw is None:
        return DrawOut(state="none")
    page = draw_page(draw, public_names(fixture) if draw.done else {}, None)
    texts = {proof.seal: proof.text for proof in page.proofs}
    return DrawOut(
        state="paper" if page.paper else "done" if page.done else "open",
        by_lot=page.by_lot,
        put_in=[SealedOut(side=side, at=at, seal=seal, text=texts.get(seal)) for side, at, seal in page.put_in],
        lines=[DrawLineOut(line=each.label, home=each.home, away=each.away) for each in page.lines],
        seed=page.seed,
    )


def serialize_match(fixture: Fixture, at: datetime) -> MatchOut:
    """One match with all that its page shows; `fixture` as `fixture_at` finds it."""
    details = match_page(fixture, at)
    return MatchOut(
        **fixture_values(fixture, at),
        result=serialize_result(details.tally) if details.tally else None,
        card=_match_card(details),
        remarked=details.allowed,
        history=[EventOut(at=each.at, words=each.words, reason=each.reason) for each in details.history],
    )


def _match_card(details: MatchPage) -> list[LineOut] | None:
    """The names as the page writes them, the games as the card has them; None where the page shows no card."""
    card = card_of(details.line.fixture.result.submission) if details.card else None
    if card is None:
        return None
    return [_card_line(line, scores) for line, scores in zip(details.card, card.lines, strict=False)]


def _card_line(line: CardLine, scores: LineScore) -> LineOut:
    return LineOut(
        title=line.title,
        home=[_named(each) for each in line.home],
        away=[_named(each) for each in line.away],
        games=[_game(each) for each in scores.games],
    )


def _named(line: PublicName) -> PlayerRef:
    return PlayerRef(name=line.name, slug=line.slug)


def _game(game: GameScore) -> GameOut:
    return GameOut(
        winner=game.winner.value if game.winner else None,
        home_pegs=game.home_pegs,
        away_pegs=game.away_pegs,
        hands=game.hands,
        how=game.how.value,
    )


def serialize_cards(fixture: Fixture, user: User, at: datetime) -> list[CardOut]:
    """Every card of a match that this captain may see, the first first."""
    facts = match_facts(fixture)
    visible = [each for each in facts.facts.submissions if may_see_card(user, each, sealed=facts.sealed)]
    slugs = _slugs(card for each in visible if (card := card_of(each)))
    return [serialize_card(each, facts, slugs, at) for each in visible]


def _slugs(cards: Iterable[Card]) -> dict[str, str]:
    """The addresses of the players on these cards, by key: one query."""
    keys = {int(named.id) for card in cards for line in card.lines for named in (*line.home, *line.away) if named.id}
    return {str(key): slug for key, slug in Player.objects.filter(pk__in=keys).values_list("pk", "slug")}


def card_form(fixture: Fixture, user: User) -> CardFormOut:
    """What somebody who acts for a side fills a card in from: the lines, and both squads by name in full."""
    rules = rules_for(fixture)
    match = match_for(fixture, rules=rules)
    keys = [int(player.id) for squad in (match.home, match.away) for player in squad.players]
    slugs = {str(key): slug for key, slug in Player.objects.filter(pk__in=keys).values_list("pk", "slug")}
    return CardFormOut(
        acts_for=sides_of(user, fixture)[0],
        version=fixture.version,
        lines=[
            FormLine(
                label=each.label, title=line_title(each), players=each.players, games=each.games, target=each.target
            )
            for each in rules.format.lines
        ],
        home=serialize_squad(match.home, slugs),
        away=serialize_squad(match.away, slugs),
        quick=rules.quick_allowed,
        signing=rules.registration.on_the_night,
    )
