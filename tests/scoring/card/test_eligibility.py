"""Faults of who may play, planted one at a time."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.card.check import check
from scoring.card.eligibility import join_late
from scoring.card.league_rules import Loan, PlayingUp, Under18
from scoring.card.match import Player
from scoring.card.presets import preset
from scoring.card.sheet import Named, Side, Signing
from tests.scoring.card.planted import Planted, bell, crown, found, free_name, full_card, player_changed
from tests.scoring.strategies_card import edited, match_of


def borrowed(**loan) -> Player:
    """Vera Robson of the Plough, and how she stands to the team that names her."""
    return Player("plough-0", "Vera Robson", date(2026, 9, 1), tied_to="Plough", loans=(None, Loan("Plough", **loan)))


PLANTED = (
    # Who may play
    Planted(
        "a pet name",
        "leek",
        (("lines.0.home.0", "name_unknown"),),
        {"lines.0.home.0": free_name("Dazza")},
    ),
    Planted(
        "a misspelt name",
        "leek",
        (("lines.0.home.0", "name_unknown"),),
        {"lines.0.home.0": free_name("Darron Hil")},
    ),
    Planted(
        "an initial and a surname",
        "leek",
        (("lines.0.home.0", "nickname"),),
        {"lines.0.home.0": free_name("D. HILL")},
    ),
    Planted(
        "a known nickname",
        "leek",
        (("lines.0.home.0", "nickname"),),
        {"lines.0.home.0": free_name("Daz")},
        squad=player_changed(0, known_as=("Daz",)),
    ),
    Planted(
        "one of two D Hills",
        "leek",
        (("lines.0.home.0", "name_ambiguous"),),
        {"lines.0.home.0": free_name("D Hill")},
        squad=player_changed(9, name="Dorothy Hill"),
    ),
    Planted(
        "a player nobody knows",
        "leek",
        (("lines.0.home.0", "player_unknown"),),
        {"lines.0.home.0": Named("ghost", "Ghost")},
    ),
    Planted(
        "not registered",
        "leek",
        (("lines.0.home.0", "not_registered"),),
        squad=player_changed(0, registered_on=None),
    ),
    Planted(
        "registered after the deadline",
        "northallerton",
        (("lines.0.home.0", "registered_late"),),
        match={"register_by": date(2026, 10, 31)},
        squad=player_changed(0, registered_on=date(2026, 11, 2)),
    ),
    Planted(
        "registered too few days before the match",
        "northallerton",
        (("lines.0.home.0", "registered_too_soon"),),
        match={"eligible_after": 7},
        squad=player_changed(0, registered_on=date(2026, 11, 20)),
    ),
    Planted(
        "registered as many days before as the rule wants",
        "northallerton",
        (),
        match={"eligible_after": 4},
        squad=player_changed(0, registered_on=date(2026, 11, 20)),
    ),
    Planted(
        "registered after the match",
        "leek",
        (("lines.0.home.0", "registered_after_match"),),
        squad=player_changed(0, registered_on=date(2026, 11, 25)),
    ),
    Planted(
        "tied to another team",
        "guisborough",
        (("lines.0.home.0", "tied_elsewhere"),),
        squad=player_changed(0, tied_to="Plough"),
    ),
    Planted(
        "a player of the Plough by id",
        "guisborough",
        (("lines.0.away.1", "tied_elsewhere"),),
        {"lines.0.away.1": Named("plough-0", "Vera Robson")},
    ),
    Planted(
        "a player of the Plough by name",
        "guisborough",
        (("lines.0.away.1", "tied_elsewhere"),),
        {"lines.0.away.1": free_name("vera  robson")},
    ),
    *(
        Planted(
            f"playing up: {code}",
            "guisborough",
            (("lines.0.away.1", code),),
            {"lines.0.away.1": Named("plough-0", "Vera Robson")},
            match={"playing_up": PlayingUp(most=3, ties_after=3), "elsewhere": (borrowed(**loan),)},
        )
        for code, loan in (
            ("plays_up", {"same_club": True, "times": 1}),
            ("plays_up_ties", {"same_club": True, "times": 2}),
            ("plays_up_not", {"same_club": True, "times": 3}),
            ("plays_up_not", {"same_club": False}),
        )
    ),
    Planted(
        "under 18 where nobody may",
        "leek",
        (("lines.1.home.0", "under_age"),),
        match={"under_18": Under18.NOT},
        squad=player_changed(1, minor=True, consent=True),
    ),
    Planted(
        "under 18 without consent",
        "leek",
        (("lines.1.home.0", "under_age"),),
        match={"under_18": Under18.WITH_CONSENT},
        squad=player_changed(1, minor=True),
    ),
    Planted(
        "under 18 with consent",
        "leek",
        (),
        match={"under_18": Under18.WITH_CONSENT},
        squad=player_changed(1, minor=True, consent=True),
    ),
    Planted(
        "an opponent's player",
        "solihull",
        (("lines.0.home.0", "plays_for_opponents"),),
        {"lines.0.home.0": bell(9)[0]},
    ),
    Planted("suspended", "leek", (("lines.1.home.0", "suspended"),), squad=player_changed(1, suspended=True)),
    Planted(
        "cup-tied",
        "leek",
        (("lines.1.home.0", "cup_tied"),),
        match={"cup": True},
        squad=player_changed(1, cup_tied=True),
    ),
    Planted(
        "an opponent's player who is cup-tied too",
        "leek",
        (("lines.0.away.0", "plays_for_opponents"),),
        {"lines.0.away.0": crown(9)[0]},
        match={"cup": True},
        squad=player_changed(9, cup_tied=True),
    ),
    Planted(
        "too few matches for the cup",
        "leek",
        (("lines.1.home.0", "cup_appearances"),),
        match={"cup": True, "cup_appearances": 2},
        squad=player_changed(1, league_matches=1),
    ),
    # Signing on the night
    Planted(
        "signing where none may",
        "northallerton",
        (("signings.0", "signing_not_allowed"),),
        {"signings": (Signing(Side.HOME, "Carol Iceton"),), "lines.0.home.0": free_name("Carol Iceton")},
    ),
    Planted(
        "signing after the deadline",
        "leek",
        (("signings.0", "signing_late"),),
        {"signings": (Signing(Side.HOME, "Carol Iceton"),), "lines.0.home.0": free_name("Carol Iceton")},
        match={"register_by": date(2026, 10, 31)},
    ),
    Planted(
        "signing a Plough player",
        "leek",
        (("signings.0", "signing_tied"),),
        {"signings": (Signing(Side.HOME, "Vera Robson"),), "lines.0.home.0": free_name("Vera Robson")},
    ),
    Planted(
        "signing an opponent",
        "leek",
        (("signings.0", "signing_tied"),),
        {"signings": (Signing(Side.HOME, "Barry Staveley"),), "lines.0.home.0": free_name("Barry Staveley")},
    ),
    Planted(
        "signing somebody registered",
        "leek",
        (("signings.0", "signing_registered"),),
        {"signings": (Signing(Side.HOME, "Darren Hill"),)},
    ),
    Planted(
        "signing who did not play",
        "leek",
        (("signings.0", "signing_unused"),),
        {"signings": (Signing(Side.AWAY, "Carol Iceton"),)},
    ),
    Planted(
        "signing by initial",
        "leek",
        (("signings.0", "signing_initials"),),
        {"signings": (Signing(Side.HOME, "Iceton C"),), "lines.0.home.0": free_name("Iceton C")},
    ),
    Planted(
        "signing twice",
        "leek",
        (("signings.1", "signing_twice"),),
        {
            "signings": (Signing(Side.HOME, "Carol Iceton"), Signing(Side.HOME, "carol iceton")),
            "lines.0.home.0": free_name("Carol Iceton"),
        },
    ),
    Planted(
        "signing without a name",
        "leek",
        (("signings.0", "signing_blank"),),
        {"signings": (Signing(Side.HOME, " "),)},
    ),
    Planted(
        "squad over twelve",
        "guisborough",
        (("signings", "squad_full"),),
        {"signings": (Signing(Side.HOME, "Carol Iceton"),), "lines.0.home.0": free_name("Carol Iceton")},
        squad=lambda squad: replace(
            squad,
            players=(
                *squad.players,
                Player("x", "Neil Wearmouth", date(2026, 9, 1)),
                Player("y", "Philip Featherstone", date(2026, 9, 1)),
            ),
        ),
    ),
)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: f"{fault.league}: {fault.name}")
def test_planted_fault_is_found_and_nothing_else(fault):
    assert found(replace(fault, base=full_card)) == fault.problems


def test_squad_may_be_filled_to_its_last_place():
    match = match_of("guisborough", format=replace(preset("guisborough").format, squad=11))
    card = edited(full_card(match), "lines.0.home.0", Named(None, "Carol Iceton"))
    card = edited(card, "signings", (Signing(Side.HOME, "Carol Iceton"),))
    assert check(card, match) == ()
    assert check(card, replace(match, format=replace(match.format, squad=10)))[0].code == "squad_full"


def test_players_of_a_side_registered_on_one_day_after_the_match_are_told_of_at_once():
    match = match_of("leek")
    later = [
        replace(squad, players=tuple(replace(each, registered_on=date(2026, 11, 25)) for each in squad.players))
        for squad in (match.home, match.away)
    ]
    problems = check(full_card(match), replace(match, home=later[0], away=later[1]))
    assert {each.code for each in problems} == {"registered_after_match"}
    home, away = join_late(problems)
    assert len(problems) > 2
    assert (home.path, away.path) == ("lines.0.home.0", "lines.0.away.0")
    assert home.message.startswith(f"{match.home.players[0].name}, {match.home.players[1].name}, ")
    assert home.message.endswith(" were registered on 25 Nov, after this match.")
    assert join_late(problems[:1]) == problems[:1]
