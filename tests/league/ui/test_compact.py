"""White space of authors is dropped when a template is compiled, and only what a browser would drop."""

import pytest
from django.template import engines

from league.base.ui.compact import compact


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("<ul>\n  <li>\n    One\n  </li>\n</ul>\n", "<ul><li>One</li></ul>"),
        ("<p>\n  Home <a href='/'>Crown</a>,\n  away\n</p>", "<p>Home <a href='/'>Crown</a>, away</p>"),
        ("<p>{% if a %}\n  <b>x</b>\n{% endif %}</p>", "<p>{% if a %} <b>x</b> {% endif %}</p>"),
        ("<a\n  href='/'\n  {% if x > 1 %}hidden{% endif %}\n>", "<a href='/'{% if x > 1 %} hidden{% endif %}>"),
        ("<td\n  class='a{% if b %} c{% endif %}'\n>\n  1\n</td>", "<td class='a{% if b %} c{% endif %}'>1</td>"),
        ('<p\n  class="\n    a\n    {% if b %}c{% endif %}\n  "\n>', '<p class="a{% if b %} c{% endif %}">'),
        ("one <button>\n  Send\n</button>\n<button>No</button>", "one <button>Send</button> <button>No</button>"),
        ('<p id="{{ a }}">x<b id="{{ b }}">\n  y</b></p>', '<p id="{{ a }}">x<b id="{{ b }}"> y</b></p>'),
        ("<pre>\n  a\n    b\n</pre>", "<pre>\n  a\n    b\n</pre>"),
        ("<textarea\n  rows='2'\n>{% for x in y %}{{ x }}\n{% endfor %}</textarea>",) * 2,
        ("{# two\n lines are no comment #}", "{# two\n lines are no comment #}"),
    ],
)  # fmt: skip
def test_white_space_that_shows_is_kept_and_no_other(written, compiled):
    assert compact(written) == compiled


def test_what_is_put_in_is_never_touched():
    template = engines["django"].from_string(compact("<div>\n  {{ typed }}\n</div>"))
    assert template.render({"typed": "one\n\n  two"}) == "<div>one\n\n  two</div>"


def test_pages_are_compacted_and_letters_keep_their_lines():
    loader = engines["django"].engine.template_loaders[0].loaders[0]
    read = {
        name: next(iter(loader.get_template_sources(name))) for name in ("base.html", "notifications/mail/letter.html")
    }
    assert "\n" not in loader.get_contents(read["base.html"])
    assert "\n" in loader.get_contents(read["notifications/mail/letter.html"])
