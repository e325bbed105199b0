// A plan by keyboard: left and right along its line, up and down between what was tried instead, Home and
// End; Escape leads back to the step. The keys follow the links that are on the page, so they work without
// this file too.
const LINKS = {
  ArrowLeft: "#plan-back",
  ArrowRight: "#plan-on",
  Home: "#plan-first",
  End: "#plan-last",
};
const OTHERS = { ArrowUp: -1, ArrowDown: 1 };

/** The step that was tried before or after the one that leads here. */
function other(way) {
  const tried = [...document.querySelectorAll("#others li")];
  return tried[tried.findIndex((item) => item.matches(".here")) + way]?.querySelector("a");
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (target.closest("dialog, [popover]")) return;
  if (key === "Escape" && !document.getElementById("unpick")) return document.getElementById("ask").focus();
  if (target.closest("input, textarea, select")) return;
  const link = key in OTHERS ? other(OTHERS[key]) : document.querySelector(LINKS[key] ?? "#none");
  if (!link?.href) return;
  event.preventDefault();
  stepped = target === document.body || target.closest("#ask");
  link.click();
});

// After each answer the keyboard goes on at the step, or with what it chose there, where what it
// pressed is gone or has become another button, or a key there led to another step.
let stepped;
let pressed;
let words;

document.body.addEventListener("htmx:beforeRequest", () => {
  pressed = document.activeElement;
  words = pressed.textContent;
});
document.body.addEventListener("htmx:afterSettle", () => {
  const at = document.activeElement;
  const other = at === pressed && at.matches("#ask button") && at.textContent !== words;
  const picks = document.querySelector("#ask .choices:has(#unpick) :is(button, select)");
  if (at === document.body || other || stepped) (picks ?? document.getElementById("ask")).focus({ preventScroll: true });
  stepped = false;
  document.querySelector("#branches .steps .here")?.scrollIntoView({ block: "nearest" });
});
