"""What a game means for the ratings of its players."""

from games.play.access import Access
from games.play.models import Door
from games.ratings.forecast import Outlook, Person, outlook


def outlook_of(access: Access) -> Outlook | None:
    """Return what a game that waits for players would change for those who have a seat.

    A visitor who could take a seat is among them. None for a friendly game, and with fewer than two
    players. Three queries.
    """
    game, players = access.game, access.players
    if not game.is_open or not game.rated:
        return None
    me = access.user.pk
    people = [
        Person(player.person.pk, player.name, mine=player.user_id == me)
        for player in players
        if player.is_persons
    ]
    may_join = me is not None and any(player.door == Door.OPEN for player in players)
    if may_join and not access.is_player:
        people.append(Person(me, access.user.called, mine=True))
    bots = [player.bot for player in players if player.bot]
    return outlook(game.title, game.options.get("board", ""), len(players), people, bots)
