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

// What was sent is cleared, unless somebody has typed on meanwhile.
document.body.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (!detail.xhr.getResponseHeader("X-Sent")) return;
  for (const field of target.querySelectorAll("textarea")) {
    if (field.value === detail.requestConfig.parameters[field.name]) field.value = "";
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
