"""What was brought together: how each sheet is read, and what comes next of it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256

from django.db.models import QuerySet

from league.base.jobs.models import Job
from league.exchange.choices import OF_SEASON, ImportKind, ImportState
from league.exchange.models import BundleSheet, ImportBundle, ImportDraft
from league.exchange.queries.preview import state_of
from league.exchange.values.outcomes import ImportPreview
from league.exchange.values.sheet_readings import (
    DATED,
    SURE,
    KeyedReading,
    ProposedSeason,
    days_named,
    days_of,
    keyed_readings,
    plain_readings,
    proposed_season,
)
from league.reading.recognise import readings
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, SheetLine, SourceSheet
from league.schedule.models import Division, Season
from league.teams.models import Player, Team
from scoring.words import several

DIVISION_KEY = " division"  # among the answers: that of rows which name none
SEASONAL = frozenset({*(Content(kind.value) for kind in OF_SEASON)})


def open_seasons() -> QuerySet[Season]:
    """Those into which matches can be imported, the current one first."""
    return Season.objects.filter(closed_at=None).order_by("-current", "-starts", "-pk")


# --- reading ----------------------------------------------------------------------------------------------------------
def source_of(sheet: BundleSheet) -> SourceSheet:
    lines = tuple(SheetLine(number, tuple(cells)) for number, cells in sheet.lines)
    return SourceSheet(sheet.name, lines, sheet.text)


class SheetReader:
    """Reads sheets of one league: what it has already is read once."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.teams = tuple(Team.objects.order_by("pk").values_list("name", flat=True))
        players = Player.objects.filter(merged_into=None).order_by("pk")
        self.players = tuple(players.values_list("name", flat=True))
        self._divisions: dict[int | None, tuple[str, ...]] = {}

    def read(
        self, sheet: SourceSheet, beside: Sequence[SourceSheet], season: Season | None, answers: Mapping[str, str]
    ) -> tuple[Reading, ...]:
        starts, ends = (season.starts, season.ends) if season else (None, None)
        key = season.pk if season else None
        if key not in self._divisions:
            rows = Division.objects.filter(competition__season=season) if season else Division.objects.all()
            names = rows.order_by("rank", "pk").values_list("name", flat=True)
            self._divisions[key] = tuple(dict.fromkeys(names))
        context = Context(self.today, starts, ends, self._divisions[key], self.teams, self.players, answers)
        first = readings(sheet, context, beside)
        return tuple(sorted((*first, *plain_readings(sheet, first)), key=lambda each: each.sure, reverse=True))


# --- what was read ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SheetView:
    """A sheet with its readings. `proposed` is the season of its days, where the league has none of them."""

    sheet: BundleSheet
    readings: tuple[KeyedReading, ...]
    proposed: ProposedSeason | None

    @property
    def taken(self) -> list[KeyedReading]:
        return [keyed for keyed in self.readings if keyed.taken]

    @property
    def questions(self) -> dict[str, ReadingQuestion]:
        return {ask.key: ask for keyed in self.taken for ask in keyed.reading.questions}

    @property
    def unread_lines(self) -> list[LeftOut]:
        read = {row.place for keyed in self.taken for row in keyed.reading.rows}
        pieces = {piece.place: piece for keyed in self.taken for piece in keyed.reading.left_out}
        return [piece for place, piece in pieces.items() if place not in read]

    @property
    def has_season(self) -> bool:
        return any(keyed.reading.content in SEASONAL for keyed in self.taken)

    @property
    def doubled(self) -> bool:
        """Whether it may as well be something else, which is not taken: another game of the same evenings."""
        sure = (keyed for keyed in self.readings if not keyed.taken and keyed.reading.sure >= SURE)
        return self.sheet.taken is None and any(sure)

    @property
    def left_out(self) -> bool:
        return self.sheet.taken == []


def sheet_view(sheet: BundleSheet, like: Season | None) -> SheetView:
    keyed = tuple(keyed_readings(sheet.readings or (), sheet.taken))
    seasonal = [each.reading for each in keyed if each.taken and each.reading.content in SEASONAL]
    days = days_of([reading for reading in seasonal if reading.content in DATED])
    days = days or (days_named(source_of(sheet), sheet.file, like) if seasonal else [])
    proposed = proposed_season(days, like) if sheet.season_id is None else None
    return SheetView(sheet, keyed, proposed)


def sheet_views(bundle: ImportBundle, only: Iterable[int] | None = None) -> list[SheetView]:
    """All sheets in their order, or `only` those with these keys."""
    like = open_seasons().first()
    sheets = BundleSheet.objects.filter(bundle=bundle).select_related("season").order_by("place")
    sheets = sheets if only is None else sheets.filter(pk__in=only)
    return [sheet_view(sheet, like) for sheet in sheets]


