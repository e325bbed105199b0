// What htmx does not do. Every page works without this file too.

// Copy buttons, also those that come with an answer.
function offerCopies() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

offerCopies();
document.body.addEventListener("htmx:afterSettle", offerCopies);
document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-copy]")) return;
  await navigator.clipboard.writeText(document.getElementById(target.dataset.copy).value);
  target.textContent = target.dataset.copied;
});

// Swap only responses marked as fragments: an error page, or the sign-in page of a public network,
// must not replace what is shown. A notice says so until a valid response arrives; if what it tells of
// is a click, news of the table do not remove it.
const notice = document.getElementById("notice");

let refused = false;

function tell(name) {
  if (notice.dataset.told === name) return;
  notice.dataset.told = name;
  notice.replaceChildren(document.getElementById(`notice-${name}`)?.content.cloneNode(true) ?? "");
}

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isClick = requestConfig.verb === "post";
  if (xhr.status === 204 || xhr.getResponseHeader("X-Fragment")) {
    if (isClick) refused = false;
    if (!refused) tell("nothing");
    resend();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (isClick) {
    refused = true;
    keep(requestConfig, event.detail.target);
  }
  tell(xhr.getResponseHeader("X-Signed-Out") ? "signed-out" : "failed");
});

// A tab in which somebody has signed out and in again has an old token in its forms: send the one
// that the browser has now. Whether it is the same person, X-Person tells.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (token && detail.parameters.csrfmiddlewaretoken) detail.parameters.csrfmiddlewaretoken = token;
});

// Send a click at a table again when the line is back: the site counts it once.
let lost;

function resend() {
  if (!lost) return;
  const { path, formData } = lost;
  htmx.ajax("POST", path, { source: "#side", swap: "morph", values: Object.fromEntries(formData) });
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post") lost = undefined;
});
document.body.addEventListener("htmx:sendError", ({ target, detail }) => {
  const { verb } = detail.requestConfig;
  if (verb === "post" && detail.target.id === "side" && target.isConnected) lost = detail.requestConfig;
  tell(lost ? "offline" : "failed");
});
addEventListener("online", resend);

// A request that a newer one replaces is no mistake, but htmx writes an error to the console unless
// the details of the request name another, or none.
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const { onabort } = detail.xhr;
  detail.xhr.onabort = (event) => {
    detail.error = "";
    onabort(event);
  };
});

// Clear a message after it was sent, unless its text has changed meanwhile. A note stays.
document.body.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  const sent = detail.xhr.getResponseHeader("X-Sent");
  if (!sent) return;
  for (const field of target.querySelectorAll("textarea, #typed")) {
    const text = detail.requestConfig.parameters[field.name];
    if (sent === "kept") field.defaultValue = text;
    else if (field.value === text) field.value = "";
  }
});

// Restore text that was typed but not sent, for the same person in the same tab: the waiting room
// turns into the table without asking. With its form's key, as it may have arrived without an answer.
const unsent = ({ id }) => [document.body.getAttribute("hx-headers"), location.pathname, id].join();

addEventListener("pagehide", () => {
  for (const field of document.querySelectorAll("[hx-post] textarea")) {
    if (field.value === field.defaultValue) continue;
    sessionStorage.setItem(unsent(field), JSON.stringify([field.value, field.form.elements.key?.value]));
  }
});
document.body.addEventListener("htmx:load", ({ target }) => {
  for (const field of target.querySelectorAll("[hx-post] textarea")) {
    const [text, key] = JSON.parse(sessionStorage.getItem(unsent(field))) ?? [];
    if (text) field.value = text;
    if (key) field.form.elements.key.value = key;
    sessionStorage.removeItem(unsent(field));
  }
});

// Keep a click at a table that was refused, for the same person in the same tab: once the page is
// there again, a button sends it. The site refuses with a sentence what no longer fits.
const refusedClick = () => unsent({ id: "click" });

function keep({ path, formData }, target) {
  if (target.id !== "side") return;
  sessionStorage.setItem(refusedClick(), JSON.stringify([path, [...formData]]));
}

function offerKept() {
  const kept = sessionStorage.getItem(refusedClick());
  sessionStorage.removeItem(refusedClick());
  if (!kept || !document.getElementById("side")) return;
  const [path, values] = JSON.parse(kept);
  refused = true;
  tell("kept");
  notice.querySelector("button").addEventListener("click", () => {
    htmx.ajax("POST", path, { source: "#side", swap: "morph", values: Object.fromEntries(values) });
  });
}

offerKept();

// Keep what is selected but not yet sent when other players' moves arrive.
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

// Keep what is expanded, too, orders that are being typed, and what a finished game has loaded.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !(name === "open" && element.matches(".more, .typed"));
Idiomorph.defaults.callbacks.beforeNodeMorphed = ({ id }) => !["typed", "completions", "studies"].includes(id);

// Say whether the page is in view: what it shows then needs no email.
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!document.hidden) detail.headers["X-In-View"] = "yes";
});

// A hidden tab does not ask for news: it catches up when it is shown again. Only a table asks, once
// a minute, for the tab's icon and the sound.
const POLLS = "[hx-trigger^=every]";
const HIDDEN_PAUSE = 60_000;
let asked = Date.now();
let missed = false;

document.body.addEventListener("htmx:confirm", (event) => {
  if (!document.hidden || !event.target.matches(POLLS)) return;
  if (event.target.closest("#side") && Date.now() - asked >= HIDDEN_PAUSE) {
    asked = Date.now();
    return;
  }
  missed = true;
  event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  asked = Date.now();
  if (document.hidden || !missed) return;
  missed = false;
  for (const poll of document.querySelectorAll(POLLS)) htmx.trigger(poll, "shown");
});

// Tell by the tab's icon, and by a sound for those who want one, that a table waits.
const icon = document.querySelector("link[rel=icon]");
const usual = icon.href;
let waited = false;

function show(waits) {
  icon.href = waits ? icon.dataset.waiting : usual;
  if (waits && !waited && "sound" in document.body.dataset) ring();
  waited = waits;
}

function ring() {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: 660 });
  const volume = new GainNode(context, { gain: 0.15 });
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.9);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.9);
}

waited = document.title.startsWith("(");
show(waited);
document.body.addEventListener("htmx:afterSettle", () => show(document.title.startsWith("(")));

// A draft too long for its place at a desk shows its last line, above the confirmation. A phone's
// sheet begins with the sentence.
const desk = matchMedia("(min-width: 56.01rem)");
let drafted;

function showLast() {
  const last = document.querySelector(".draft ol > :last-child");
  const confirm = document.querySelector(".draft + .confirm");
  const lines = last?.parentElement.children.length;
  if (desk.matches && confirm && lines !== drafted) {
    const hidden = last.getBoundingClientRect().bottom - confirm.getBoundingClientRect().top;
    document.getElementById("ask").scrollTop += Math.max(0, hidden);
  }
  drafted = lines;
}

showLast();
document.body.addEventListener("htmx:afterSettle", showLast);

// Show a new hint, or why something was refused, wherever in a phone's sheet it was asked for.
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  const { verb, path } = detail.requestConfig ?? {};
  if (verb !== "post") return;
  const shown = path.endsWith("/hint") ? "#ask .note.warning, #ask .hint" : "#ask .note.warning";
  const found = document.querySelector(shown);
  // What is wrong with a typed line is shown with its field.
  (found?.closest(".typed") ?? found)?.scrollIntoView({ block: "nearest" });
});
