// Shows pushes, says that they came, and leads to what they tell. Pages are never kept: where one
// cannot be loaded, a single page without any game says so.
"use strict";

const OFFLINE = "/offline/";

self.addEventListener("install", (event) => {
  const page = new Request(OFFLINE, { cache: "reload", credentials: "omit" });
  event.waitUntil(caches.open("offline").then((kept) => kept.add(page)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode !== "navigate" || method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
});

self.addEventListener("push", (event) => event.waitUntil(show(read(event))));

// A push that cannot be read is shown, too: browsers end what stays silent.
function read({ data }) {
  try {
    const told = data.json();
    if (told.notification.title) return told;
  } catch {}
  return { notification: { title: "Hansa", navigate: "/", tag: "unreadable" } };
}

async function show({ notification, app_badge: badge }) {
  const { title, navigate, actions = [], data = {}, ...shown } = notification;
  const told = { navigate, report: data.report };
  told.answers = Object.fromEntries(actions.map((each) => [each.action, each.navigate]));
  await self.registration.showNotification(title, {
    ...shown,
    renotify: true,
    actions: actions.map((each) => ({ action: each.action, title: each.title })),
    data: told,
  });
  const count = Number(badge);
  if (self.navigator.setAppBadge) await self.navigator.setAppBadge(count).catch(() => {});
  if (told.report) await fetch(told.report, { method: "POST", credentials: "omit" }).catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  const { data, lang, tag } = event.notification;
  event.notification.close();
  const answer = data.answers?.[event.action];
  event.waitUntil(answer ? play(answer, lang, tag) : open(data.navigate));
});

// The address of an answer is signed for this one question, so it needs nobody signed in.
async function play(address, lang, tag) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      credentials: "omit",
      headers: { Accept: "application/json", "Accept-Language": lang },
    });
    const { title, body, navigate } = await answer.json();
    await self.registration.showNotification(title, { body, lang, tag, data: { navigate } });
  } catch {
    await open(address);
  }
}

async function open(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = windows.find((each) => each.url === address);
  if (same) return same.focus();
  return self.clients.openWindow(address);
}
