"""Emails that ask a player for orders."""

from typing import Any

from games.play.letters.addresses import reply_to
from games.play.letters.scene import Scene
from games.play.models import Draft, Note
from games.play.pages.conditional import broken_since, still_waiting
from games.play.pages.listing import listed_orders
from games.play.scratch import try_draft
from games.post.letters import Written, sentences


def asking(scene: Scene, headline: str, **context: Any) -> Written:
    """Ask the reader for orders, and show the game as it is now, with their own notes on it."""
    title, player = scene.game.rules(), scene.seat
    draft = Draft.objects.of(player) or Draft()
    drafted = try_draft(scene.game, scene.state, player.seat, draft.orders, scene.names)
    sentence = scene.drawing.asked_of_me(scene.view, title.orders(scene.state, player.seat))
    time = scene.time
    address = reply_to(player)
    subject = f"{scene.game.called}: {headline}"
    begins = scene.is_first
    rewound = scene.rewound
    begun = f"{scene.game.called} has started." if begins else ""
    return scene.written(
        subject=subject,
        template="turn",
        short=sentences(subject, begun, rewound, sentence, time),
        picture=scene.picture(),
        reply_to=address,
        moves=True,
        waits=True,
        until=scene.wait.grace_until or scene.wait.deadline,
        headline=headline,
        sentence=sentence,
        time=time,
        turn_of=scene.names[scene.view.turn] if scene.view.turn >= 0 else "",
        own_turn=scene.view.turn == player.seat,
        drafted=drafted.lines,
        planned=[
            *broken_since(player, scene.seat_history, scene.names),
            *still_waiting(player, scene.seat_history, scene.names),
        ],
        notes=Note.objects.filter(player=player).values_list("text", flat=True).first() or "",
        answerable=bool(address),
        primers=scene.new_primers(drafted.state) if address else [],
        legal=listed_orders(title, scene.state, player.seat) if address else [],
        supply=scene.supply,
        begun=begun,
        rewound=rewound,
        **(scene.beginning() if begins else {}),
        **context,
    )
