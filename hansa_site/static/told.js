// Say in a sentence what an answer of the server has changed, for people who do not see it. What is
// asked next, the table's own sentence says.
const region = document.getElementById("told");
const MOST = 3;

const plain = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
const texts = (query) => [...document.querySelectorAll(query)].map(plain);

function now() {
  return {
    version: document.querySelector("#ask [name=version]")?.value,
    draft: texts("#ask .draft ol li"),
    news: new Map([...document.querySelectorAll("#since li")].map((item) =>
      [item.querySelector("a")?.href ?? plain(item), plain(item).replace(/^\d+ /, "")])),
    picked: texts("#ask .choices:has(#unpick) h2").join(),
  };
}

function say(text) {
  // The same words are read out again only if they come anew.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 50);
}

/** The newest sentences, and how many more there are. */
function listed(sentences) {
  const more = sentences.length - MOST;
  return [...(more > 0 ? [`${more} more moves, then:`] : []), ...sentences.slice(-MOST)].join(" ");
}

let before = now();

document.body.addEventListener("htmx:afterSettle", () => {
  const after = now();
  const news = [...after.news].filter(([move]) => !before.news.has(move)).map(([, text]) => text);
  const undone = after.version === before.version && after.draft.length < before.draft.length;
  const said = [undone ? "Undone." : "", ...after.draft.slice(before.draft.length), listed(news)];
  if (after.picked !== before.picked) said.push(after.picked);
  before = after;
  const text = said.filter(Boolean).join(" ");
  if (text) say(text);
});
document.addEventListener("say", ({ detail }) => say(detail));
document.addEventListener("happened", () => {
  say([...now().news.values()].join(" ") || "Nothing has happened since your last move.");
});
