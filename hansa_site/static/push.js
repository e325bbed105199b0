// Pushes to this browser: connect it, and tell the site at each visit that it can be reached.
const person = document.querySelector("[data-pushes-of]")?.dataset.pushesOf;
const worker = navigator.serviceWorker?.register("/worker.js").catch(() => undefined);

// iPads say that they are Macs, which have no touchscreen. Only an app on the home screen gets pushes.
const onIos =
  /iPhone|iPad/.test(navigator.userAgent) ||
  ("standalone" in navigator && navigator.maxTouchPoints > 1);
const onlyInstalled = onIos && !navigator.standalone;

// Browsers that show pushes without a worker have the manager here.
const manager = async () =>
  onlyInstalled ? undefined : ((await worker)?.pushManager ?? window.pushManager);

// Who connected this browser, and its endpoint then.
const noted = () => (localStorage.getItem("pushes") ?? "").split(" ");

function post(path, fields) {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
  const headers = { "X-CSRFToken": token, "X-Person": person };
  return fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) });
}

async function connect(pushes) {
  const { key } = await (await fetch("/post/devices/key/")).json();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // At a first visit the worker is still being installed.
  if (await worker) await navigator.serviceWorker.ready;
  const subscribed = await pushes.subscribe(options).catch(async () => {
    // One to an old key has to go first.
    await (await pushes.getSubscription())?.unsubscribe();
    return pushes.subscribe(options);
  });
  const { endpoint, keys } = subscribed.toJSON();
  const answer = await post("/post/devices/", { endpoint, ...keys });
  if (!answer.ok) throw new Error(answer.status === 400 ? await answer.text() : "");
  note(endpoint);
  localStorage.removeItem("no-pushes");
}

function note(endpoint) {
  localStorage.setItem("pushes", `${person} ${endpoint}`);
  sessionStorage.setItem("pushes", `${person} ${endpoint}`);
}

// Endpoints change without a word: a new one is connected again, for the person who connected this
// browser alone, and so is one that failed. One that the site does not know was removed, signed out,
// or somebody else's: it ends here, with what its push service still keeps for it.
async function here() {
  const [whose, before] = noted();
  if (window.Notification?.permission !== "granted" || !whose) return;
  const pushes = await manager();
  const subscription = await pushes?.getSubscription();
  const endpoint = subscription?.endpoint ?? "";
  const told = sessionStorage.getItem("pushes") === `${person} ${endpoint}`;
  const check = document.querySelector("[data-check]");
  if (!pushes || (told && !check)) return;
  const answer = endpoint && (await (await post("/post/devices/here/", { endpoint })).json());
  const { known, off } = answer || {};
  if (known && !off) return note(endpoint);
  if (known || (whose === person && endpoint !== before)) {
    if (off) await subscription.unsubscribe();
    await connect(pushes);
    return check && location.assign(check.dataset.next);
  }
  localStorage.removeItem("pushes");
  await subscription?.unsubscribe();
}

async function offer(block) {
  const [button, said] = [block.querySelector("button"), block.querySelector("[role=status]")];
  const { pushes: once, none, denied, failed, how: steps, next } = block.dataset;
  const pushes = await manager();
  if (once && (localStorage.getItem("no-pushes") || (!pushes && !onlyInstalled))) return;
  if (once && window.Notification?.permission === "denied") return;
  if (noted()[0] === person && (await pushes?.getSubscription())) return;
  const how = document.getElementById("pushes-on-ios");
  if (how) how.hidden = !onlyInstalled;
  block.hidden = !once && onlyInstalled;
  if (!pushes && none) said.textContent = none;
  button.disabled = !pushes && !once;
  block.querySelector("[data-never]")?.addEventListener("click", () => {
    localStorage.setItem("no-pushes", "yes");
    block.hidden = true;
  });
  button.addEventListener("click", async () => {
    if (!pushes) return location.assign(steps);
    if ((await Notification.requestPermission()) !== "granted") {
      said.textContent = denied;
      return;
    }
    try {
      await connect(pushes);
      location.assign(next);
    } catch (error) {
      said.textContent = error.message || failed;
    }
  });
}

await here().catch(() => {});
for (const block of document.querySelectorAll("[data-pushes]")) await offer(block);
