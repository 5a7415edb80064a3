"""The live app: where matches are pegged, it tells the card of them what the pegs say."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "league.live"

    def ready(self) -> None:
        from league.live.queries.card_prefill import prefill_from_log  # it knows rows, which are not there any sooner
        from league.results.queries.told import teller

        teller(prefill_from_log)
