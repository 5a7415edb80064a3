"""Messages to browsers against the standards' own example, and which addresses our server may be made to ask."""

import pytest
from django.core.management import call_command

from league.base.server.http_client import NoResponseError
from league.notifications.webpush import (
    as_text,
    check_endpoint,
    check_keys,
    encrypt,
    from_text,
    post,
    private_key,
    public_text,
)

# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
SERVICES = ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"]


def test_the_example_of_the_standard_is_sealed_byte_for_byte():
    keys = {"public": from_text(PUBLIC), "auth": from_text(AUTH), "key": private_key(SENDER), "salt": from_text(SALT)}
    assert as_text(encrypt(PLAIN, **keys)) == SEALED


@pytest.mark.parametrize(
    ("public", "auth"),
    [
        (PUBLIC[:-4], AUTH), (PUBLIC, AUTH[:-4]), ("", ""), (PUBLIC[:-3] + "AAA", AUTH), (PUBLIC, "é" * 22),
        (as_text(b"\x04" + bytes(64)), AUTH), (as_text(b"\x02" + bytes(64)), AUTH),
    ],
)  # fmt: skip
def test_what_is_no_key_of_a_browser_is_not_taken_for_one(public, auth):
    check_keys(PUBLIC, AUTH)
    with pytest.raises(ValueError):
        check_keys(public, auth)


def test_the_command_makes_a_key_that_the_settings_take(capsys):
    call_command("make_push_key")
    name, _, text = capsys.readouterr().out.strip().partition("=")
    assert (name, len(text), len(from_text(public_text(private_key(text))))) == ("PUSH_KEY", 43, 65)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc", "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc", "https://wns2-ln2p.notify.windows.com/w/?token=abc",
        "https://fcm.googleapis.com:443/x",
    ],
)  # fmt: skip
def test_the_push_services_of_browsers_may_be_asked(endpoint, settings):
    settings.PUSH_SERVICES = SERVICES
    check_endpoint(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x", "https://example.org/x", "https://127.0.0.1/x", "https://[::1]/x",
        "https://localhost/x", "https://10.0.0.1/x", "https://169.254.169.254/latest/meta-data/", "file:///etc/passwd",
        "gopher://fcm.googleapis.com/x", "https://evilfcm.googleapis.com.example.org/x",
        "https://xfcm.googleapis.com/x", "https://fcm.googleapis.com@example.org/x",
        "https://name:word@fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:99999/x", "https://fcm.googleapis.com/x y", "https://fcm.googleapis.com/\r\nX: y",
        "https://fcm.googleapis.com/x#y", "https://fcm.googleapis.com\\@example.org/x", "https://2130706433/x",
        "https://0x7f.1/x", "//fcm.googleapis.com/x", "fcm.googleapis.com", "", "https://fcm.googleapis.com。/x",
    ],
)  # fmt: skip
def test_no_other_address_may_be_asked(endpoint, settings):
    settings.PUSH_SERVICES = SERVICES
    with pytest.raises(ValueError):
        check_endpoint(endpoint)
    with pytest.raises(ValueError):
        post(endpoint, b"", {})


def test_a_name_that_leads_to_this_machine_is_not_asked(settings):
    settings.PUSH_SERVICES, settings.PUSH_INSIDE = ["localhost"], False
    with pytest.raises(NoResponseError, match="not on the public internet"):
        post("https://localhost/x", b"", {})
