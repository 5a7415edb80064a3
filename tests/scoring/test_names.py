"""How names are compared: ways of writing one name, names that differ, and names found by a part of them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.names import APOSTROPHES, DASHES, NameSearch, fold, letters, person_search, spelling, transliterate

ONE_NAME = [
    ("O'Brien", "O’Brien", "O‘Brien", "Oʼbrien", "O`Brien", "O´Brien", "O′BRIEN", "obrien"),
    ("The King's Head", "kings head", "KING’S  HEAD", "the kings head."),
    ("José Núñez", "jose nunez", "Jose\u0301 Nun\u0303ez"),
    ("Smith-Jones", "smith jones", "Smith–Jones", "Smith‐Jones", "smith - jones"),
    ("Tŷ Coch", "ty coch"),
    ("Rose & Crown", "Rose and Crown", "rose + crown", "Rose 'n' Crown", "Rose n’ Crown"),
    ("St. Mary's", "St Marys", "Saint Mary’s"),
    ("A.F.C. Bell", "AFC Bell", "A F C Bell"),
    ("J.R. Hill", "J. R. Hill", "JR Hill"),
    ("Straße", "STRASSE", "strasse"),
    ("Ørsted Łódź", "orsted lodz"),
    ("Ilıca", "ILICA", "İlica"),
    ("Команда", "КОМАНДА"),
    ("🍺🍺", " 🍺🍺 "),
]
TWO_NAMES = [
    ("Railway", "Railway Club"), ("Bell", "Bell Team"), ("Crown", "Crown FC"), ("Crown A", "Crown B"),
    ("Команда", "東方"), ("🍺🍺", "🍺🍺🍺"), ("か", "が"), ("The", "A"), ("!", "?"),
    ("Muller", "Mueller"), ("Müller", "Mueller"), ("Storm", "Stoerm"), ("Aagard", "Ågard"),
]  # fmt: skip


@pytest.mark.parametrize("ways", ONE_NAME, ids=lambda ways: ways[0])
def test_ways_of_writing_one_name_fold_to_one(ways):
    assert {fold(each) for each in ways} == {fold(ways[0])}


@pytest.mark.parametrize(("one", "other"), TWO_NAMES)
def test_different_names_stay_different(one, other):
    assert fold(one) != fold(other)


def test_spelling_tells_apart_what_is_no_matter_of_typography():
    assert spelling("King’s  Head–A") == spelling("king's head-a")
    assert len({spelling(each) for each in ("Bay Horse", "Bay Horse.", "The Bay Horse", "Baý Horse")}) == 4


@given(st.text(max_size=20) | st.lists(st.sampled_from(["the", "St", "A.", "b", "n'", "&"]), max_size=5).map(" ".join))
def test_fold_of_any_text_is_its_own_fold(name):
    assert letters(letters(name)) == letters(name)
    assert fold(fold(name)) == fold(name)
    assert bool(fold(name)) == bool(name.strip())


WORDS = st.lists(st.from_regex(r"[a-zàéîñöûœøłß]{3,8}", fullmatch=True), min_size=2, max_size=4)


@given(WORDS, st.sampled_from(APOSTROPHES), st.sampled_from(DASHES), st.sampled_from(["&", "+", "and"]), st.data())
def test_name_is_found_however_it_is_written(words, apostrophe, dash, joiner, data):
    plain = f"{words[0]}s {' '.join(words[1:])} and {words[0]}"
    written = f"The {words[0].title()}{apostrophe}s {dash.join(words[1:])} {joiner} {words[0].upper()}."
    assert fold(written) == fold(plain)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(plain))] * 2)))
    part = plain[start:end].strip()
    assume(part)
    assert NameSearch(part).finds(written)
    assert NameSearch(part.upper()).finds(plain)


@pytest.mark.parametrize(
    ("typed", "name", "found"),
    [
        ("kingshead", "The King's Head", True), ("o brien", "O'Brien", True), ("sain", "St Mary's", True),
        ("st marys", "Saint Mary's", True), ("bridge st", "Bridge St Club", True), ("the kings", "Kings Head", True),
        ("mueller", "Müller", True), ("MUELLER", "Mu\u0308ller", True), ("muller", "MÜLLER", True),
        ("müller", "Mueller", True), ("muller", "Mueller", False), ("mueller", "Muller", False),
        ("goeran", "Göran Öst", True), ("oest", "Göran Öst", True), ("gor", "Göran Öst", True),
        ("haekki", "Häkki", True), ("soerensen", "Sørensen", True), ("sorensen", "Sørensen", True),
        ("aagaard", "Ågård", True), ("agard", "Ågård", True), ("strasse", "Straße", True),
        ("aeroe", "Ærø", True), ("aero", "Ærø", True), ("saint jurgen", "St Jürgen", True),
        ("saint juergen", "St Jürgen", True), ("theboerse", "The Börse", True),
        ("sh", "Kings Head", False), ("kings arms", "Kings Head", False), ("команда", "Команда", True),
    ],
)  # fmt: skip
def test_part_of_a_name(typed, name, found):
    assert NameSearch(typed).finds(name) is found


@pytest.mark.parametrize(
    ("typed", "shown", "found"),
    [
        ("harry goy", "H Goy", True), ("goy", "H Goy", True), ("H. Goy", "H Goy", True), ("harry", "H Goy", False),
        ("anna smith jones", "A Smith-Jones", True), ("mary ann lowes", "M Ann Lowes", True),
        ("ronaldo", "Ronaldo", True),
        ("paul obrien", "P O’Brien", True), ("peter goy", "H Goy", False),
    ],
)  # fmt: skip
def test_person_is_found_by_the_name_that_is_shown(typed, shown, found):
    assert person_search(typed)(shown) is found


def test_transliteration_leaves_other_letters_alone():
    assert transliterate("Łukasz Ørsted, Æthelred Straße") == "Lukasz Orsted, Aethelred Strasse"
