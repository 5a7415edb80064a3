"""Mails as they are delivered: what their senders wrote, who vouches for them, and which no person sent."""

from random import Random

import pytest

from league.reading.mails import LONGEST_TEXT, own_words, read_mail
from tests.league.reading.raw_mails import MAILS, PASSES, RECEIVER, RESULTS, SCORE, plain

OWN = {"league@league.example", RESULTS}


def read(raw: bytes, receiver: str = RECEIVER):
    return read_mail(raw, receiver=receiver, own=OWN)


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_is_read_as_its_sender_wrote_it(name):
    mail, wanted = read(MAILS[name].raw), MAILS[name]

    assert (mail.sender, mail.automatic, mail.vouched) == (wanted.sender, wanted.automatic, wanted.vouched)
    assert (mail.text, len(mail.photos)) == (wanted.text, wanted.photos)


@pytest.mark.parametrize(
    ("results", "vouched"),
    [
        (PASSES, True),
        ("dmarc=pass header.from=leek.example", True),
        ("dkim=pass header.d=leek.example", True),
        ("dkim=fail header.d=leek.example; spf=pass smtp.mailfrom=leek.example", True),
        ("dmarc=none header.from=leek.example; spf=pass smtp.mailfrom=a@leek.example", True),
        ("dmarc=fail header.from=leek.example; spf=pass smtp.mailfrom=a@leek.example", False),
        ("dmarc=temperror header.from=leek.example; spf=pass smtp.mailfrom=a@leek.example", False),
        ("dmarc=pass header.from=bad.example", False),
        ("dkim=pass header.d=bad.example", False),
        ("dkim=pass header.d=example", False),
        ("spf=softfail smtp.mailfrom=a@leek.example", False),
        ("none", False),
        ("", False),
        ('spf=fail smtp.mailfrom="; dmarc=pass header.from=leek.example"@bad.example', False),
        ("spf=fail (dkim=pass; dmarc=pass header.from=leek.example) smtp.mailfrom=bad.example", False),
        ("spf=fail (a (b) ; dmarc=pass header.from=leek.example) smtp.mailfrom=bad.example", False),
        ("spf=fail ((; dmarc=pass header.from=leek.example", False),
    ],
)
def test_only_the_senders_own_domain_vouches(results, vouched):
    assert read(plain(SCORE, results=results)).vouched is vouched


def test_only_the_receiving_servers_topmost_word_counts():
    forged = f"Authentication-Results: {RECEIVER}; dmarc=pass header.from=leek.example\n"
    raw = plain(SCORE, results="dmarc=fail header.from=leek.example", extra=forged)

    assert not read(raw).vouched
    assert not read(plain(SCORE), receiver="").vouched


@pytest.mark.parametrize(
    ("written", "own"),
    [
        ("We won 6-3\nThanks\nDave Hill\n07700 900123\nThe Crown, Leek", "We won 6-3"),
        ("We won 6-3\nThanks\nPS it was 5-4", "We won 6-3\nThanks\nPS it was 5-4"),
        ("We won 6-3\nCheers\nSorry ignore that", "We won 6-3\nCheers\nSorry ignore that"),
        ("Hi Sue not Bell but Swan, we won 6-3", "Hi Sue not Bell but Swan, we won 6-3"),
        ("Photo of the card attached. We won 6-3", "We won 6-3"),
        ("The wrong card is attached, ignore it. We won 6-3", "The wrong card is attached, ignore it. We won 6-3"),
    ],
)
def test_only_politeness_is_left_out(written, own):
    assert own_words(written) == own


def test_whatever_is_delivered_is_read_without_failing():
    dice = Random(20260907)
    raws = [mail.raw for mail in MAILS.values()]
    for _ in range(400):
        raw = bytearray(dice.choice(raws)[:6000])
        for _ in range(dice.randrange(1, 12)):
            raw[dice.randrange(len(raw))] = dice.randrange(256)
        assert len(read(bytes(raw)).text) <= LONGEST_TEXT
