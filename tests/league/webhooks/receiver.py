"""A real receiver of webhooks on this machine, over HTTPS: it checks signatures by its own reading of the
specification, keeps what it takes, and answers as its mood is.
"""

import base64
import hashlib
import hmac
import json
import ssl
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.league.notifications.push_sink import HOST, certificate_in, until_gone
from tests.waiting import HANG as LONG

TAKE, GONE, BROKEN, ELSEWHERE = 204, 410, 500, 302
HANG, DIE, TAKE_AND_DIE, DRIP = "hang", "die", "take and die", "drip"


@dataclass
class Receiver:
    """`mood()` is asked for each delivery; `taken` has (webhook-id, payload) of those that were kept."""

    mood: object = lambda: TAKE
    secrets: tuple[str, ...] = ()
    taken: list[tuple[str, dict]] = field(default_factory=list)
    attempts: list[dict] = field(default_factory=list)
    moods: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    url: str = ""

    def check(self, headers, body: bytes) -> None:
        """As a receiver is told to in docs/webhooks.md: one signature by a secret that it has is enough."""
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        given = [each.partition(",")[2] for each in headers["webhook-signature"].split() if each.startswith("v1,")]
        wanted = [
            base64.b64encode(
                hmac.digest(base64.b64decode(each.removeprefix("whsec_")), signed, hashlib.sha256)
            ).decode()
            for each in self.secrets
        ]
        if not set(wanted) & set(given):
            self.faults.append(f"{headers['webhook-id']} is not signed")


class _Handler(BaseHTTPRequestHandler):
    receiver: Receiver

    def do_POST(self):
        receiver, mood = self.receiver, self.receiver.mood()
        receiver.moods[mood] += 1
        body = self.rfile.read(int(self.headers["Content-Length"]))
        receiver.check(self.headers, body)
        receiver.attempts.append({name.lower(): value for name, value in self.headers.items()})
        if mood in (TAKE, TAKE_AND_DIE):
            receiver.taken.append((self.headers["webhook-id"], json.loads(body)))
        if mood == HANG:
            until_gone(self.connection)
        if mood == DRIP:
            self._drip()
        if mood in (HANG, DIE, TAKE_AND_DIE, DRIP):
            self.close_connection = True
            return
        self.send_response(mood)
        if mood == ELSEWHERE:
            self.send_header("Location", f"{receiver.url}elsewhere")
        words = b"" if mood == TAKE else b"x" * 100_000
        self.send_header("Content-Length", str(len(words)))
        self.end_headers()
        try:
            self.wfile.write(words)
        except OSError:
            return  # nobody reads all of it

    def _drip(self):
        """A byte of a header at a time, so that there is never silence, until whoever asked has hung up."""
        try:
            for _ in range(int(LONG / 0.1)):
                self.wfile.write(b"H")
                time.sleep(0.1)
        except OSError:
            return

    def log_message(self, *_args):
        return


def opened(receiver: Receiver, folder: Path) -> ThreadingHTTPServer:
    """The receiver on a port that is free; its certificate is push.pem in `folder`. Whoever opens it stops it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate_in(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"receiver": receiver}))
    server.daemon_threads = True
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver.url = f"https://{HOST}:{server.server_port}/hook"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
