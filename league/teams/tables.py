"""Tables of people: which columns, in which order, drawn by which partial. No arithmetic."""

from datetime import date

import django_tables2
from django.utils.html import format_html

from league.base.ui import formats
from league.base.ui.tables import Number, Table, Text
from league.teams.models import Registration, Role


class PeopleTable(Table):
    caption = "People and their roles"
    unfolded_by = "teams/_role.html"
    name = Text("Name", accessor="user__name")
    does = Text("Role")
    email = Text("E-mail", accessor="user__email", wide=True)
    phone = Text("Phone", accessor="user__phone", default="", wide=True)
    change = django_tables2.TemplateColumn(template_name="teams/_role_change.html", verbose_name="Change")

    class Meta(Table.Meta):
        empty_text = "No one has a role yet. Invite someone to start."

    def render_does(self, value: str, record: Role) -> str:
        tagged = '{} <span class="tag tag--warn">Invited</span>'
        return format_html(tagged, value) if record.user.only_invited else value


class SquadsTable(Table):
    caption = "Registered players by team"
    name = django_tables2.TemplateColumn(template_name="teams/_squad_link.html", verbose_name="Team")
    venue = Text("Home", accessor="venue__name", wide=True)
    players = Number("Players")
    asked = Number("Waiting")

    class Meta(Table.Meta):
        empty_text = "The league has no teams yet."


class SquadTable(Table):
    caption = "Registered players"
    unfolded_by = "teams/_leaving.html"
    name = Text("Player", accessor="player__name")
    since = Text("Since", wide=True)
    how = Text("How registered", wide=True)
    leave = django_tables2.TemplateColumn(template_name="teams/_leave_link.html", verbose_name="Change")

    class Meta(Table.Meta):
        empty_text = "No players registered yet. Register the first one."

    def render_name(self, value: str, record: Registration) -> str:
        tag = '{} <span class="tag tag--warn nowrap">Leaves {}</span>'
        return format_html(tag, value, formats.night(record.until)) if record.until else value

    def render_since(self, value: date) -> str:
        return formats.night(value, year=True)
