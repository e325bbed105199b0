"""The names of kinds of orders in English."""

from games.wording.teutonica.labels import TITLES as WORDS

TITLES = {verb: str(words) for verb, words in WORDS.items()}
