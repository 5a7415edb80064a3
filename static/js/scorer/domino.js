// A tile as an SVG, as templates/ui/_domino.html draws it.

const SVG = "http://www.w3.org/2000/svg";
// Pips on a 3 x 3 grid, numbered as a telephone's keys are (league/base/ui/pegs.py).
const PIPS = ["", "5", "19", "159", "1379", "13579", "134679", "1345679", "12346789", "123456789"];

function made(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Two halves, left and right, or with `upright` one above the other. */
export function domino([first, second], { upright = false } = {}) {
  const svg = made("svg", {
    class: `domino${upright ? " domino--upright" : ""}`,
    viewBox: upright ? "0 0 48 96" : "0 0 96 48",
    "aria-hidden": "true",
    focusable: "false",
  });
  const [width, height] = upright ? [46, 94] : [94, 46];
  svg.append(
    made("rect", { class: "domino__face", x: 1, y: 1, width, height, rx: 8 }),
    made("path", { class: "domino__bar", d: upright ? "M8 48h32" : "M48 8v32", "stroke-width": 3 }),
  );
  [first, second].forEach((number, half) => {
    if (!(number in PIPS)) {
      const text = made("text", {
        class: "domino__numeral",
        x: upright ? 24 : 24 + 48 * half,
        y: upright ? 33 + 48 * half : 33,
      });
      text.textContent = number;
      return svg.append(text);
    }
    for (const key of PIPS[number]) {
      const [across, down] = [12 + 12 * ((key - 1) % 3), 12 + 12 * Math.floor((key - 1) / 3)];
      const [cx, cy] = upright ? [across, down + 48 * half] : [down + 48 * half, across];
      svg.append(made("circle", { class: "domino__pip", cx, cy, r: 4.6 }));
    }
  });
  return svg;
}
