"""Match cards in a text: a result each, by the games and the total, which must say the same."""

from league.reading.layouts import match_cards
from league.reading.recognise import readings
from tests.league.reading.variants import CONTEXT, typed

CARD = """MATCH CARD  Division One
Date: Tuesday 22 September 2026
Home: Railway   Away: Railway Club
1. John Smith 1 - 0 K O'Brien
2. Mary Dale 0 - 1 Mrs P Nairn
3. Ann Raine 1 - 0 Tom Hill
Result: Railway {} Railway Club {}

"""
OTHER = """Bell v 5 Bells  29/9/2026
1 J Moran 0-1 D Hartley
2 S Kirkby 1-0 K Nairn
3 B Hobbs 0-1 R Vicar
4 B Airey ½-½ R Dale
"""


def test_a_card_is_a_result_and_its_games_are_none():
    sheet = typed(CARD.format(2, 1) + OTHER)
    (reading,) = match_cards.read(sheet, CONTEXT)
    assert [dict(row.values) for row in reading.rows] == [
        {"home": "Railway", "away": "Railway Club", "division": "Division One", "date": "2026-09-22",
         "home_score": "2", "away_score": "1"},
        {"home": "Bell", "away": "5 Bells", "date": "2026-09-29", "home_score": "1.5", "away_score": "2.5"},
    ]  # fmt: skip
    assert len(reading.left_out) == 7
    assert readings(sheet, CONTEXT)[0] == reading


def test_a_total_that_the_games_do_not_come_to_is_left_out_and_so_is_a_match_without_games():
    (reading,) = match_cards.read(typed(CARD.format(3, 1) + "Plough v Fleece\n" + OTHER), CONTEXT)
    assert [row.values["home"] for row in reading.rows] == ["Bell"]
    said = {piece.original: piece.why for piece in reading.left_out}
    assert (
        said["Railway v Railway Club"]
        == "“Result: Railway 3 Railway Club 1” is not what the games of the card come to."
    )
    assert said["Plough v Fleece"] == "No games stand below it."
