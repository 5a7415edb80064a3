"""Messages about an evening's matches: what is sure, what is asked, and that nothing is wrong."""

from datetime import date, time
from functools import reduce
from pathlib import Path

from league.reading.messages.chats_and_mails import messages_in
from league.reading.messages.evenings import read_evening
from league.reading.messages.values import NightContext, NightMatch
from tests.league.reading.evenings import count, made_evening
from tests.league.reading.test_messages_by_hand import CONTEXTS, NIGHT

LEAGUE = CONTEXTS["bull"]
DAVE, PETE = "Dave Ellis", "Pete Marsh"


def chat(*messages: str) -> str:
    """Messages of "name: text", a minute apart, as a phone saves them."""
    return "\n".join(f"{NIGHT:%d/%m/%Y}, 22:{minute} - {message}" for minute, message in enumerate(messages, start=40))


def test_what_is_not_about_a_result_is_listed_with_its_reason():
    evening = read_evening(chat(f"{DAVE}: Anyone seen my coat?"), LEAGUE)

    assert [each.why for each in evening.set_aside] == ["It is not about a result."]


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
    matches = (NightMatch(key, *pair, date(2026, 9, 7), None) for key, pair in enumerate(pairs))
    league = NightContext(tuple(matches))

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
