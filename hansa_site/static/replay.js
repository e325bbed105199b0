// Looking back at a game: keys, play and pause, and an address that is that of the shown move.
// All of these move the slider, and htmx fetches what changes. Without this file the links lead on.

const slider = document.querySelector("#replay [type=range]");
const player = document.getElementById("play");
const chances = document.getElementById("chances");
const status = document.getElementById("told");
const last = Number(slider.max);
const turns = slider.dataset.turns.split(" ").map(Number);
const PACE = 1200;
const ON_MOVE = /\/move\/(\d+)\/$/;

let until = null; // The last move to play, while playing.
let byTurn = false; // Whether the last step was one of a turn, all of which is told then.
let timer;

function show(number, turn = false) {
  byTurn = turn;
  const before = slider.value;
  slider.value = number;
  if (slider.value !== before) slider.dispatchEvent(new Event("input", { bubbles: true }));
}

function tell() {
  const { number, told, turn } = document.getElementById("step").dataset;
  history.replaceState(null, "", location.pathname.replace(ON_MOVE, `/move/${number}/`));
  slider.setAttribute("aria-valuetext", told);
  chances?.style.setProperty("--at", number / last);
  // Nobody can listen as fast as it plays.
  status.ariaLive = until === null ? "polite" : "off";
  status.textContent = byTurn ? turn : told;
  return Number(number);
}

function play(end) {
  until = end;
  player.textContent = player.dataset.pause;
  timer = setTimeout(() => show(slider.valueAsNumber + 1), PACE);
}

function pause() {
  clearTimeout(timer);
  until = null;
  player.textContent = player.dataset.play;
}

function toggle() {
  if (until !== null) {
    pause();
    tell();
    return;
  }
  if (slider.valueAsNumber === last) show(0);
  play(last);
}

function aim(key, turn) {
  const here = slider.valueAsNumber;
  if (key === "ArrowLeft") return turn ? turns.findLast((end) => end < here) ?? 0 : here - 1;
  if (key === "ArrowRight") return turn ? turns.find((end) => end > here) ?? last : here + 1;
  return { Home: 0, End: last }[key];
}

document.body.addEventListener("htmx:afterSwap", () => {
  clearTimeout(timer);
  if (until === null) tell();
  else if (tell() < until) play(until);
  else toggle();
});
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful) pause();
});

slider.addEventListener("input", ({ isTrusted }) => {
  if (!isTrusted) return;
  pause();
  byTurn = false;
});
player.addEventListener("click", toggle);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const number = link?.pathname?.match(ON_MOVE)?.[1];
  if (!number || link.hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  show(number, link.id.startsWith("turn-"));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const number = aim(event.key, event.shiftKey);
  if (number !== undefined) {
    event.preventDefault();
    pause();
    show(number, event.shiftKey);
  } else if (event.key === " " && !event.target.closest("a, button, input:not([type=range])")) {
    event.preventDefault();
    toggle();
  } else if (event.key === "Escape" && !event.defaultPrevented) document.getElementById("back").focus();
});

player.hidden = document.querySelector(".keys").hidden = false;
const end = Number(new URLSearchParams(location.search).get("until"));
if (end > slider.valueAsNumber) play(Math.min(end, last));
