// The computer in a worker of its own, so that the page never waits for it.

import { packed } from "../computer/view.js";

export class Thinker {
  constructor(address, tables) {
    this.address = new URL(address, location.href).href;
    this.waiting = new Map();
    this.asked = 0;
    this.worker = new Worker(address, { type: "module" });
    this.worker.onmessage = ({ data }) => {
      this.waiting.get(data.id)(data.answer);
      this.waiting.delete(data.id);
    };
    this.ask({ tables });
  }

  ask(question) {
    this.asked += 1;
    const id = this.asked;
    this.worker.postMessage({ id, ...question });
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  /** The turn of a level: [tile, pick]. */
  turn(view, level) {
    return this.ask({ view: packed(view), level, seed: Math.floor(Math.random() * 2 ** 31) });
  }

  /** Every play with its chance to win, best first: [{tile, pick, sum, deals}]. */
  judge(view, deals) {
    return this.ask({ view: packed(view), deals, seed: 1 });
  }

  /** The addresses of the worker's own files, to be kept on the phone. */
  files() {
    return this.ask({ files: true });
  }
}
