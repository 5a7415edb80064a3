"""The cups app: draws and their ties, for teams, players and pairs. It tells tables what play-offs came to."""

from django.apps import AppConfig


class CupsConfig(AppConfig):
    name = "league.cups"

    def ready(self) -> None:
        from league.cups.queries.outcomes import play_offs_decided  # it knows rows, which are not there any sooner
        from league.results.queries.season import play_off_source

        play_off_source(play_offs_decided)
