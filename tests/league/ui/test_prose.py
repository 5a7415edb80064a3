"""What somebody typed, as a page: a few marks count, and nothing of theirs is HTML."""

from html.parser import HTMLParser
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.base.templatetags.ui import gist, prose


class Elements(HTMLParser):
    """Every element of a text, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("One\ntwo\n\nthree", "<p>One<br>two</p><p>three</p>"),
        ("Bring:\n- a **board**\n- pegs", "<p>Bring:</p><ul><li>a <strong>board</strong></li><li>pegs</li></ul>"),
        ("1. Ring\n2) Pay", "<ol><li>Ring</li><li>Pay</li></ol>"),
        ("## Money", "<h2>Money</h2>"),
        ("[Rules](/leek/rule-book/)", '<p><a href="/leek/rule-book/" rel="nofollow">Rules</a></p>'),
        ("See https://a.example", '<p>See <a href="https://a.example" rel="nofollow">https://a.example</a></p>'),
        ("<b>5 < 6</b> & so", "<p>&lt;b&gt;5 &lt; 6&lt;/b&gt; &amp; so</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("[x](//evil.example)", "<p>[x](//evil.example)</p>"),
        ("", ""),
    ],
)
def test_text_is_shown_as_it_was_meant(typed, shown):
    assert prose(typed) == shown


@given(st.text(alphabet="<>\"'&*#-[]()/:. \nahtps1jvscript", max_size=80))
def test_nothing_that_is_typed_becomes_another_element(typed):
    made = Elements(prose(typed))
    assert made.tags <= {"p", "br", "ul", "ol", "li", "h2", "strong", "a"}
    assert all(link.startswith(("http://", "https://", "/", "mailto:")) for link in made.links)


def test_gist_is_the_first_words_without_marks():
    assert (
        gist("## Money\n\nThe **treasurer** keeps [the books](/books/) well.") == "The treasurer keeps the books well."
    )
    assert gist("word " * 60).endswith("word\N{HORIZONTAL ELLIPSIS}")
    assert len(gist("word " * 60)) <= 140


@pytest.mark.parametrize("piece", ["[", "**", "[a](", "[a", "**a", "[a](https://a", "- ", "# ", "("])
def test_what_begins_and_does_not_end_costs_in_proportion(piece):
    """A hundred thousand "[" took 48 seconds of the processor when each was looked for to the end of the line."""
    began = process_time()
    assert prose(piece * 100_000)
    assert process_time() - began < 15
