// The line to a live match: reads the stream that docs/api.md describes and says truthfully how good the line is.
//
// It reads with fetch() and not with EventSource, which keeps the heartbeats and the reason of a refusal to itself:
// without heartbeats a dead line looks like a quiet game. Where no stream is to be had it asks for the state.

const QUIET = 20000; // a heartbeat is late
const DEAD = 40000; // two have been missed: open the line again
const LOST = 30000; // no longer called reconnecting
const ASK = 5000; // between two questions for the state where there is no stream
const TRIES = 3; // failures in a row before asking instead
const AGAIN = 30000; // how long to ask before the next try for a stream

const wait = (least, most) => least + Math.random() * (most - least);

/** Frames of an event stream: give it text as it comes, it gives back [{id, event, data}] of those that are whole. */
export class Frames {
  constructor() {
    this.rest = "";
  }

  take(text) {
    const parts = (this.rest + text).split("\n\n");
    this.rest = parts.pop();
    return parts.map(parsed).filter((frame) => frame.data);
  }
}

function parsed(part) {
  const frame = { event: "message" };
  for (const line of part.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) frame[line.slice(0, colon)] = line.slice(colon + 1).trim();
  }
  return frame;
}

export class Line {
  /**
   * @param {{stream: string, state: string, since: number, onFrame: function, onState: function, onHealth: function}} to
   *   addresses, the number of the last event that the page shows, and whom to tell. `onHealth` is told "live",
   *   "delayed", "reconnecting" or "lost", with the time at which something was last heard.
   */
  constructor(to) {
    Object.assign(this, to);
    this.failures = 0;
    this.heard = Date.now();
    this.closed = true;
  }

  start() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    addEventListener("pageshow", () => this.open());
    addEventListener("online", () => this.open({ anew: true }));
    addEventListener("pagehide", () => this.close());
    setInterval(() => this.look(), 2000);
    if (!document.hidden) this.open();
  }

  open({ anew = false } = {}) {
    if (!this.closed && !anew) return;
    this.close();
    this.closed = false;
    this.failures = 0;
    this.listen();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.reading) this.reading.abort();
    this.reading = null;
    this.connected = false;
  }

  // --- the stream ---------------------------------------------------------------------------------------------

  async listen() {
    const reading = (this.reading = new AbortController());
    this.opened = Date.now();
    try {
      const address = new URL(this.stream, location.href);
      address.searchParams.set("since", this.since);
      const answer = await fetch(address, { signal: reading.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
      await this.read(answer.body.getReader(), reading);
    } catch {
      // Ended, refused or cut: what is shown stays, and the next try says whether it is better.
    }
    if (this.reading !== reading) return; // closed, or opened anew
    this.connected = false;
    this.failures += 1;
    this.tell();
    this.timer = setTimeout(() => (this.failures < TRIES ? this.listen() : this.ask()), wait(1000, 4000));
  }

  async read(reader, reading) {
    const frames = new Frames();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.reading !== reading) return;
      this.connected = true;
      this.failures = 0;
      this.hear();
      for (const frame of frames.take(decoder.decode(value, { stream: true }))) await this.take(frame);
    }
  }

  async take(frame) {
    const data = JSON.parse(frame.data);
    if (frame.event === "reset" || (frame.event === "head" && data.head < this.since)) return this.fetchState();
    if (frame.event !== "game" || data.seq <= this.since) return undefined;
    if (data.seq > this.since + 1) return this.fetchState(); // something is missing: look at the whole
    this.since = data.seq;
    return this.onFrame(data);
  }

  // --- without a stream ---------------------------------------------------------------------------------------

  async ask() {
    const until = Date.now() + AGAIN;
    const asking = (this.reading = new AbortController());
    while (this.reading === asking && Date.now() < until) {
      try {
        await this.fetchState();
        this.asked = true;
        this.hear();
      } catch {
        this.asked = false;
        this.tell();
      }
      await new Promise((done) => setTimeout(done, ASK));
    }
    this.asked = false;
    if (this.reading === asking) this.listen();
  }

  async fetchState() {
    const answer = await fetch(this.state, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const state = await answer.json();
    this.since = state.head;
    this.onState(state);
  }

  // --- how good it is -----------------------------------------------------------------------------------------

  hear() {
    this.heard = Date.now();
    this.tell();
  }

  look() {
    if (this.closed) return;
    const silent = Date.now() - Math.max(this.heard, this.opened || 0);
    if (silent > DEAD && !this.asked) this.open({ anew: true });
    this.tell();
  }

  tell() {
    const silent = Date.now() - this.heard;
    let health = silent > LOST ? "lost" : "reconnecting";
    if (this.connected) health = silent > QUIET ? "delayed" : "live";
    else if (this.asked) health = "delayed";
    this.onHealth(health, new Date(this.heard));
  }
}
