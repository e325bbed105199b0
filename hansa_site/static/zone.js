/* Fill in the browser's time zone on the sign-up page. */
document.addEventListener("DOMContentLoaded", () => {
  const field = document.querySelector('input[name="time_zone"][type="hidden"]');
  if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
});
