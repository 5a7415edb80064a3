"""Who may what, with a token and without: every operation by everybody, in a public league and in a private one."""

import pytest
from django.core.cache import cache
from django.db import transaction
from django_scopes import scope, scopes_disabled

from league.exchange.choices import TokenScope
from league.exchange.views.api_about import description
from league.results.choices import SentFor
from league.teams.choices import RoleKind
from tests.factories import league_in_season, make_role, make_user
from tests.league.api.programs import Program, program_of, seen_by, written
from tests.league.cups.world import make_cups

# By operation: what is answered to whoever may; everybody may read what is not here.
SIDES = {"home", "away"}
WHO = {
    "get_card_form": (SIDES, 200),
    "list_cards": (SIDES, 200),
    "submit_card": (SIDES, 201),
    # The card was Crown A's.
    "confirm_card": ({"away"}, 201),
    "dispute_card": ({"away"}, 201),
    "get_availability": ({"home"}, 200),
    "get_money": ({"secretary", "treasurer"}, 200),
    "get_accounts": ({"secretary", "treasurer"}, 200),
    "get_team_money": ({"home", "secretary", "treasurer"}, 200),
}
PRINCIPALS = ("nobody", "stranger", "member", "home", "away", "reader", "secretary", "treasurer", "guest")
OF_LEAGUE = {"member", "home", "away", "reader", "secretary", "treasurer"}
OPERATIONS = {
    told["operationId"]: (method, path)
    for path, operations in description()["paths"].items()
    for method, told in operations.items()
}


@pytest.fixture
def programs(evening):
    """`member` is captain of a third team, `guest` of a team of another league; `reader` may read as Crown A's."""
    with scopes_disabled():
        other = league_in_season("dales")
        results = make_user("Rita Results")
        make_role(results, evening.small.league, RoleKind.RESULTS_OFFICER)
        treasurer = make_user("Tess Treasurer")
        make_role(treasurer, evening.small.league, RoleKind.TREASURER)
    people = {"home": evening.home, "away": evening.away, "member": evening.small.captains[2],
              "secretary": evening.secretary, "treasurer": treasurer,
              "guest": other.captains[0], "stranger": make_user("Sid")}  # fmt: skip
    made = {name: program_of(user) for name, user in people.items()}
    return made | {"nobody": Program(), "reader": program_of(evening.home, TokenScope.READ)}


def expected(operation: str, principal: str, *, public: bool) -> int:
    if operation not in WHO:
        return 200 if public or principal in OF_LEAGUE or operation == "list_leagues" else 404
    may, status = WHO[operation]
    if principal == "nobody":
        return 401
    writes = OPERATIONS[operation][0] == "post"
    if writes and principal == "reader":
        return 403
    if not public and principal not in OF_LEAGUE:
        return 404
    return status if principal in may or (principal == "reader" and "home" in may) else 403


@pytest.mark.parametrize("public", [True, False])
def test_everybody_gets_the_answer_that_is_written(evening, programs, public):
    league = evening.small.league
    with scope(league=league):
        names = make_cups(evening.small, "Cup")[0]
        receipt = evening.send(SentFor.HOME).receipt
        player = evening.small.entries[0].team.registrations.first().player.slug
    league.public, league.keeps_money = public, True
    league.save()
    named = {"league": league.slug, "season": "2026-27", "division": "division-one", "team": "crown-a",
             "venue": "bell-inn", "player": player, "code": evening.small.fixtures[0].code, "receipt": receipt,
             "cup": names["cup"]}  # fmt: skip
    seen = seen_by(programs["home"], evening)
    bodies = {"submit_card": written(evening), "dispute_card": {"reason": "S3 is wrong"}}
    given = {}
    for operation, (method, path) in OPERATIONS.items():
        address = path.removeprefix("/api/v1/").format(**named)
        for name, program in programs.items():
            cache.clear()
            with transaction.atomic():
                answer = program.get(address) if method == "get" else program.post(
                    address, bodies.get(operation), seen=seen
                )  # fmt: skip
                transaction.set_rollback(True)
            given[operation, name] = answer.status_code
    assert given == {
        (operation, name): expected(operation, name, public=public) for operation in OPERATIONS for name in PRINCIPALS
    }


def test_a_league_lists_itself_to_those_who_may_read_it(evening, programs):
    evening.small.league.public = False
    evening.small.league.save()
    told = {
        name: [each["slug"] for each in program.get("leagues").json()["items"]] for name, program in programs.items()
    }
    assert told == {name: ["dales", "leek"] if name in OF_LEAGUE else ["dales"] for name in PRINCIPALS}


def test_a_role_that_is_taken_away_counts_at_once(evening, programs):
    with scope(league=evening.small.league):
        path = f"leagues/leek/fixtures/{evening.small.fixtures[0].code}/card-form"
        assert programs["home"].get(path).status_code == 200
        evening.home.roles.update(ended_at=evening.home.roles.get().since)
    assert programs["home"].get(path).status_code == 403


def test_rows_of_another_league_do_not_exist_here(evening, programs):
    with scopes_disabled():
        theirs = league_in_season("moor")
        code, player = theirs.fixtures[0].code, theirs.entries[0].team.registrations.first().player.slug
    program = programs["home"]
    for path in (f"fixtures/{code}", f"fixtures/{code}/live", f"fixtures/{code}/card-form", f"players/{player}x"):
        assert program.get(f"leagues/leek/{path}").status_code == 404
    assert program.post(f"leagues/leek/fixtures/{code}/cards", written(evening), seen='"1-0"').status_code == 404
