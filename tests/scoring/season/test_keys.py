"""The order of keys where nothing else tells rows apart."""

from scoring.season.ledger import in_turn


def test_numbers_come_by_their_size_and_names_as_text():
    assert sorted(["10", "9", "100", "11"], key=in_turn) == ["9", "10", "11", "100"]
    assert sorted(["Swan", "Bell", "Crown A"], key=in_turn) == ["Bell", "Crown A", "Swan"]


def test_the_order_is_the_same_when_every_row_gets_another_number():
    before = ["7", "8", "30", "31"]
    after = dict(zip(before, ["98", "99", "100", "1000"], strict=True))
    assert [after[each] for each in sorted(before, key=in_turn)] == sorted(after.values(), key=in_turn)
