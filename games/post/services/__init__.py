"""Orders to the mail room. Every function owns its transaction or joins the caller's."""

from games.post.services.account import order_account_letter
from games.post.services.bounces import bounced_of, mark_bounced
from games.post.services.channels import (
    add_channel,
    remove_channel,
    switch_on,
)
from games.post.services.delivery import deliver, reaches, send_again, sweep
from games.post.services.orders import last_told, notify, stir, supersede
from games.post.services.trial import try_channel, try_mail, works_again
from games.post.services.wishes import (
    cadence_of,
    drop_cadence,
    hours_apart,
    make_one,
    set_cadence,
    subscribe_again,
    unsubscribe,
)

__all__ = [
    "add_channel",
    "bounced_of",
    "cadence_of",
    "deliver",
    "drop_cadence",
    "hours_apart",
    "last_told",
    "make_one",
    "mark_bounced",
    "notify",
    "order_account_letter",
    "reaches",
    "remove_channel",
    "send_again",
    "set_cadence",
    "stir",
    "subscribe_again",
    "supersede",
    "sweep",
    "switch_on",
    "try_channel",
    "try_mail",
    "unsubscribe",
    "works_again",
]
