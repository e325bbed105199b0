"""Every sentence about a game, in each language: the words of each title by its id."""

from games.wording.hansa.wording import HansaWording
from games.wording.language import ENGLISH, Language, language
from games.wording.teutonica.wording import TeutonicaWording
from games.wording.wording import Wording

WORDINGS: dict[str, Wording] = {
    wording.title: wording for wording in (TeutonicaWording(), HansaWording())
}
"""The words of every title. A new title is one more line here."""

__all__ = ["ENGLISH", "WORDINGS", "Language", "Wording", "language"]
