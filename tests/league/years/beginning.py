"""A secretary sets a league up through its pages: rules, teams, captains, players, a season, its fixtures."""

import re
from datetime import date

from tests.league.person import Person
from tests.league.years.leagues import PubDivision, PubLeague, squad_of

SECRETARY, PASSWORD = "ada@example.org", "correct horse battery"
SEASON = "2027-28"
FIRST_DAY = date(2027, 9, 1)
ROWS = {"line": "More lines", "limi": "More limits", "pena": "More penalties"}


def slug(name: str) -> str:
    """A name as it stands in an address."""
    return name.lower().replace(" ", "-")


def email_of(name: str) -> str:
    return f"{slug(name).replace('-', '.')}@example.org"


def sign_in(person: Person) -> None:
    """On the page that asks for it, as the site's administrator, who is the secretary of every league here."""
    person.send("Sign in", {"login": SECRETARY, "password": PASSWORD})


def set_up(league: PubLeague, person: Person) -> None:
    """From the site's first page to the published fixtures."""
    home = f"/{slug(league.short)}/"
    season = f"{home}season/{SEASON}/"
    person.open("/leagues/new/")
    begun = {"League name": league.name, "Short name": league.short, "preset": league.preset}
    person.send("Create league", begun)
    person.follow("Write the rules" if league.preset == "blank" else "Check the rules: Rules")
    write_rules(league.divisions[0], person)
    _add_rows(f"{home}imports/new/teams/rows/", [_team_row(team) for team in league.teams], person)
    players = [f"{name}\t{team}" for team in league.teams for name in squad_of(team)]
    _add_rows(f"{home}imports/new/players/rows/", players, person)
    person.open(home)
    person.follow("Set up a season")
    _set_season_up(league, person)
    _arrange(league, season, person)
    _publish(league, season, person)


def write_rules(division: PubDivision, person: Person) -> None:
    """Fill in the page of the rules that is open, with as many rows as it takes and no others, and save it."""
    typed = {"name": f"Rules of {division.name}"} | dict(division.rules)
    while missing := sorted(typed.keys() - person.form("Save the rules").names):
        person.send(ROWS[missing[0][:4]])
    shown = person.form("Save the rules").names
    typed |= dict.fromkeys((each for each in shown - typed.keys() if re.match(r"line\d+-labels|penalty\d", each)), "")
    page = person.send("Save the rules", typed)
    assert re.search(r"[Rr]ules\b[^.]* were changed\.", page.words), page.words


def _team_row(team: str) -> str:
    captain = squad_of(team)[0]
    return "\t".join((team, f"The {team}", captain, email_of(captain), "01632 960411"))


def _add_rows(address: str, rows: list[str], person: Person) -> None:
    """Paste rows; each counts as a field."""
    person.open(address)
    person.send("Check the rows", {"pasted": "\n".join(rows)}, fields=len(rows))
    person.send("Import")


def _set_season_up(league: PubLeague, person: Person) -> None:
    days = {"First day": FIRST_DAY, "Last day": league.ends, "Last day of the first half": league.halfway}
    named = {"Season name": SEASON, "First division": league.divisions[0].name}
    person.send("Set up the season", named | {name: day.isoformat() for name, day in days.items()})


def _arrange(league: PubLeague, season: str, person: Person) -> None:
    """The other divisions, who plays in which, how often pairs meet, and rules apart."""
    first, *others = league.divisions
    if first.legs != 2:
        person.open(f"{season}divisions/{slug(first.name)}/")
        person.send("Save the division", {"Matches between each pair": str(first.legs)})
    for division in others:
        person.open(f"{season}divisions/")
        new = {"Name of the division": division.name, "Matches between each pair": str(division.legs)}
        person.send("Add the division", new)
        person.open(f"{season}teams/")
        person.send("Save teams", dict.fromkeys(division.teams, division.name))
        person.open(f"{season}divisions/{slug(division.name)}/")
        person.follow(f"Rules of {division.name}")
        write_rules(division, person)


def _publish(league: PubLeague, season: str, person: Person) -> None:
    """Paste the fixtures as a spreadsheet has them, and publish them."""
    rows = [
        f"{division.name},{on:%d/%m/%Y},{home},{away}"
        for division in league.divisions
        for on, home, away in division.matches()
    ]
    person.open(f"{season}lists/file/")
    person.send("Import the fixtures", {"lines": "\n".join(["division,date,home,away", *rows])}, fields=len(rows))
    person.follow("Publish")
    despite = {"despite": "on"} if "despite" in person.form("Publish these").names else {}
    person.send("Publish these", despite)
