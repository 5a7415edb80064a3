"""Words that people read no more: one name for one thing, as docs/glossary.md has it.

Names of files, classes and addresses are no words.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# What stands here instead is in docs/glossary.md. Each is a pattern, of whole words, whatever their case.
GIVEN_UP = (
    *(r"who to ring", r"ring round", r"list to ring", r"long work", r"same player twice", r"messages sent"),
    *(
        r"rearranged",
        r"wish(es)?",
        r"wished",
        r"put off",
        r"puts off",
        r"moved away",
        r"bring(s)? in",
        r"brought in",
        r"take .{1,20} with you",
    ),
    *(
        r"see what happened",
        r"what happened (in|to)",
        r"being played",
        r"still to come",
        r"with and against",
        r"everybody met",
    ),
    *(
        r"say it is not right",
        r"agree after all",
        r"pass it on",
        r"as my device",
        r"skip to the page",
        r"for somebody else",
    ),
    *(r"protest(s|ed)? about", r"(answer|send|make) (a|the) protest", r"last peg \d"),
    *(r"hold(s)? the pegs", r"take the pegs", r"leave the pegs", r"kept aside", r"taken back:"),
    *(r"waits? for you", r"wait(s)? for a ruling", r"rule on it", r"decide so", r"let a card count"),
    *(r"throw it away", r"leave it as it is", r"not now", r"go through it", r"something has happened"),
    *(r"work out a list", r"plain round robin", r"what follows from it", r"who does what", r"write to many"),
    *(r"points given and taken", r"people's data", r"as a square", r"sign in as anybody", r"begin (a|the) league"),
    *(r"the card is in", r"the card can go", r"nobody yet", r"besides the games", r"nobody new", r"ask for the pegs"),
    *(
        r"have you a card",
        r"whoever runs the site",
        r"first .{1,4} of division",
        r"won in a hundred",
        r"to the millimetre",
    ),
)
PATTERN = re.compile(rf"\b(?:{'|'.join(GIVEN_UP)})\b".replace("'", "['\u2019]"), re.IGNORECASE)
# What a tag says aloud or shows; everything else in it is for machines.
SHOWN = re.compile(r"""\b(?:aria-label|title|alt|placeholder|content|label)="([^"]*)\"""")
DOCUMENTS = (
    "README.md",
    "docs/captain.md",
    "docs/secretary.md",
    "docs/cups.md",
    "docs/fixture-lists.md",
    "docs/operations.md",
)


def shown_in_template(text: str) -> Iterator[str]:
    text = re.sub(r"\{% comment .*?endcomment %\}|\{#.*?#\}|<!--.*?-->|<script.*?</script>", " ", text, flags=re.DOTALL)
    yield from re.findall(r"""\{%[^%]*?(?:title|text|label|words|hint)="([^"]*)\"""", text)
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "\0", text, flags=re.DOTALL)
    for tag in re.findall(r"<[^>]*>", text):
        yield from SHOWN.findall(tag)
    yield re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text)).replace("\0", "")


def shown_in_module(text: str) -> Iterator[str]:
    """The texts of a module that are a sentence or part of one; no docstrings, no single names."""
    tree = ast.parse(text)
    about = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in about else None
        if isinstance(text, str) and " " in text:
            yield re.sub(r"\s+", " ", text)


def shown_in_script(text: str) -> Iterator[str]:
    text = re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", " ", text, flags=re.DOTALL)
    yield from re.findall(r"\"[^\"\n]* [^\"\n]*\"|'[^'\n]* [^'\n]*'|`[^`]* [^`]*`", text)


READ_BY = {".html": shown_in_template, ".txt": shown_in_template, ".py": shown_in_module, ".js": shown_in_script}


def files() -> list[Path]:
    templates = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")]
    modules = [
        path for top in ("league", "scoring") for path in (ROOT / top).rglob("*.py") if "migrations" not in path.parts
    ]
    return sorted([*templates, *modules, *(ROOT / "static" / "js").rglob("*.js")])


@cache
def shown_in(suffix: str, text: str) -> tuple[str, ...]:
    return tuple(READ_BY[suffix](text))


def given_up(suffix: str, text: str) -> list[str]:
    return [found.group() for shown in shown_in(suffix, text) for found in PATTERN.finditer(shown)]


# A keyboard's apostrophe in a word, a hyphen in a score, and a keyboard's marks about a word.
TYPED = re.compile(
    r"(?:\b|^|[\0}])'(?=(?:s|t|re|ll|ve|d|m)\b)|(?<=[^\W\d_]s)'(?= )"
    r"|(?:^|(?<=[ (]))\d{1,2}-\d{1,2}(?=[ ,;:)]|\.?$)"
    r"|(?:^|(?<= ))\"(?=\w)[^\"<>={}]*\"(?=[ ,.;:)]|$)"
)
# What is typed there: names of the style page, headings of spreadsheets, commands and
# what they print, JSON, SQL and SVG.
AS_TYPED = (
    *(
        "league/base/ui/samples.py",
        "league/base/ui/palette.py",
        "league/reading/",
        "league/operations/",
    ),
    *("scoring/codec.py", "scoring/__main__.py", "scoring/play/command.py", "scoring/play/rules.py"),
    *("scoring/season/schedule/files.py", "templates/ui/style/"),
)


def as_typed(suffix: str, text: str) -> list[str]:
    return [
        shown[max(0, found.start() - 12) :][:30] for shown in shown_in(suffix, text) for found in TYPED.finditer(shown)
    ]


def test_what_people_read_is_set_as_print_is():
    found = [
        f"{name}: {words}"
        for path in files()
        if not (name := str(path.relative_to(ROOT))).startswith(AS_TYPED) and "commands" not in path.parts
        for words in as_typed(path.suffix, path.read_text())
    ]
    assert found == []


def test_words_that_were_given_up_are_nowhere():
    found = [
        f"{path.relative_to(ROOT)}: {word}" for path in files() for word in given_up(path.suffix, path.read_text())
    ]
    assert found == []


# What a receipt may not begin with: it says that something was done, and not to which thing.
EMPTY = re.compile(
    r"(?:Saved|Changed|Done|Added|Removed|Deleted|Drawn|Entered|Set|Sent|OK|Success|Undone|Updated)(?:[.:!]|$)"
    r"|It (?:is|was) (?:begun|changed|done|in|on|removed|saved|set|written)\b"
    r"|(?:Your|The) changes were\b|Nothing new\b",
)


def empty_receipts(text: str) -> list[str]:
    """Of a module of views, where every sentence may be one."""
    said = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return [words for words in said if isinstance(words, str) and EMPTY.match(words)]


def test_receipts_say_what_was_done_to_which_thing():
    views = [path for path in files() if path.suffix == ".py" and "views" in path.relative_to(ROOT).as_posix()]
    assert [f"{path.relative_to(ROOT)}: {words}" for path in views for words in empty_receipts(path.read_text())] == []


@pytest.mark.parametrize("words", ['"Saved."', 'f"Saved: {row}."', 'text if made else "It is written down."'])
def test_empty_receipts_are_found(words):
    assert len(empty_receipts(f"messages.success(request, {words})")) == 1


# A button that says what is done and not to what, or leaves it to a pronoun.
BARE = re.compile(
    r"(?:Add|Cancel|Change|Compare|Confirm|Create|Delete|Do|Duplicate|Edit|Go|Make|OK|Open|Preview|Publish|Read|Remove"
    r"|Replace|Save|Send|Set|Show|Start|Stop|Submit|Switch|Turn|Undo|Unpublish|Update|Withdraw|Yes)\Z"
    r"|.*\b(?:it|them)\b|.*\b(?:this|these|that)\Z",
)


def bare_buttons(text: str) -> list[str]:
    """Of a template: the words of its submit buttons, and those it gives to a form of `_act.html`."""
    marked = re.sub(r"\{\{.*?\}\}", "X", text, flags=re.DOTALL)
    buttons = re.findall(r"<button\b(?![^>]*type=\"button\")(?:[^>\"]|\"[^\"]*\")*>(.*?)</button>", marked, re.DOTALL)
    acts = re.findall(r"\{%[^%]*\bbutton=\"[^%]*%\}", marked)
    given = [re.findall(r"\bbutton=\"([^\"]*)", act)[0] + " X" * (" of=" in act) for act in acts]
    ways = [way for button in buttons for way in re.split(r"\{% (?:else|elif)[^%]*%\}", button)]
    shown = [" ".join(re.sub(r"\{%.*?%\}|<[^>]*>", " ", way, flags=re.DOTALL).split()) for way in (*ways, *given)]
    return [words for words in shown if BARE.match(words)]


def test_buttons_say_what_they_do_to_which_thing():
    templates = [path for path in files() if path.suffix == ".html" and "ui/style" not in path.as_posix()]
    assert [
        f"{path.relative_to(ROOT)}: {words}" for path in templates for words in bare_buttons(path.read_text())
    ] == []


@pytest.mark.parametrize(
    ("template", "number"),
    [
        ('<button class="button" type="submit">Save</button>', 1),
        ('<button type="submit">{% if new %}Add the team{% else %}Change{% endif %}</button>', 1),
        ('{% include "schedule/_act.html" with form=form button="Cancel it" %}', 1),
        ('{% include "schedule/_act.html" with form=form of=player button="Remove" %}', 0),
        ('<button type="submit">Remove<span class="hidden-visually">: {{ player }}</span></button>', 0),
        ('<button type="button">Save</button>', 0),
    ],
)
def test_bare_buttons_are_found(template, number):
    assert len(bare_buttons(template)) == number


@pytest.mark.parametrize("name", DOCUMENTS[:-1])  # the last is of commands
def test_documents_for_people_are_set_as_print_is(name):
    text = re.sub(r"(?s)```.*?```|`[^`]*`|<[^>]*>|\]\([^)]*\)", "", (ROOT / name).read_text())
    assert [text[found.start() - 12 :][:30] for found in TYPED.finditer(text)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_for_people_say_the_same(name):
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", (ROOT / name).read_text())
    assert [found.group() for found in PATTERN.finditer(text)] == []


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".html", "<p>\n  Matches that were put\n  off</p>"),
        (".html", '<a class="wish" aria-label="Pass it on">x</a>'),
        (".html", '{% include "ui/_a.html" with title="Being played" %}'),
        (".py", 'def f():\n    """Put off."""\n    return f"{x} was put off"'),
        (".js", "say(`${who} holds the pegs`); // put off"),
    ],
)
def test_the_search_for_them_finds_them(suffix, text):
    assert len(given_up(suffix, text)) == 1


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".html", "<p>{{ team }}'s card</p>"),
        (".html", '<a title="Won 5-4">x</a>'),
        (".html", '<p>Press "E-mail me a code".</p>'),
        (".txt", "The captains' cards"),
        (".py", 'f"{team}\'s card is in"'),
        (".py", 'text = "They can\'t both stand"'),
        (".js", "say(`${who}'s phone`)"),
    ],
)
def test_what_is_set_as_it_is_typed_is_found(suffix, text):
    assert len(as_typed(suffix, text)) == 1


@pytest.mark.parametrize(
    ("suffix", "text"),
    [(".html", '<p class="wish">{# put off #}Postponed</p>'), (".py", '"""Put off."""\nNAME = "wish"')],
)
def test_names_are_not_words(suffix, text):
    assert given_up(suffix, text) == []
