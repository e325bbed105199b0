"""What this room adds to accounts."""

from games.accounts.contribution import Contribution
from games.play import export
from games.play.services import merging
from games.play.services.leaving import give_up_seats
from games.play.services.time_off import replan
from games.play.views import joining

ACCOUNTS = Contribution(
    files=export.FILES,
    write=export.write,
    move=merging.move,
    lock=merging.lock,
    check=merging.check,
    closes=give_up_seats,
    rest_changed=replan,
    invited_address=joining.proven_address,
    signed_up=joining.take_seats,
    return_path=joining.return_path,
)
