"""A real push service for tests, and a browser that subscribes to it.

The service speaks HTTPS on this machine, checks the pass of the site as RFC 8292 asks, keeps what it takes, and answers
as its mood is. The browser opens what was sealed for it, by its own reading of RFC 8291 and with its private key.
"""

import json
import ssl
import threading
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from league.notifications.webpush import as_text, from_text
from tests import waiting

TAKE, GONE, UNKNOWN, BUSY, BROKEN, REFUSE, ELSEWHERE = 201, 410, 404, 429, 503, 400, 307
HANG, DIE, TAKE_AND_DIE = "hang", "die", "take and die"
HOST = "localhost"


class Browser:
    """One that has asked a push service for an address."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.key, self.auth = endpoint, ec.generate_private_key(ec.SECP256R1()), bytes(range(16))

    @property
    def point(self) -> bytes:
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return self.key.public_key().public_bytes(*form)

    @property
    def told(self) -> dict[str, str]:
        """What the page's script sends to the site."""
        return {"endpoint": self.endpoint, "public": as_text(self.point), "auth": as_text(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        """What is in a message; an exception where it is sealed for another, or not as the standard has it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size <= 4096
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        first = digest(self.auth, self.key.exchange(ec.ECDH(), sender), "sha256")
        secret = digest(first, b"WebPush: info\0" + self.point + theirs + b"\x01", "sha256")
        second = digest(salt, secret, "sha256")
        key = digest(second, b"Content-Encoding: aes128gcm\0\x01", "sha256")[:16]
        nonce = digest(second, b"Content-Encoding: nonce\0\x01", "sha256")[:12]
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain.endswith(b"\x02")
        assert len(plain) < 3000
        return json.loads(plain[:-1])


@dataclass
class Service:
    """`mood()` is asked for each message; `taken` has (path, headers, body) of those that were kept."""

    now: datetime
    mood: object = lambda: TAKE
    taken: list = field(default_factory=list)
    moods: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)
    origin: str = ""
    key: str = ""

    def browser(self, name: str) -> Browser:
        return Browser(f"{self.origin}/send/{name}")

    def check(self, headers) -> None:
        """What is wrong with a request, for the test to look at in `faults`."""
        scheme, _, rest = headers["Authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signed = parts["t"].split(".")
        said, raw = json.loads(from_text(claims)), from_text(signed)
        numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        site = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(parts["k"]))
        site.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        assert (scheme, json.loads(from_text(head))["alg"], parts["k"]) == ("vapid", "ES256", self.key)
        assert said["aud"] == self.origin
        assert self.now < datetime.fromtimestamp(said["exp"], UTC) < self.now + timedelta(hours=24)
        assert said["sub"].startswith("mailto:")
        assert headers["Content-Encoding"] == "aes128gcm"
        assert 0 <= int(headers["TTL"]) <= 24 * 60 * 60
        assert headers["Urgency"] in {"normal", "high"}
        assert len(headers["Topic"]) == 32


class _Handler(BaseHTTPRequestHandler):
    service: Service

    def do_POST(self):
        service, mood = self.service, self.service.mood()
        service.moods[mood] += 1
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            service.check(self.headers)
        except Exception as fault:  # noqa: BLE001 (whatever it is, the test shows it)
            service.faults.append(repr(fault))
        if mood == HANG:
            until_gone(self.connection)
        if mood in (TAKE, TAKE_AND_DIE):
            service.taken.append((self.path, dict(self.headers), body))
        if mood in (HANG, DIE, TAKE_AND_DIE):
            self.close_connection = True
            return
        self.send_response(mood)
        if mood == ELSEWHERE:
            self.send_header("Location", f"{service.origin}/send/elsewhere")
        words = b"as the mood is\r\nand another line"
        self.send_header("Content-Length", str(len(words)))
        self.end_headers()
        self.wfile.write(words)

    def log_message(self, *_args):
        return


def until_gone(line: ssl.SSLSocket) -> None:
    """Say nothing until whoever asked has hung up."""
    line.settimeout(waiting.HANG)
    try:
        line.recv(1)
    except OSError:
        return


def opened(service: Service, folder: Path) -> ThreadingHTTPServer:
    """The service on a port that is free, under a certificate that it leaves in `folder`; whoever opens it stops it."""
    certificate = certificate_in(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"service": service}))
    server.daemon_threads = True
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service.origin = f"https://{HOST}:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def certificate_in(folder: Path, host: str = HOST) -> Path:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    made = x509.CertificateBuilder(
        name, name, key.public_key(), x509.random_serial_number(), now - timedelta(days=400), now + timedelta(days=400)
    )
    signed = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False).sign(
        key, hashes.SHA256()
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "push.pem"
    path.write_bytes(secret + signed.public_bytes(serialization.Encoding.PEM))
    return path


def name_of(key: str) -> str:
    """What a message with this key is called on a phone."""
    return sha256(key.encode()).hexdigest()[:32]