def sheet_digest(bundle: ImportBundle) -> str:
    """Another one as soon as anything else was brought, or said about a sheet."""
    sheets = BundleSheet.objects.filter(bundle=bundle).order_by("place")
    values = list(sheets.values_list("pk", "taken", "season", "answers", "readings"))
    return digest_of(values)


def digest_of(values: object) -> str:
    """16 hexadecimal digits that differ as soon as any of these values, which JSON has to know, does."""
    return sha256(json.dumps(values).encode()).hexdigest()[:16]


def is_being_read(bundle: ImportBundle) -> Job | None:
    """The job that reads its sheets, or imports its steps."""
    return Job.objects.unfinished().filter(key=bundle.job).first() if bundle.job else None


# --- what comes next --------------------------------------------------------------------------------------------------
@dataclass
class BundleStep:
    """All rows of one kind and season; `place` is that of the first sheet with a question, `preview` what they do."""

    kind: ImportKind
    season: Season | None = None
    rows: int = 0
    questions: int = 0
    draft: ImportDraft | None = None
    lacks_season: bool = False
    place: int = 0
    sheets: set[int] = field(default_factory=set)  # their keys
    preview: ImportPreview | None = None
    kept: bool = False  # whether the draft is kept with these very rows
    held: bool = False  # by the players of the same files

    def __str__(self) -> str:
        return f"{self.kind.label}, season {self.season}" if self.season else str(self.kind.label)

    def is_same(self, other: "BundleStep") -> bool:
        return (self.kind, self.season) == (other.kind, other.season)

    @property
    def done(self) -> bool:
        return self.draft is not None and self.draft.state == ImportState.DONE

    @property
    def working(self) -> bool:
        return self.draft is not None and self.draft.state in (ImportState.WORKING, ImportState.UNDOING)

    @property
    def ready(self) -> bool:
        """Whether its rows can be looked at: the file itself leaves nothing open."""
        return bool(self.rows) and not (self.done or self.working or self.lacks_season or self.questions)

    @property
    def clear(self) -> bool:
        """Whether its preview has something to import and asks nothing."""
        return self.preview is not None and bool(self.preview.to_do) and not self.preview.conflicts and not self.held

    @property
    def waits_for(self) -> str:
        """What keeps it from coming in by itself, in a sentence or two; "" if nothing does."""
        if self.questions:
            return f"The file leaves {several(self.questions, 'question')} open."
        if self.lacks_season:
            return "It is of no season yet."
        if self.preview is None:
            return "" if self.done or self.working else "Its columns have to be matched first."
        if self.held:
            return "Import the players first: it names some who are in no team yet."
        asking = [row for row in self.preview.conflicts if row.ask]
        problems = [row for row in self.preview.conflicts if not row.ask]
        questions = several(len(self.preview.asks), "question")
        rows = "1 row with a problem" if len(problems) == 1 else f"{len(problems)} rows with problems"
        words = [f"{questions} to answer. {asking[0].words}: {asking[0].why[0]}"] if asking else []
        words += [f"{rows}. {problems[0].words}: {problems[0].why[0]}"] if problems else []
        return " ".join(words)

    def hold(self, steps: Iterable["BundleStep"]) -> None:
        """Hold it back while the players wait if it names people: one of that name would be taken for theirs."""
        waiting = any(each.kind is ImportKind.PLAYERS and each.waits_for and not each.done for each in steps)
        names = self.kind is ImportKind.RECORDS or (self.preview is not None and "player" in self.preview.needs)
        self.held = waiting and names


def steps_of(bundle: ImportBundle, views: Iterable[SheetView]) -> list[BundleStep]:
    """What there is to do, in the order in which one stands on the other."""
    steps: dict[tuple[Content, int | None], BundleStep] = {}
    for view in views:
        for keyed in view.taken:
            content, season = keyed.reading.content, view.sheet.season if view.has_season else None
            kind = ImportKind(content.value)
            of = season if kind in OF_SEASON else None
            key = (content, of.pk if of else None)
            step = steps.setdefault(key, BundleStep(kind, of, lacks_season=kind in OF_SEASON and of is None))
            step.rows += len(keyed.reading.rows)
            step.sheets.add(view.sheet.pk)
            step.questions += len(keyed.reading.questions)
            if keyed.reading.questions and not step.place:
                step.place = view.sheet.place
    drafts = ImportDraft.objects.filter(bundle=bundle).select_related("season").order_by("pk")
    for draft in drafts:
        draft.state = state_of(draft)
        step_of_draft = steps.get((Content(draft.kind), draft.season_id))
        if step_of_draft is not None and draft.state != ImportState.UNDONE:
            step_of_draft.draft = draft
    order = list(ImportKind)
    return sorted(
        steps.values(), key=lambda step: (order.index(step.kind), step.season.starts if step.season else date.max)
    )


def next_step(steps: Iterable[BundleStep]) -> BundleStep | None:
    return next((step for step in steps if not step.done and not step.working and step.rows), None)
