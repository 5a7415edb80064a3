"""Choosing between two accounts of a game."""

from collections.abc import Sequence
from typing import Any

from django import forms

from league.live.queries.tracks import SeenTrack


class TrackForm(forms.Form):
    """Which track stands, and why. Only those can be chosen that wait for it, and the one that counts."""

    lease = forms.ChoiceField(
        label="Which is right?", widget=forms.RadioSelect, error_messages={"required": "Pick the one that is right."}
    )
    reason = forms.CharField(
        label="Why?",
        max_length=300,
        help_text="Both captains and the secretary can read it.",
        error_messages={"required": "Say why, so that nobody need ask later."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, tracks: Sequence[SeenTrack]) -> None:
        super().__init__(data)
        open_tracks = [track for track in tracks if track.lease and not track.rested]
        self.fields["lease"].choices = [(track.lease, _words(track)) for track in open_tracks]  # type: ignore[attr-defined]


def _words(track: SeenTrack) -> str:
    what = "what counts now" if track.counts else "kept aside"
    return f"{track.scores[0]}\N{EN DASH}{track.scores[1]}, pegged by {track.name} ({what})"
