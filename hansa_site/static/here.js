// What every page of a person does about pushes: the rest is loaded where it is needed.
const { pushesOf, connects } = document.querySelector("[data-pushes-of]").dataset;
const connected = localStorage.getItem("pushes");
const told = sessionStorage.getItem("pushes")?.startsWith(`${pushesOf} `);

// The number on the icon of the app, where the page knows it.
function count() {
  const waits = document.querySelector("[data-waits]")?.dataset.waits;
  if (waits) navigator.setAppBadge?.(Number(waits)).catch(() => {});
}

// Chromium says that the site can be installed: then one tap does it.
const install = document.querySelector("[data-install]");
let installing;
install?.addEventListener("click", async () => {
  install.disabled = true;
  await installing.prompt();
  install.hidden = true;
});
addEventListener("beforeinstallprompt", (event) => {
  if (!install) return;
  event.preventDefault();
  installing = event;
  install.disabled = install.hidden = false;
});

count();
document.body.addEventListener("htmx:afterSettle", count);
if (document.querySelector("[data-pushes]") || (connected && !told)) import(connects);
