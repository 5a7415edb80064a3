"""Messages about an evening's matches: what is sure, what is asked, and that nothing is wrong."""

from datetime import date, time
from functools import reduce
from pathlib import Path

import pytest

from league.reading.messages.chats_and_mails import messages_in
from league.reading.messages.evenings import read_evening
from league.reading.messages.values import NightContext, NightMatch, Sender
from tests.league.reading.evenings import count, made_evening

NIGHT, WEEK_BEFORE = date(2026, 9, 7), date(2026, 8, 31)
LEAGUE = NightContext(
    (
        NightMatch(1, "Bull", "Crown", NIGHT, 9),
        NightMatch(2, "Bull’s Head", "Plough", NIGHT, 9),
        NightMatch(3, "Railway", "Bell Inn", NIGHT, 9),
        NightMatch(4, "Railway Club", "Phoenix Bar", NIGHT, 9),
        NightMatch(5, "Crown", "Railway", WEEK_BEFORE, 9),
        NightMatch(6, "Bell Inn", "Bull", WEEK_BEFORE, 9, open=False),
    ),
    (
        Sender("Dave Ellis", ("Bull",)),
        Sender("Pete Marsh", ("Crown",)),
        Sender("Sue Holt", ("Bull’s Head",)),
        Sender("Ian Ward", ("Railway",)),
        Sender("07700 900123", ("Bell Inn",)),
        Sender("Jo Reed", ("Railway Club",)),
    ),
    players=("Hugh Gale", "Steve Duffield"),
)
DAVE, PETE, SUE, IAN, JO, PHONE = "Dave Ellis", "Pete Marsh", "Sue Holt", "Ian Ward", "Jo Reed", "+44 7700 900123"
BULL = ("Bull", 6, 3)


def chat(*messages: str) -> str:
    """Messages of "name: text", a minute apart, as a phone saves them."""
    return "\n".join(f"07/09/2026, 22:{minute} - {message}" for minute, message in enumerate(messages, start=40))


def proposed(text: str) -> list[tuple[str, int, int]]:
    return [(each.match.home, each.home, each.away) for each in read_evening(text, LEAGUE).proposals]


def asked(text: str) -> list[str]:
    """The home teams of the matches that are asked about."""
    questions = read_evening(text, LEAGUE).questions
    return sorted({match.home for question in questions for match in question.matches})


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (chat(f"{PETE}: Crown 3, Bull 6. Good game"), [BULL]),
        (chat(f"{DAVE}: beat them 6-3"), [BULL]),
        (chat(f"{PETE}: 6/3 to the Bull"), [BULL]),
        (chat(f"{PETE}: Bull beat us 6 3"), [BULL]),
        (chat(f"{PETE}: we lost 6-3 at the Bull"), [BULL]),
        (chat(f"{DAVE}: Bull six Crown three"), [BULL]),
        (chat(f"{DAVE}: Bull 6\nCrown 3"), [BULL]),
        (chat("Landlord: BULL 6 CROWN 3"), [BULL]),
        (chat(f"{PHONE}: lost to Railway 5-4"), [("Railway", 5, 4)]),
        (chat(f"{IAN}: Railway 6 Bell 3"), [("Railway", 6, 3)]),
        (chat(f"{SUE}: We won 6-3"), [("Bull’s Head", 6, 3)]),
        (chat(f"{DAVE}: we won 6-3. singles 4-2 dubs 2-1"), [BULL]),
        (chat(f"{DAVE}: Bull 6 Crown 3. Bull won the trebles"), [BULL]),
        (chat(f"{DAVE}: Bull 6 Crown 3. Hugh won singles"), [BULL]),
        (chat("Landlord: Bull 6 Crown 3, Railway 5 Bell 4"), [BULL, ("Railway", 5, 4)]),
        ("08/09/2026, 08:12 - Dave Ellis: we won 6-3 last night", [BULL]),
        ("[22:41, 07/09/2026] Dave Ellis: Bull 6 Crown 3", [BULL]),
        ("Dave Ellis: Bull 6 Crown 3", [BULL]),
        (
            "Bull 6, Crown 3; Bulls Head 7 Plough 2; R/A\nRailway Nil Bell Inn 9.",
            [BULL, ("Bull’s Head", 7, 2), ("Railway", 0, 9)],
        ),
        ("Results - September 7 Division One - Bull 6, Crown 3;", [BULL]),
        (
            ("From: Dave Ellis <d@example.org>\nDate: Mon, 7 Sep 2026 22:41 +0100\nSubject: Re: Bull 5 Crown 4\n\n"
            "Bull 6 Crown 3\n\n> Bull 5 Crown 4\n"),
            [BULL],
        ),
        # What both say, and a score along the way.
        (chat(f"{DAVE}: we won 6-3", f"{PETE}: 6-3"), [BULL]),
        (chat(f"{DAVE}: Bull 3 Crown 2", f"{DAVE}: Bull 6 Crown 3"), [BULL]),
        # Corrections.
        (chat(f"{DAVE}: Bull 6 Crown 3", f"{DAVE}: sorry 5-4 not 6-3"), [("Bull", 5, 4)]),
        (chat(f"{PETE}: we won 5-4", f"{PETE}: meant 3-6 not 5-4"), [BULL]),
        (chat(f"{DAVE}: Bull 5 Crown 4", f"{DAVE}: correction Bull 6 Crown 3"), [BULL]),
    ],
)  # fmt: skip
def test_what_is_sure_is_proposed(text, results):
    assert proposed(text) == results


