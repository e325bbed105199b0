// Say in a sentence what an answer of the server has changed, for people who do not see it. What is
// asked next, the page's own sentence says.
const MOST = 3;
const words = document.querySelector(".board-view").dataset;

const plain = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
/** What an item of a list tells, without its number. */
const sentence = (item) => plain(item.querySelector("span") ?? item);
const texts = (query, text = plain) => [...document.querySelectorAll(query)].map(text);

function now() {
  return {
    version: document.querySelector("#ask > [name=version]")?.value,
    // What can be undone: a draft, or a turn that is tried.
    draft: texts("#ask .draft ol li, .tried li", sentence),
    news: new Map([...document.querySelectorAll("#since li")].map((item) =>
      [item.id || (item.querySelector("a")?.href ?? plain(item)), sentence(item)])),
    picked: texts("#ask .choices:has(#unpick) h2").join(),
  };
}

function say(text) {
  const region = document.getElementById("told");
  // The same words are read out again only if they come anew.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 50);
}

/** The newest sentences, and how many more there are. */
function listed(sentences) {
  const more = sentences.length - MOST;
  return [...(more > 0 ? [words.more.replace("{number}", more)] : []), ...sentences.slice(-MOST)].join(" ");
}

let before = now();

document.body.addEventListener("htmx:afterSettle", () => {
  const after = now();
  const news = [...after.news].filter(([move]) => !before.news.has(move)).map(([, text]) => text);
  const gone = before.draft.findIndex((line, at) => line !== after.draft[at]);
  const added = after.draft.slice(gone < 0 ? before.draft.length : gone);
  const undone = gone >= 0 && !added.length && after.version === before.version;
  const said = [undone ? words.undone : "", ...added, listed(news)];
  if (after.picked !== before.picked) said.push(after.picked);
  before = after;
  const text = said.filter(Boolean).join(" ");
  if (text) say(text);
});
document.addEventListener("say", ({ detail }) => say(detail));
document.addEventListener("happened", () => {
  say([...now().news.values()].join(" ") || words.noNews);
});
