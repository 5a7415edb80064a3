// A crib board whose pegs move: <crib-board data-target data-home data-away> around the SVG of live/_board.html.
// Every hole of that drawing carries its side and number, so nothing is worked out here but which hole a peg is in.

const PACE = 130; // ms from hole to hole of a peg that walks
const BEHIND = -1; // the start's second hole, where the back peg waits

/** One side in words, as league/base/ui/crib_board.py says it. */
export function sideWords(name, score, back, target) {
  const rest = score < target ? `needs ${target - score}` : "pegged out";
  return `${name} ${score}, back peg ${back}; ${rest}`;
}

export class CribBoard extends HTMLElement {
  connectedCallback() {
    this.drawing = this.querySelector("svg");
    this.target = Number(this.dataset.target);
  }

  /**
   * Move the pegs: front pegs to `scores`, back pegs to `back`, home first.
   * @param {{scores: number[], back: number[]}} game as in a view of the game
   */
  show({ scores, back }) {
    if (!this.drawing) this.connectedCallback();
    if (!("moving" in this.dataset)) this.settle();
    this.at = scores;
    for (const side of [0, 1]) {
      this.put("front", side, scores[side]);
      this.put("back", side, back[side] || BEHIND);
    }
    const names = [this.dataset.home, this.dataset.away];
    const words = names.map((name, side) => sideWords(name, scores[side], back[side], this.target));
    this.drawing.setAttribute("aria-label", `${words.join(". ")}.`);
  }

  /** Walk the front pegs on to `scores`, a hole at a time; at once where somebody wants less motion. `step` at each hole. */
  async walk({ scores, back }, step = () => {}) {
    const walk = (this.walking = {});
    const from = this.at || scores;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const holes = still ? 0 : Math.max(0, ...scores.map((score, side) => score - from[side]));
    for (let hole = 1; hole < holes && walk === this.walking; hole++) {
      this.show({ scores: scores.map((score, side) => Math.min(score, from[side] + hole)), back });
      step();
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
    if (walk === this.walking) this.show({ scores, back });
    if (holes) step();
  }

  /** The pegs as drawn become pegs that a style places: only those glide. */
  settle() {
    for (const peg of this.drawing.querySelectorAll("[data-peg]")) {
      const [x, y] = peg.getAttribute("transform").match(/-?[\d.]+/g);
      peg.style.transform = `translate(${x}px, ${y}px)`;
    }
    this.drawing.getBoundingClientRect(); // places them before they may glide
    this.dataset.moving = "";
  }

  put(which, side, number) {
    const hole = this.hole(side, number);
    const peg = this.drawing.querySelector(`[data-peg="${which}"][data-side="${side}"]`);
    const [x, y] = [hole.getAttribute("cx"), hole.getAttribute("cy")];
    if (peg.getAttribute("transform") === `translate(${x} ${y})`) return;
    peg.setAttribute("transform", `translate(${x} ${y})`);
    peg.style.transform = `translate(${x}px, ${y}px)`;
  }

  hole(side, number) {
    if (number >= this.target) return this.drawing.querySelector(".crib__last");
    return this.drawing.querySelector(`circle[data-side="${side}"][data-hole="${Math.max(number, BEHIND)}"]`);
  }
}

customElements.define("crib-board", CribBoard);
