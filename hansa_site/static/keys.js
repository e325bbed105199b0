// The table by keyboard. The map is one tab stop with a spot that moves from place to place, and letters
// give the common orders. What stands at a place comes from the server, once for each version.
const form = document.getElementById("orders");
const view = form.querySelector(".board-view");
const stage = view.querySelector(".board-stage");
const help = document.getElementById("keys");
const [left, top, wide, high] = stage.querySelector(".map").getAttribute("viewBox").split(" ").map(Number);
const STOPS = /^(city|space|piles)/;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let places = new Map();
let stale = true;
let spot = null; // The button at the place where the keyboard is.
let here = null; // That place,
let city = null; // and the city whose routes n and p follow.
let working = null; // What had the focus before an answer of the server.
let typed = false; // Whether a key that moves the focus was pressed since it was asked.

const target = ({ id }) => stage.querySelector(`.target[data-place="${id}"], .target[href$="pick=${id}"]:not([data-place], .piece)`);
const told = ({ name, words, ...place }) => [name, words, target(place)?.getAttribute("aria-label")].filter(Boolean).join(". ");
const say = (detail) => document.dispatchEvent(new CustomEvent("say", { detail }));

/** Say why a key can do nothing, at a place if it is about one. */
async function explain(key, at = "") {
  if (document.getElementById("unpick")) return say(view.dataset.choose);
  const answer = await fetch(new URL(`why?${new URLSearchParams({ key, at })}`, form.action)).catch(() => null);
  say(answer?.ok ? await answer.text() : view.dataset.noOrder);
}

async function read() {
  if (!stale) return;
  stale = false;
  const answer = await fetch(new URL("places.json", form.action)).catch(() => null);
  stale = !answer?.ok;
  if (stale) return;
  const rows = (await answer.json()).places;
  places = new Map(rows.map(([id, x, y, name, words, ...along]) => [id, { id, x, y, name, words, along }]));
}

/** Move the spot. A new button is read out, a changed one is not. */
function go(place, from = place) {
  const next = Object.assign(document.createElement("button"), { type: "button", className: "spot", ariaLabel: told(place) });
  next.style.left = `${((place.x - left) / wide) * 100}%`;
  next.style.top = `${((place.y - top) / high) * 100}%`;
  next.dataset.about = place.id;
  next.addEventListener("click", pick);
  stage.append(next);
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
  spot?.remove();
  spot = next;
  here = place;
  if (from.id.startsWith("city:")) city = from;
  view.tabIndex = -1;
}

function pick() {
  const found = target(here);
  if (found) found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
  else explain("", here.id);
}

/** The nearest stop in a direction: what lies straight ahead is nearer than what lies aside. */
function ahead([right, down]) {
  const far = ({ x, y }) => {
    const [dx, dy] = [x - here.x, y - here.y];
    const on = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    return on > 0 && aside <= on * 1.2 ? on + 2 * aside : Infinity;
  };
  const stops = [...places.values()].filter((place) => place.id !== here.id && (STOPS.test(place.id) || target(place)));
  const [best] = stops.sort((one, other) => far(one) - far(other));
  return best && far(best) < Infinity ? best : null;
}

/** To the next place along the routes of the city where the spot was last, or of one at the route's end. */
function walk(step) {
  const on = ({ id, along }) => id === here.id || along.includes(here.id);
  const from = city && on(city) ? city : [...places.values()].find(({ along }) => along.includes(here.id));
  if (!from) return;
  const ring = [from.id, ...from.along];
  go(places.get(ring.at((ring.indexOf(here.id) + step) % ring.length)), from);
}

function cityWith(letter) {
  const plain = ({ name }) => name.normalize("NFD")[0].toUpperCase();
  const found = [...places.values()].filter((place) => place.id.startsWith("city:") && plain(place) === letter);
  return found[(found.findIndex(({ id }) => id === here.id) + 1) % found.length];
}

async function enter() {
  await read();
  if (spot) spot.focus();
  else if (places.size) {
    const all = [...places.values()];
    go(all.find((place) => STOPS.test(place.id) && target(place)) ?? all[0]);
  }
}

// Letters.

// Each with the kinds of places that its orders name.
const known = new Map([...help.querySelectorAll(".orders kbd")].map(({ textContent, dataset }) => [textContent, dataset.at]));

/** The controls of a letter, without those of folded parts. */
const controls = (letter) => [...document.querySelectorAll(`#side [aria-keyshortcuts~="${letter}"]`)];

