"""Captains, vice-captains and officers by spreadsheet or typed into rows: who is invited, who is not, and why."""

import pytest
from django.core import mail
from django.urls import reverse
from django.utils.timezone import now

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.exchange.models import ImportDraft
from league.exchange.queries.preview.people import parse_role
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.teams.choices import RoleKind
from league.teams.models import Role, Team, Venue
from tests.league.importexport.importing import accept, fates, latest, paste, undo

HEADING = "Name,E-mail,Mobile,Team,Role\n"


def roles() -> list[tuple[str, str, str]]:
    held = Role.objects.filter(ended_at=None).select_related("user", "team").order_by("pk")
    return [(role.user.email, role.kind, role.team.name if role.team else "") for role in held]


def test_captains_and_officers_get_their_role_and_one_mail_each(secretary, world):
    before = roles()
    people = "Ann Raine,Ann@Example.org,01632 960123,Crown A,vice captain\nBob Ward,bob@example.org,,,Results officer\n"
    draft = paste(secretary, "people", HEADING + people)
    assert fates(draft) == [
        (2, "new", ("Will be invited at ann@example.org.",)),
        (3, "new", ("Will be invited at bob@example.org.",)),
    ]
    assert roles() == before

    assert accept(secretary, draft).status_code == 302

    assert roles() == [*before, ("ann@example.org", "vice", "Crown A"), ("bob@example.org", "results", "")]
    ann = User.objects.get(email="ann@example.org")
    assert (ann.phone, ann.has_usable_password()) == ("01632 960123", False)
    process_audit_log(at=now())
    message = Message.objects.get(address="ann@example.org")
    assert message.subject.endswith("you are vice-captain of Crown A")
    assert "/invitation/" in message.text
    assert mail.outbox == []
    assert undo(secretary, draft).status_code == 302
    assert roles() == before


def test_the_rows_that_do_not_fit_say_why(secretary, world):
    captain = world.evening.small.captains[0].email
    lines = (
        f"Cara Captain,{captain},,Crown A,captain",
        "Ann Raine,ann@example.org,,Crown A,captain",
        ",nobody@example.org,,Bell,captain",
        "Bob Ward,,,Bell,captain",
        "Cath Hill,cath.example.org,,Bell,captain",
        "Dave Dale,dave@example.org,,Bell,emperor",
        "Eve East,eve@example.org,,,captain",
        "Fred Ford,fred@example.org,,Bll,captain",
        "Gill Gray,ann@example.org,,Bell,captain",
        "Ann Raine,ann@example.org,,Crown A,Captain of Crown A",
        "Hugh Hall,hugh@example.org,,,Vice-captain of Bell",
    )
    found = fates(paste(secretary, "people", HEADING + "\n".join(lines)))
    assert [outcome for _, outcome, _ in found] == ["same", "new", *["clash"] * 8, "new"]
    assert found[1][2][1] == "Crown A already has a captain, Crown A Captain. It will have two."
    assert [why[0] for _, outcome, why in found if outcome == "clash"] == [
        "Whose is it? The row has no name.",
        "No e-mail address, so no invitation. Leave the row out, or send them the join link.",
        "“cath.example.org” is not an e-mail address. Write it as name@example.org.",
        f"“emperor” is not a role. Write one of: {', '.join(kind.label.lower() for kind in RoleKind)}.",
        "Which team is it? A captain has one.",
        "There is no team “Bll”. Is it Bell?",
        "Row 3 has this address for Ann Raine. Each person needs their own.",
        "Row 3 is the same. Keep one of them.",
    ]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Captain", (RoleKind.CAPTAIN, "")),
        ("vice-captain", (RoleKind.VICE_CAPTAIN, "")),
        ("VC", (RoleKind.VICE_CAPTAIN, "")),
        ("League Secretary", (RoleKind.SECRETARY, "")),
        ("Captain of Crown A", (RoleKind.CAPTAIN, "Crown A")),
        ("Lord of Crown A", (None, "Crown A")),
        ("", (None, "")),
    ],
)
def test_a_role_is_known_by_what_people_call_it(said, meant):
    assert parse_role(said) == meant


def test_teams_come_with_their_pubs_and_captains(secretary, world):
    typed = {
        "row-1-name": "Fleece", "row-1-venue": "The Fleece", "row-1-captain": "Ann Raine",
        "row-1-email": "ann@example.org", "row-1-phone": "01632 960123",
        "row-3-name": "Fleece B", "row-3-venue": "Fleece", "row-3-captain": "Bob Ward",
    }  # fmt: skip
    pasted = {"pasted": "Pub\tTeam\tCaptain\tE-mail\nThe Globe\tGlobe\tCath Hill\tcath\n"}
    assert secretary.get(reverse("add-rows", args=["leek", "teams"])).status_code == 200
    assert secretary.post(reverse("add-rows", args=["leek", "teams"]), typed | pasted).status_code == 302
    draft = latest()
    assert fates(draft) == [
        (1, "new", ("Captain Ann Raine. Will be invited at ann@example.org.",)),
        (3, "new", ("Captain Bob Ward: no e-mail address, so no invitation. Send them the join link.",)),
        (4, "clash", ("“cath” is not an e-mail address. Write it as name@example.org.",)),
    ]
    put_right(secretary, draft)
    assert (
        "3 teams, 2 venues and 2 invitations"
        in secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    )

    accept(secretary, draft)

    receipt = secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    assert "3 teams, 2 venues, 2 invitations" in receipt
    there = {team.name: team.venue.name for team in Team.objects.select_related("venue").filter(name__startswith="Fle")}
    assert there == {"Fleece": "The Fleece", "Fleece B": "The Fleece"}
    assert ("ann@example.org", "captain", "Fleece") in roles()
    assert Entry.objects.filter(verb="invite_from_list").count() == 2
    assert undo(secretary, draft).status_code == 302
    assert not Venue.objects.filter(name="The Fleece").exists()


def put_right(secretary, draft: ImportDraft) -> None:
    """The third row's address, in the form that shows every row with what is wrong with it."""
    address = reverse("import-rows", args=["leek", draft.pk])
    shown = secretary.get(address)
    assert "“cath” is not an e-mail address" in shown.content.decode()
    form = shown.context["form"]
    sent = {name: form.get_initial_for_field(field, name) or "" for name, field in form.fields.items()}
    assert sent["row-4-name"] == "Globe"
    assert secretary.post(address, sent | {"row-4-email": "cath@example.org"}).status_code == 302
    assert [outcome for _, outcome, _ in fates(draft)] == ["new"] * 3


def test_a_form_without_a_row_says_so_and_what_cannot_be_read_stays(secretary, world):
    address = reverse("add-rows", args=["leek", "venues"])
    assert "Enter at least one row" in secretary.post(address, {}).content.decode()
    wide = "\t".join(["x"] * 300)
    answer = secretary.post(address, {"row-1-name": "The Fleece", "pasted": wide})
    assert answer.status_code == 422
    assert "The Fleece" in answer.content.decode()
    assert wide in answer.content.decode()
    assert not ImportDraft.objects.filter(kind="venues").exists()


def test_who_hands_out_roles_is_asked_again_who_they_are(secretary, world, settings):
    draft = paste(secretary, "people", f"{HEADING}Ann Raine,ann@example.org,,Crown A,captain\n")
    settings.DEMO = False
    address = reverse("import", args=["leek", draft.pk])
    assert secretary.get(address).url.startswith(reverse("account_reauthenticate"))
    assert secretary.post(reverse("accept-import", args=["leek", draft.pk]), {"seen": "x"}).url == address
    assert "ann@example.org" not in {email for email, _, _ in roles()}
