"""What somebody says of everything that they bring: the files, and what each sheet of them is."""

from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from league.exchange.actions.google_sheets import download_address
from league.exchange.choices import OF_SEASON, ImportKind
from league.exchange.forms.imports import PASTED
from league.exchange.queries.bundles import DIVISION_KEY, SheetView, open_seasons
from league.exchange.values.sheet_readings import MATCHES
from league.reading.files import MAX_BYTES, NotReadableError, read_file, read_text
from league.reading.values import Content, ReadingQuestion, SourceSheet

MOST_FILES = 20
MOST_ASKED, LONGEST_ANSWER = 40, 2000


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True
    template_name = "django/forms/widgets/file.html"


class FilesField(forms.FileField):
    """Several files at once, as a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        sent = data if isinstance(data, list | tuple) else [data] if data else []
        if len(sent) > MOST_FILES:
            raise forms.ValidationError(f"Choose at most {MOST_FILES} files at once. You can add more afterwards.")
        return [super(FilesField, self).clean(one, initial) for one in sent]


class BringForm(PlainForm):
    """Files of any kind and pasted text, `sheets` are what is in them, or the address of a published spreadsheet."""

    chosen = FilesField(
        required=False, label="Files",
        help_text=f"Choose as many as you like, of any kind, each at most {MAX_BYTES // 1_000_000} MB.",
    )  # fmt: skip
    rows = forms.CharField(
        required=False,
        label="Or paste anything",
        help_text="Rows of a spreadsheet, a table of a web page, a text, messages from a chat.",
        widget=forms.Textarea(attrs={"rows": 6}),
        strip=False,
    )
    address = forms.CharField(
        required=False, max_length=300, label="Or the address of a Google Sheet",
        help_text="Publish it first: File, Share, Publish to web. You can fetch it again later.",
        widget=forms.URLInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.one_of_two = True  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        sheets: list[tuple[str, SourceSheet]] = []
        for file in values.get("chosen") or ():
            try:
                sheets += [(file.name, sheet) for sheet in read_file(file.read(MAX_BYTES + 1), file.name)]
            except NotReadableError as error:
                self.add_error("chosen", f"{file.name}: {error}")
        if (text := values.get("rows", "")).strip():
            try:
                sheets += [(PASTED, sheet) for sheet in read_text(text)]
            except NotReadableError as error:
                self.add_error("rows", str(error))
        address = values.get("address", "").strip()
        if address and not download_address(address):
            text = "This is not the address of a Google Sheet. It begins with https://docs.google.com/spreadsheets/."
            self.add_error("address", text)
        if not sheets and not address and not self.errors:
            self.add_error("chosen", "Choose files, paste something, or give the address of a Google Sheet.")
        return {"sheets": sheets, "address": address}


class BundleSheetForm(PlainForm):
    """What one sheet is taken for, of which season, and what it cannot tell."""

    def __init__(self, *args: Any, view: SheetView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.view = view
        self.asks = list(view.questions.values())[:MOST_ASKED]
        if view.readings:
            self.fields["taken"] = forms.MultipleChoiceField(
                required=False, label="We take it for", widget=forms.CheckboxSelectMultiple,
                help_text="Untick everything to leave this sheet out.",
                choices=[(keyed.key, _words(keyed)) for keyed in view.readings],
                initial=[keyed.key for keyed in view.taken],
            )  # fmt: skip
        if any(keyed.reading.content.value in OF_SEASON for keyed in view.readings):
            self._ask_season()
        for number, ask in enumerate(self.asks):
            self.fields[f"answer-{number}"] = _field(ask, view.sheet.answers.get(ask.key, ""))
        if any(key != DIVISION_KEY for key in view.sheet.answers):
            self.fields["forget"] = forms.BooleanField(required=False, label="Ask again what I have answered already")
        hand = [("", "No, take it as ticked above" if view.readings else "Leave it out for now")]
        self.fields["by_hand"] = forms.ChoiceField(
            required=False, label="Is it something else?", choices=[*hand, *ImportKind.choices],
            help_text="You then say which column has what.",
        )  # fmt: skip

    def _ask_season(self) -> None:
        season: Any = forms.ModelChoiceField(
            queryset=open_seasons(), required=False, label="Season", initial=self.view.sheet.season_id,
            empty_label="None of these",
        )  # fmt: skip
        self.fields["season"] = season
        matches = [row for keyed in self.view.taken if keyed.reading.content in MATCHES for row in keyed.reading.rows]
        if not all(row.values.get("division") for row in matches):
            self.fields["division"] = forms.CharField(
                required=False, max_length=40, label="Division", initial=self.view.sheet.answers.get(DIVISION_KEY, ""),
                help_text="The file names none. Empty: the one in which its teams play, or else the top division.",
            )  # fmt: skip
        if any(keyed.reading.content is Content.TIES for keyed in self.view.taken):
            self.fields["division"] = forms.CharField(
                required=False, max_length=40, label="Cup", initial=self.view.sheet.answers.get(DIVISION_KEY, ""),
                help_text="What the cup is called, if the file does not say.",
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """`answers` by the keys of the questions; an empty one is not answered."""
        values: dict[str, Any] = super().clean() or {}
        answers = {ask.key: values[f"answer-{number}"].strip() for number, ask in enumerate(self.asks)
                   if values.get(f"answer-{number}", "").strip()}  # fmt: skip
        if "division" in self.fields:
            answers[DIVISION_KEY] = " ".join(values.get("division", "").split())
        taken = values.get("taken", [])
        contents = [keyed.reading.content for keyed in self.view.readings if keyed.key in taken]
        if len(set(contents)) < len(contents):
            self.add_error("taken", "Two of these read the same thing in different ways. Choose one of them.")
        season = values["season"] if "season" in self.fields else self.view.sheet.season
        if values.get("by_hand") in OF_SEASON and season is None:
            season = open_seasons().first()
            if season is None and not self.errors:
                self.add_error("by_hand", "Set up a season first, under Season.")
        return {
            "taken": self._taken(taken), "season": season, "answers": answers, "by_hand": values.get("by_hand", ""),
            "forget": values.get("forget", False),
        }  # fmt: skip

    def _taken(self, taken: list[str]) -> list[str] | None:
        """None where nobody chose anything else than what is usual, so that a better reading may take its place."""
        same = taken == [keyed.key for keyed in self.view.taken]
        return self.view.sheet.taken if same else taken


def _words(keyed: Any) -> str:
    rows = len(keyed.reading.rows)
    what = keyed.reading.what
    remarks = ", ".join(filter(None, (keyed.sureness, "" if rows else "nothing to import yet")))
    return f"{what[:1].upper()}{what[1:]}{f' ({remarks})' if remarks else ''}"


def _field(ask: ReadingQuestion, answer: str) -> forms.Field:
    if ask.choices:
        return forms.ChoiceField(
            required=False, label=ask.text, initial=answer, widget=forms.RadioSelect,
            choices=[*ask.choices, ("", "Decide later")],
        )  # fmt: skip
    long = "to a line" in ask.text
    widget: forms.Widget = forms.Textarea(attrs={"rows": 6}) if long else forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(required=False, max_length=LONGEST_ANSWER, label=ask.text, initial=answer, widget=widget)
