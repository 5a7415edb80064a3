"""One person is one person: a known name on a card is asked about, told to the secretary, and settled."""

from dataclasses import replace

import pytest

from league.results.choices import ResultState, SentFor
from league.results.forms.players import PlayersForm
from league.results.models import Appearance, Result
from league.results.queries.appearances import guests, played_where
from league.results.queries.journeys import journey_of, pages
from league.teams.choices import RegistrationState
from league.teams.models import Player, Registration, Transfer
from league.teams.queries.squads import rules_of
from scoring import codec
from scoring.card.league_rules import Helps, PlayingUp
from scoring.card.sheet import Named, Side, Signing
from tests.factories import make_player
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.test_journey import received
from tests.league.results.walk import at, hidden, page_of, send, ticks

pytestmark = pytest.mark.django_db
RINGER = "Brenda Kipling"


@pytest.fixture
def ringer(evening):
    """Somebody of a third team of the league."""
    return make_player(evening.small.entries[2].team, RINGER)


def written(evening, captain, name=RINGER, **answers):
    """The first page sent with one of the home side away and a new name; what it answers, and who is away."""
    there = ticks(evening.card())
    gone = there["home"].pop(0)
    return captain.post(at(evening, "card-players"), there | {"home_new": name} | answers), gone


def sent(evening, captain, key: str, gone: str) -> Result:
    """The rest of the card, with `key` in the place of who is away, and the card sent."""
    card = evening.card()
    for page, numbers in enumerate(pages(evening.match.format), start=1):
        data = {name: key if value == gone else value for name, value in page_of(card, numbers).items()}
        assert captain.post(at(evening, "card-lines", page), data).status_code == 302
    send(captain, evening)
    return Result.objects.get(fixture=evening.fixture)


def test_a_known_name_is_asked_about_with_what_would_follow(evening, captain, ringer):
    answer, _ = written(evening, captain)
    assert answer.status_code == 200
    assert "Is this Brenda Kipling of Plough?" in words_on(answer)
    assert "Yes. Plays for Plough, so the secretary decides." in words_on(answer)
    assert "It would be the 1st time for Crown A this season." in words_on(answer)
    assert f'value="{RINGER}"' in answer.content.decode()


def test_a_pet_name_is_asked_about_too_and_nothing_of_a_name_like_nobody_s(evening, captain, ringer):
    answer, _ = written(evening, captain, "Quentin Zimmermann")
    assert answer.status_code == 302
    make_player(evening.small.entries[2].team, "Elizabeth Dent")
    answer, _ = written(evening, captain, "Betty Dent")
    assert "Is this Elizabeth Dent of Plough?" in words_on(answer)


def test_the_one_of_another_team_is_that_one_person_and_flagged_each_time(evening, captain, ringer):
    answer, gone = written(evening, captain, **{"home_who_brenda-kipling": ringer.pk})
    assert answer.status_code == 302
    result = sent(evening, captain, str(ringer.pk), gone)
    assert result.flagged
    assert Player.objects.filter(name=RINGER).count() == 1
    assert {named.id: named.name for line in received(evening).lines for named in line.home}[str(ringer.pk)] == RINGER
    assert Registration.objects.filter(player=ringer).count() == 1
    [found] = guests(evening.small.season)
    player, own, played = found
    assert (player, own.name, played.team.name) == (ringer, "Plough", "Crown A")
    form = PlayersForm({"home_new": "B Kipling"}, journey=journey_of(evening.fixture, evening.home, SentFor.HOME))
    [question] = form.questions
    assert "It would be the 2nd time for Crown A this season." in question.namesakes[0].words


