// What htmx alone does not do; every page works without this file too.

// Copying an invitation link.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = "Copied";
  });
}

// Only a part of a page is put into a page: nothing else that comes, be it a page of errors or of
// somebody else's network, replaces what is there. A notice says so until an answer is right again.
const notice = document.getElementById("notice");

function tell(name) {
  if (notice.dataset.told === name) return;
  notice.dataset.told = name;
  notice.replaceChildren(document.getElementById(`notice-${name}`)?.content.cloneNode(true) ?? "");
}

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  if (xhr.status === 204 || xhr.getResponseHeader("X-Fragment")) {
    tell("nothing");
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  tell(xhr.getResponseHeader("X-Signed-Out") ? "signed-out" : "failed");
});
document.body.addEventListener("htmx:sendError", () => tell("failed"));

// A message that was sent is cleared, unless somebody has typed on meanwhile. A note stays.
document.body.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const sent = detail.xhr.getResponseHeader("X-Sent");
  if (!sent) return;
  for (const field of target.querySelectorAll("textarea")) {
    const text = detail.requestConfig.parameters[field.name];
    if (sent === "kept") field.defaultValue = text;
    else if (field.value === text) field.value = "";
  }
});

// What is typed and not yet sent comes back with the page, for the same person in the same tab: the
// waiting room is left for the table without being asked.
const unsent = ({ id }) => [document.body.getAttribute("hx-headers"), location.pathname, id].join();

addEventListener("pagehide", () => {
  for (const field of document.querySelectorAll("[hx-post] textarea")) {
    if (field.value !== field.defaultValue) sessionStorage.setItem(unsent(field), field.value);
  }
});
document.body.addEventListener("htmx:load", ({ target }) => {
  for (const field of target.querySelectorAll("[hx-post] textarea")) {
    field.value = sessionStorage.getItem(unsent(field)) ?? field.value;
    sessionStorage.removeItem(unsent(field));
  }
});

// What is chosen in a list and not yet sent stays chosen when the others' moves come in.
const chosen = new Map();

document.addEventListener("change", ({ target }) => {
  if (target.matches("#side select")) chosen.set(target.getAttribute("aria-label"), target.value);
});
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post") chosen.clear();
});
document.body.addEventListener("htmx:afterRequest", () => {
  for (const field of document.querySelectorAll("#side select")) {
    const value = chosen.get(field.getAttribute("aria-label"));
    if ([...field.options].some((option) => option.value === value)) field.value = value;
  }
});

// So does what somebody has opened.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !(name === "open" && element.matches(".more"));
