"""The signature against the specification's own example, and which addresses a webhook may have."""

from base64 import b64encode
from datetime import UTC, datetime

import pytest

from league.notifications.actions.webhooks import check_url, secret_text, sign, signed_headers

# The example of the Standard Webhooks libraries' tests (github.com/standard-webhooks).
SECRET, MESSAGE, AT = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
BODY, SIGNED = b'{"test": 2432232314}', "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_message_is_signed_as_the_specification_says():
    assert sign(SECRET, MESSAGE, AT, BODY) == SIGNED


def test_both_secrets_sign_while_one_is_renewed():
    other = secret_text(bytes(32))
    headers = signed_headers((other, SECRET), MESSAGE, datetime.fromtimestamp(AT, UTC), BODY)
    assert headers["webhook-signature"] == f"{sign(other, MESSAGE, AT, BODY)} {SIGNED}"
    assert (headers["webhook-id"], headers["webhook-timestamp"]) == (MESSAGE, str(AT))


@pytest.mark.parametrize("size", [23, 65])
def test_a_secret_is_as_long_as_the_specification_asks(size):
    with pytest.raises(ValueError):
        secret_text(bytes(size))
    assert secret_text(bytes(24)) == "whsec_" + b64encode(bytes(24)).decode()


@pytest.mark.parametrize("secret", ["", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_#"])
def test_nothing_is_signed_by_what_is_no_secret(secret):
    with pytest.raises(ValueError):
        sign(secret, MESSAGE, AT, BODY)


@pytest.mark.parametrize(
    "url", ["https://example.org/hook", "https://example.org", "https://example.org:8443/a?b=c", "https://8.8.8.8/x"]
)
def test_addresses_of_the_public_internet_may_be_set(url):
    check_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "", "example.org", "http://example.org/x", "ftp://example.org/x", "//example.org/x", "https://", "https:///x",
        "https://localhost/x", "https://pub.localhost/x", "https://router/x", "https://nas.local/x",
        "https://a.internal/x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/x", "https://192.168.1.1/x",
        "https://172.16.0.1/x", "https://169.254.169.254/latest/meta-data/", "https://[fe80::1]/x", "https://0.0.0.0/x",
        "https://[::ffff:127.0.0.1]/x", "https://2130706433/x", "https://0x7f.1/x", "https://127.1/x",
        "https://name:word@example.org/x", "https://name@example.org/x", "https://example.org/x#y",
        "https://example.org/x y", "https://example.org/\r\nX: y", "https://example.org\\@10.0.0.1/x",
        "https://example.org:22/x", "https://example.org:99999/x", "https://exämple.org/x",
    ],
)  # fmt: skip
def test_no_other_address_may(url):
    with pytest.raises(ValueError, match=r"^(Enter|Use) "):
        check_url(url)
