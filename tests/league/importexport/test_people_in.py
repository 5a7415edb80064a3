"""Venues, teams, players and honours by spreadsheet: every fate, nothing before it is accepted, and all of it back."""

from dataclasses import replace
from datetime import date

import time_machine
from django.urls import reverse

from league.base.audit.models import Entry as Happened
from league.cups.models import Honour
from league.exchange.models import ImportDraft
from league.teams.actions.leagues import change_venue, rename_team
from league.teams.actions.registrations import approve_registration, ask_registration, leave_team
from league.teams.models import Player, Registration, Team, Venue
from scoring import codec
from scoring.card.league_rules import LeagueRules
from tests.league.importexport.importing import AT, accept, fates, latest, paste, previewed, undo, upload, workbook


def everything() -> list[dict]:
    """All rows that an import may touch, with all their values."""
    return [
        row for model in (Venue, Team, Player, Registration, Honour) for row in model.objects.order_by("pk").values()
    ]


def test_a_new_league_s_teams_and_their_pubs(secretary, world):
    before = everything()
    draft = paste(secretary, "teams", "Team,Pub,Starts\nRed Lion,The Red Lion,7.30pm\nFleece,The Fleece,\n")
    assert everything() == before
    assert fates(draft) == [(2, "new", ()), (3, "new", ())]

    assert accept(secretary, draft).status_code == 302

    lion = Team.objects.select_related("venue").get(name="Red Lion")
    assert (lion.venue.name, f"{lion.start_time:%H:%M}", lion.slug) == ("The Red Lion", "19:30", "red-lion")
    assert f"{Team.objects.get(name='Fleece').start_time:%H:%M}" == "20:00"
    entry = Happened.objects.filter(verb="bring_in").latest("pk")
    assert (entry.words, entry.after) == ("Teams imported from pasted rows: 2 rows.", {"new": 2})
    assert undo(secretary, draft).status_code == 302
    assert everything() == before


def test_what_is_there_is_changed_and_given_back(secretary, world):
    before = everything()
    draft = paste(secretary, "venues", "Name\tPost code\tBoards\nCrown A Inn\tST13 5HH\t3\nBell Inn\t\t\n")
    assert fates(draft) == [
        (2, "changed", ("Postcode: ST13 5HH, was empty", "Home matches on one night: 3, was 1")),
        (3, "same", ()),
    ]
    accept(secretary, draft)
    crown = Venue.objects.get(name="Crown A Inn")
    assert (crown.postcode, crown.boards) == ("ST13 5HH", 3)

    undo(secretary, draft)

    assert everything() == before


def test_names_written_otherwise_are_found_and_near_ones_asked_about(secretary, world):
    draft = paste(secretary, "players", "Player,Team\nAnn Bell,The Crown 'A'\nBob Cross,Crwon A\nCat Dale,Nowhere\n")
    assert fates(draft) == [
        (2, "new", ("Crown A (written “The Crown 'A'”)",)),
        (3, "clash", ("There is no team “Crwon A”. Is it Crown A?",)),
        (4, "new", ()),
    ]
    [ask] = previewed(draft).asks
    crown = Team.objects.get(name="Crown A")
    assert ask.near == ((str(crown.pk), "Crown A"),)

    address = reverse("import-names", args=["leek", draft.pk])
    assert "Crown A" in secretary.get(address).content.decode()
    assert secretary.post(address, {}).status_code == 422
    assert secretary.post(address, {"team-crwon a": crown.pk}).status_code == 302

    assert [outcome for _, outcome, _ in fates(draft)] == ["new", "new", "new"]


def test_a_squad_list_counts_from_the_season_s_start_until_somebody_joins(secretary, world):
    """The form says from when; what the sheet says of a row comes first."""
    season = world.evening.small.season
    Registration.objects.update(since=season.starts)
    form = secretary.get(reverse("new-import", args=["leek", "players"])).content.decode()
    assert f'value="{season.starts}"' in form

    rows = "Player,Team,Registered from\nAnn Bell,Crown A,\nBob Cross,Crown A,05/09/2026\n"
    accept(secretary, paste(secretary, "players", rows, since=str(season.starts)))

    since = dict(
        Registration.objects.filter(player__name__in=["Ann Bell", "Bob Cross"]).values_list("player__name", "since")
    )
    assert since == {"Ann Bell": season.starts, "Bob Cross": date(2026, 9, 5)}
    with time_machine.travel(AT, tick=False):
        form = secretary.get(reverse("new-import", args=["leek", "players"])).content.decode()
    assert f'value="{AT.date()}"' in form


