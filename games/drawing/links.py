"""Links that give orders or lead to the second step, with and without scripts."""

from games.drawing import svg
from games.drawing.choices import Choice, Target
from games.wording.language import Language
from games.wording.table import BACK

Link = tuple[tuple[str, str], ...]
"""The attributes of a link by the keywords of `games.drawing.svg`."""


def first_step(target: Target, post: str, pick: str) -> Link:
    """Return the link of a target: it posts the order that is meant, or leads to the choices.

    Of several orders, `data-other` is the one with a merchant; a long press leads to all of them.
    """
    href = f"{pick}{target.id}"
    if target.order is None:
        return _link(href, target.label, hx_get=href)
    acts = _posting(post, target.order)
    if target.several:
        acts["data_other"] = target.other
    return _link(href, target.label, **acts)


def second_step(choice: Choice, post: str, stay: str) -> Link:
    """Return the link that posts a choice; `stay` shows all of them again."""
    return _link(stay, choice.label, **_posting(post, choice.order))


def way_back(pick: str, language: Language) -> Link:
    """Return the link that undoes the first step."""
    return _link(pick, language.say(BACK), hx_get=pick)


def _posting(post: str, order: str) -> dict[str, str]:
    return {"hx_post": post, "hx_vals": f'{{"order":"{order}"}}'}


def _link(href: str, label: str, **acts: str) -> Link:
    # Each link names the extension itself: it is gone with its layer when the page is swapped.
    return (("href", href), *acts.items(), ("hx_ext", "morph"), ("aria_label", label))


def clickable(link: Link, *shape: str, class_: str = "target", place: str | None = None) -> str:
    """Return what may be clicked on the board; `place` is the id of a target that was picked."""
    values = dict(link)
    return svg.element(
        "a", svg.title(values["aria_label"]), *shape, class_=class_, data_place=place, **values
    )


def first_link(target: Target, post: str, pick: str, *shape: str) -> str:
    """Return what may be clicked on the board for a first step."""
    return clickable(
        first_step(target, post, pick),
        *shape,
        class_="target short" if target.short else "target",
    )
