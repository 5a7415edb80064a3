"""Tasks and lists to judge: the public ones, the plain list of each, and twisted copies of both."""

import copy
import json
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from scoring.season.schedule.circle import round_robin
from scoring.season.schedule.files import read_task
from scoring.season.schedule.task import Match

GOLDEN = Path(__file__).parents[3] / "golden" / "fixtures"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))
KINDS = (
    *("no_home", "no_away", "no_match", "home_on"),
    *("meet_on", "avoid_meet", "meet_by", "not_both_home", "not_same_date", "at_most"),
    *("keep_free", "full_night"),
)


@cache
def data(name):
    """A public instance, as its file has it."""
    return json.loads((GOLDEN / f"{name}.json").read_text())


@cache
def task(name):
    return read_task(data(name))


def rounds_list(of, random):
    """Every division by the circle method, on nights and in an order by chance, as far as its nights go."""
    matches = []
    for division in of.divisions:
        teams = random.sample(division.teams, len(division.teams))
        rounds = round_robin(teams, division.legs)
        nights = sorted(random.sample(division.dates, min(len(rounds), len(division.dates))))
        pairings = [(day, pairing) for day, each in zip(nights, rounds, strict=False) for pairing in each]
        matches += [Match(division.id, day, home, away) for day, (home, away) in pairings if away is not None]
    return matches


def published_list(of):
    """What is fixed, and what was handed out besides."""
    fixed = [each.match for each in of.fixed]
    return fixed + [match for match in of.published if match not in set(fixed)]


def spoiled(of, matches, spoils, random):
    """A list with so many things done to it: moved, turned, lost, doubled, renamed, put elsewhere."""
    matches = list(matches)
    for _ in range(spoils):
        place = random.randrange(len(matches))
        match = matches[place]
        division = next((each for each in of.divisions if each.id == match.division), of.divisions[0])
        team = random.choice([*division.teams, random.choice(of.teams).id, "T999"])
        matches[place : place + 1] = random.choice(
            (
                [replace(match, date=random.choice(division.dates))],
                [replace(match, date=match.date + timedelta(random.choice((-7, -1, 1, 7))))],
                [replace(match, home=match.away, away=match.home)],
                [],
                [match, match],
                [match, replace(match, date=random.choice(division.dates))],
                [replace(match, home=team)],
                [replace(match, division=random.choice([*of.divisions, division]).id)],
                [replace(match, division="D99")] if random.random() < 0.2 else [match],
            )
        )
        if not matches:
            break
    return random.sample(matches, len(matches))


def twisted(name, twists, random):
    """An instance with so many of its rules changed, as JSON."""
    changed = copy.deepcopy(data(name))
    for _ in range(twists):
        random.choice(TWISTS)(changed, random)
    return changed


def _division(changed, random):
    division = random.choice(changed["divisions"])
    division |= random.choice(
        (
            {"mode": "relaxed"},
            {"mode": "rounds"},
            {"second_half": random.choice(("free", "mirrored"))},
            {"min_gap_days": random.choice((0, 14, 63))},
            {"pref_gap_days": random.choice((0, 40, 99))},
            {"max_run": random.choice((1, 2, None))},
            {"min_rest_days": random.choice((0, 8, 15))},
            {"legs": random.choice((1, 2, 3))},
            {"dates": sorted(random.sample(division["dates"], max(1, len(division["dates"]) - 2)))},
            {"quota": [{"team": random.choice(division["teams"]), "legs": 1, "max_home_away_diff": 1}]},
        )
    )


def _venue(changed, random):
    team = random.choice(changed["teams"])
    venue = random.choice([each for each in changed["venues"] if each["id"] == team["venue"]])
    dates = random.choice(changed["divisions"])["dates"]
    if random.random() < 0.5:
        venue["boards"] = random.choice((0, 1, 2))
    else:
        venue["closed"] = random.sample(dates, min(4, len(dates)))
    random.choice(changed["teams"])["venue"] = venue["id"]


def _rule(changed, random):
    kind = random.choice(KINDS)
    division = random.choice(changed["divisions"])
    one, other = random.sample(division["teams"], 2)
    if random.random() < 0.3:
        other = random.choice([team["id"] for team in changed["teams"] if team["id"] != one])
    who = {"team": one} if kind.startswith(("no_", "home", "at")) else {"teams": [one, other]}
    who = {"division": division["id"]} if kind in {"keep_free", "full_night"} else who
    dates = random.sample(division["dates"], min(len(division["dates"]), random.choice((1, 3, 9))))
    changed["rules"].append(
        {"id": f"X{random.randrange(1000)}", "type": kind, "hard": random.random() < 0.5, "weight": 7, "text": "x"}
        | who
        | {"dates": dates, "by": dates[0]}
        | {"most": random.choice((1, 2)), "nights": random.choice((2, 3, 5, 60))}
    )


def _fixed(changed, random):
    division = random.choice(changed["divisions"])
    home, away = random.sample(division["teams"], 2)
    day = random.choice(division["dates"])
    name = f"F{len(changed['fixed'])}X"
    changed["fixed"].append({"id": name, "division": division["id"], "date": day, "home": home, "away": away})


def _published(changed, random):
    of = read_task(changed)
    handed_out = random.sample(rounds_list(of, random), 5)
    changed["published"] += [
        {"division": each.division, "date": each.date.isoformat(), "home": each.home, "away": each.away}
        for each in handed_out
    ]
    changed["published"].append({**changed["published"][-1], "home": "T998"})


def _frozen(changed, random):
    first = date.fromisoformat(changed["divisions"][0]["dates"][0])
    changed["frozen_until"] = (first + timedelta(random.randrange(60))).isoformat()


def _weights(changed, random):
    changed["weights"][random.choice([*changed["weights"], "part", "unfair"])] = random.randrange(9)
    random.choice(changed["teams"])["unmet_before"] = random.randrange(3)


TWISTS = (_division, _venue, _rule, _rule, _fixed, _published, _frozen, _weights)
