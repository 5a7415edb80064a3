"""What the interface answers: the values of the pages about leagues, cups, teams, players and matches; long lists."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import TypeVar

from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from django.http import Http404
from ninja import Schema

from league.base.ui.converters import in_season
from league.cups.models import Cup
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_state import bracket_page, openday_page
from league.cups.queries.entries import distinct_names, entrants_in
from league.cups.values import has_stage
from league.exchange.schemas import Asked, Listed, Ref
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
from league.exchange.schemas.leagues import (
    AvailabilityOut,
    BracketOut,
    CupOut,
    NightOut,
    NoteOut,
    OutingOut,
    PlayerOut,
    PlayerRef,
    PlayerWordOut,
    RowOut,
    SquadMember,
    TableOut,
    TeamOut,
    TeamSeenOut,
)
from league.matchnight.queries.lineups import draw_of, draw_page, public_names
from league.matchnight.queries.nights import matches_of, picked_in, settings_of, squad_players, team_nights
from league.pages.queries.match import MatchPage, match_page
from league.pages.queries.match_lists import league_matches, match_line
from league.pages.queries.players import player_page
from league.pages.queries.team import team_page
from league.results.choices import ResultState
from league.results.queries.tables import divisions, table_shown
from league.results.values import card_of
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries.matches import current_season, sides_of_team, whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.models import League, Player, Team

CURRENT = "current"


def season_at(league: League, slug: str) -> Season:
    """The season of that address, or the one that the league is in; else Http404."""
    season = current_season(league) if slug == CURRENT else Season.objects.filter(league=league, slug=slug).first()
    if season is None:
        raise Http404("There is no such season.")
    return season


def serialize_table(league: League, season_slug: str, division_slug: str, at: datetime) -> TableOut:
    """A division's table at a moment, or as it was decided when its season was closed; else Http404."""
    tabs = divisions(None if season_slug == CURRENT else season_slug)
    division = next((each for each in tabs if each.slug == division_slug), None)
    if division is None:
        raise Http404("There is no such division in this season.")
    standings, final = table_shown(division, at)
    season = division.competition.season
    return TableOut(
        league=league.slug,
        season=season.slug,
        division=Ref.from_orm(division),
        rows=[RowOut.of(each) for each in standings.rows],
        notes=[NoteOut.from_orm(each) for each in standings.notes],
        rules=list(standings.rules),
        provisional=standings.provisional,
        disputed=standings.disputed,
        decided_at=final.at if final else None,
        corrected=[RowOut.of(each) for each in final.now.rows] if final and final.now else None,
        page=in_season(league.slug, "table", season=season.slug, division=division.slug),
    )


# --- cups -------------------------------------------------------------------------------------------------------------
def cups_in(season: Season) -> QuerySet[Cup]:
    return listed_cups().filter(division__competition__season=season)


def serialize_cup(cup: Cup) -> CupOut:
    return CupOut(
        slug=cup.competition.slug,
        name=cup.name,
        season=cup.season.slug,
        kind=cup.kind,
        state=cup.state,
        entrants=cup.entered,  # type: ignore[attr-defined]  # annotated by listed_cups
        page=cup.get_absolute_url(),
    )


def serialize_bracket(season: Season, slug: str, at: datetime) -> BracketOut:
    cup = cups_in(season).filter(division__competition__slug=slug).first()
    if cup is None:
        raise Http404("There is no such cup in this season.")
    board = bracket_page(cup, at)
    groups = openday_page(cup, at).groups if has_stage(cup) else ()
    entered = [] if board or groups else list(distinct_names(entrants_in(cup)).values())
    winner, plate_winner = (board.winner or None, board.plate_winner or None) if board else (None, None)
    return BracketOut.model_validate(
        dict(serialize_cup(cup))
        | {"entered": entered, "parts": board.pictures if board else (), "groups": groups}
        | {"winner": winner, "plate_winner": plate_winner}
    )


# --- teams and players ------------------------------------------------------------------------------------------------
def serialize_team(team: Team, at: datetime) -> TeamSeenOut:
    details = team_page(team, at)
    return TeamSeenOut.model_construct(
        **dict(TeamOut.from_orm(team)),
        division=Ref.from_orm(details.division) if details.division else None,
        place=details.standing.row.place if details.standing else None,
        squad=[SquadMember.from_orm(each) for each in details.squad],
        under_18=list(details.minors),
    )


