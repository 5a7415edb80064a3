"""Forms of imports, of exported leagues, of people’s data, and of programs and webhooks."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import capfirst
from django.utils.timezone import localdate

from league.base.server.http_client import public_addresses
from league.base.ui.forms import DayField, PlainForm
from league.exchange.actions.google_sheets import download_address
from league.exchange.archive import AddressError, ArchiveError
from league.exchange.choices import OF_SEASON, WITH_DIVISION, ImportKind, TokenLifetime, TokenScope
from league.exchange.models import ImportDraft
from league.exchange.queries.bundles import DIVISION_KEY, SheetView, open_seasons
from league.exchange.queries.persons import DataSubject
from league.exchange.queries.preview.people import usual_start
from league.exchange.values.columns import missing_columns
from league.exchange.values.outcomes import ImportPreview, NameQuestion
from league.exchange.values.scores import has_score
from league.exchange.values.sheet_readings import MATCHES, KeyedReading
from league.notifications.actions.webhooks import INSIDE, check_url, host_of
from league.notifications.choices import CHOSEN
from league.notifications.models import LONGEST_URL
from league.reading.column_names import NAME_PARTS, SheetColumn
from league.reading.columns import columns_of, match_columns, split_heading
from league.reading.files import MAX_BYTES, NotReadableError, read_file, read_text
from league.reading.values import MAX_CELL, Content, ReadingQuestion, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import join_list, several

PASTED = "pasted rows"
SAMPLES = 2  # values of a column that are shown with its name
# What helps somebody who types on a phone, by the key of the column.
TYPES: dict[str, dict[str, str]] = {
    "email": {"inputmode": "email"},
    "phone": {"type": "tel"},
    "boards": {"inputmode": "numeric"},
    "team": {"list": "teams-there"},
    "role": {"list": "roles-there"},
    "venue": {"list": "venues-there"},
}


class SheetForm(PlainForm):
    file = forms.FileField(
        required=False, label="File",
        help_text=f"Excel, OpenDocument, Word, CSV or a saved web page, at most {MAX_BYTES // 1_000_000} MB."
        " Or paste the rows below.",
    )  # fmt: skip
    rows = forms.CharField(
        required=False,
        label="Or paste the rows",
        help_text="Copy them from a spreadsheet or a table on a web page, with any headings.",
        widget=forms.Textarea(attrs={"rows": 6}),
        strip=False,
    )
    season: Any = forms.ModelChoiceField(queryset=None, label="Season", empty_label=None)
    division = forms.CharField(
        required=False, max_length=40, label="Division", help_text="For rows without one. Empty: the top division.",
    )  # fmt: skip
    since = DayField(
        required=False, label="Registered from",
        help_text="For rows without a day. A card of a match before that day may not name them.",
    )  # fmt: skip

    def __init__(self, *args: Any, kind: ImportKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("file", "rows"):
            self.fields[name].one_of_two = True  # type: ignore[attr-defined]
        if kind in OF_SEASON:
            self.fields["season"].queryset = open_seasons()  # type: ignore[attr-defined]
        else:
            del self.fields["season"]
        if kind == ImportKind.TIES:
            self.fields["division"].label, self.fields["division"].help_text = "Cup", "For rows that name none."
        elif kind not in WITH_DIVISION:
            del self.fields["division"]
        if kind == ImportKind.PLAYERS:
            self.initial["since"] = usual_start(localdate())
        else:
            del self.fields["since"]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        sent, pasted = values.get("file"), values.pop("rows", "")
        if "file" in self.errors:
            return values
        if not sent and not pasted.strip():
            self.add_error("file", "Choose a file, or paste the rows.")
            return values
        try:
            values["sheets"] = read_file(sent.read(MAX_BYTES + 1), sent.name) if sent else read_text(pasted)
        except NotReadableError as error:
            self.add_error("file" if sent else "rows", str(error))
        values.pop("file", None)
        return {**values, "name": sent.name if sent else PASTED}


class RowsForm(PlainForm):
    """Rows typed one under the other, or pasted; `lines` are there already, `problems` are theirs by number."""

    pasted = forms.CharField(
        required=False, label="Or paste rows from a spreadsheet", widget=forms.Textarea(attrs={"rows": 6}), strip=False,
    )  # fmt: skip

    def __init__(
        self,
        *args: Any,
        kind: ImportKind,
        columns: Sequence[SheetColumn],
        numbers: Sequence[int],
        lines: Sequence[SheetLine] = (),
        problems: Mapping[int, Sequence[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.columns, self.problems = kind, columns, problems or {}
        self.numbers = numbers
        cells = {line.number: line.cells for line in lines}
        for row in self.numbers:
            for place, column in enumerate(columns):
                row_cells = cells.get(row, ())
                self.fields[f"row-{row}-{column.key}"] = forms.CharField(
                    required=False,
                    max_length=MAX_CELL,
                    label=column.label,
                    initial=row_cells[place] if place < len(row_cells) else "",
                    widget=forms.TextInput(attrs=TYPES.get(column.key, {}) | {"autocomplete": "off"}),
                )
        names = ", ".join(column.label for column in columns)
        self.fields["pasted"].help_text = f"Columns: {names}. To use another order, put the headings in the first row."

    @property
    def rows(self) -> list[tuple[int, list[forms.BoundField], Sequence[str]]]:
        return [
            (row, [self[f"row-{row}-{column.key}"] for column in self.columns], self.problems.get(row, ()))
            for row in self.numbers
        ]

    def clean(self) -> dict[str, Any]:
        """`lines`, with the columns' names first: what was typed, then what was pasted."""
        values: dict[str, Any] = super().clean() or {}
        typed = [
            tuple(" ".join(values.get(f"row-{row}-{column.key}", "").split()) for column in self.columns)
            for row in self.numbers
        ]
        rows = [SheetLine(row, cells) for row, cells in zip(self.numbers, typed, strict=True) if any(cells)]
        last = rows[-1].number if rows else 0
        try:
            added = self._pasted(values.get("pasted", ""))
        except NotReadableError as error:
            self.add_error("pasted", str(error))
            added = ()
        rows += [SheetLine(last + number, cells) for number, cells in enumerate(added, start=1)]
        if not rows and not self.errors:
            raise forms.ValidationError("Enter at least one row, or paste rows below.")
        heading = SheetLine(0, tuple(column.label for column in self.columns))
        return {"lines": (heading, *rows)}

    def _pasted(self, text: str) -> Sequence[tuple[str, ...]]:
        lines = read_text(text)[0].lines if text.strip() else ()
        heading, rows = split_heading(self.kind, lines)
        by_key = match_columns(self.kind, heading) if len(rows) < len(lines) else {}
        places = [by_key.get(column.key, None if by_key else at) for at, column in enumerate(self.columns)]
        return [tuple("" if at is None or at >= len(line.cells) else line.cells[at] for at in places) for line in rows]


