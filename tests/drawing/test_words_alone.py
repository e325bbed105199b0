"""A title in words alone passes what is asked of every title (docs/adding-a-title.md, 8)."""

from tests.drawing import test_board_words, test_position
from tests.nim import Nim, NimDrawing, NimWording
from tests.play.titles import with_title


def test_nim_is_told_and_drawn_as_every_title():
    nim = Nim()
    with with_title(nim, NimDrawing(), NimWording()):
        for setup in nim.setups():
            test_position.test_it_is_told_in_sentences_that_name_everybody(nim.id, setup)
        for board in nim.boards:
            test_board_words.test_words_end_where_their_frame_does_and_touch_no_others(
                nim.id, board, "en"
            )