/** Order at the spot what a letter stands for, if there is just one such order; otherwise lead to the list or say why. */
function order(letter) {
  const found = controls(letter);
  const [kind, name] = document.activeElement === spot ? here.id.split(":") : ["", ""];
  if (!found.length) return explain(letter, name && here.id);
  // A place is named in an order as in its id; a route stands for its spaces, and a space for the claim of its route.
  const route = (word) => word.replace(/\.\d$/, "");
  const same = (word) => [name, route(name)].includes(word) || (kind === "route" && route(word) === name);
  const fits = (value) => name && value.split(/[ :>]+/).some(same);
  const meant = found.flatMap((control) => [...control.options ?? [control]].filter(({ value }) => fits(value)));
  const [first] = meant;
  if (first?.matches("button")) return meant.length === 1 ? first.click() : first.focus();
  if (first?.matches("option")) {
    const select = first.closest("select");
    select.value = first.value;
    if (meant.length === 1) return select.form.requestSubmit();
    return select.focus();
  }
  if (known.get(letter)?.split(" ").includes(kind)) return explain(letter, here.id);
  if (letter === "z") return found[0].click();
  const main = found.find((control) => control.matches(".primary"));
  return (main ?? found[found.indexOf(document.activeElement) + 1] ?? found[0]).focus();
}

const LETTERS = {
  "?": () => help.showModal(),
  "/": () => {
    const typed = document.getElementById("typed");
    if (!typed) return explain("/");
    typed.closest("details").open = true;
    typed.focus();
  },
  b: enter,
  o: () => (document.querySelector("#ask .choices :is(button, select)") ?? document.getElementById("ask")).focus(),
  h: () => document.dispatchEvent(new Event("happened")),
};

view.addEventListener("keydown", (event) => {
  const { key, target: at } = event;
  if (at !== spot || event.ctrlKey || event.altKey || event.metaKey) return;
  const to = key in WAYS ? ahead(WAYS[key]) : event.shiftKey && /^[A-Z]$/.test(key) && cityWith(key);
  const chosen = (key === "Enter" || key === " ") && target(here);
  if (to) go(to);
  else if (chosen) pick();
  else if (key === "n" || key === "p") walk(key === "n" ? 1 : -1);
  else if (!(key in WAYS)) return;
  event.preventDefault();
  event.stopPropagation();
});

// Escape leads back from the map or the typed orders to the list, and from there to the turn. A choice
// and a dialog close themselves.
document.addEventListener("keydown", (event) => {
  const { key, target: at } = event;
  if (key !== "Escape" || event.defaultPrevented || document.querySelector(":popover-open, dialog[open], #unpick")) return;
  if (at === spot || at.id === "typed") LETTERS.o();
  else at.closest("#ask")?.focus();
});

document.addEventListener("keydown", (event) => {
  const { key, target: at } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || help.open) return;
  if (at.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
  if ("boardOnly" in help.dataset && !view.contains(at)) return;
  if (key in LETTERS) LETTERS[key]();
  else if (known.has(key)) order(key);
  else return;
  event.preventDefault();
});

const opener = document.querySelector("[aria-haspopup=dialog]");
opener.hidden = false;
opener.addEventListener("click", () => help.showModal());

// After each answer the focus stays where the work is.

let byKeys = false;
let version = "";
addEventListener("keydown", ({ key }) => { byKeys = true; typed = !["Enter", " "].includes(key); }, true);
addEventListener("pointerdown", () => { byKeys = false; }, true);

const PICKS = "#ask .choices:has(#unpick)";
const control = (part) => part?.querySelector("button, select");

/** One tab stop: the links on the map are reached by the spot. */
function settle() {
  for (const link of stage.querySelectorAll("#live .target")) link.setAttribute("tabindex", "-1");
  const now = document.querySelector("#side > [id^=watch]")?.id;
  if (now !== version) stale = true;
  version = now;
}

function focusOn() {
  const ask = document.getElementById("ask");
  const picks = document.querySelector(PICKS);
  // Of many places one is chosen on the map, of a few things in the list.
  if (picks && !(working.onMap && picks.querySelector("select"))) return control(picks);
  if (working.onMap && spot) return spot;
  const same = [...ask.querySelectorAll("[aria-label]")].find(({ ariaLabel }) => ariaLabel === working.label);
  return same ?? ask.querySelector(".confirm .primary") ?? control(ask.querySelector(".choices")) ?? ask;
}

document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target.id !== "side") return;
  typed = false;
  const at = document.activeElement;
  const onMap = view.contains(at) || (working?.onMap && at.closest(PICKS));
  working = at === document.body ? null : { at, onMap, label: at.ariaLabel, words: at.textContent };
});

document.body.addEventListener("htmx:afterSettle", async ({ detail }) => {
  settle();
  const at = document.activeElement;
  // A button that has become another one is not what was pressed: the same key once more must not press it.
  const other = working && !typed && at === working.at && at.matches("#ask button") && at.textContent !== working.words;
  if (detail.target.id === "side" && working && byKeys && (other || at === document.body || at === spot || at.closest("#live"))) focusOn()?.focus();
  if (!spot) return;
  await read();
  here = places.get(here.id) ?? here;
  spot.ariaLabel = told(here);
});

view.setAttribute("role", "application");
view.addEventListener("focus", async () => {
  if (!view.matches(":focus-visible")) return;
  await read();
  // Those who have gone on meanwhile are not called back.
  if (document.activeElement === view) enter();
});
settle();