class ColumnsForm(PlainForm):
    def __init__(self, *args: Any, draft: ImportDraft, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = draft.kind
        named = [(str(at), f"{name}{_sample(draft, at)}") for at, name in enumerate(draft.heading)]
        columns, parts = columns_of(draft.kind), {part.key for part in NAME_PARTS}
        for column in columns:
            self.fields[column.key] = forms.ChoiceField(
                choices=[("", "None of the columns"), *named],
                required=column.needed and not (column.key == "name" and parts & {part.key for part in columns}),
                label=column.label,
                initial=str(draft.matching.get(column.key, "")),
                error_messages={"required": f"Choose the column for “{column.label}”. Every row needs it."},
            )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        chosen = {name: int(place) for name, place in values.items() if place}
        if missing := [] if self.errors else missing_columns(ImportKind(self.kind), chosen):
            self.add_error(missing[0].key, f"Choose the column for “{missing[0].label}”. Every row needs it.")
        elif self.kind == ImportKind.RESULTS and not has_score(chosen):
            self.add_error("score", "Choose the column of the score, or those of the two sides.")
        for name, place in chosen.items():
            others = [each for each in chosen if each != name and chosen[each] == place]
            if others and {self.fields[each].label for each in (name, *others)} != {"Date", "Time"}:
                self.add_error(name, f"“{self.fields[name].label}” needs a column of its own.")
        return {"matching": chosen}


def _sample(draft: ImportDraft, at: int) -> str:
    values = list(dict.fromkeys(cells[at] for _, cells in draft.rows[:20] if at < len(cells) and cells[at]))
    return f" ({', '.join(each[:20] for each in values[:SAMPLES])})" if values else ""


class NamesForm(PlainForm):
    def __init__(self, *args: Any, asks: tuple[NameQuestion, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks = asks
        for ask in asks:
            later = "Decide later" if ask.label else "None of these: decide later"
            other = [("new", f"{ask.new}: {ask.name}")] if ask.new else [("", later)]
            self.fields[_field_name(ask)] = forms.ChoiceField(
                choices=[*ask.near, *other],
                widget=forms.RadioSelect,
                label=ask.label or f"“{ask.name}”{ask.about} is",
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        answers: dict[str, dict[str, str]] = {}
        for ask in self.asks:
            if answer := values.get(_field_name(ask)):
                answers.setdefault(ask.what, {})[ask.key] = answer
        if not answers and not self.errors:
            raise forms.ValidationError("Choose who or what is meant by at least one name.")
        return {"answers": answers}


def _field_name(ask: NameQuestion) -> str:
    return f"{ask.what}-{ask.key}"


class EverythingForm(PlainForm):
    """`seen` is the digest of the sheets that were shown."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)


NEEDED = {  # what a file names and the league has not
    "team": ("new team", "new teams"), "player": ("new player with no team", "new players with no team"),
    "venue": ("new venue", "new venues"),
    "division": ("new division", "new divisions"), "joins": ("team joins its division", "teams join their divisions"),
}  # fmt: skip


class AcceptForm(PlainForm):
    """`seen` is the digest of what was shown. A `button` (name, words) says what is added or left out, or boxes do."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)
    add = forms.BooleanField(required=False)
    leave_out = forms.BooleanField(required=False, label="Leave out the rows with problems")

    def __init__(self, *args: Any, preview: ImportPreview | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if preview is None:
            return
        conflicts = len(preview.conflicts)
        names = {what: preview.needs[what] for what in NEEDED if what in preview.needs}
        counts = [f"{len(each)} {NEEDED[what][len(each) != 1]}" for what, each in names.items()]
        self.new, self.new_names = join_list(counts), ". ".join(", ".join(each) for each in names.values())
        problems = "row with a problem" if conflicts == 1 else f"{conflicts} rows with problems"
        rows = several(preview.to_do, "row")
        if names and conflicts:
            self.fields["add"].label, self.fields["add"].help_text = f"Add {self.new}", self.new_names
            self.fields["leave_out"].label = f"Leave out the {problems}"
            self.button = ("", "Import the rows as ticked")
            return
        del self.fields["add"], self.fields["leave_out"]
        if names:
            self.button = ("add", f"Add these and import {rows}")
        elif conflicts:
            self.button = ("leave_out", f"Import {rows}, leave out the {problems}")
        else:
            self.button = ("", f"Import {rows}")


class ExportLeagueForm(PlainForm):
    people = forms.BooleanField(
        required=False,
        label="Include e-mail addresses and phone numbers",
        help_text="Then everyone can sign in on the other site as they do here. Otherwise, only names are included.",
    )
    photos = forms.BooleanField(required=False, label="Include photographs of paper cards")


class ImportLeagueForm(PlainForm):
    file = forms.FileField(label="Archive", help_text="The .zip file exported from the other site.")
    slug = forms.SlugField(
        required=False, label="Web address",
        help_text="For example leek, for pages at /leek/. Leave empty to keep the one it has.",
    )  # fmt: skip
    how = forms.ChoiceField(
        label="What to do", initial="look", widget=forms.RadioSelect,
        choices=[("look", "Check the file, and import nothing yet"), ("keep", "Import the league")],
    )  # fmt: skip

    @property
    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {"source": values["file"], "slug": values["slug"], "keep": values["how"] == "keep"}

    def add_problems(self, error: ArchiveError) -> None:
        self.add_error("slug" if isinstance(error, AddressError) else "file", list(error.problems))


# --- files of any kind, and what each sheet of them is ----------------------------------------------------------------
MOST_FILES = 20
MOST_ASKED, LONGEST_ANSWER = 40, 2000


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True
    template_name = "django/forms/widgets/file.html"


class FilesField(forms.FileField):
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
            self.fields[f"answer-{number}"] = _answer_field(ask, view.sheet.answers.get(ask.key, ""))
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
        label = help_text = ""
        if any(keyed.reading.content is Content.TIES for keyed in self.view.taken):
            label, help_text = "Cup", "What the cup is called, if the file does not say."
        elif not all(row.values.get("division") for row in matches):
            label = "Division"
            help_text = "The file names none. Empty: the one in which its teams play, or else the top division."
        if label:
            name = self.view.sheet.answers.get(DIVISION_KEY, "")
            self.fields["division"] = forms.CharField(
                required=False, max_length=40, label=label, initial=name, help_text=help_text
            )

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
        if taken == [keyed.key for keyed in self.view.taken]:
            taken = self.view.sheet.taken  # None while nobody has chosen: a better reading may take its place
        return {
            "taken": taken, "season": season, "answers": answers, "by_hand": values.get("by_hand", ""),
            "forget": values.get("forget", False),
        }  # fmt: skip


def _words(keyed: KeyedReading) -> str:
    remarks = ", ".join(filter(None, (keyed.sureness, "" if keyed.reading.rows else "nothing to import yet")))
    return f"{capfirst(keyed.reading.what)}{f' ({remarks})' if remarks else ''}"


def _answer_field(ask: ReadingQuestion, answer: str) -> forms.Field:
    if ask.choices:
        return forms.ChoiceField(
            required=False, label=ask.text, initial=answer, widget=forms.RadioSelect,
            choices=[*ask.choices, ("", "Decide later")],
        )  # fmt: skip
    long = "to a line" in ask.text
    widget: forms.Widget = forms.Textarea(attrs={"rows": 6}) if long else forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(required=False, max_length=LONGEST_ANSWER, label=ask.text, initial=answer, widget=widget)


# --- people’s data ----------------------------------------------------------------------------------------------------
class PersonSearchForm(PlainForm):
    q = forms.CharField(max_length=80, required=False, label="Name", widget=forms.TextInput(attrs={"type": "search"}))


class ErasureForm(PlainForm):
    """Somebody is to be erased: the name typed out, so that nobody does it by a slip of the finger."""

    typed = forms.CharField(
        max_length=80,
        label="Type the name to confirm",
        widget=forms.TextInput(),
        error_messages={"required": "Type the name to confirm."},
    )
    surname_too = forms.BooleanField(required=False, label="Also remove the surname where it stands alone")

    def __init__(self, *args: Any, person: DataSubject, alone: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["typed"].help_text = person.name
        self.fields["typed"].widget.attrs["autocomplete"] = "off"
        if alone:
            texts = "one text" if alone == 1 else f"{alone} texts"
            self.fields["surname_too"].help_text = f"In {texts}. Leave it off if the surname is an everyday word."
        else:
            del self.fields["surname_too"]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if "typed" in values and fold(" ".join(values["typed"].split())) != fold(self.person.name):
            self.add_error("typed", f"Type the full name: {self.person.name}")
        return {"surname_too": values.get("surname_too", False)}


class AgeForm(PlainForm):
    under_18 = forms.BooleanField(
        required=False, label="Under 18", help_text="The public then sees initials only, and no player page."
    )
    guardian_agreed_on = DayField(
        required=False, label="A parent or guardian agreed on", help_text="Needed if they are under 18."
    )


# --- programs and webhooks --------------------------------------------------------------------------------------------
class TokenForm(forms.Form):
    name = forms.CharField(
        label="Name of the app",
        max_length=60,
        help_text="For example “Crown website”.",
        error_messages={"required": "Enter a name for the app."},
    )
    scope = forms.TypedChoiceField(
        label="What can it do?",
        choices=TokenScope.choices,
        coerce=TokenScope,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what it can do."},
    )
    lasts = forms.TypedChoiceField(
        label="For how long?",
        choices=TokenLifetime.choices,
        coerce=lambda days: TokenLifetime(int(days)),
        initial=TokenLifetime.QUARTER,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose for how long."},
    )


UNKNOWN = "No server of this name was found. Check the address."


class WebhookForm(PlainForm):
    """One webhook. Its server is looked up, and is not asked."""

    url = forms.CharField(
        label="Address",
        max_length=LONGEST_URL,
        help_text="The https:// address that the other program gives you.",
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Enter the address."},
    )
    events = forms.MultipleChoiceField(
        label="What is sent?",
        choices=[(each.value, each.label) for each in CHOSEN],
        initial=[each.value for each in CHOSEN],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one."},
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            check_url(url, inside=settings.WEBHOOKS_INSIDE)
            public_addresses(*host_of(url), inside=settings.WEBHOOKS_INSIDE)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        except ConnectionRefusedError as error:
            raise forms.ValidationError(INSIDE) from error
        except OSError as error:
            raise forms.ValidationError(UNKNOWN) from error
        return url
