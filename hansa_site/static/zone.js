/* Tells the sign-up in which time zone the browser lives. */
document.addEventListener("DOMContentLoaded", () => {
  const field = document.querySelector('input[name="time_zone"][type="hidden"]');
  if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
});
