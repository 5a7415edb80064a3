"""What the interface says of itself, held against what it does."""

import os
import re
from copy import deepcopy

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from django_scopes import scope
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import checks
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks as openapi

from league.exchange.views.api_about import description
from league.exchange.views.api_endpoint import ProblemKind
from league.results.choices import SentFor
from tests.league.api.programs import program_of, seen_by, written
from tests.league.cups.world import make_cups

CASES = int(os.environ.get("API_CASES", "100"))
CHECKS = [
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
    openapi.missing_required_header,
]
SCHEMA = schemathesis.openapi.from_dict(deepcopy(description()))
SCHEMA.app = WSGIHandler()
OFFERED = [each.ok() for each in SCHEMA.get_all_operations()]
OPERATIONS = [(method, path, told) for path, each in description()["paths"].items() for method, told in each.items()]


@pytest.fixture
def there(evening, settings):
    """The names of rows for every part of an address, a token that may write, and the match's ETag."""
    settings.API_REQUESTS_A_MINUTE = 10**9
    league = evening.small.league
    with scope(league=league):
        names = make_cups(evening.small, "Cup")[0]
        receipt = evening.send(SentFor.AWAY).receipt
        player = evening.small.entries[0].team.registrations.order_by("pk").first().player.slug
    program = program_of(evening.home)
    parts = {"league": league.slug, "season": "2026-27", "division": "division-one", "team": "crown-a",
             "venue": "bell-inn", "player": player, "code": evening.small.fixtures[0].code, "receipt": receipt,
             "cup": names["cup"]}  # fmt: skip
    given = (parts, program, seen_by(program, evening), written(evening))
    # Between requests the connection stays: the test's own transaction is on it.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield given
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.proof
@settings(max_examples=CASES, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_nothing_that_is_sent_finds_a_fault(there, data):
    """Requests that are right and wrong by the description; each is taken back, so that all find the same league."""
    parts, program, seen, card = there
    operation = data.draw(st.sampled_from(OFFERED))
    mode = data.draw(st.sampled_from(GenerationMode))
    case = data.draw(operation.as_strategy(mode))
    wrong = mode is GenerationMode.NEGATIVE
    if not wrong and data.draw(st.booleans()):
        case.path_parameters = {name: parts[name] for name in case.path_parameters or {}}
        if case.method == "POST":
            case.headers["If-Match"] = seen
        if operation.label.endswith("/cards") and case.method == "POST" and data.draw(st.booleans()):
            case.body = card
    with transaction.atomic():
        answer = case.call(headers=program.headers | {"Accept-Encoding": "identity"})
        transaction.set_rollback(True)
    case.validate_response(answer, checks=CHECKS)


def test_every_operation_tells_every_problem_in_one_form():
    for method, path, told in OPERATIONS:
        refusals = {status: each for status, each in told["responses"].items() if int(status) >= 400}
        assert {*refusals} >= {"401", "404", "422", "429"}, (method, path)
        for each in refusals.values():
            assert each["content"].keys() == {"application/problem+json"}
        assert told["description"]
        assert told["tags"]


def test_description_is_served_and_the_page_tells_every_operation_and_problem(db):
    client = Client()
    served = client.get("/api/v1/openapi.json").json()
    assert served["paths"].keys() == description()["paths"].keys()
    assert served["openapi"].startswith("3.1")
    page = client.get("/api/v1/").content.decode()
    for method, path, told in OPERATIONS:
        assert f'id="{told["operationId"]}"' in page
        assert f"{method.upper()} {path}" in page
    assert set(re.findall(r'<div id="([\w-]+)">', page)) == {kind.code for kind in ProblemKind}
