"""Typing in the honours board: one line with its links, or many pasted at once."""

import re
from functools import partial
from typing import Any

from django import forms
from django.urls import reverse

from league.base.ui.forms import PlainForm
from league.cups.actions.honours import FIRST_YEAR, BoardLine
from league.cups.models import LONGEST_ON_BOARD, LONGEST_WINNER, Honour
from league.cups.permissions import runs_cups
from league.cups.queries.cup_state import by_trophy, by_year, honours
from league.reading.cells import parse_season
from league.teams.middleware import LeagueRequest
from league.teams.models import Player, Team
from league.teams.queries.people import players_by_name
from scoring.names import fold, spelling

MOST_LINES = 500
PARTED = re.compile(r" *[|\t] *")


class HonourForm(PlainForm):
    """One line of the board. Whoever won may be linked: a team, or players by their full names."""

    year = forms.IntegerField(
        min_value=FIRST_YEAR,
        label="Year",
        help_text="The year the season ended, such as 1967.",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    title = forms.CharField(max_length=80, label="Trophy or title", help_text="Such as Division One, or Singles.")
    winner = forms.CharField(max_length=LONGEST_WINNER, label="Winner", help_text="As it should appear on the board.")
    runner_up = forms.CharField(max_length=LONGEST_WINNER, label="Runner-up", required=False)
    note = forms.CharField(max_length=120, label="Note", required=False)
    team: Any = forms.ModelChoiceField(
        queryset=None, required=False, label="Team that won", empty_label="None",
        help_text="The honour also appears on the team’s page.",
    )  # fmt: skip
    players = forms.CharField(
        required=False,
        max_length=400,
        label="Players who won",
        help_text="Full names as registered, separated by commas. The honour also appears on their pages.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = Team.objects.order_by("name")  # type: ignore[attr-defined]

    @classmethod
    def of(cls, line: Honour | None, data: Any = None) -> "HonourForm":
        if line is None:
            return cls(data)
        typed = {name: getattr(line, name) for name in ("year", "title", "winner", "runner_up", "note")}
        names = ", ".join(player.name for player in line.players.all())
        return cls(data, initial={**typed, "team": line.team_id, "players": names})

    def clean_players(self) -> list[Player]:
        names = [name for name in map(str.strip, self.cleaned_data["players"].split(",")) if name]
        of_league = players_by_name(Player.objects.select_related("league"))
        players = {name: of_league.get(fold(name), []) for name in names}
        wrong = [
            f"The league has {len(same)} players called {name}. Use a full name that only one has."
            if same
            else f"The league has no player called {name}."
            for name, same in players.items()
            if len(same) != 1
        ]
        if wrong:
            raise forms.ValidationError(wrong)
        return list(dict.fromkeys(same[0] for same in players.values()))


class HonourLinesForm(PlainForm):
    lines: Any = forms.CharField(
        label="Lines",
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="One per line: year | trophy | winner | runner-up | note. The last two are optional.",
    )

    def clean_lines(self) -> tuple[BoardLine, ...]:
        typed = [
            (number, text) for number, text in enumerate(self.cleaned_data["lines"].splitlines(), 1) if text.strip()
        ]
        if len(typed) > MOST_LINES:
            raise forms.ValidationError(f"There are {len(typed)} lines. Send at most {MOST_LINES} at once.")
        read = [(number, *_read(text)) for number, text in typed]
        wrong = [f"Line {number}: {fault}" for number, _, fault in read if fault]
        lines = [(number, line) for number, line, _ in read if line is not None]
        first: dict[tuple[int, str], int] = {}
        for number, line in lines:
            earlier = first.setdefault((line.year, spelling(line.title)), number)
            if earlier != number:
                wrong.append(f"Line {number}: line {earlier} has {line.title} of {line.year} already.")
        if wrong:
            raise forms.ValidationError(wrong)
        return tuple(line for _, line in lines)


def _read(text: str) -> tuple[BoardLine | None, str]:
    parts = PARTED.split(text.strip())
    if not 3 <= len(parts) <= 5 or not all(parts[:3]):
        return None, "write year | trophy | winner, and after them the runner-up and a note if there are any."
    years = parse_season(parts[0])
    if years is None and not re.fullmatch(r"\d{4}", parts[0]):
        return None, f"{parts[0][:20]} is no year."
    cells = dict(zip(LONGEST_ON_BOARD, parts[1:], strict=False))
    long = [name for name, value in cells.items() if len(value) > LONGEST_ON_BOARD[name]]
    if long:
        return None, f"the {long[0].replace('_', '-')} is longer than {LONGEST_ON_BOARD[long[0]]} letters."
    if years is None or years.first == years.last:
        return BoardLine(int(parts[0]) if years is None else years.last, **cells), ""
    return BoardLine(years.last, **cells, years=years.label), ""


class RemovalForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason for removing it")


def board_page(
    request: LeagueRequest, line: Honour | None = None, first: PlainForm | None = None, second: PlainForm | None = None
) -> dict[str, Any]:
    """The honours board, with the forms that those who run the cups have on it: of `line`, or of new ones."""
    by, runs = request.GET.get("by"), runs_cups(request.user, request.league)
    address = partial(reverse, "seasons", args=[request.league.slug])
    orders = (("By year", {"show": "honours"}), ("By trophy", {"show": "honours", "by": "trophy"}))
    tabs = [
        {"label": label, "url": address(query=order), "here": "page" if order.get("by") == by else ""}
        for label, order in orders
    ]
    sections = by_trophy(honours()) if by == "trophy" else by_year(honours())
    board = {"sections": sections, "by": by, "tabs": tabs, "runs": runs}
    if not runs:
        return board
    pk = request.GET.get("line", "")
    if line is None and pk.isdecimal():
        line = honours().prefetch_related(None).filter(pk=int(pk[:9])).first()
    second = second or (RemovalForm() if line else HonourLinesForm())
    return board | {"line": line, "first": first or HonourForm.of(line), "second": second}
