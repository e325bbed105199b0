// Beside the board of a wide window, show one panel at a time: what has happened, log, chat, notes or votes.
// Without this file, and in a narrow window, they stand one below another.

const list = document.querySelector("[role=tablist]");
const tabs = [...list.children];
const panels = list.parentElement;
const wide = matchMedia("(min-width: 56.01rem)");
const key = `tab ${location.pathname}`;
const seen = new Map();

const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const newsIn = (tab) => panelOf(tab).querySelector("[data-news]")?.dataset ?? {};

function chosen() {
  const kept = tabs.find((tab) => tab.id === sessionStorage.getItem(key));
  return kept ?? tabs.find((tab) => tab.id !== "tab-since" || newsIn(tab).count);
}

// A tab tells how much is new, and has a dot until it has been looked at.
function show() {
  const shown = chosen();
  panels.dataset.shown = shown.id.replace("tab-", "");
  for (const tab of tabs) {
    const { news = "", count = "" } = newsIn(tab);
    if (tab === shown) seen.set(tab, news);
    else if (!seen.has(tab) && "news" in newsIn(tab)) seen.set(tab, count ? "" : news);
    const isNew = seen.has(tab) && seen.get(tab) !== news && news !== "";
    tab.ariaSelected = tab === shown;
    tab.tabIndex = tab === shown ? 0 : -1;
    tab.classList.toggle("new", isNew);
    tab.querySelector(".count").textContent = count;
    tab.querySelector(".visually-hidden").hidden = !isNew;
  }
  if (wide.matches) for (const folded of panels.querySelectorAll(".panel > details")) folded.open = true;
}

function choose(tab) {
  sessionStorage.setItem(key, tab.id);
  show();
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

for (const tab of tabs) {
  panelOf(tab).role = "tabpanel";
  panelOf(tab).setAttribute("aria-labelledby", tab.id);
  tab.addEventListener("click", () => choose(tab));
}
list.addEventListener("keydown", (event) => {
  const at = tabs.indexOf(event.target);
  const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? at + STEPS[event.key];
  const tab = tabs.at(to % tabs.length);
  if (Number.isNaN(to)) return;
  event.preventDefault();
  tab.focus();
  choose(tab);
});
list.hidden = false;
show();
wide.addEventListener("change", show);
document.body.addEventListener("htmx:afterSwap", show);
document.body.addEventListener("htmx:oobAfterSwap", show);
