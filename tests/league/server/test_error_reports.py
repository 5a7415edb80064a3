"""What a server of Sentry's kind is told of an error, and what not; and logs as JSON with the number of the request."""

import gzip
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module

import pytest

from tests.league.operations.conftest import ROOT, OwnSite

UNPACK = {"gzip": gzip.decompress, "br": import_module("brotli").decompress}  # which comes with whitenoise[brotli]
FAILING = """
import django; django.setup()
import sys
from django.test import Client
from django.urls import path
from league.site import urls
from league.base.middleware import RequestIdMiddleware
from django.contrib.auth.decorators import login_not_required

@login_not_required
def fail(request, token):
    email = "janet@example.org"
    raise ValueError(email)

urls.urlpatterns.insert(0, path("help/own/<str:token>/", fail))
client = Client(raise_request_exception=False, HTTP_HOST="127.0.0.1")
client.cookies["theme"] = "a-cookie"
print(client.get("/help/own/janet-secret/?q=janet")["X-Request-ID"])
if "sentry_sdk" in sys.modules:
    sys.modules["sentry_sdk"].flush()
"""


@pytest.fixture
def collector():
    """A server that takes whatever is sent to it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append(UNPACK[self.headers["Content-Encoding"]](body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    taken = []
    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port, taken
    server.shutdown()
    thread.join()
    server.server_close()


def fail(folder, **environment):
    return subprocess.run(
        [sys.executable, "-c", FAILING], cwd=ROOT, env=OwnSite(folder).environment | environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_an_error_is_told_with_its_lines_and_number_and_nothing_of_people(collector, tmp_path):
    port, taken = collector
    done = fail(tmp_path, SENTRY_DSN=f"http://key@127.0.0.1:{port}/1", LOG_FORMAT="json")
    number = done.stdout.strip()
    [envelope] = [each for each in taken if b'"exception"' in each]
    event = json.loads(envelope.splitlines()[2])
    assert event["tags"] == {"request_id": number}
    assert event["transaction"] == "/help/own/{token}/"
    assert [each["type"] for each in event["exception"]["values"]] == ["ValueError"]
    assert event["exception"]["values"][0]["stacktrace"]["frames"][-1]["function"] == "fail"
    told = json.dumps(event)
    assert [word for word in ("janet", "secret", "a-cookie", "127.0.0.1", "vars") if word in told] == []

    lines = [json.loads(each) for each in done.stderr.splitlines() if each.startswith("{")]
    [line] = [each for each in lines if each["name"] != "league.base.ui.static_files"]  # no file was gathered
    assert (line["request_id"], line["level"], line["name"]) == (number, "ERROR", "django.request")
    assert "ValueError" in line["traceback"]


@pytest.mark.parametrize(
    ("setting", "words"),
    [({"SENTRY_DSN": "errors"}, "SENTRY_DSN must be like"), ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is plain, or json")],
)
def test_a_setting_that_cannot_be_is_said_at_the_start(setting, words, tmp_path):
    assert words in fail(tmp_path, **setting).stderr


def test_nothing_of_it_is_loaded_without_a_dsn(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "import django; django.setup(); import sys; print('sentry_sdk' in sys.modules)"],
        cwd=ROOT, env=OwnSite(tmp_path).environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "False\n"
