// After each answer the keyboard goes on at the step, where what it pressed is gone.
document.body.addEventListener("htmx:afterSettle", () => {
  if (document.activeElement === document.body) document.getElementById("ask").focus({ preventScroll: true });
  // Why an order does not lead on stands above the list it was chosen from.
  document.querySelector("#ask > .note")?.scrollIntoView({ block: "nearest" });
});