@pytest.mark.parametrize(
    "text",
    [
        chat(f"{DAVE}: 5/4"),
        chat(f"{DAVE}: we were 6-3 up and lost"),
        chat(f"{DAVE}: reckon 6-3"),
        chat(f"{DAVE}: we won 3-6"),
        chat(f"{DAVE}: we won 7-3"),
        chat(f"{DAVE}: Bull 6 Crown 3?"),
        chat(f"{DAVE}: Bull 6 Crown 3 😉"),
        chat(f"{DAVE}: Bull 6 Crown 3 only joking"),
        chat(f"{DAVE}: Bull 6 Crown 3 was wrong"),
        chat(f"{DAVE}: Bull A 6 Crown 3"),
        chat(f"{DAVE}: Bull 6 Crown 3 at half time"),
        chat(f"{DAVE}: Bull 5(3) Crown 4(2)"),
        chat(f"{DAVE}: we won at the Crown 6-3"),
        chat(f"{DAVE}: we won 6-3. singles 5-1 dubs 2-1"),
        chat(f"{DAVE}: they won 6-3"),
        chat(f"{DAVE}: not 6-3"),
        chat(f"{DAVE}: Hugh won 6-3"),
        chat(f"{DAVE}: we won 6-3 yeah right"),
        chat(f"{DAVE}: we won 6-3. Not"),
        chat(f"{DAVE}: we won 6-3 and I am the pope"),
        chat(f"{DAVE}: “Bull 6 Crown 3”"),
        chat(f"{IAN}: Railway Arms 6 Bell 3"),
        chat(f"{IAN}: Railway 6 Blue Bell 3"),
        "12/09/2026, 22:40 - Dave Ellis: we won 6-3",
        chat(f"{DAVE}: Bull v Crown called off, 9-0 to us"),
        chat(f"{PETE}: Crown & Anchor 6 Bull 3"),
        chat(f"{DAVE}: Bull 6 Crown 3", f"{PETE}: we won 5-4"),
        chat(f"{DAVE}: Bull 6 Crown 3", f"{DAVE}: Bull 5 Crown 4"),
        chat(f"{DAVE}: Bull 6 Crown 3", f"{PETE}: haha no way"),
        chat(f"{DAVE}: we won 6-3", f"{DAVE}: sorry 5-4 not 7-2"),
        chat(f"{SUE}: Bull 6 Plough 3"),
        chat(f"{SUE}: Bull 6 Crown 3"),
        chat(f"{JO}: Railway 6 Phoenix 3"),
        chat(f"{JO}: Railway 6 Bell 3"),
        chat("Stranger: we won 6-3"),
    ],
)  # fmt: skip
def test_what_is_in_doubt_is_asked(text):
    assert proposed(text) == []
    assert asked(text)


