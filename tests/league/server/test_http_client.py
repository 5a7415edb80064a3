"""Which addresses the site may be made to ask, and that nobody keeps it waiting."""

import socket
import threading

import pytest

from league.base.server.http_client import NoResponseError, is_public, post_outside, public_addresses


@pytest.mark.parametrize(
    "address", ["142.250.187.202", "2a00:1450:4009:81f::200a", "17.188.143.34", "64:ff9b::8efa:bbca", "::ffff:8.8.8.8"]
)
def test_public_addresses_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.9.1", "::1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "fe80::1%eth0",
        "fc00::1", "100.64.0.1", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "240.0.0.1", "255.255.255.255",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "192.0.2.1", "64:ff9b:1::1", "64:ff9b::7f00:1",
        "fec0::1", "::127.0.0.1", "::8.8.8.8", "5f00::1", "3fff::1", "2001:db8::1", "2001::1", "100::1", "4000::1",
    ],
)  # fmt: skip
def test_addresses_within_a_network_are_not(address):
    assert not is_public(address)


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", "2130706433"])
def test_nobody_inside_is_asked(name):
    with pytest.raises(NoResponseError, match="not on the public internet") as refused:
        post_outside(f"https://{name}/x", b"", {}, timeout=5)
    assert refused.value.doubtful is False


def test_a_name_that_nobody_answers_for_is_given_up(monkeypatch, settings):
    silent = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: silent.wait())
    settings.LOOKUP_PATIENCE = 0.01
    with pytest.raises(TimeoutError):
        public_addresses("silent.example", 443)
    silent.set()
