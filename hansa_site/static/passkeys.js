/* Passkeys: show what needs them where the browser can use them, and say in a sentence what went wrong. */
document.addEventListener("DOMContentLoaded", () => {
  const can = Boolean(window.PublicKeyCredential);
  for (const part of document.querySelectorAll("[data-passkeys]")) {
    part.hidden = (part.dataset.passkeys === "can") !== can;
  }
});

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const place = document.getElementById("passkey-problem");
  const name = event.detail.exception.name || "other";
  // The page has the sentences, in its language.
  place.textContent = place.dataset[name[0].toLowerCase() + name.slice(1)] || place.dataset.other;
  place.hidden = false;
});
