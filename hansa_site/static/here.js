// What every page of a person does about pushes: the rest is loaded where it is needed.
const { pushesOf, connects } = document.querySelector("[data-pushes-of]").dataset;
const connected = localStorage.getItem("pushes");
const told = sessionStorage.getItem("pushes")?.startsWith(`${pushesOf} `);

// The number on the icon of the app, where the page knows it.
function count() {
  const waits = document.querySelector("[data-waits]")?.dataset.waits;
  if (waits) navigator.setAppBadge?.(Number(waits)).catch(() => {});
}

count();
document.body.addEventListener("htmx:afterSettle", count);
if (document.querySelector("[data-pushes]") || (connected && !told)) import(connects);
