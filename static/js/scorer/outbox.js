// Sends what is kept, in order, until it is received.
//
// Knows one flight at a time (over all tabs), when to try again, and what an answer means for the queue: only a
// receipt takes an event out of it. Refuses to know what the events say.

const BATCH = 100;
const TIMEOUT = 8000;
const LOOK = 10000; // how often to ask for news while somebody looks
const [SOONEST, LATEST] = [500, 30000];

/** How things stand with what was tapped; `problem` is "", "signal", "refused" or "busy", `reason` the server's words. */
const AT_REST = { sending: 0, problem: "", reason: "" };

export class Outbox {
  /** `addresses.events` takes the events, `pass` says who sends them; `changed` is called whenever something is new,
   * `reread` when the phone's database answers that did not at first. */
  constructor(store, { addresses, pass }, changed, reread) {
    Object.assign(this, { store, address: addresses.events, pass, changed, reread, ...AT_REST });
    this.failures = 0;
    this.batch = BATCH;
    this.timer = 0;
    this.flying = false;
  }

  start() {
    const soon = () => this.soon();
    for (const name of ["online", "pageshow", "focus"]) addEventListener(name, soon);
    document.addEventListener("visibilitychange", () => document.hidden || soon());
    this.soon();
  }

  get waiting() {
    return this.store.own.filter((event) => event.seq === null).length;
  }

  /** Try now, whatever happened before. */
  soon() {
    clearTimeout(this.timer);
    if (!this.flying) this.fly();
  }

  later(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fly(), delay);
  }

  async fly() {
    this.flying = true;
    try {
      const more = await this.alone(() => this.send());
      this.later(more ? 0 : document.hidden ? 3 * LOOK : LOOK);
    } catch (failed) {
      this.failures += 1;
      const wait = Math.min(LATEST, SOONEST * 2 ** Math.min(this.failures, 8)) * (0.5 + Math.random());
      this.later(failed.retryAfter ? Math.max(wait, failed.retryAfter * 1000) : wait);
    } finally {
      this.flying = false;
      this.sending = 0;
      this.changed();
    }
  }

  /** Where the browser can, another tab of this phone never sends at the same time. */
  alone(work) {
    if (!navigator.locks) return work();
    return navigator.locks.request(`scorer:${this.store.match}`, work);
  }

  /** One request; whether there is more to send. Throws when nothing is known to have been received. */
  async send() {
    const { store } = this;
    const { unread } = store;
    const events = await store.unsent(this.batch);
    if (unread && !store.unread) this.reread();
    this.sending = events.length;
    if (events.length) this.changed();
    const answer = await this.post({ device: store.device, after: store.head, events: events.map(asSent) });
    await store.answered(answer, new Date().toISOString());
    Object.assign(this, AT_REST);
    this.failures = 0;
    this.changed(answer);
    const took = answer.acks.length || !events.length;
    if (!took) throw new Error("nothing was taken");
    return this.waiting > 0 || answer.missed.length >= 1000;
  }

  async post(body) {
    const ended = new AbortController();
    const clock = setTimeout(() => ended.abort(), TIMEOUT);
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        headers: { Authorization: `Bearer ${this.pass}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        credentials: "omit",
        redirect: "error",
        signal: ended.signal,
      });
      const said = await answer.json().catch(() => ({}));
      if (answer.status === 200 && Array.isArray(said.acks) && Array.isArray(said.missed) && said.head >= 0)
        return said;
      throw this.refused(answer, said);
    } catch (failed) {
      if (!failed.told) Object.assign(this, { problem: "signal", reason: "" });
      throw failed;
    } finally {
      clearTimeout(clock);
    }
  }

  refused(answer, said) {
    const failed = Object.assign(new Error(`answered ${answer.status}`), { told: true });
    const reason = said.detail || "";
    if (answer.status === 401 || answer.status === 403) Object.assign(this, { problem: "refused", reason });
    else if (answer.status === 413) this.batch = Math.max(1, this.batch >> 1);
    else Object.assign(this, { problem: answer.status === 503 ? "busy" : "signal", reason });
    failed.retryAfter = Number(answer.headers.get("Retry-After")) || 0;
    return failed;
  }
}

const asSent = ({ id, dseq, at, line, game, lease, kind, body }) => ({ id, dseq, at, line, game, lease, kind, body });