def test_a_squad_over_its_limit_is_noted(secretary, world):
    league = world.league
    rules = codec.decode_as(LeagueRules, league.rules)
    league.rules = codec.encode(replace(rules, format=replace(rules.format, squad=9)))
    league.save()
    there = Registration.objects.filter(team__name="Crown A", until=None, state="approved").count()
    names = ["Ann Bell", "Bob Cross", "Cat Dale"]
    draft = paste(secretary, "players", "Player,Team\n" + "".join(f"{name},Crown A\n" for name in names))
    notes = [f"Crown A would have {there + number} players. The rules allow 9." for number in (1, 2, 3)]
    assert fates(draft) == [
        (line, "new", (note,) if there + line - 1 > 9 else ()) for line, note in enumerate(notes, start=2)
    ]
    assert accept(secretary, draft).status_code == 302


def test_somebody_who_may_be_known_is_asked_about_and_one_elsewhere_stays_there(secretary, world):
    lines = "Player,Team\nC PlayerA,Crown A\nBell PlayerB,Crown A\nCrown PlayerC,Crown A\n"
    draft = paste(secretary, "players", lines)
    found = previewed(draft)

    assert found.rows[0].why == ("Is it Crown PlayerA, Crown A?",)
    assert found.rows[1].why == ("Is it Bell PlayerB, Bell?",)
    assert found.rows[2].outcome == "same"
    number = Player.objects.count()
    first, second = found.asks
    answers = {f"player-{first.key}": "new", f"player-{second.key}": second.near[0][0]}
    secretary.post(reverse("import-names", args=["leek", draft.pk]), answers)
    why = ("Bell PlayerB is registered with Bell. Ask for a transfer, or leave the row out.",)
    assert previewed(draft).rows[1].why == why
    accept(secretary, draft, leave_out=True)
    assert Player.objects.count() == number + 1


def test_a_player_without_a_team_is_registered_again(secretary, world):
    by = {"by": world.evening.small.secretary, "at": AT}
    held = Registration.objects.get(player__name="Crown PlayerA")
    leave_team(registration=held, until=AT.date(), **by)
    before = everything()
    draft = paste(secretary, "players", "Name;Plays for;Registered\nCrown PlayerA;Bell;21.9.2026\n")
    assert fates(draft) == [(2, "changed", ("Registered from Mon 21 Sep 2026",))]

    accept(secretary, draft)

    assert Registration.objects.get(player=held.player, until=None).team.name == "Bell"
    undo(secretary, draft)
    assert everything() == before


def test_honours_new_and_put_right(secretary, world):
    before = everything()
    paste(secretary, "honours", "Season\tCup\tWinners\n1998-99\tShield\tCrown A\n2003\tShield\tBell\n")
    accept(secretary, latest())
    assert Honour.objects.get(year=1999).winner == "Crown A"
    first = latest()
    second = paste(secretary, "honours", "Year,Trophy,Winner\n1999,Shield,Swan\n1700,Shield,Bell\n2003,shield,Bell\n")
    assert fates(second) == [
        (2, "changed", ("Winner: Swan, was Crown A", "Written “1999”: the season that ended in 1999")),
        (3, "clash", ("“1700” is not a year from 1850 to 2027.",)),
        (4, "same", ("Written “2003”: the season that ended in 2003",)),
    ]
    accept(secretary, second, leave_out=True)
    assert undo(secretary, first).status_code == 422  # the second one has been built on it
    undo(secretary, second)
    undo(secretary, first)
    assert everything() == before


def test_what_was_built_on_is_not_taken_back(secretary, world):
    draft = paste(secretary, "teams", "Team,Venue\nRed Lion,The Red Lion\n")
    accept(secretary, draft)
    team = Team.objects.get(name="Red Lion")
    asked = ask_registration(team=team, name="Ann Bell", by=world.evening.small.secretary, at=AT)
    approve_registration(registration=asked, since=AT.date(), by=world.evening.small.secretary, at=AT)
    held = everything()

    answer = undo(secretary, draft)

    assert answer.status_code == 422
    assert "Red Lion has 1 registration since." in answer.content.decode()
    assert everything() == held


def test_columns_nobody_can_guess_are_asked_about(secretary):
    answer = upload(secretary, "players", workbook(["Who", "Where"], ["Ann Bell", "Crown A"]))
    draft = latest()
    address = reverse("import-columns", args=["leek", draft.pk])
    assert answer.url == address
    assert secretary.get(reverse("import", args=["leek", draft.pk])).url == address
    assert secretary.post(address, {"name": "0"}).status_code == 422
    assert secretary.post(address, {"name": "0", "team": "0"}).status_code == 422
    secretary.post(address, {"name": "0", "team": "1"})
    draft.refresh_from_db()
    # No row looked like headings, so the first one is a row as well, of a team that is to be added.
    assert previewed(draft).needs == {"team": ("Where",)}


