// What a press on the map means: the one order in reach of the finger; one of several, which a bubble
// offers enlarged; twice in the same place, a zoom; or elsewhere, the thing there, which is picked instead
// of another, or of which about.js is told.
const view = document.querySelector(".board-view");
const stage = view.querySelector(".board-stage");
const bubble = document.createElement("div");
const REACH = 20;
const LETTERS = "ABCD";
const NEVER = { time: -1000 };
const AGAIN = 350;

let finger = false;
let last = NEVER;
let offered = [];
let single = 0;

Object.assign(bubble, { className: "meant", popover: "auto", role: "dialog", ariaLabel: view.dataset.which });
view.after(bubble);

function middle(target) {
  const box = (target.querySelector(".ring") ?? target.querySelector(".hit")).getBoundingClientRect();
  return { target, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** Whether the arrow of a guided game or a hint points to a target. */
function pointed({ dataset, href }) {
  const to = stage.querySelector("#pointer")?.dataset.to;
  return to && (dataset.place === to || href.baseVal.endsWith(`pick=${to}`));
}

/** What a tap could mean, the nearest first; only that one if the arrow points to it, or if it is a shortcut. */
function meant(tap, hit) {
  if (hit?.matches(".short")) return [middle(hit)];
  const near = [...view.querySelectorAll(".target:not(.short)")].map(middle)
    .filter((one) => one.target === hit || apart(one, tap) <= REACH);
  near.sort((one, other) => apart(one, tap) - apart(other, tap));
  return near.slice(0, near.length && pointed(near[0].target) ? 1 : 4);
}

function choose({ target }) {
  last = NEVER;
  bubble.hidePopover();
  target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
}

/** A picture of the part of the map where they are, with their letters. */
function picture(several) {
  const [x0, y0, wide, high] = stage.querySelector(".map").getAttribute("viewBox").split(" ").map(Number);
  const box = stage.getBoundingClientRect();
  const spots = several.map(({ target, x, y }) =>
    ({ target, x: x0 + ((x - box.left) / box.width) * wide, y: y0 + ((y - box.top) / box.height) * high }));
  const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
  const [left, top] = [Math.min(...xs) - 50, Math.min(...ys) - 50];
  const part = `${left} ${top} ${Math.max(...xs) + 50 - left} ${Math.max(...ys) + 50 - top}`;
  stage.querySelector(".map").id = "map";
  bubble.innerHTML = `<svg viewBox="${part}" aria-hidden="true">`
    + ["map", "live"].map((id) => `<use href="#${id}" x="${x0}" y="${y0}" width="${wide}" height="${high}"/>`).join("")
    + spots.map(({ x, y }, at) => `<g transform="translate(${x + 19},${y - 19})"><circle r="11"/>`
      + `<text dy="5">${LETTERS[at]}</text></g>`).join("") + "</svg>";
  const svg = bubble.firstChild;
  svg.addEventListener("click", ({ clientX, clientY }) => {
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    choose(spots.sort((one, other) => apart(one, at) - apart(other, at))[0]);
  });
}

function offer(several, { x, y }) {
  picture(several);
  offered = several.map(({ target }) => target);
  several.forEach((one, at) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.textContent = `${LETTERS[at]}. ${one.target.getAttribute("aria-label")}`;
    button.addEventListener("click", () => choose(one));
    bubble.append(button);
  });
  // In the position editor, an answer brings what surrounds the map, without the bubble.
  if (!bubble.isConnected) view.after(bubble);
  bubble.showPopover();
  // Beside the finger, so that a second tap still means the map.
  const below = y + 30 + bubble.offsetHeight < innerHeight;
  bubble.style.left = `${Math.max(4, Math.min(x - bubble.offsetWidth / 2, innerWidth - bubble.offsetWidth - 4))}px`;
  bubble.style.top = `${below ? y + 30 : Math.max(4, y - 30 - bubble.offsetHeight)}px`;
}

function elsewhere({ x, y }) {
  const things = document.elementsFromPoint(x, y).map((one) => one.closest("[data-about]"));
  const detail = { x, y, thing: things.find(Boolean)?.dataset.about };
  view.dispatchEvent(new CustomEvent("elsewhere", { detail, bubbles: true, cancelable: true }));
}

view.addEventListener("pointerdown", ({ pointerType }) => { finger = pointerType === "touch"; });
view.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.detail || !bubble.showPopover) return;
  clearTimeout(single);
  const tap = { x: event.clientX, y: event.clientY, time: event.timeStamp };
  const again = tap.time - last.time < AGAIN && apart(tap, last) < 30;
  const hit = event.target.closest(".target");
  if (!finger) {
    if (!hit) elsewhere(tap);
    return;
  }
  const near = again ? [] : meant(tap, hit);
  last = again || near.length === 1 ? NEVER : tap;
  if (again) view.dispatchEvent(new CustomEvent("doubletap", { detail: [tap.x, tap.y] }));
  if (!again && !near.length) single = setTimeout(() => elsewhere(tap), AGAIN);
  if (near.length > 1) offer(near, tap);
  if (near.length === 1 && near[0].target !== hit) choose(near[0]);
  if (again || (near.length && !(near.length === 1 && near[0].target === hit))) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);
document.body.addEventListener("htmx:afterSettle", () => {
  if (!offered.every((target) => target.isConnected)) bubble.hidePopover();
});

// With something picked, a press elsewhere picks that instead, or nothing; so does Escape.
const other = () => document.getElementById("unpick");

/** Pick a thing, or nothing where it cannot be picked. */
function pick(thing) {
  const { pathname } = new URL(other().href);
  const path = thing ? `${pathname}?pick=${encodeURIComponent(thing)}` : pathname;
  htmx.ajax("GET", path, { source: other(), target: "#side", swap: "morph" });
}

document.addEventListener("elsewhere", (event) => {
  const { thing = "", desk } = event.detail;
  // On a desk only other goods are meant; the rest of it can still be asked about.
  if (!other() || (desk && !thing.startsWith("good:"))) return;
  event.preventDefault();
  pick(/^(space|good):/.test(thing) ? thing : "");
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !other()) return;
  if (!document.querySelector(":popover-open:not(#about:not(.pinned)), dialog[open]")) pick("");
});

// Where a click places a trader, a long press or the other mouse button leads to all that it could
// mean, and a switch that remembers, for each game, lets it place a merchant.
for (const name of ["stays", "contextmenu"]) {
  addEventListener(name, (event) => {
    const link = event.target.closest("[data-other]");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    htmx.ajax("GET", link.href.baseVal, { source: "#side", target: "#side", swap: "morph" });
  });
}

const key = `merchants ${location.pathname}`;
const box = () => document.getElementById("merchants");
const show = () => { if (box()) box().checked = localStorage.getItem(key); };

document.addEventListener("change", ({ target }) => {
  if (target === box()) localStorage.setItem(key, target.checked ? "yes" : "");
});
document.body.addEventListener("htmx:afterSettle", show);
document.body.addEventListener("htmx:configRequest", ({ target, detail }) => {
  if (target.dataset.other && box()?.checked) detail.parameters.order = target.dataset.other;
});
show();
