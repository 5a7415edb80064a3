"""A phone compares names as the server does."""

import json

import pytest
from playwright.sync_api import Browser

from scoring.names import APOSTROPHES, DASHES, UNMARKED, fold
from tests.browser.bare_page import open_bare_page
from tests.league.pages.test_names import WHOLE
from tests.scoring.test_names import ONE_NAME, TWO_NAMES

pytestmark = pytest.mark.browser
FOLD = "async names => { const { fold } = await import('/names.js'); return JSON.parse(names).map(fold); }"


def test_a_phone_folds_every_name_as_the_server_does(browser: Browser):
    """Also each letter of Latin and Greek by itself and in either case, and whatever stands between words."""
    names = {name for ways in (*ONE_NAME, *TWO_NAMES, *WHOLE.values()) for name in ways}
    names |= {"ΟΔΥΣΣΕΥΣ", "", "  ", "A. 1 b"} | {
        f"x{mark}y {mark}" for mark in (*APOSTROPHES, *DASHES, *map(chr, UNMARKED), *"&+._/~^")
    }
    names |= {case for letter in map(chr, range(0xA0, 0x590)) for case in (letter, letter.upper())}
    given = sorted(names)
    folded = open_bare_page(browser.new_page()).evaluate(FOLD, json.dumps(given))
    assert {name: way for name, way in zip(given, folded, strict=True) if way != fold(name)} == {}
