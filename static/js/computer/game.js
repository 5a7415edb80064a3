// The game that the computer plays: tables from the site (scoring/play/computer/table.py), made ready once.

import { Layouts } from "./layouts.js";

export class Game {
  /** `tables` are those of the phone (scoring/play/tables) with what the computer needs besides. */
  constructor(tables) {
    this.tables = { ...tables, ...tables.computer };
    this.layouts = new Layouts(this.tables);
    this.values = new Values(this.tables.values);
    const leads = this.tables.leads; // the tiles that may be led, null where any may
    this.leads = leads && ((tile, hands) => leads.includes(tile) && this.isHighest(tile, hands));
  }

  isHighest(tile, hands) {
    return !this.tables.highest || hands.flat().every((other) => other <= tile || !this.tables.leads.includes(other));
  }
}

/** The chance of the side with the lead to win, in thousandths, by what both sides need. */
class Values {
  constructor({ cells, pace, chances }) {
    Object.assign(this, { cells, pace, chances });
  }

  chance(own, others) {
    const [ours, of] = this.pace;
    const one = Math.ceil((own * ours) / of);
    const two = Math.ceil((others * ours) / of);
    const most = Math.max(one, two, this.cells);
    const row = Math.max(1, Math.floor((one * this.cells) / most)) - 1;
    const column = Math.max(1, Math.floor((two * this.cells) / most)) - 1;
    return this.chances[row * this.cells + column];
  }
}
