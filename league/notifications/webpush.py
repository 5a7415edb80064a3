"""A message to a browser as the standards have it: sealed so that only that browser can read it (RFC 8291, in the form
of RFC 8188), with a pass that says which site it comes from (VAPID, RFC 8292), and the one request that hands it over.

Salt, key and moment are arguments. An endpoint is an address that a user gives us and that our server then asks: only
if it is one of the services in `PUSH_SERVICES`, and as `league.base.server.http_client` asks anybody.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from league.base.server.http_client import OutgoingResponse, post_outside

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes: more than a message ever has, so that it is one record
LAST = b"\x02"  # behind the words of the last record
TOKEN_LIFETIME = timedelta(hours=12)  # a push service takes none that lasts longer than a day


def as_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """ValueError for what is not base64url."""
    if not text.isascii():
        raise ValueError("Not base64url")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(CURVE)


def key_text(key: ec.EllipticCurvePrivateKey) -> str:
    """43 letters."""
    return as_text(key.private_numbers().private_value.to_bytes(32, "big"))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """ValueError."""
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    return as_text(_point(key.public_key()))


@cache
def public_key(text: str) -> str:
    """What goes with the private key that is written so; "" for none."""
    return public_text(private_key(text)) if text else ""


def site_key() -> str:
    """The public key of the site; "" where it sends nothing to phones."""
    return public_key(settings.PUSH_KEY)


def check_keys(public: str, auth: str) -> None:
    """ValueError unless they are a point of the curve and 16 bytes."""
    if len(from_text(public)) != 65 or len(from_text(auth)) != 16:
        raise ValueError("Too long or too short")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(public))


def encrypt(plain: bytes, *, public: bytes, auth: bytes, key: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """`key` and `salt` (16 bytes) are for one message. ValueError if `public` is no point of the curve."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
    ours = _point(key.public_key())
    shared = _hkdf(key.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + public + ours, 32)
    cipher = AESGCM(_hkdf(shared, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _hkdf(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + len(ours).to_bytes(1, "big") + ours
    return head + cipher.encrypt(nonce, plain + LAST, None)


def vapid_header(endpoint: str, *, key: ec.EllipticCurvePrivateKey, contact: str, at: datetime) -> str:
    """RFC 8292; `contact` is "mailto:…"."""
    url_parts = urlsplit(endpoint)
    until = int((at + TOKEN_LIFETIME).timestamp())
    claims = {"aud": f"{url_parts.scheme}://{url_parts.netloc}", "exp": until, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    text = ".".join(as_text(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signed = as_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={text}.{signed}, k={public_text(key)}"


def _hkdf(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# --- the request to a push service ------------------------------------------------------------------------------------
NOT_PUBLIC = "This is no address of a push service"


def check_endpoint(endpoint: str) -> None:
    """ValueError with words; nothing is looked up."""
    url_parts = urlsplit(endpoint)
    name, port = (url_parts.hostname or "").lower(), url_parts.port  # ValueError for a port that is none
    push_service = any(name == each or name.endswith(f".{each}") for each in settings.PUSH_SERVICES)
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    private = url_parts.username is not None or url_parts.password is not None or url_parts.fragment
    other_port = port not in {None, 443} and not settings.PUSH_INSIDE
    if url_parts.scheme != "https" or not push_service or not plain or private or other_port:
        raise ValueError(NOT_PUBLIC)


def post(endpoint: str, body: bytes, headers: dict[str, str]) -> OutgoingResponse:
    """ValueError for an endpoint that may not be asked; NoResponseError."""
    check_endpoint(endpoint)
    return post_outside(endpoint, body, headers, timeout=settings.PUSH_TIMEOUT, inside=settings.PUSH_INSIDE)
