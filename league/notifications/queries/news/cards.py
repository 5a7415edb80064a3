"""What captains are told of a result: that the other side has sent a card, does not agree, or that it stands."""

from collections.abc import Iterator

from django.utils.timezone import localtime

from league.accounts.models import User
from league.audit.models import Entry
from league.notifications.choices import MessageKind
from league.notifications.queries.letters import Letter, fixture_of, moment, source
from league.notifications.queries.recipients import both_sides, leaders
from league.results.choices import ResultState, SentFor
from league.results.models import Result, Submission
from league.schedule.models import Entry as Side
from league.schedule.models import Fixture
from league.ui.words import night, one_line

DASH = "\N{EN DASH}"
STANDS = (ResultState.CONFIRMED, ResultState.DECIDED)


def card_sent(entry: Entry) -> Iterator[Letter]:
    """The other side is asked, or told that the two cards differ; both get receipts where the cards agree."""
    fixture = fixture_of(entry)
    filed = Submission.objects.filter(receipt=entry.after.get("receipt", "")).select_related("by").first()
    result = _result(fixture)
    if fixture is None or filed is None or result is None or filed.sent_for == SentFor.LEAGUE:
        return
    if result.state in STANDS:
        yield from _stands(entry, fixture, result)
        return
    ours, theirs = sides_of(fixture, filed)
    for person in leaders(theirs):
        if person.pk != filed.by_id:
            yield _asked(entry, fixture, result, person, ours.name)


def card_agreed(entry: Entry) -> Iterator[Letter]:
    """Both sides get receipts, once the result stands."""
    fixture = fixture_of(entry)
    result = _result(fixture)
    if fixture is not None and result is not None and result.state in STANDS:
        yield from _stands(entry, fixture, result)


def card_disputed(entry: Entry) -> Iterator[Letter]:
    """The side whose card is questioned learns why, and can send another."""
    fixture = fixture_of(entry)
    result = _result(fixture)
    if fixture is None or result is None or result.state != ResultState.DISPUTED:
        return
    for person in both_sides(fixture):
        if person.pk != entry.by_id:
            yield Letter(
                MessageKind.CARD_SENT,
                person,
                source(entry),
                f"{fixture}: the card is disputed",
                (f"{entry.words}.", f"“{one_line(entry.reason)}”", "The league decides, unless you two agree first."),
                facts_about(fixture, result),
                (("See both cards", fixture.get_absolute_url()),),
            )


def result_decided(entry: Entry) -> Iterator[Letter]:
    """Both sides learn what the league has decided, and why."""
    fixture = fixture_of(entry)
    if fixture is None:
        return
    result = _result(fixture)
    became = f"{score_of(fixture, result)}: decided by the league" if result else f"{fixture}: there is no result now"
    before = entry.before.get("result", "")
    facts = facts_about(fixture, result) + ((("Before", str(before).replace("-", DASH)),) if before else ())
    for person in both_sides(fixture):
        words = (f"{entry.words}.", f"The reason: {one_line(entry.reason)}")
        buttons = (("See the match", fixture.get_absolute_url()),)
        yield Letter(
            MessageKind.RESULT, person, source(entry), became, words, facts, buttons, own=person.pk == entry.by_id
        )


def _stands(entry: Entry, fixture: Fixture, result: Result) -> Iterator[Letter]:
    receipts = receipts_of(fixture)
    for person in both_sides(fixture):
        yield Letter(
            MessageKind.RESULT,
            person,
            source(entry),
            f"{score_of(fixture, result)}: the result stands",
            ("Both sides agree. Keep the receipts in case anybody asks.",),
            (*facts_about(fixture, result), ("Receipts", receipts)),
            (("See the match", fixture.get_absolute_url()),),
            own=person.pk == entry.by_id,
        )


def _asked(entry: Entry, fixture: Fixture, result: Result, person: User, ours: str) -> Letter:
    """What the side is told that has not spoken yet, or has sent another card."""
    about = source(entry)
    if result.state == ResultState.SEALED:
        words = (f"{ours} have sent their card of {fixture}. It stays closed until yours is in.",)
        buttons = (("Send your card", card_address(fixture)),)
        return Letter(
            MessageKind.CARD_SENT, person, about, f"{fixture}: send your card", words, _when(fixture), buttons
        )
    if result.state == ResultState.DISPUTED:
        words = (f"{ours}'s card is not the same as yours. See where they differ: you can still agree.",)
        buttons = (("See both cards", fixture.get_absolute_url()),)
        return Letter(
            MessageKind.CARD_SENT, person, about, f"{fixture}: two cards that differ", words, _when(fixture), buttons
        )
    by = localtime(result.confirm_by) if result.confirm_by else None
    still = (f"If nobody says otherwise, it stands from {moment(by)}.",) if by else ()
    return Letter(
        MessageKind.CARD_SENT,
        person,
        about,
        f"{score_of(fixture, result)}: please confirm",
        (f"{ours} have sent the card.", *still),
        facts_about(fixture, result),
        (("Agree", fixture.address_of("match-confirmation")), ("Not right", fixture.address_of("match-dispute"))),
    )


def _result(fixture: Fixture | None) -> Result | None:
    return Result.objects.filter(fixture=fixture).first() if fixture is not None else None


def receipts_of(fixture: Fixture) -> str:
    """The receipts of every card and decision, in their order."""
    sent = Submission.objects.filter(fixture=fixture).order_by("made_version")
    return ", ".join(sent.values_list("receipt", flat=True))


def sides_of(fixture: Fixture, filed: Submission) -> tuple[Side, Side]:
    """The side that sent it, and the other."""
    home, away = fixture.home, fixture.away or fixture.home
    return (home, away) if filed.sent_for == SentFor.HOME else (away, home)


def score_of(fixture: Fixture, result: Result) -> str:
    """The score with each side's name beside it, home first."""
    return f"{fixture.home} {result.home_games}{DASH}{result.away_games} {fixture.away}"


def facts_about(fixture: Fixture, result: Result | None) -> tuple[tuple[str, str], ...]:
    """The result, unless it is sealed, the match and its day."""
    visible = result is not None and result.state != ResultState.SEALED
    return ((("Result", score_of(fixture, result)),) if visible and result else ()) + _when(fixture)


def _when(fixture: Fixture) -> tuple[tuple[str, str], ...]:
    played = (("Played", night(fixture.date)),) if fixture.date else ()
    return (("Match", f"{fixture}, {fixture.occasion}"), *played)


def card_address(fixture: Fixture) -> str:
    """Where a captain fills in the card of a match; the page asks who is not signed in for a code first."""
    return fixture.address_of("match-card")
