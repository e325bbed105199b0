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
// mean, and a switch that remembers lets it place a merchant.
document.addEventListener("more", ({ detail }) =>
  htmx.ajax("GET", detail.href.baseVal, { source: "#side", target: "#side", swap: "morph" }));

const key = "merchants";
const box = () => document.getElementById(key);
const show = () => { if (box()) box().checked = localStorage.getItem(key); };

document.addEventListener("change", ({ target }) => {
  if (target.id === key) localStorage.setItem(key, target.checked ? key : "");
});
document.body.addEventListener("htmx:afterSettle", show);
document.body.addEventListener("htmx:configRequest", ({ target, detail }) => {
  if (target.dataset.other && box()?.checked) detail.parameters.order = target.dataset.other;
});
show();
