// Pushes to this browser: connect it, and tell the site at each visit that it can be reached.
const person = document.querySelector("[data-pushes-of]")?.dataset.pushesOf;
const worker = navigator.serviceWorker?.register("/worker.js").catch(() => undefined);

// Browsers that show pushes without a worker have the manager here.
const manager = async () => (await worker)?.pushManager ?? window.pushManager;

function post(path, fields) {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
  const headers = { "X-CSRFToken": token, "X-Person": person };
  return fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) });
}

async function connect(pushes) {
  const { key } = await (await fetch("/post/devices/key/")).json();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscribed = await pushes.subscribe(options).catch(async () => {
    // One to an old key has to go first.
    await (await pushes.getSubscription())?.unsubscribe();
    return pushes.subscribe(options);
  });
  const { endpoint, keys } = subscribed.toJSON();
  const answer = await post("/post/devices/", { endpoint, ...keys });
  if (!answer.ok) throw new Error(answer.status === 400 ? await answer.text() : "");
  localStorage.setItem("pushes", person);
}

// Endpoints change without a word: what the site does not know is connected again, for the person
// who connected this browser alone.
async function here() {
  if (window.Notification?.permission !== "granted" || localStorage.getItem("pushes") !== person) return;
  const pushes = await manager();
  const endpoint = (await pushes?.getSubscription())?.endpoint;
  if (endpoint && sessionStorage.getItem("pushes") === endpoint) return;
  const answer = endpoint && (await (await post("/post/devices/here/", { endpoint })).json());
  if (!answer?.known) await connect(pushes);
  sessionStorage.setItem("pushes", endpoint ?? "");
}

for (const offer of document.querySelectorAll("[data-pushes]")) {
  const [button, said] = [offer.querySelector("button"), offer.querySelector("[role=status]")];
  const pushes = await manager();
  const onlyInstalled = !pushes && /iPhone|iPad/.test(navigator.userAgent);
  if (onlyInstalled) document.getElementById("pushes-on-ios").hidden = false;
  offer.hidden = onlyInstalled;
  if (!pushes) said.textContent = offer.dataset.none;
  button.disabled = !pushes;
  button.addEventListener("click", async () => {
    if ((await Notification.requestPermission()) !== "granted") {
      said.textContent = offer.dataset.denied;
      return;
    }
    try {
      await connect(pushes);
      location.assign(offer.dataset.next);
    } catch (error) {
      said.textContent = error.message || offer.dataset.failed;
    }
  });
}

if (person) here().catch(() => {});