def test_what_was_looked_at_is_what_comes_in(secretary, world):
    draft = paste(secretary, "teams", "Team,Venue\nRed Lion,The Red Lion\n")
    seen = previewed(draft).digest
    paste(secretary, "teams", "Team,Venue\nRed Lion,The Red Lion\n")
    accept(secretary, latest())

    answer = secretary.post(reverse("accept-import", args=["leek", draft.pk]), {"seen": seen})

    assert answer.status_code == 422
    assert "The league has changed since you checked" in answer.content.decode()


def test_rows_that_do_not_fit_keep_all_out_unless_they_are_left_out(secretary):
    draft = paste(secretary, "teams", "Team,Venue\nRed Lion,The Red Lion\n-,The Fleece\n")
    before = everything()

    assert accept(secretary, draft).status_code == 422
    assert everything() == before
    assert accept(secretary, draft, leave_out=True).status_code == 302
    assert accept(secretary, draft, leave_out=True).status_code == 302  # twice is once
    assert Team.objects.filter(name__in=["Red Lion", "-"]).count() == 1


def test_a_spreadsheet_is_thrown_away_while_nothing_came_of_it(secretary):
    draft = paste(secretary, "teams", "Team,Venue\nRed Lion,The Red Lion\n")
    assert secretary.post(reverse("delete-import", args=["leek", draft.pk])).url == reverse("imports", args=["leek"])
    assert not ImportDraft.objects.filter(pk=draft.pk).exists()


def answer(client, draft, **answers: str) -> None:
    """Say of each question, by the name that it is about, what is meant."""
    fields = {f"{ask.what}-{ask.key}": answers[ask.name.replace(" ", "_")] for ask in previewed(draft).asks}
    assert client.post(reverse("import-names", args=["leek", draft.pk]), fields).status_code == 302


def test_names_that_differ_in_a_word_or_a_dot_are_two_teams(secretary, world):
    lines = "Team,Venue\nRailway,The Railway Hotel\nRailway Club,Railway Social Club\nGwern Club.,Gwern\n"
    accept(secretary, paste(secretary, "teams", lines))
    assert fates(paste(secretary, "teams", lines)) == [(number, "same", ()) for number in (2, 3, 4)]
    hotel = Team.objects.get(name="Railway").venue

    draft = paste(secretary, "teams", "Team,Venue\nRailway FC,Railway Social Club\nThe Railway!,Crown A Inn\n")
    assert fates(draft) == [
        (2, "clash", ("Is it Railway or Railway Club?",)),
        (3, "clash", ("Is it Railway?", "Venue: Crown A Inn, was The Railway Hotel")),
    ]
    answer(secretary, draft, Railway_FC="new", **{"The_Railway!": "new"})
    accept(secretary, draft)
    assert Team.objects.get(name="Railway").venue == hotel
    assert set(Team.objects.filter(name__contains="Railway").values_list("name", "slug")) == {
        ("Railway", "railway"), ("Railway Club", "railway-club"), ("Railway FC", "railway-fc"),
        ("The Railway!", "the-railway"),
    }  # fmt: skip


def test_two_rows_of_nearly_one_name_are_asked_about(secretary, world):
    draft = paste(secretary, "teams", "Team,Venue\nBay Horse,Crown A Inn\nBay Horse.,Bell Inn\nbay  horse,Bell Inn\n")
    assert fates(draft) == [
        (2, "new", ()),
        (3, "clash", ("Row 2 is “Bay Horse”. Keep one of them, or say that this is a team of its own.",)),
        (4, "clash", ("Row 2 is the same. Keep one of them.",)),
    ]
    answer(secretary, draft, **{"Bay_Horse.": "new"})
    accept(secretary, draft, leave_out=True)
    assert Team.objects.filter(name__startswith="Bay Horse").count() == 2


def test_letters_of_any_script_are_letters(secretary, world):
    lines = "Team,Venue\nКоманда,Clubhouse\n東方,Clubhouse\n🍺🍺,Clubhouse\n-,Clubhouse\n"  # noqa: RUF001
    draft = paste(secretary, "teams", lines)
    assert fates(draft) == [
        (2, "new", ()), (3, "new", ()), (4, "new", ()), (5, "clash", ("“-” is no name: it has no letters.",)),
    ]  # fmt: skip
    accept(secretary, draft, leave_out=True)
    teams = Team.objects.select_related("league").filter(venue__name="Clubhouse")
    assert [secretary.get(team.get_absolute_url()).status_code for team in teams] == [200, 200, 200]


