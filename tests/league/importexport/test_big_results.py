"""A season of results in a few queries: just what deciding each of them alone leaves, and all of it back again."""

from datetime import date, timedelta
from fractions import Fraction
from itertools import permutations
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.base.audit.models import Entry as Happened
from league.exchange.actions.imports import accept_draft, undo_import
from league.exchange.choices import ImportState
from league.results.actions.cards import NotAcceptedError, save_draft
from league.results.actions.decisions import Award, award_match, decide_result, restore
from league.results.actions.imports import ScoreRuling, decide_scores
from league.results.actions.settlement import retally
from league.results.models import Draft, Result, Submission
from league.results.queries.tables import divisions, standings
from league.schedule.models import Competition, Fixture
from scoring import codec
from scoring.card.sheet import Card, Side
from tests.league.importexport.importing import AT, accept, latest, paste, previewed

pytestmark = pytest.mark.usefixtures("closing_time")
TEAMS = ("Crown A", "Bell", "Plough", "Swan")
REASON = "Imported: results from a book, row 2"


def sheet(number: int, *, scores: bool = True) -> str:
    """Every team at home to every other, one match a day, round and round."""
    pairs = list(permutations(TEAMS, 2))
    rows = ["Date,Home,Away" + (",Home score,Away score" if scores else "")]
    for place in range(number):
        # Each round of twelve matches is two weeks after the last, so that a pair meets once a week at most.
        day = date(2015, 9, 7) + timedelta(days=14 * (place // 12) + place % 12)
        home, away = pairs[place % 12]
        rows.append(f"{day:%d/%m/%Y},{home},{away}" + (f",{5 - place % 3},{4 + place % 3}" if scores else ""))
    return "\n".join(rows) + "\n"


@pytest.fixture
def listed(secretary, world, long_ago) -> list[Fixture]:
    """Twelve matches, of which one was put off, one has rules of its own and one had been decided otherwise before."""
    accept(secretary, paste(secretary, "fixtures", sheet(12, scores=False), season=long_ago.pk))
    rows = list(Fixture.objects.filter(division__competition__season=long_ago).order_by("pk"))
    Fixture.objects.filter(pk=rows[1].pk).update(date=None, state="postponed")
    Fixture.objects.filter(pk=rows[2].pk).update(rules=world.league.rules | {"quick_allowed": False})
    by = world.evening.small.secretary
    for at, (action, more) in enumerate([(award_match, {"award": lost()}), (restore, {})]):
        action(
            fixture=rows[3], key=uuid4(), seen=rows[3].version + at, reason="As the book has it", by=by, at=AT, **more
        )
    save_draft(fixture=rows[4], by=by, at=AT, card=Card.score_only(1, 2))
    return list(Fixture.objects.filter(division__competition__season=long_ago).order_by("pk"))


def lost() -> Award:
    return Award(Side.AWAY, (0, 9), (Fraction(0), Fraction(5, 2)))


def scores(fixtures: list[Fixture]) -> list[tuple[Fixture, Card | Award]]:
    """Scores that fit the rules, too many games, a draw of an odd number, and two that were decreed."""
    cards = [Card.score_only(*games) for games in [(5, 4), (9, 0), (4, 5), (3, 6), (8, 7), (4, 4), (0, 9), (2, 2)]]
    level = Award(None, (7, 7), (Fraction(1, 2), Fraction(1, 2)), counts=False)
    return list(zip(fixtures, [*cards, lost(), level], strict=False))


def left(season) -> dict[str, list]:
    """All that deciding leaves of a season, but for keys and receipts, which are made by chance."""
    of = {"fixture__division__competition__season": season}
    submissions = list(Submission.objects.filter(**of).order_by("pk").values())
    receipts = {row["pk" if "pk" in row else "id"]: row["receipt"] for row in submissions}
    drop = ("id", "key", "receipt", "submission_id", "source")  # those that came together came from the records
    bare = [{name: value for name, value in row.items() if name not in drop} for row in submissions]
    results = Result.objects.filter(**of).order_by("fixture").values()
    told = []
    for entry in Happened.objects.filter(verb__in=("decide_result", "award_match")).order_by("pk"):
        words = entry.words
        for receipt in receipts.values():
            words = words.replace(receipt, "RECEIPT")
        about = sorted(entry.subjects.values_list("kind", "key"))
        after = entry.after | ({"receipt": "RECEIPT"} if "receipt" in entry.after else {})
        told.append((entry.verb, words, entry.reason, entry.before, after, entry.at, entry.by_id, about))
    return {
        "submissions": bare,
        "results": [{name: value for name, value in row.items() if name not in drop} for row in results],
        "counted": [result.submission.fixture_id == result.fixture_id for result in Result.objects.filter(**of)],
        "fixtures": list(Fixture.objects.filter(division__competition__season=season).order_by("pk").values()),
        "drafts": list(Draft.objects.filter(**of).values("pk")),
        "told": told,
        "frozen": list(Competition.objects.filter(season=season).values("frozen_at", "rules")),
        "table": [codec.encode(row.row) for division in divisions(season.slug) for row in standings(division, AT).rows],
    }


def test_many_at_once_leave_what_each_alone_leaves(world, long_ago, listed):
    by, competition = world.evening.small.secretary, Competition.objects.get(season=long_ago)
    given = scores(listed)

    with transaction.atomic():
        for fixture, score in given:
            how = {"by": by, "at": AT, "reason": REASON, "key": uuid4(), "seen": fixture.version}
            if isinstance(score, Award):
                award_match(fixture=fixture, award=score, **how)
            else:
                decide_result(fixture=fixture, card=score, **how)
        one_by_one = left(long_ago)
        transaction.set_rollback(True)
    rulings = [ScoreRuling(fixture.pk, score, REASON, AT.date()) for fixture, score in given]
    with transaction.atomic():
        decide_scores(competition=competition, rulings=rulings, by=by, at=AT)

    at_once = left(long_ago)
    assert at_once == one_by_one
    assert len(at_once["results"]) == 10
    assert {problem["code"] for row in at_once["submissions"] for problem in row["problems"]} == {
        "quick_too_many", "quick_too_few", "quick_not_allowed",
    }  # fmt: skip
    assert at_once["drafts"] == []
    assert retally(competition=competition, at=AT) == (10, 0)


def test_a_match_without_a_date_was_played_when_the_row_says_and_is_put_off_again(secretary, long_ago, listed):
    put_off = Fixture.objects.get(pk=listed[1].pk)
    row = f"Date,Home,Away,Score\n23/02/2016,{put_off.home},{put_off.away},5-4\n"
    accept(secretary, paste(secretary, "results", row, season=long_ago.pk))
    put_off.refresh_from_db()
    assert (put_off.date, put_off.state) == (date(2016, 2, 23), "played")

    undo_import(draft=latest(), by=latest().by, at=AT)

    put_off.refresh_from_db()
    assert (put_off.date, put_off.state) == (None, "postponed")


def test_a_card_with_names_is_not_for_many_at_once(world, long_ago, listed):
    competition = Competition.objects.get(season=long_ago)
    rulings = [ScoreRuling(listed[0].pk, world.evening.card(), REASON, AT.date())]
    with pytest.raises(ValueError, match="names players"):
        decide_scores(competition=competition, rulings=rulings, by=world.evening.small.secretary, at=AT)


def test_a_result_that_came_in_meanwhile_is_not_written_over(world, long_ago, listed):
    by, competition = world.evening.small.secretary, Competition.objects.get(season=long_ago)
    how = {"key": uuid4(), "seen": listed[0].version, "reason": REASON, "by": by, "at": AT}
    decide_result(fixture=listed[0], card=Card.score_only(9, 0), **how)
    held = left(long_ago)
    rulings = [ScoreRuling(fixture.pk, Card.score_only(5, 4), REASON, AT.date()) for fixture in listed]
    with pytest.raises(NotAcceptedError, match="has come in since"):
        decide_scores(competition=competition, rulings=rulings, by=by, at=AT)
    assert left(long_ago) == held


def test_two_matches_of_a_pair_in_one_week_are_refused_in_words(secretary, long_ago):
    rows = "Date,Home,Away,Score\n07/09/2015,Crown A,Bell,5-4\n09/09/2015,Crown A,Bell,4-5\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    answer = accept(secretary, draft)
    assert answer.status_code == 422
    assert "Crown A v Bell is in the list of that week already (Wed 9 Sep)." in answer.content.decode()
    assert not Fixture.objects.filter(division__competition__season=long_ago).exists()


@pytest.mark.parametrize("number", [24, 120])
def test_more_rows_take_no_more_queries_in_and_out(secretary, world, long_ago, number):
    by = world.evening.small.secretary
    draft = paste(secretary, "results", sheet(number), season=long_ago.pk)
    seen = previewed(draft).digest

    with CaptureQueriesContext(connection) as bringing:
        held = accept_draft(draft=draft, seen=seen, leave_out=False, by=by, at=AT)
    assert (held.state, Result.objects.filter(fixture__division__competition__season=long_ago).count()) == (
        ImportState.DONE, number,
    )  # fmt: skip
    with CaptureQueriesContext(connection) as taking_back:
        undo_import(draft=latest(), by=by, at=AT)
    assert not Fixture.objects.filter(division__competition__season=long_ago).exists()
    # SQLite takes a thousand values in a statement, so that long lists of rows are written in several.
    # PostgreSQL locks the league's chain of seals, once in each.
    locks = connection.vendor == "postgresql"
    assert [sum("pg_advisory" in each["sql"] for each in queries) for queries in (bringing, taking_back)] == [locks] * 2
    assert len(bringing) <= 125 + locks
    assert len(taking_back) <= 133 + locks
