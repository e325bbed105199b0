// Arrows drawn on the board with a pointer: while Draw is pressed, taps on cities write into the field beside
// it. The first city is marked; the next makes it an arrow, and the same again leaves the mark.
const board = document.getElementById("board");
const REACH = 70;
let drawing = null;
let from = "";

function show() {
  for (const hidden of document.querySelectorAll(".draw[hidden], .with-draw[hidden]")) hidden.hidden = false;
}

function end() {
  drawing?.setAttribute("aria-pressed", "false");
  board.classList.remove("drawing");
  drawing = null;
  from = "";
}

/** The city nearest to a point of the window, '' if none is near. */
function city({ clientX, clientY }) {
  const matrix = document.getElementById("live").getScreenCTM();
  const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  const far = ([, x, y]) => Math.hypot(x - at.x, y - at.y);
  const [nearest] = JSON.parse(drawing.dataset.cities).sort((one, other) => far(one) - far(other));
  return far(nearest) < REACH ? nearest[0] : "";
}

function tapped(name) {
  const field = document.getElementById(drawing.getAttribute("aria-controls"));
  const marks = field.value.split(",").map((mark) => mark.trim()).filter(Boolean);
  const goesOn = from && marks.at(-1) === from;
  if (!goesOn) marks.push(name);
  else if (name !== from) marks.push(`${marks.pop()} > ${name}`);
  from = goesOn ? "" : name;
  field.value = marks.join(", ");
  document.getElementById("told").textContent = field.value;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".draw");
  if (button) {
    const again = button === drawing;
    end();
    if (again) return;
    drawing = button;
    button.setAttribute("aria-pressed", "true");
    board.classList.add("drawing");
    board.scrollIntoView({ block: "nearest" });
  } else if (drawing && event.target.closest(".board-stage")) {
    event.preventDefault();
    event.stopPropagation();
    const name = city(event);
    if (name) tapped(name);
  }
}, true);

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") end();
});
document.body.addEventListener("htmx:afterSettle", () => {
  end();
  show();
});
show();
