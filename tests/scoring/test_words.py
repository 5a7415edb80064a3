"""Counts and lists as the site writes them."""

from scoring.words import join_list, several, spell_out


def test_a_count_has_its_noun_in_digits_or_in_words():
    assert [several(count, "match") for count in (0, 1, 2)] == ["0 matches", "1 match", "2 matches"]
    assert [spell_out(count, "board") for count in (0, 1, 10, 11)] == [
        "no boards",
        "one board",
        "ten boards",
        "11 boards",
    ]
    assert spell_out(2, "match is", "matches are") == "two matches are"


def test_a_list_has_commas_and_one_word_before_the_last():
    names = ["Bell", "Crown", "Plough"]
    assert [join_list(names[:many]) for many in range(4)] == ["", "Bell", "Bell and Crown", "Bell, Crown and Plough"]
    assert join_list(iter(names), "or") == "Bell, Crown or Plough"
