"""Who may play: registration, squads, transfers, playing up, under 18s."""

from dataclasses import replace
from typing import Any

from django import forms

from league.builder.forms.fields import Section, YearDayField, choice_field, chosen, count_field, year_day
from scoring.card.constitution import Constitution, Registration, Under18
from scoring.card.playing_up import HELPS_WORDS, Helps, PlayingUp

NOBODY = "nobody"
PLAYS_UP = [(NOBODY, "No"), *((each.value, f"Yes, for {words}") for each, words in HELPS_WORDS.items())]
UNDER_18 = {
    Under18.MAY: "Yes",
    Under18.WITH_CONSENT: "Yes, once a parent or guardian has agreed",
    Under18.NOT: "No",
}
DAYS = ("deadline", "transfers_until")
TERMS = (
    *("required", "squad_minimum", "on_the_night", "eligible_after"),
    *("transfers_need_both_captains", "transfers_most"),
)


class PlayersSection(Section):
    key, title = "players", "Players"
    PATHS = {
        **{f"registration.{name}": name for name in (*TERMS, *DAYS)},
        "format.squad": "squad",
        "playing_up.most": "up_most",
        "playing_up.ties_after": "up_ties_after",
        "playing_up.nominated": "up_nominated",
        "playing_up.nominate_by": "up_nominate_by",
        "playing_up": "playing_up",
    }

    required = forms.BooleanField(
        required=False, label="Only registered players may play", help_text="If not, anybody may, for any team."
    )
    squad_minimum = count_field("Fewest players a team registers", required=False)
    squad = count_field("Most players a team registers", required=False, help_text="Leave empty for no limit.")
    deadline = YearDayField(label="Last day to register")
    on_the_night = forms.BooleanField(required=False, label="New players may sign on the card on the night")
    eligible_after = count_field(
        "How many days after signing a player may play", least=0, required=False, help_text="Leave empty for at once."
    )
    transfers_need_both_captains = forms.BooleanField(required=False, label="Both captains must agree to a transfer")
    transfers_until = YearDayField(label="Last day for a transfer")
    transfers_most = count_field(
        "Transfers of one player in a season",
        least=0,
        required=False,
        help_text="0: none. Leave empty for no limit.",
    )
    under_18 = choice_field("May somebody under 18 play?", chosen(UNDER_18), radio=True)
    playing_up = choice_field("May a player help out another team?", PLAYS_UP, radio=True)
    up_most = count_field("How often in a season", required=False, help_text="Leave empty for any number of times.")
    up_ties_after = count_field(
        "From which match on does the player belong to that team?",
        required=False,
        help_text="3: with the third match. Leave empty for never.",
    )
    up_nominated = count_field(
        "Nominated players of an A team",
        least=0,
        required=False,
        help_text="Named by its captain on the squad's page; they may play for no other team.",
    )
    up_nominate_by = YearDayField(label="Last day to name them")

    @classmethod
    def read(cls, rules: Constitution) -> dict[str, Any]:
        terms, rule = rules.registration, rules.playing_up
        return {
            **{name: getattr(terms, name) for name in TERMS},
            **{name: year_day(getattr(terms, name)) for name in DAYS},
            "eligible_after": terms.eligible_after or None,
            "squad": rules.format.squad,
            "under_18": rules.under_18.value,
            "playing_up": rule.helps.value if rule else NOBODY,
            "up_most": rule and rule.most,
            "up_ties_after": rule and rule.ties_after,
            "up_nominated": (rule and rule.nominated) or None,
            "up_nominate_by": year_day(rule.nominate_by if rule else None),
        }

    def write(self, rules: Constitution) -> Constitution:
        values = self.cleaned_data | {"eligible_after": self.cleaned_data["eligible_after"] or 0}
        rule = None
        if values["playing_up"] != NOBODY:
            helps = Helps(values["playing_up"])
            nominated = values["up_nominated"] or 0, values["up_nominate_by"]
            rule = PlayingUp(values["up_most"], helps, values["up_ties_after"], *nominated)
        return replace(
            rules,
            format=replace(rules.format, squad=values["squad"]),
            registration=Registration(**{name: values[name] for name in (*TERMS, *DAYS)}),
            under_18=Under18(values["under_18"]),
            playing_up=rule,
        )
