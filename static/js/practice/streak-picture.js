// How a puzzle went, as a picture to share: a tile whose pips say no more than whether it was right, and how many days in
// a row. It is drawn on the phone, since nobody else is told.

const WIDTH = 1200;
const HEIGHT = 630;
const HALF = 260; // of the tile, which stands in the middle
const PLACES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]; // on a square of three by three

/** `lines` are what stands above the tile and below it, `halves` its two numbers. */
export function drawTile(lines, halves) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const brush = canvas.getContext("2d");
  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
  const [ground, ink] = [token("--mast"), token("--on-mast")];
  const [left, top] = [WIDTH / 2 - HALF, (HEIGHT - HALF) / 2];
  const paint = (colour, shape) => {
    brush.beginPath();
    shape();
    brush.fillStyle = colour;
    brush.fill();
  };
  paint(ground, () => brush.rect(0, 0, WIDTH, HEIGHT));
  paint(ink, () => brush.rect(left, top, 2 * HALF, HALF));
  paint(ground, () => brush.rect(WIDTH / 2 - 3, top + 24, 6, HALF - 48));
  for (const [half, number] of halves.entries()) {
    for (const place of PLACES[number]) {
      const x = left + half * HALF + (0.5 + (place % 3)) * (HALF / 3);
      const y = top + (0.5 + Math.floor(place / 3)) * (HALF / 3);
      paint(ground, () => brush.arc(x, y, HALF / 11, 0, 2 * Math.PI));
    }
  }
  Object.assign(brush, { fillStyle: ink, textAlign: "center", textBaseline: "middle" });
  for (const [at, line] of lines.entries()) {
    brush.font = `700 ${at ? 44 : 56}px ${token("--font")}`;
    brush.fillText(line, WIDTH / 2, at ? HEIGHT - 88 : 88, WIDTH - 80);
  }
  return canvas;
}
