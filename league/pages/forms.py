"""What readers type: letters to search for, a short code, a team or name to narrow a list by, the record of a game."""

from collections.abc import Sequence
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from league.pages.presenters.computer import games, may_play
from league.pages.presenters.game_record import LONGEST_LINK, MOST_TEXT, pack
from league.teams.models import Team, Venue


class SearchForm(forms.Form):
    use_required_attribute = False
    q = forms.CharField(
        label="Find a name, a page or a task", max_length=60, error_messages={"required": "Enter what to look for."}
    )


class CodeForm(forms.Form):
    use_required_attribute = False
    code = forms.CharField(label="Code", max_length=20)

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        return "".join(letter for letter in typed.lower() if letter.isalnum())


class RecordForm(forms.Form):
    """The record of games, pasted or in a file. Cleaned, `packed` is the text as the end of its address."""

    use_required_attribute = False
    record = forms.CharField(
        label="Record of the game",
        error_messages={"required": "Paste a record or choose a file."},
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off", "class": "record"}),
    )
    file = forms.FileField(label="Or upload a file", required=False, help_text="A text file, up to 64 kB.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["record"].required = not self.files.get("file")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        raw = cleaned["file"].read(MOST_TEXT + 1) if cleaned.get("file") else cleaned.get("record", "").encode()
        text = raw.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\0", "\ufffd")
        field = "file" if cleaned.get("file") else "record"
        if self.errors:
            return cleaned
        if not text.strip():
            self.add_error(field, "Paste a record or choose a file.")
        elif len(raw) > MOST_TEXT or len(text.encode()) > MOST_TEXT:
            self.add_error(field, f"This is more than {MOST_TEXT // 1024} kB. Check one evening’s games at a time.")
        elif len(packed := pack(text)) > LONGEST_LINK:
            self.add_error(field, "This record is too long for a link. Check fewer games at a time.")
        else:
            cleaned["packed"] = packed
        return cleaned


class PlayerFilter(forms.Form):
    name = forms.CharField(label="Name", required=False)
    team = forms.TypedChoiceField(
        label="Team",
        required=False,
        coerce=int,
        error_messages={"invalid_choice": "Select a valid choice. That choice is not one of the available choices."},
    )
    sort = forms.ChoiceField(
        label="Sort by", required=False, choices=(("won", "Games won"), ("rate", "Win rate"), ("name", "Name"))
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams = Team.objects.filter(active=True).order_by("name").values_list("pk", "name")
        self.fields["team"].choices = [("", "All teams"), *teams]  # type: ignore[attr-defined]

    def wanted(self) -> tuple[str, int | None]:
        self.full_clean()
        return self.cleaned_data.get("name", ""), self.cleaned_data.get("team") or None


class PlayForm(forms.Form):
    use_required_attribute = False
    rules = forms.ChoiceField(label="Rules", choices=games)
    players = forms.TypedChoiceField(
        label="Players", coerce=int, choices=((2, "Two"), (3, "Three"), (4, "Four")), widget=forms.RadioSelect
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        rules, players = cleaned.get("rules"), cleaned.get("players")
        if rules and players and players not in may_play(rules):
            allowed = " or ".join(map(str, may_play(rules)))
            self.add_error("players", f"These rules are for {allowed} players. Choose again.")
        return cleaned


class PairForm(PlainForm):
    """Pairs a screen. Spaces, hyphens and small letters in a code are no mistake."""

    code = forms.CharField(
        label="Code on the screen",
        max_length=12,
        error_messages={"required": "Enter the six letters and figures that the screen shows."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    venue = forms.TypedChoiceField(
        label="Which pub is it in?", error_messages={"required": "Choose the pub."}, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, venues: Sequence[Venue], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        venues_by_key = {str(each.pk): each for each in venues}
        field = self.fields["venue"]
        field.choices = [(key, each.name) for key, each in venues_by_key.items()]  # type: ignore[attr-defined]
        field.coerce = venues_by_key.__getitem__  # type: ignore[attr-defined]
        if len(venues_by_key) == 1:
            self.initial.setdefault("venue", next(iter(venues_by_key)))

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).replace(" ", "").replace("-", "").upper()
