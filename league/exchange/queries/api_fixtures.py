"""Matches as the interface tells them: lists, and a match with its result, its card, its history and its draw."""

from datetime import UTC, datetime

from django.db.models import Q, QuerySet
from django.http import Http404

from league.exchange.schemas import Ref
from league.exchange.schemas.fixtures import (
    DrawLineOut,
    DrawOut,
    EventOut,
    FixtureOut,
    FixturesAsked,
    GameOut,
    LineOut,
    MatchOut,
    ResultOut,
    ScoreOut,
    SealedOut,
    SideOut,
)
from league.exchange.schemas.people import PlayerRef
from league.matchnight.queries.lineups import draw_of, draw_page, public_names
from league.pages.queries.match import MatchPage, match_page
from league.pages.queries.match_lists import league_matches, match_line
from league.results.choices import ResultState
from league.results.values import card_of
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture
from league.schedule.queries.matches import sides_of_team, whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.models import League, Team


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
    fixture = rows.filter(league=league, code__iexact=code, away__isnull=False).first()
    if fixture is None:
        raise Http404("There is no match with this code.")
    return fixture


def serialize_fixture(fixture: Fixture, at: datetime) -> FixtureOut:
    start, result = starts_at(fixture), getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    return FixtureOut(
        code=fixture.code,
        season=fixture.division.competition.season.slug,
        competition=Ref.from_orm(fixture.division.competition),
        division=Ref.from_orm(fixture.division),
        occasion=fixture.occasion,
        week=fixture.week,
        date=fixture.date,
        first_date=fixture.first_date,
        start_time=f"{fixture.start_time:%H:%M}",
        starts_at=start.astimezone(UTC) if start else None,
        venue=Ref.from_orm(fixture.venue),
        home=_side(fixture.home),
        away=_side(fixture.away or fixture.home),
        state=FixtureState(fixture.state),
        status=fixture.status.value,
        result_state=None if state == ResultState.SEALED else state,  # of a sealed card nobody is told
        score=ScoreOut.of(match_line(fixture, at).score),
        version=fixture.version,
        page=fixture.get_absolute_url(),
    )


def _side(entry: Entry) -> SideOut:
    return SideOut(name=entry.name, team=None if entry.slug else entry.team.slug)


def serialize_match(fixture: Fixture, at: datetime) -> MatchOut:
    details = match_page(fixture, at)
    return MatchOut(
        **dict(serialize_fixture(fixture, at)),
        result=ResultOut.from_orm(details.tally) if details.tally else None,
        card=_match_card(details),
        remarked=details.allowed,
        history=[EventOut.from_orm(each) for each in details.history],
    )


def _match_card(details: MatchPage) -> list[LineOut] | None:
    """The names as the page writes them, the games as the card has them; None where the page shows no card."""
    card = card_of(details.line.fixture.result.submission) if details.card else None
    if card is None:
        return None
    return [
        LineOut(
            title=line.title,
            home=[PlayerRef.from_orm(each) for each in line.home],
            away=[PlayerRef.from_orm(each) for each in line.away],
            games=[GameOut.from_orm(each) for each in scores.games],
        )
        for line, scores in zip(details.card, card.lines, strict=False)
    ]


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