def test_somebody_new_of_a_known_name_waits_for_the_secretary(evening, captain, ringer):
    answer, gone = written(evening, captain, **{"home_who_brenda-kipling": "new"})
    assert answer.status_code == 302
    result = sent(evening, captain, f"+{RINGER}", gone)
    assert result.flagged
    second = Player.objects.exclude(pk=ringer.pk).get(name=RINGER)
    assert second.registrations.get().state == RegistrationState.REQUESTED
    inbox = words_on(signed_in(evening.secretary).get("/leek/inbox/"))
    assert f"{RINGER} for Crown A" in inbox
    waiting = words_on(signed_in(evening.secretary).get("/leek/registrations/"))
    assert "The league has Brenda Kipling (Plough) already. Is this someone else?" in waiting


def test_whom_no_team_has_signs_as_that_one_person(evening, captain, ringer):
    ringer.registrations.update(state=RegistrationState.LEFT, until="2026-09-01")
    answer, gone = written(evening, captain, "B Kipling", **{"home_who_b-kipling": ringer.pk})
    assert answer.status_code == 302
    sent(evening, captain, f"+{RINGER}", gone)
    now = ringer.registrations.get(until=None)
    assert (now.team.name, now.state, now.to_check) == ("Crown A", RegistrationState.APPROVED, True)
    assert received(evening).signings == (Signing(Side.HOME, RINGER, str(ringer.pk)),)
    assert Player.objects.filter(name__contains="Kipling").count() == 1


def test_a_card_that_nobody_was_asked_about_makes_no_second_person_either(evening, ringer):
    """As a program sends it: the name alone."""
    card = evening.card()
    [named] = card.lines[0].home
    lines = tuple(
        replace(line, home=tuple(Named(None, RINGER) if each == named else each for each in line.home))
        for line in card.lines
    )
    evening.send(SentFor.HOME, replace(card, lines=lines, signings=(Signing(Side.HOME, RINGER),)))
    assert Player.objects.filter(name=RINGER).count() == 1
    assert ringer.registrations.filter(state=RegistrationState.REQUESTED).count() == 1
    assert Result.objects.get().flagged


def test_every_signing_comes_to_the_inbox_until_it_is_looked_at(evening, captain):
    _, gone = written(evening, captain, "Quentin Zimmermann")
    sent(evening, captain, "+Quentin Zimmermann", gone)
    secretary = signed_in(evening.secretary)
    inbox = secretary.get("/leek/inbox/")
    assert "Quentin Zimmermann for Crown A" in words_on(inbox)
    page = secretary.get("/leek/registrations/")
    assert "Signed on the night" in words_on(page)
    held = Registration.objects.get(player__name="Quentin Zimmermann")
    assert f'href="/leek/registrations/#signing-{held.pk}"' in inbox.content.decode()
    assert f'id="signing-{held.pk}"' in page.content.decode()
    assert secretary.post("/leek/registrations/signings/", {"signing": [held.pk]}).status_code == 302
    assert "Quentin Zimmermann" not in words_on(secretary.get("/leek/inbox/"))


def settled(evening, captain, ringer, what):
    _, gone = written(evening, captain, **{"home_who_brenda-kipling": ringer.pk})
    sent(evening, captain, str(ringer.pk), gone)
    secretary = signed_in(evening.secretary)
    page = secretary.get(at(evening, "match-decision"))
    assert "Brenda Kipling played for Crown A in Singles 1" in words_on(page)
    assert "This season so far: Crown A once" in words_on(page)
    html = page.content.decode()
    fields = {name: value for name, value in hidden(html).items() if name in {"key", "seen"}}
    data = fields | {"reason": page.context["forfeiting"]["reason"].value(), "what": what}
    answer = secretary.post(at(evening, "match-forfeit"), data)
    assert answer.status_code == 302, words_on(answer)
    result = Result.objects.get(fixture=evening.fixture)
    assert (result.state, result.flagged) == (ResultState.DECIDED, False)
    assert result.submission.reason == "Brenda Kipling was not eligible for Crown A."
    return result


