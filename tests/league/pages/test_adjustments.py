"""Points adjustments by the secretary."""

from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from league.results.actions.adjustments import adjust_points
from league.results.choices import AdjustmentKind
from league.results.models import Adjustment
from tests.factories import SIGNED, make_division, make_season

ALL, NEW = ("adjustments", ["leek"]), ("new-adjustment", ["leek"])


def to(name, args):
    return reverse(name, args=args)


def values(small, **extra):
    wanted = {
        "entry": small.entries[0].pk,
        "kind": "deduction",
        "points": "2",
        "reason": "Late card",
        "on": "2026-10-01",
    }
    return wanted | extra


def given(small, points="-2"):
    return adjust_points(
        entry=small.entries[0],
        kind=AdjustmentKind.DEDUCTION,
        points=Fraction(points),
        reason="Late card",
        on=date(2026, 10, 1),
        by=small.secretary,
        at=SIGNED,
    )


@pytest.mark.parametrize(
    ("typed", "kind", "kept", "receipt"),
    [
        ("2", "deduction", "-2", "2 points taken off"),
        ("1", "deduction", "-1", "1 point taken off"),
        ("1½", "late-card", "-3/2", "1½ points taken off"),
        ("1.5", "no-show", "-3/2", "1½ points taken off"),
        ("½", "award", "1/2", "½ point added"),
        ("3/2", "award", "3/2", "1½ points added"),
        (" 2,5 ", "award", "5/2", "2½ points added"),
    ],
)
def test_points_are_kept_exactly_with_the_sign_of_their_kind(small, secretary, *, typed, kind, kept, receipt):
    answer = secretary.post(to(*NEW), values(small, points=typed, kind=kind), follow=True)

    assert f"Crown A: {receipt}." in answer.content.decode()
    row = Adjustment.objects.get()
    assert (row.points, row.kind, row.entry, row.by) == (kept, kind, small.entries[0], small.secretary)


@pytest.mark.parametrize("typed", ["", "two", "-2", "0", "1/0", "101", "1/1000", "½½", "nan"])
def test_what_is_no_number_of_points_is_refused(small, secretary, typed):
    answer = secretary.post(to(*NEW), values(small, points=typed))

    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


def test_a_reason_is_needed(small, secretary):
    assert secretary.post(to(*NEW), values(small, reason=" ")).status_code == 422
    assert not Adjustment.objects.exists()


def test_points_are_bought_back_only_where_the_league_sells_them(small, secretary):
    assert secretary.post(to(*NEW), values(small, kind="buy-back")).status_code == 422

    small.league.rules["scheme"]["buy_back"] = {"points": "2", "price": 500, "days": 14}
    small.league.save()
    assert secretary.post(to(*NEW), values(small, kind="buy-back")).status_code == 302
    assert Adjustment.objects.get().points == "2"


def test_the_list_shows_what_was_done_and_what_was_taken_back(small, secretary):
    row = given(small)
    page = " ".join(secretary.get(to(*ALL)).content.decode().split())
    assert "<strong>Crown A \u22122</strong>" in page
    assert "Late card" in page

    back = to("revoke-adjustment", ["leek", row.pk])
    refused = secretary.post(back, {"reason": ""})
    assert (refused.status_code, f'<details id="withdraw-{row.pk}" class="flow" open>' in refused.content.decode()) == (
        422,
        True,
    )
    assert secretary.post(back, {"reason": "It had come by post"}).status_code == 302
    page = " ".join(secretary.get(to(*ALL)).content.decode().split())
    assert "<del><strong>Crown A \u22122</strong> Late card</del>" in page
    assert "</span> It had come by post" in page
    assert secretary.get(back).status_code == 404


def test_an_empty_list_says_so(small, secretary):
    assert b"No points have been added or deducted this season." in secretary.get(to(*ALL)).content


def test_the_rules_on_points_are_at_hand(small, secretary):
    page = secretary.get(to(*NEW), follow=True).content.decode()

    assert '<details id="adjust" class="flow" open>' in page
    assert "What the rules say about points" in page
    assert "for winning the match." in page


@pytest.mark.parametrize("count", [1, 3, 100])
def test_the_list_costs_the_same_however_long_it_is(small, secretary, django_assert_num_queries, count):
    for _ in range(count):
        given(small)

    with django_assert_num_queries(10):
        assert len(secretary.get(to(*ALL)).context["ledger"].rows) == count


def test_points_of_an_earlier_season_are_adjusted_without_making_it_current(secretary, small):
    with scopes_disabled():
        past = make_season(small.league, "1998-99", current=False)
        past.starts, past.halfway, past.ends = date(1998, 9, 1), date(1999, 1, 1), date(1999, 4, 30)
        past.save()
        entry = make_division(past).entries.create(team=small.entries[0].team, name="Crown A")
    address = f"{to(*NEW)}?season={past.slug}"
    page = secretary.get(address, follow=True).content.decode()
    assert "Season 1998-99" in page
    assert 'value="1999-04-30"' in page
    sent = {"entry": entry.pk, "kind": "deduction", "points": "3", "reason": "Ineligible", "on": "1999-02-01"}
    assert secretary.post(address, sent).url == f"{to(*ALL)}?season={past.slug}"
    with scopes_disabled():
        assert [(row.entry, row.points) for row in Adjustment.objects.all()] == [(entry, "-3")]
    shown = secretary.get(f"{to(*ALL)}?season={past.slug}").content.decode()
    assert "Ineligible" in shown
    assert "Ineligible" not in secretary.get(to(*ALL)).content.decode()
    assert f"{to(*ALL)}?season={past.slug}" in secretary.get(to(*ALL)).content.decode()


def test_what_was_typed_about_a_past_season_comes_back_on_its_page(small, secretary):
    with scopes_disabled():
        past = make_season(small.league, "2019-20", current=False)
        make_division(past)
    address = f"{to(*NEW)}?season={past.slug}"
    assert secretary.get(address).url == f"{to(*ALL)}?season={past.slug}&open=adjust#adjust"
    page = secretary.post(address, {"reason": "Late card"}).content.decode()
    assert f"Season {past}" in page
    assert 'value="Late card"' in page
    assert f'action="{address}"' in page
