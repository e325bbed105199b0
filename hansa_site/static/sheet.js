// The order sheet of a small window folds to one line, by its handle: a press, or a drag down.
const folded = () => document.body.classList.contains("folded");
const words = document.querySelector(".board-view").dataset;
const handle = document.createElement("button");
handle.type = "button";
handle.className = "fold";

function fold(now) {
  document.body.classList.toggle("folded", now);
  handle.setAttribute("aria-expanded", !now);
  handle.setAttribute("aria-label", now ? words.unfold : words.fold);
  sessionStorage.setItem("folded", now ? "yes" : "");
}

let from = 0;
let dragged = false;
handle.addEventListener("pointerdown", (event) => {
  handle.setPointerCapture(event.pointerId);
  from = event.clientY;
});
handle.addEventListener("pointerup", ({ clientY }) => {
  dragged = Math.abs(clientY - from) > 12;
  if (dragged) fold(clientY > from);
  // A mouse clicks at the end of a drag, a finger doesn't.
  setTimeout(() => { dragged = false; });
});
handle.addEventListener("click", () => {
  if (!dragged) fold(!folded());
});

// The page ends above the sheet, however high that is.
const size = new ResizeObserver(([{ target }]) =>
  document.body.style.setProperty("--sheet", target.matches(".over") ? "0px" : `${target.offsetHeight}px`));

// Each new question begins at its top. A refusal and a hint are shown by play.js and learn.js.
const question = () => [...document.querySelectorAll("#ask > :is([name$=version], .sentence), #ask .choices:has(#unpick) h2")]
  .map(({ value, textContent }) => value ?? textContent).join();
let asked = question();

function begin(sheet, path = "") {
  const now = question();
  if (now !== asked && handle.offsetHeight && !path.endsWith("/hint") && !sheet.querySelector(".note.warning")) {
    sheet.scrollTop = 0;
    sheet.querySelector(":is(a, button, select):focus-visible")?.scrollIntoView({ block: "nearest" });
  }
  asked = now;
}

function place(event) {
  const sheet = document.getElementById("ask");
  if (!sheet) return;
  if (sheet.matches(".over")) handle.remove();
  else if (handle.parentElement !== sheet) sheet.prepend(handle);
  size.disconnect();
  size.observe(sheet);
  // A second step that the map doesn't offer is chosen in the sheet.
  const second = sheet.querySelector(".choices .quiet") && !document.querySelector("#live .target:not(.chosen)");
  if (folded() && second) fold(false);
  begin(sheet, event?.detail.requestConfig?.path);
}

Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => node !== handle;
document.body.addEventListener("htmx:afterSettle", place);
fold(sessionStorage.getItem("folded") === "yes");
place();
