"""Counts, places and lists as the site writes them."""

from scoring.words import join_list, ordinal, several, spell_out


def test_a_count_has_its_noun_in_digits_or_in_words():
    assert [several(count, "match") for count in (0, 1, 2)] == ["0 matches", "1 match", "2 matches"]
    assert [spell_out(count, "board") for count in (0, 1, 10, 11)] == [
        "no boards",
        "one board",
        "ten boards",
        "11 boards",
    ]
    assert spell_out(2, "match is", "matches are") == "two matches are"


def test_places_are_said_as_people_say_them():
    assert [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 22, 102, 113)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "102nd", "113th")
    ]


def test_a_list_has_commas_and_one_word_before_the_last():
    names = ["Bell", "Crown", "Plough"]
    assert [join_list(names[:many]) for many in range(4)] == ["", "Bell", "Bell and Crown", "Bell, Crown and Plough"]
    assert join_list(iter(names), "or") == "Bell, Crown or Plough"
