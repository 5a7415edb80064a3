"""Results as strangers type them at home, in more ways than any layout was made for: never wrong in silence."""

import re
from collections import Counter
from random import Random

import pytest

from league.reading.files import read_file
from league.reading.recognise import readings
from league.reading.values import Content, Context
from tests.league.reading import made_up_lists
from tests.league.reading.made_up_lists import ENDS, STARTS, TODAY, Match
from tests.league.reading.variants import VARIANTS
from tests.seeds import SEED

NIGHTS = ("Wk {week}  {day:%d/%m/%Y}", "Week {week} w/c {day:%d %b %Y}", "{day:%d.%m.%y}", "{day:%A %d %B %Y}:",
          "RESULTS - {day:%d %B}", "*** {day:%d/%m/%y} ***", "Wk. {week} ({day:%d-%b-%y})")  # fmt: skip
LINES = {
    "dashes": "{home}  {a} - {b}  {away}", "narrow": "{home} {a}-{b} {away}", "colon": "{home}  {a}:{b}  {away}",
    "after": "{home} v {away}   {a}-{b}", "after vs": "{home} vs. {away}: {a} - {b}",
    "dots": "{home} ........ {a}  {away} ........ {b}", "tabs": "{home}\t{a}\t{away}\t{b}",
    "tabs between": "{home}\t{a}\t-\t{b}\t{away}", "wide": "{home:<24}{a:>3}   {away:<24}{b:>3}",
    "brackets": "{home} ({a}) {away} ({b})", "commas": "{home} {a}, {away} {b}", "v between": "{home} {a} v {b} {away}",
}  # fmt: skip
STATES = ("PP", "P/P", "Postponed", "AWD", "W/O", "R/A", "void")
NOISE = ("", "", "Results to 12th Nov", "Total  45", "E & O E", "Please text scores by 11pm", "-----",
         "Tables overleaf", "Next week: cup night", "N.B. Bell now at the Legion")  # fmt: skip


def typed_at_home(random: Random, matches: list[Match]) -> str:
    night, form = random.choice(NIGHTS), random.choice(list(LINES.values()))
    lines = [random.choice(("Northby & District Dominoes League", "RESULTS 2026-27", "", "Div 1"))]
    last = None
    for match in matches:
        if match.day != last:
            lines += [random.choice(NOISE), night.format(week=match.week, day=match.day)]
            last = match.day
        if match.score:
            lines.append(form.format(home=match.home, away=match.away, a=match.score[0], b=match.score[1]))
        else:
            lines.append(f"{match.home} v {match.away}  {random.choice(STATES)}")
    return "\n".join([*lines, random.choice(NOISE), random.choice(NOISE)])


def cases():
    for seed in range(SEED * 1000, SEED * 1000 + VARIANTS):
        random = Random(f"strangers {seed}")
        made = made_up_lists.league(random, results=True, most=1, totals=random.choice((9, 7, 16)))
        matches = [match for match in made.matches if match.score or match.state]
        teams = tuple(dict.fromkeys(name for names in made.divisions.values() for name in names))
        yield seed, typed_at_home(random, matches), matches, teams if random.random() < 0.6 else ()


@pytest.mark.proof
def test_nothing_that_a_stranger_types_is_wrong_in_silence(capsys):
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for seed, text, matches, teams in cases():
        context = Context(TODAY, STARTS, ENDS, (), teams)
        found = [each for sheet in read_file(text.encode()) for each in readings(sheet, context)]
        lists = [each for each in found if each.content in {Content.RESULTS, Content.FIXTURES} and each.sure >= 0.6]
        reading = max(lists, key=lambda each: each.sure, default=None)
        truth = {(match.home, match.away, match.day.isoformat()): match.score for match in matches if match.day}
        counts["matches"] += len(truth)
        if reading is None:
            counts["not sure"] += len(truth)
            continue
        for row in reading.rows:
            values = row.values
            score = (values["home_score"], values["away_score"]) if values.get("home_score") else None
            key = (values["home"], values["away"], values.get("date", ""))
            if key not in truth or (truth[key] or score) != score or (score is None and truth[key]):
                wrong.append(f"{seed}: {values} from “{row.original}”, where it is {truth.get(key)}\n{text[:500]}")
            counts["right"] += 1
        said = {piece.place for piece in reading.left_out}
        lines = text.splitlines()
        for home, away, _ in truth:
            there = any(row.values["home"] == home and row.values["away"] == away for row in reading.rows)
            places = {
                at for at, line in enumerate(lines, 1) if re.search(rf"{re.escape(home)}.*{re.escape(away)}", line)
            }
            if not there and not places & said and not reading.questions:
                wrong.append(f"{seed}: {home} v {away} is lost\n{text[:500]}")
    with capsys.disabled():
        print(f"\nstrangers: {dict(counts)}, wrong {len(wrong)}")  # noqa: T201 - the table of make prove
    assert wrong[:3] == []
    assert counts["right"]
