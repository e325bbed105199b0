"""The services of `games.post`. Each runs in its own transaction or joins the caller's."""

from games.post.services.bounces import bounced_of, forget_bounce, letter_sent, mark_bounced
from games.post.services.channels import (
    add_channel,
    arrived,
    connect_device,
    connect_ntfy,
    end_session,
    is_connected,
    ntfy_of,
    remove_channel,
    set_channel,
    switch_on,
    visited,
)
from games.post.services.delivery import come_back, deliver, reaches, send_again, sweep
from games.post.services.orders import (
    Addressed,
    debounce,
    hurry,
    last_asked,
    notify,
    notify_all,
    order_account_letter,
    supersede,
)
from games.post.services.queue import send_task
from games.post.services.schedules import (
    drop_schedule,
    hours_apart,
    make_one,
    schedule_of,
    schedules_of,
    set_schedule,
    subscribe_again,
    unsubscribe,
)
from games.post.services.tally import counts as counts_of_transports
from games.post.services.tally import mail_is_late
from games.post.services.trial import try_channel, try_mail, works_again

__all__ = [
    "Addressed",
    "add_channel",
    "arrived",
    "bounced_of",
    "come_back",
    "connect_device",
    "connect_ntfy",
    "counts_of_transports",
    "debounce",
    "deliver",
    "drop_schedule",
    "end_session",
    "forget_bounce",
    "hours_apart",
    "hurry",
    "is_connected",
    "last_asked",
    "letter_sent",
    "mail_is_late",
    "make_one",
    "mark_bounced",
    "notify",
    "notify_all",
    "ntfy_of",
    "order_account_letter",
    "reaches",
    "remove_channel",
    "schedule_of",
    "schedules_of",
    "send_again",
    "send_task",
    "set_channel",
    "set_schedule",
    "subscribe_again",
    "supersede",
    "sweep",
    "switch_on",
    "try_channel",
    "try_mail",
    "unsubscribe",
    "visited",
    "works_again",
]
