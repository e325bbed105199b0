// Moving about the map: two fingers zoom it, one drags it, a double tap zooms in and out, and its
// place is kept while the tab is open. Dragging is the scrolling of the view, with its momentum.
const board = document.getElementById("board");
const view = board.querySelector(".board-view");
const stage = board.querySelector(".board-stage");
const near = document.getElementById("near");
// One place for each game, plan or puzzle, and for each title of other pages.
const key = `map ${location.pathname.match(/^\/\w+\/(?:\d+|\w+(?:\/\d+)?)?/)}`;
const MOST = 4;
const CLOSE = 2.5;

let zoom = 1;
let place = [0.5, 0.5];

/** The point of the map, in fractions of its width and height, at a point of the window. */
function at(x, y) {
  const box = stage.getBoundingClientRect();
  return [(x - box.left) / box.width, (y - box.top) / box.height];
}

/** The middle of the view, in the window. */
function middle() {
  const box = view.getBoundingClientRect();
  return [box.left + view.clientWidth / 2, box.top + view.clientHeight / 2];
}

/** Zoom, with this place of the map at this point of the window, or in the middle of the view. */
function show(to, [across, down], point) {
  zoom = Math.min(Math.max(to, 1), MOST);
  stage.style.width = zoom > 1 ? `${zoom * 100}%` : "";
  board.classList.toggle("zoomed", zoom > 1);
  near.checked = zoom > 1;
  const box = view.getBoundingClientRect();
  const [x, y] = point ?? middle();
  view.scrollLeft = across * stage.offsetWidth - (x - box.left);
  view.scrollTop = down * stage.offsetHeight - (y - box.top);
  place = at(...middle());
}

/** The places that chosen points come from. */
const lit = () => [...board.querySelectorAll("#lit > [id]")];
const lights = () => lit().map(({ id }) => id).join();

/** What can be done, or where points come from, or else what has happened. */
function concerns() {
  if (lit().length) return lit();
  const found = board.querySelectorAll("#live .target:not(.chosen) .ring, #live .target.piece");
  return [...(found.length ? found : board.querySelectorAll("#live .step"))];
}

/** Show a small window the part that matters, as near as all of it fits. */
function open() {
  const boxes = concerns().map((thing) => thing.getBoundingClientRect());
  if (!boxes.length || !matchMedia("(max-width: 56rem)").matches) return;
  const [left, top] = at(...["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side]))));
  const [right, bottom] = at(...["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side]))));
  const [wide, high] = [stage.offsetWidth / zoom, stage.offsetHeight / zoom];
  const fit = 0.8 * Math.min(view.clientWidth / wide / (right - left), view.clientHeight / high / (bottom - top));
  const center = [(left + right) / 2, (top + bottom) / 2];
  if (fit > 1.25) show(Math.min(fit, CLOSE), center);
  else if (lit().length) show(1, center);
}

/** Scroll as little as brings the nearest thing that can be done, or has happened, into view. */
function reveal() {
  const frame = view.getBoundingClientRect();
  const needed = (low, high, from, to) => Math.min(low - from - 6, 0) || Math.max(high - to + 6, 0);
  const ways = concerns().map((thing) => {
    const box = (thing.closest(".bubble") ?? thing).getBoundingClientRect();
    return [needed(box.left, box.right, frame.left, frame.right), needed(box.top, box.bottom, frame.top, frame.bottom)];
  });
  const [way] = ways.sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
  if (way) view.scrollBy(...way);
}

// What can be done changes with the turn and with each step of an order; what has happened, with
// the others' moves and while one looks back.
const doing = () => board.querySelectorAll("#live .target").length > 0;
const picking = () => board.querySelector("#live .target.chosen") !== null;
const happened = () => [...board.querySelectorAll("#live .step")].map((step) => step.getAttribute("transform")).join();
let did = doing();
let known = happened();
let lighted = lights();

document.body.addEventListener("htmx:afterSettle", () => {
  if (doing() !== did || happened() !== known || picking()) reveal();
  if (lights() && lights() !== lighted) open();
  [did, known, lighted] = [doing(), happened(), lights()];
});

const kept = JSON.parse(sessionStorage.getItem(key));
if (kept && !lighted) {
  show(kept.zoom, kept.place);
  if (kept.did !== did) reveal();
} else {
  open();
}
addEventListener("pagehide", () => sessionStorage.setItem(key, JSON.stringify({ zoom, place, did })));
view.addEventListener("scroll", () => { place = at(...middle()); }, { passive: true });
new ResizeObserver(() => show(zoom, place)).observe(view);
near.addEventListener("change", () => show(near.checked ? CLOSE : 1, place));

// Two fingers: the picture is stretched while they move, and drawn anew when they leave.
view.style.touchAction = "pan-x pan-y";
let pinch = null;

const fingers = ({ touches: [a, b] }) => ({
  point: [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2],
  apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
});

view.addEventListener("touchstart", (event) => {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  const { point, apart } = fingers(event);
  pinch = { from: point, point, apart, to: zoom, place: at(...point) };
  stage.style.transformOrigin = pinch.place.map((part) => `${part * 100}%`).join(" ");
}, { passive: false });

view.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length < 2) return;
  if (event.cancelable) event.preventDefault();
  const { point, apart } = fingers(event);
  pinch.point = point;
  pinch.to = Math.min(Math.max((zoom * apart) / pinch.apart, 1), MOST);
  const [x, y] = point.map((now, side) => now - pinch.from[side]);
  stage.style.transform = `translate(${x}px, ${y}px) scale(${pinch.to / zoom})`;
}, { passive: false });

for (const name of ["touchend", "touchcancel"]) {
  view.addEventListener(name, () => {
    if (!pinch) return;
    stage.style.transform = "";
    show(pinch.to, pinch.place, pinch.point);
    pinch = null;
  });
}

view.addEventListener("doubletap", ({ detail }) => show(zoom > 1 ? 1 : CLOSE, at(...detail), detail));
