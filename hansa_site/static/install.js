// Chromium says that the site can be installed: then one tap does it.
const install = document.querySelector("[data-install]");
let installing;
install.addEventListener("click", async () => {
  install.disabled = true;
  await installing.prompt();
  install.hidden = true;
});
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  install.disabled = install.hidden = false;
});
