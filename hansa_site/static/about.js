// What anything on the table is: a card beside it when the mouse rests there, or a press finds no
// order, or a finger stays where a click has no second meaning, or the key i is pressed where the focus
// or the mouse is.
const home = location.pathname.match(/^\/game\/\d+\//)[0];
const card = document.createElement("div");
const REST = 600;
const HOLD = 500;

let known = new Map();
let shown = "";
let before = "";
let mouse = null;
let rest = 0;
let hold = 0;
let held = false;
let from = null;
let hushed = [];

Object.assign(card, { id: "about", className: "about", popover: "manual", role: "dialog" });
card.setAttribute("aria-labelledby", "about-title");
document.getElementById("main").append(card);

/** The thing at a point, whatever of the board lies over it. */
const at = ([x, y]) => document.elementsFromPoint(x, y)
  .map((one) => one.closest("[data-about]")).find((one) => one && !card.contains(one));
/** What a click where the mouse is would give, if that is several orders. */
const short = () => document.elementFromPoint(...mouse)?.closest('a[hx-vals*=";"]')?.getAttribute("aria-label");
const isOpen = () => card.matches(":popover-open");

async function told(thing) {
  const kept = known;
  if (!kept.has(thing)) {
    const person = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
    const headers = { "HX-Request": "true", ...person };
    const answer = await fetch(`${home}about/${thing}/`, { headers }).catch(() => null);
    if (!answer?.headers.get("X-Fragment")) return `<p>${document.querySelector(".board-view").dataset.failed}</p>`;
    kept.set(thing, await answer.text());
  }
  return kept.get(thing);
}

/** Show a card beside a point; one that is only pointed at goes again when the mouse does. */
async function open(thing, [x, y], { pinned = true, focus = false, words = "" } = {}) {
  shown = thing;
  card.classList.toggle("pinned", pinned);
  const text = words || await told(thing);
  if (shown !== thing) return;
  if (!isOpen()) from = document.activeElement;
  card[words ? "textContent" : "innerHTML"] = text;
  if (!isOpen()) card.showPopover();
  const { offsetWidth: wide, offsetHeight: high } = card;
  const top = y + 24 + high < innerHeight ? y + 24 : Math.max(4, y - 24 - high);
  card.style.left = `${Math.max(4, Math.min(x - wide / 2, innerWidth - wide - 4))}px`;
  card.style.top = `${Math.min(top, Math.max(4, innerHeight - high - 4))}px`;
  card.scrollTop = 0;
  if (focus) card.querySelector("h2")?.focus();
}

function close() {
  const back = card.contains(document.activeElement) && from?.isConnected;
  shown = "";
  card.classList.remove("pinned");
  if (isOpen()) card.hidePopover();
  if (back) from.focus();
}

// A mouse that rests, but not in the middle of an order, unless a click gives several. The card takes
// the place of the browser's own words.
function point() {
  const words = short();
  if (words && words !== shown && !card.matches(".pinned")) open(words, mouse, { pinned: false, words });
  if (words || document.getElementById("unpick")) return;
  const thing = at(mouse);
  const area = document.elementFromPoint(...mouse)?.closest(".board-view, .desks");
  if (!area || !thing || thing.querySelector(".words") || thing.dataset.about === shown) return;
  if (!isOpen() || !card.matches(".pinned")) open(thing.dataset.about, mouse, { pinned: false });
}

document.addEventListener("pointermove", ({ pointerType, buttons, clientX: x, clientY: y }) => {
  if (pointerType !== "mouse") return;
  mouse = [x, y];
  clearTimeout(rest);
  if (!buttons) rest = setTimeout(point, REST);
  if (!shown || card.matches(".pinned")) return;
  const box = card.getBoundingClientRect();
  const over = isOpen() && x > box.left && x < box.right && y > box.top && y < box.bottom;
  if (!over && (short() ?? at(mouse)?.dataset.about) !== shown) close();
});
document.addEventListener("pointerover", ({ target, pointerType }) => {
  for (const [parent, title] of hushed) {
    if (!parent.querySelector(":scope > title")) parent.prepend(title);
  }
  const parent = pointerType === "mouse" && target.closest(".board-view svg :has(> title)");
  hushed = parent ? [[parent, parent.querySelector(":scope > title")]] : [];
  for (const [, title] of hushed) title.remove();
});

// A press where there is no order: taps.js tells of those on the map.
function release() {
  clearTimeout(hold);
  hold = 0;
}

document.addEventListener("pointerdown", ({ target, pointerType, isPrimary, clientX, clientY }) => {
  clearTimeout(rest);
  release();
  if (card.contains(target)) return;
  held = false;
  before = card.matches(".pinned") ? shown : "";
  close();
  mouse = [clientX, clientY];
  const thing = pointerType === "touch" && isPrimary && target.closest(".board-view, .desks") && at(mouse);
  const more = pointerType === "touch" && isPrimary && target.closest("[data-other]");
  if (!thing && !more) return;
  hold = setTimeout(() => {
    held = true;
    const stays = new CustomEvent("stays", { bubbles: true, cancelable: true });
    if (target.dispatchEvent(stays) && thing) open(thing.dataset.about, mouse);
  }, HOLD);
}, true);
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (hold && Math.hypot(clientX - mouse[0], clientY - mouse[1]) > 10) release();
}, true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release, true);
addEventListener("contextmenu", (event) => {
  if (held || hold) event.preventDefault();
}, true);
addEventListener("click", (event) => {
  if (!held) return;
  held = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("elsewhere", (event) => {
  const { thing, x, y } = event.detail;
  if (!event.defaultPrevented && thing && thing !== before) open(thing, [x, y]);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("#about a[data-about]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const { left, top } = card.getBoundingClientRect();
    open(link.dataset.about, [left + card.offsetWidth / 2, top - 24], { focus: true });
  }
  const thing = event.target.closest(".desks [data-about]")?.dataset.about;
  if (!thing || event.target.closest("a, button") || !event.detail) return;
  const detail = { thing, x: event.clientX, y: event.clientY, desk: true };
  event.target.dispatchEvent(new CustomEvent("elsewhere", { detail, bubbles: true, cancelable: true }));
});

// Keys: i asks, also Enter and Space where they give no order; Escape closes.
function focused() {
  const focus = document.activeElement;
  const near = focus.closest(".board-view > *, .desks > *") && (focus.querySelector(".ring") ?? focus);
  const box = near?.getBoundingClientRect();
  const middle = box && [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const thing = focus.closest("[data-about]") ?? (middle && at(middle));
  return thing ? [thing, middle ?? [innerWidth / 2, innerHeight / 3]] : mouse && [at(mouse), mouse];
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Escape" && isOpen()) {
    event.preventDefault();
    close();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.closest("input:not([type=checkbox]), textarea, select")) return;
  // With letters turned off elsewhere, i works only on the board and the desks.
  const letters = !document.querySelector("#keys[data-board-only]") || target.closest(".board-view, .desks");
  const asks = (key === "i" && letters) || ((key === "Enter" || key === " ") && target.matches("[data-about]:not(a)"));
  const [thing, middle] = (asks && focused()) || [];
  if (!thing) return;
  event.preventDefault();
  open(thing.dataset.about, middle, { focus: true });
});

document.body.addEventListener("htmx:afterSettle", () => {
  known = new Map();
  if (!card.matches(".pinned")) close();
});
