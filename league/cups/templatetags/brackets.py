"""The ties of a bracket: `{% load brackets %}{% tie_box box there %}`.

Written here and not in a template, which takes five times as long for the 62 sides of a cup of 32.
"""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.cups.presenters.bracket_tree import Box, BoxSide

register = template.Library()
WON = SafeString('<span class="hidden-visually"> won</span>')
ON_HOLD = SafeString("<b>On hold</b>")


@register.simple_tag
def tie_box(box: Box, address: str) -> SafeString:
    """A tie in its round, with the way to its page, which stands below `there`."""
    words = (box.label, *box.words) if box.label else box.words
    return format_html(
        '<li class="tie{}{}"><a class="tie__box" href="{}{}/">{}<span class="tie__more">{}{}</span></a></li>',
        " tie--fed" if box.fed else "", " tie--leads" if box.leads else "", address, box.tie.id, tie_sides(box),
        format_html_join("", "<span>{}</span>", ((each,) for each in words)), ON_HOLD if box.disputed else "",
    )  # fmt: skip


@register.simple_tag
def tie_sides(box: Box) -> SafeString:
    """Who meets in a tie and their scores, and a space before what follows."""
    alone = len(box.sides) == 1
    return format_html("{} ", SafeString("".join([_side(each, alone=alone) for each in box.sides])))


def _side(side: BoxSide, *, alone: bool) -> SafeString:
    return format_html(
        '<span class="tie__side{}"><span>{}{}</span>{}</span>',
        " tie__side--won" if side.won else "" if side.known else " tie__side--open", side.name,
        WON if side.won and not alone else "",
        "" if side.score is None else format_html(' <span class="tie__score">{}</span>', side.score),
    )  # fmt: skip