def test_two_people_of_one_name_are_registered_when_somebody_says_so(secretary, world):
    draft = paste(secretary, "players", "Player,Team\nJohn Smith,Crown A\nJohn Smith,Bell\nRonaldo,Bell\n")
    assert fates(draft) == [
        (2, "new", ()),
        (3, "clash", ("Is it John Smith, Crown A, of row 2?",)),
        (4, "new", ("Only one name.",)),
    ]
    answer(secretary, draft, John_Smith="new")
    accept(secretary, draft)
    teams = {each.team.name for each in Registration.objects.filter(player__name="John Smith").select_related("team")}
    assert teams == {"Crown A", "Bell"}

    again = paste(secretary, "players", "Player,Team\nJohn Smith,Crown A\nJohn Smith,Bell\nJohn  smith,Bell\n")
    assert fates(again) == [
        (2, "same", ()),
        (3, "same", ()),
        (4, "clash", (
            "Row 3 has the same name and team. Keep one of them. For two people, add a middle name or Junior to one.",
        )),
    ]  # fmt: skip
    third = paste(secretary, "players", "Player,Team\nBell PlayerA,Crown A\nJose Nunez,Crown A\n")
    assert previewed(third).rows[0].why == ("Is it Bell PlayerA, Bell?",)
    answer(secretary, third, Bell_PlayerA="new")
    assert [row.outcome for row in previewed(third).rows] == ["new", "new"]


def test_earlier_name_of_a_team_is_taken_for_it(secretary, world):
    rename_team(team=Team.objects.get(name="Bell"), name="Ash", by=world.evening.small.secretary, at=AT)
    draft = paste(secretary, "players", "Player,Team\nBell PlayerA,Bell\nNew Man,The Bell\n")
    assert fates(draft) == [
        (2, "same", ("Ash (called “Bell” before)",)),
        (3, "new", ("Ash (called “The Bell” before)",)),
    ]
    draft = paste(secretary, "teams", "Team,Venue\nBell,Crown A Inn\n")
    assert fates(draft) == [(2, "clash", ("Is it Ash?", "Venue: Crown A Inn, was Bell Inn"))]


def test_earlier_name_of_a_pub_is_taken_for_it(secretary, world):
    by = world.evening.small.secretary
    change_venue(venue=Venue.objects.get(name="Bell Inn"), by=by, at=AT, name="Golden Lion")
    draft = paste(secretary, "venues", "Name,Boards\nThe Bell Inn,2\n")
    assert fates(draft) == [(2, "clash", ("Is it Golden Lion?", "Home matches on one night: 2, was 1"))]
    draft = paste(secretary, "teams", "Team,Venue\nBell,Bell Inn\n")
    assert fates(draft) == [(2, "same", ("Venue: Golden Lion (called “Bell Inn” before)",))]


def test_names_and_numbers_are_taken_as_they_are_meant_and_the_preview_says_so(secretary, world):
    draft = paste(secretary, "players", 'Player,Team\n"Hill, Alan",Crown A\nMrs P Nairn,Crown A\n')
    rows = previewed(draft).rows
    assert [row.words for row in rows] == ["Alan Hill, Crown A", "P Nairn, Crown A"]
    assert [row.why for row in rows] == [
        ("“Hill, Alan” is taken for Alan Hill",),
        ("“Mrs P Nairn” is taken for P Nairn",),
    ]
    draft = paste(secretary, "players", "First name,Surname,Team\nZoë,Raine,Crown A\n")
    assert [row.words for row in previewed(draft).rows] == ["Zoë Raine, Crown A"]
    draft = paste(
        secretary, "teams", "Team,Venue,Captain,E-mail,Phone\nBeech,The Beech,Sam Dale,sam@example.net,7700900102\n"
    )
    (row,) = previewed(draft).rows
    assert "The first 0 of the number was missing: 07700900102" in row.why
    assert row.doing.captain.phone == "07700900102"


def test_a_team_without_a_venue_stands_under_one_that_nobody_knows(secretary, world):
    draft = paste(secretary, "teams", "Team\nOld Boys\nSwifts\n")
    assert [row[1:] for row in fates(draft)] == [("new", ("No venue: it stands under “Venue not known”",))] * 2
    accept(secretary, draft)
    assert {team.venue.name for team in Team.objects.filter(name__in=["Old Boys", "Swifts"])} == {"Venue not known"}
    undo(secretary, draft)
    assert not Venue.objects.filter(name="Venue not known").exists()


def test_players_bring_the_teams_that_their_file_names(secretary, world):
    draft = paste(secretary, "players", "Player,Team\nAnn Bell,Old Boys\nBob Cross,Old Boys\n")
    assert previewed(draft).needs == {"team": ("Old Boys",)}
    accept(secretary, draft)
    assert Team.objects.get(name="Old Boys").registrations.count() == 2
    undo(secretary, draft)
    assert not Team.objects.filter(name="Old Boys").exists()
