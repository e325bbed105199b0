// Places are chosen in a list of selects. The board above it shows their order, and a click on it changes the list.

const board = document.getElementById("place-board");
const lists = [...document.querySelectorAll(".chosen-places")];
const places = [...board.querySelectorAll("[data-place]")];
let list = lists.find((one) => one.checkVisibility()) ?? lists[0];

const selects = () => [...list.querySelectorAll("select")];
const chosen = () => [...new Set(selects().map((select) => select.value).filter(Boolean))];

function show() {
  const order = chosen();
  for (const place of places) {
    const number = order.indexOf(place.dataset.place) + 1;
    place.classList.toggle("chosen", number > 0);
    place.querySelector("text").textContent = number || "";
  }
}

function name(select, number) {
  select.ariaLabel = list.dataset.label.replace("{number}", number);
}

// There is always an empty select at the end of the list.
function grow() {
  if (!selects().at(-1).value) return;
  const item = list.lastElementChild.cloneNode(true);
  const select = item.querySelector("select");
  select.value = "";
  list.append(item);
  name(select, list.children.length);
}

function choose(order) {
  while (selects().length <= order.length) list.append(list.lastElementChild.cloneNode(true));
  selects().forEach((select, at) => {
    select.value = order[at] ?? "";
    name(select, at + 1);
  });
  show();
}

function moveTo(other) {
  list = other;
  list.before(board);
  show();
}

board.addEventListener("click", ({ target }) => {
  const place = target.closest("[data-place]")?.dataset.place;
  if (!place) return;
  const order = chosen();
  choose(order.includes(place) ? order.filter((one) => one !== place) : [...order, place]);
});
for (const one of lists) {
  one.addEventListener("change", () => {
    grow();
    show();
  });
  one.addEventListener("focusin", () => { if (one !== list) moveTo(one); });
  one.closest("details").addEventListener("toggle", ({ target }) => { if (target.open) moveTo(one); });
}
board.hidden = false;
moveTo(list);