def test_the_games_alone_are_forfeited_in_one_tap(evening, captain, ringer):
    card = evening.card()
    lost = [line for line in card.lines if card.lines[0].home[0] in line.home]
    before = sum(game.winner == "home" for line in card.lines for game in line.games)
    given = sum(game.winner == "home" for line in lost for game in line.games)
    result = settled(evening, captain, ringer, "games")
    assert result.home_games == before - given
    assert not Appearance.objects.filter(result=result, player=ringer).exists()


def test_the_whole_match_is_forfeited_in_one_tap(evening, captain, ringer):
    result = settled(evening, captain, ringer, "match-home")
    assert (result.kind, result.home_games < result.away_games) == ("walkover", True)


def test_the_result_may_stand_and_the_count_is_kept(evening, captain, ringer):
    result = settled(evening, captain, ringer, "stands")
    assert result.kind == "played"
    [there] = played_where(evening.small.season, [ringer.pk])[ringer.pk]
    assert str(there) == "Crown A once, last on Mon 7 Sep"
    page = words_on(signed_in(evening.secretary).get("/leek/played-elsewhere/", follow=True))
    assert "Brenda Kipling Plough Crown A 1" in page


# --- helping out, and moving for good ---------------------------------------------------------------------------------
def helping(evening, **rule) -> None:
    """The league's rule on players who help out another team."""
    league = evening.small.league
    rules = replace(rules_of(league), playing_up=PlayingUp(helps=Helps.ANY, **rule))
    league.rules = codec.encode(rules)
    league.save()


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        ({"most": 3}, "Yes. Plays for Plough. May help out: it would be the 1st time of 3 this season."),
        ({"ties_after": 1}, "they would belong to it from now on. The secretary decides."),
    ],
)
def test_the_question_says_what_the_rule_on_helping_out_makes_of_it(evening, captain, ringer, rule, question):
    helping(evening, **rule)
    answer, _ = written(evening, captain)
    assert question in words_on(answer)


def test_a_captain_may_ask_for_the_transfer_with_the_answer(evening, captain, ringer):
    answer, _ = written(evening, captain)
    assert "Ask for a transfer to Crown A" in words_on(answer)
    chosen = {"home_who_brenda-kipling": ringer.pk, "home_who_brenda-kipling_transfer": "on"}
    answer, _ = written(evening, captain, **chosen)
    assert answer.status_code == 302
    move = Transfer.objects.get(player=ringer)
    assert (move.leaves.name, move.joins.name, move.joined_agreed_by) == ("Plough", "Crown A", evening.home)
    assert "You have asked for Brenda Kipling to transfer to Crown A." in words_on(captain.get(answer.url))


def test_no_transfer_is_asked_for_without_the_tick_nor_for_somebody_else(evening, captain, ringer):
    written(evening, captain, **{"home_who_brenda-kipling": ringer.pk})
    written(evening, captain, **{"home_who_brenda-kipling": "new", "home_who_brenda-kipling_transfer": "on"})
    assert not Transfer.objects.exists()


def test_no_transfer_is_offered_where_the_rules_allow_none_nor_to_the_other_side(evening, captain, ringer):
    assert "Ask for a transfer" not in words_on(written(evening, captain, home_new="", away_new=RINGER)[0])
    league = evening.small.league
    rules = rules_of(league)
    terms = replace(rules.registration, transfers_most=0)
    league.rules = codec.encode(replace(rules, registration=terms))
    league.save()
    assert "Ask for a transfer" not in words_on(written(evening, captain)[0])


def test_a_side_of_too_few_is_asked_about_before_the_card_goes_on(evening, captain):
    there = ticks(evening.card())
    fewest = evening.match.format.minimum
    there["home"] = there["home"][: fewest - 1]
    asked = captain.post(at(evening, "card-players"), there)
    assert f"Only {fewest - 1} players for Crown A" in words_on(asked)
    assert f"A side needs {fewest} to play." in words_on(asked)
    assert (
        captain.post(
            at(evening, "card-players"), there | hidden(asked.content.decode()) | {"home_few": "on"}
        ).status_code
        == 302
    )