@pytest.mark.parametrize(
    "text",
    [
        chat(f"{DAVE}: Anyone seen my coat?"),
        chat(f"{DAVE}: Bull v Crown 7.30 tonight"),
        chat(f"{DAVE}: ring me on 07700 900123"),
        chat(f"{DAVE}: Darts: lost 5-2 to the Fox"),
        chat(f"{DAVE}: half time 3-2"),
        "07/09/2026, 17:05 - Dave Ellis: reckon 6-3",
        "07/09/2026, 17:05 - Dave Ellis: Bull 6 Crown 3",
        "01/09/2026, 07:05 - Dave Ellis: we beat Bell 6-3",
        "24/08/2026, 22:50 - Dave Ellis: we won 6-3",
    ],
)  # fmt: skip
def test_what_is_not_about_a_result_is_left_alone_and_listed(text):
    evening = read_evening(text, LEAGUE)

    assert (evening.proposals, evening.questions) == ((), ())
    assert len(evening.set_aside) == 1


def test_two_captains_who_differ_are_shown_together():
    (question,) = read_evening(chat(f"{DAVE}: Bull 6 Crown 3", f"{PETE}: we won 5-4"), LEAGUE).questions

    assert [(option.home, option.away) for option in question.options] == [(6, 3), (4, 5)]
    assert [each.message.sender for each in question.evidence] == [DAVE, PETE]


def test_the_words_that_a_score_rests_on_are_marked():
    (proposal,) = read_evening(chat(f"{DAVE}: Evening all. Bull 6 Crown 3. Good game"), LEAGUE).proposals
    (evidence,) = proposal.evidence

    assert [evidence.message.text[span.start : span.end] for span in evidence.spans] == ["Bull 6 Crown 3"]
    assert (evidence.message.day, evidence.message.hour) == (NIGHT, time(22, 40))


def test_texts_of_a_real_evening_are_read_and_nothing_of_them_is_wrong():
    text = (Path(__file__).parent / "samples" / "11-results-texts.txt").read_text()
    pairs = (("Crown A", "Bell"), ("Phoenix Bar", "Bar 180 A"), ("Plough", "Fleece"), ("Con Club", "Masons"))
    league = NightContext(tuple(NightMatch(key, home, away, NIGHT, None) for key, (home, away) in enumerate(pairs)))

    evening = read_evening(text, league)

    assert [(each.match.home, each.home, each.away) for each in evening.proposals] == [
        ("Crown A", 5, 4),
        ("Phoenix Bar", 5, 3),
    ]
    assert {question.matches[0].home for question in evening.questions} == {"Plough", "Con Club"}


def test_a_chat_has_its_messages_without_notices_and_pictures():
    text = (
        "07/09/2026, 22:00 - Messages and calls are end-to-end encrypted.\n"
        "07/09/2026, 22:41 - Dave: Bull 6\nCrown 3\n07/09/2026, 22:42 - Dave: <Media omitted>\n"
        "\u200e[07/09/2026, 22:43:10] Pete: ok <This message was edited>"
    )

    assert [(each.sender, each.text) for each in messages_in(text)] == [("Dave", "Bull 6\nCrown 3"), ("Pete", "ok")]


def test_of_a_hundred_evenings_nothing_is_wrong_or_lost_and_most_is_right():
    counts = [count(made, read_evening(made.text, made.league)) for made in map(made_evening, range(100))]
    total = reduce(lambda first, second: first + second, counts)

    assert (total.wrong, total.lost) == (0, 0)
    assert total.right_match == total.results > 400
    assert total.right / total.results > 0.75
