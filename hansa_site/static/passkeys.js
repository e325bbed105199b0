/* Passkeys: show what needs them where the browser can use them, and say in a sentence what went wrong. */
document.addEventListener("DOMContentLoaded", () => {
  const can = Boolean(window.PublicKeyCredential);
  for (const part of document.querySelectorAll("[data-passkeys]")) {
    part.hidden = (part.dataset.passkeys === "can") !== can;
  }
});

const PROBLEMS = {
  InvalidStateError: "This device already has a passkey for your account.",
  NotAllowedError: "No passkey was used. Try again, or choose another way.",
  NotSupportedError: "This device has no passkeys of the kind that the site needs.",
  SecurityError: "Passkeys don't work at this address. They need the site's own host name, with https.",
};

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const place = document.getElementById("passkey-problem");
  place.textContent = PROBLEMS[event.detail.exception.name] || "The passkey didn't work. Reload the page and try again.";
  place.hidden = false;
});
