"""The number of a request: on its answer, in its log lines, on a page of error; and never a visitor's own."""

import logging
import re

from django.test import RequestFactory

from league.base.middleware import HEADER, RequestIdMiddleware
from league.base.server.headers import RequestIdFilter, request_id
from league.pages.views.site import server_error


def test_each_request_has_a_number_of_its_own_which_its_log_lines_and_its_page_of_error_name():
    records = []

    def answer(request):
        record = logging.makeLogRecord({})
        assert RequestIdFilter().filter(record)
        records.append(record.request_id)
        return server_error(request)

    asked = RequestFactory().get("/", headers={HEADER: "made-up"})
    first, second = (RequestIdMiddleware(answer)(asked) for _ in range(2))
    assert [first[HEADER], second[HEADER]] == records
    assert first[HEADER] != second[HEADER]
    assert re.fullmatch("[0-9a-f]{12}", first[HEADER])
    assert first[HEADER] in first.content.decode()
    assert request_id() == "-"