def serialize_player(player: Player, on: date) -> PlayerOut:
    details = player_page(player, on)
    return PlayerOut.model_validate(
        {
            "slug": player.slug,
            "name": player.public_name,
            "team": details.team,
            "season": details.season,
            "record": details.record,
            "kinds": details.kinds,
            "form": details.form,
            "matches": [OutingOut.of(each) for each in details.matches],
            "career": details.career,
            "page": player.get_absolute_url(),
        }
    )


def serialize_availability(team: Team, today: date) -> AvailabilityOut:
    """Who can play in each match to come, for whoever leads the team: seven queries, one where it does not ask."""
    answer = AvailabilityOut(team=Ref.from_orm(team), items=[])
    if not settings_of(team).enabled:
        return answer
    matches, players = list(matches_of(team, today)), squad_players(team, today)
    words = team_nights(team, players, [each.date for each in matches if each.date])
    picked = picked_in(team, matches)
    for match in matches:
        if (day := match.date) is None:
            continue
        night = NightOut(fixture=match.code, date=day, page=match.get_absolute_url(), players=[])
        for player in players:
            word, is_picked = words.of(player, day), (match.pk, player.pk) in picked
            named = PlayerRef.of(player)
            night.players.append(PlayerWordOut(player=named, answer=word.answer, away=word.away, picked=is_picked))
        answer.items.append(night)
    return answer


# --- matches ----------------------------------------------------------------------------------------------------------
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
            title=line["title"],
            home=[PlayerRef.from_orm(each) for each in line["home"]],
            away=[PlayerRef.from_orm(each) for each in line["away"]],
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
    texts = {proof["seal"]: proof["text"] for proof in page.get("proofs", ())}
    return DrawOut(
        state="paper" if draw.paper else "done" if draw.done else "open",
        by_lot=page["by_lot"],
        put_in=[SealedOut(side=side, at=at, seal=seal, text=texts.get(seal)) for side, at, seal in page["put_in"]],
        lines=[DrawLineOut(line=each["label"], home=each["home"], away=each["away"]) for each in page.get("lines", ())],
        seed=page.get("seed", ""),
    )


# --- a long list part by part -----------------------------------------------------------------------------------------
# A cursor names the last row that was told by what the list is ordered by, so that nothing is left out or told twice
# while rows come in. It is signed, so that nobody makes one up.
Row = TypeVar("Row", bound=Model)
Out = TypeVar("Out", bound=Schema)


class CursorError(Exception):
    """A cursor that is not one of this list's."""

    def __init__(self) -> None:
        super().__init__("This is not a cursor of this list. Start again without one.")


def page_of(
    rows: QuerySet[Row], order: Sequence[str], query: Asked, name: str, out: type[Out], *,
    serialize: Callable[[Row], Out] | None = None,
) -> Listed[Out]:  # fmt: skip
    """The part of a list that was asked for. `order` are fields, unique together, "-" before one that falls.

    A cursor of a list of another `name` raises CursorError. Without `serialize` a row has the attributes of `out`.
    """
    signer = Signer(salt=f"api.cursor.{name}")
    fields = [field.removeprefix("-") for field in order]
    if query.cursor is not None:
        try:
            values = signer.unsign_object(query.cursor)
        except (BadSignature, ValueError):
            raise CursorError from None
        if not isinstance(values, list) or len(values) != len(fields):
            raise CursorError
        rows = rows.filter(_after(order, values))
    page = list(rows.order_by(*order)[: query.limit + 1])
    part, onward = page[: query.limit], None
    if len(page) > query.limit:
        onward = signer.sign_object([str(attrgetter(field.replace("__", "."))(part[-1])) for field in fields])
    items = [serialize(row) if serialize else out.from_orm(row) for row in part]
    return Listed[out].model_construct(items=items, next=onward)  # type: ignore[valid-type]


def _after(order: Sequence[str], values: Sequence[str]) -> Q:
    """What comes after the row with these values: the first field that differs decides."""
    after = Q(pk__in=())
    same = Q()
    for field, value in zip(order, values, strict=True):
        name = field.removeprefix("-")
        way = "lt" if field.startswith("-") else "gt"
        after |= same & Q(**{f"{name}__{way}": value})
        same &= Q(**{name: value})
    return after
