"""The one template of every table: what a screen reader, a phone and a keyboard find in it."""

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django_tables2 import RequestConfig

from league.base.ui.tables import Number, Table, Text


class Players(Table):
    caption = "Players of Crown A"
    row_header = "name"
    place = Text("Place", short="Pos")
    name = Text("Name")
    played = Number("Played", short="P", strong=True)
    average = Number("Average", short="Avg", wide=True)

    class Meta:
        orderable = True


class Names(Table):
    caption = "Names"
    name = Text("Name")


ROWS = [
    {"place": n, "name": name, "played": n, "average": "7½"}
    for n, name in enumerate(("Harry Goy", "Elsie <b>", "Ted"), 1)
]


def draw(table: Table, query: str = "", per_page: int = 25) -> str:
    request = RequestFactory().get(f"/leek/players/{query}")
    RequestConfig(request, paginate={"per_page": per_page}).configure(table)
    return render_to_string("ui/_table.html", {"table": table}, request)


@pytest.mark.parametrize(
    "text",
    [
        '<caption id="players-caption">Players of Crown A</caption>',
        'role="region" aria-labelledby="players-caption" tabindex="0" id="players"',
        '<abbr title="Played">P</abbr>',
        "<b>P</b> played",
        '<td class="num strong">1</td>',
        'class="num wide">7½</td>',
    ],
)
def test_table_names_its_box_and_its_short_headings_and_ranges_figures_right(text):
    assert text in draw(Players(ROWS))


def test_two_tables_of_one_kind_are_told_apart():
    assert 'id="men-players-caption"' in draw(Players(ROWS, prefix="men-"))


def test_caption_may_be_for_readers_of_the_heading_only():
    table = Players(ROWS, caption="Squad")
    table.caption_hidden = True
    assert 'class="hidden-visually">Squad</caption>' in draw(table)


def test_what_unfolds_below_a_row_is_as_wide_as_the_table():
    table = Players(ROWS)
    table.unfolded, table.unfolded_by = ROWS[0], "pages/_shared.html"
    assert draw(table).count('<td colspan="4">') == 1


def test_every_heading_has_its_scope():
    html = draw(Players(ROWS))
    assert html.count('<th scope="col"') == 4
    assert html.count('<th scope="row"') == 3
    assert "Harry Goy</th>" in html


@pytest.mark.parametrize(("query", "sort"), [("?sort=played", "ascending"), ("?sort=-played", "descending")])
def test_sorted_column_says_which_way(query, sort):
    html = draw(Players(ROWS), query)
    assert html.count("aria-sort") == 1
    assert f'aria-sort="{sort}"' in html


def test_phone_is_offered_the_columns_it_does_not_show():
    assert 'href="?columns=all#players">More columns</a>' in draw(Players(ROWS))
    html = draw(Players(ROWS), "?columns=all")
    assert "table-box--all" in html
    assert "Fewer columns" in html


def test_rows_are_escaped():
    assert "Elsie &lt;b&gt;" in draw(Players(ROWS))


def test_long_table_has_pages():
    html = draw(Players(ROWS), "?page=2", per_page=1)
    assert "Page 2 of 3" in html
    assert 'rel="prev" href="?page=1"' in html
    assert 'rel="next" href="?page=3"' in html


def test_empty_table_says_why():
    html = draw(Players([], empty_text="Nobody is registered yet."))
    assert "Nobody is registered yet." in html
    assert "<table" not in html


def test_table_cannot_be_sorted_unless_it_says_so():
    assert "sort=" not in draw(Names(ROWS))


def test_heading_of_the_names_has_no_class_but_its_own():
    assert 'class="named"' in draw(Names(ROWS))


def test_table_without_a_caption_is_refused():
    class Nameless(Table):
        name = Text("Name")

    with pytest.raises(AssertionError, match="caption"):
        Nameless(ROWS)
