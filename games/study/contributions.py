"""What this room adds to accounts."""

from games.accounts.contribution import Contribution
from games.study import export
from games.study.services import merging

ACCOUNTS = Contribution(files=export.FILES, write=export.write, move=merging.move)
