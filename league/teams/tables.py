"""Tables of people: which columns, in which order, drawn by which partial. No arithmetic."""

import django_tables2 as tables
from django_tables2 import Table


class PeopleTable(Table):
    """Everybody with a role, the officers first."""

    name = tables.Column(accessor="user__name", verbose_name="Name")
    does = tables.Column(verbose_name="What they do", orderable=False)
    email = tables.Column(accessor="user__email", verbose_name="E-mail", orderable=False)
    phone = tables.Column(accessor="user__phone", verbose_name="Phone", default="", orderable=False)
    change = tables.TemplateColumn(template_name="teams/_role_change.html", verbose_name="", orderable=False)

    class Meta:
        fields = ("name", "does", "email", "phone", "change")
        caption = "People and what they do"
        empty_text = "Nobody has a role yet."


class SquadsTable(Table):
    """Teams with the number of their players."""

    name = tables.TemplateColumn(template_name="teams/_squad_link.html", verbose_name="Team")
    venue = tables.Column(accessor="venue__name", verbose_name="Home")
    players = tables.Column(verbose_name="Players")
    asked = tables.Column(verbose_name="Waiting")

    class Meta:
        fields = ("name", "venue", "players", "asked")
        caption = "Squads"
        empty_text = "The league has no teams yet. Add the first one."


class SquadTable(Table):
    """One team's registered players."""

    name = tables.Column(accessor="player__name", verbose_name="Player")
    since = tables.DateColumn(format="j M Y", verbose_name="Since")
    how = tables.Column(verbose_name="How", orderable=False)
    leave = tables.TemplateColumn(template_name="teams/_leave_link.html", verbose_name="", orderable=False)

    class Meta:
        fields = ("name", "since", "how", "leave")
        caption = "Registered players"
        empty_text = "Nobody is registered with this team yet. Ask for the first player."
