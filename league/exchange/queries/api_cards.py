"""A card as a program sends it, made into the engine's value, with the players of the league who are named on it.

Nothing of a card is judged here: the check of the card does.
"""

from collections.abc import Iterable, Iterator, Mapping

from league.exchange.schemas import Fault
from league.exchange.schemas.cards import CardIn, GameIn, LineIn, NamedIn
from league.teams.models import Player
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing


class UnknownPlayerError(Exception):
    """The card names players whom this league does not have; `faults` says where."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("The card names players whom this league does not have.")


def card_from(sent: CardIn) -> Card:
    """The card; UnknownPlayerError for an address that no player of the league has. One query, within the league."""
    slugs = {named.player for _, named in _all_named(sent) if named.player is not None}
    by_slug = {each.slug: each for each in Player.objects.filter(slug__in=slugs).select_related("merged_into")}
    faults = [_fault(path, named) for path, named in _all_named(sent) if named.player and named.player not in by_slug]
    if faults:
        raise UnknownPlayerError(faults)
    return Card(
        ending=Ending(sent.ending),
        lines=tuple(_line(line, by_slug) for line in sent.lines),
        quick=(sent.quick.home, sent.quick.away) if sent.quick else None,
        signings=tuple(Signing(Side(each.side), each.name) for each in sent.signings),
        remarks=sent.remarks,
        protest=sent.protest,
    )


def _all_named(sent: CardIn) -> Iterator[tuple[str, NamedIn]]:
    for number, line in enumerate(sent.lines):
        for side, players in (("home", line.home), ("away", line.away)):
            for place, named in enumerate(players):
                yield f"lines.{number}.{side}.{place}.player", named


def _fault(path: str, named: NamedIn) -> Fault:
    return Fault(path=path, code="unknown_player", message=f"No player of this league has the address {named.player}.")


def _line(line: LineIn, by_slug: Mapping[str, Player]) -> LineScore:
    return LineScore(_named(line.home, by_slug), _named(line.away, by_slug), tuple(_game(each) for each in line.games))


def _named(players: Iterable[NamedIn], by_slug: Mapping[str, Player]) -> tuple[Named, ...]:
    return tuple(_player(by_slug[each.player]) if each.player else Named(None, each.name) for each in players)


def _player(player: Player) -> Named:
    """One who was found to be somebody else is that one."""
    stays = player.merged_into or player
    return Named(str(stays.pk), stays.name)


def _game(game: GameIn) -> GameScore:
    winner = Side(game.winner) if game.winner else None
    return GameScore(winner, game.home_pegs, game.away_pegs, game.hands, How(game.how))
