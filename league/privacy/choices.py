"""How long things about people are kept: the rules that the night's work follows, and that the public page shows."""

from dataclasses import dataclass
from datetime import timedelta

from league.following.queries.weekly import CONFIRM_WITHIN


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """`what` is kept for so long `after` something; no time at all for what is never written down."""

    what: str
    kept: timedelta
    after: str
    why: str

    @property
    def how_long(self) -> str:
        """As the page says it: "90 days after the season ends"."""
        return f"{self.kept.days} days {self.after}" if self.kept else self.after


PHOTOGRAPHS = RetentionRule(
    "Photographs of cards", timedelta(days=90), "after the season ends", "To settle what a card said while it matters."
)
SIGN_INS = RetentionRule(
    "When someone last signed in",
    timedelta(days=90),
    "afterwards",
    "To help people who cannot sign in. After that long, people have to sign in again.",
)
INVITATIONS = RetentionRule(
    "Invitations that no one accepted",
    timedelta(days=14),
    "after they were sent, or after the first match of the season if that is later",
    "Time to find the e-mail. Captains and officers stay in the contacts while they have their role.",
)
REQUESTS = RetentionRule(
    "Requests to join that no one answered",
    timedelta(days=60),
    "after they were sent",
    "For the secretary to answer.",
)
PAPERS = RetentionRule(
    "PDFs and files made to be downloaded",
    timedelta(days=7),
    "after they were asked for",
    "To download again.",
)
MESSAGES = RetentionRule(
    "E-mails and other messages we sent",
    timedelta(days=400),
    "after they were written",
    "To see who was told what and when, until after the season and its annual meeting.",
)
AVAILABILITY = RetentionRule(
    "Who said they can play, and days away",
    timedelta(days=60),
    "after the night",
    "To settle who was asked. Only the player, the captain and the vice-captain see it.",
)
FOLLOWERS = RetentionRule(
    "Phones that follow a team, a player, a cup or a league",
    timedelta(days=400),
    "after they last took a message, or until they unfollow",
    "No name, no address: only where the phone takes messages, and what it follows.",
)
FOLLOWER_MESSAGES = RetentionRule(
    "Messages to followers, and weekly e-mails",
    timedelta(days=7),
    "after they were written",
    "So that nothing is sent twice. No one in the league can read who gets them.",
)
UNCONFIRMED = RetentionRule(
    "Addresses for the weekly e-mail that no one confirmed",
    CONFIRM_WITHIN,
    "after they were typed",
    "To find the link. Confirmed addresses stay until the e-mail is stopped, by one tap in each.",
)
SPECTATORS = RetentionRule(
    "Who reads or watches",
    timedelta(),
    "never recorded",
    "Anyone can read pages unrecorded.",
)
RULES = (
    *(PHOTOGRAPHS, SIGN_INS, INVITATIONS, REQUESTS, PAPERS, MESSAGES, AVAILABILITY),
    *(FOLLOWERS, FOLLOWER_MESSAGES, UNCONFIRMED, SPECTATORS),
)
