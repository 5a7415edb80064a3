// What this phone has of one match, kept where a dead battery cannot reach it.
//
// Knows IndexedDB: who this phone is, what was tapped here with its number, what came from others. Every tap is also
// written to localStorage until it has been received, because browsers drop the database of a page in the background.
// Refuses to know what a tap means and how it is sent.

const NAME = "double-six-scorer";
const PATIENCE = 3000; // ms; some browsers never answer the first time

/** A UUID, also where the page is not served over HTTPS. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    setTimeout(() => reject(new Error("the phone's database does not answer")), PATIENCE);
    asked.onupgradeneeded = () => {
      const database = asked.result;
      database.createObjectStore("matches", { keyPath: "match" });
      database.createObjectStore("own", { keyPath: ["match", "dseq"] }).createIndex("id", "id", { unique: true });
      database.createObjectStore("others", { keyPath: ["match", "seq"] });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

const all = (match) => IDBKeyRange.bound([match, 0], [match, Infinity]);
const then = (request, use) => (request.onsuccess = () => use(request.result));

export class Store {
  /** `match` is the match's code. Call `load` before anything else. */
  constructor(match) {
    this.match = match;
    this.device = "";
    this.head = 0; // the last number of the log that this phone has seen
    this.floor = 0; // numbers up to here are taken, as far as the server knows
    this.receivedAt = null;
    this.own = []; // in the order of dseq; `seq` and `counts` are null until received
    this.others = []; // in the order of seq
    this.tail = `scorer:${match}:`;
    this.unread = false; // whether the database has not answered yet
  }

  /** Read everything; again at any time, to see what another tab has written. */
  async load() {
    const kept = JSON.parse(localStorage.getItem(`${this.tail}phone`) || "null");
    const fresh = { match: this.match, device: kept || this.device || uuid(), head: 0, floor: 0, receivedAt: null };
    try {
      await this.transact("readwrite", (stores) => {
        then(stores.matches.get(this.match), (found) => {
          // The database was lost, and what this phone had sent with it: the league tells that to another phone only.
          if (!found && !this.device && !this.numbers.length) fresh.device = uuid();
          if (!found) stores.matches.put(fresh);
          Object.assign(this, found || fresh);
        });
        then(stores.own.getAll(all(this.match)), (found) => (this.own = found));
        then(stores.others.getAll(all(this.match)), (found) => (this.others = found));
      });
      this.unread = false;
    } catch {
      this.unread = true;
      if (!this.device) Object.assign(this, fresh);
    }
    localStorage.setItem(`${this.tail}phone`, JSON.stringify(this.device));
    await this.mend();
  }

  /** The keys of the tail's events; its other key, who this phone is, ends in a word. */
  get numbers() {
    return Object.keys(localStorage).filter((key) => key.startsWith(this.tail) && /\d$/.test(key));
  }

  /** Put back what is in the tail and not in the database. */
  async mend() {
    const lost = this.numbers.map((key) => JSON.parse(localStorage.getItem(key)));
    const ids = new Map(this.own.map((event) => [event.id, event]));
    for (const event of lost.filter((each) => ids.has(each.id) && ids.get(each.id).seq)) {
      localStorage.removeItem(this.tail + event.dseq);
    }
    for (const event of lost.filter((each) => !ids.has(each.id)).sort((a, b) => a.dseq - b.dseq)) {
      if (this.own.some((each) => each.dseq === event.dseq)) {
        localStorage.removeItem(this.tail + event.dseq);
        await this.add([event]);
      } else {
        await this.transact("readwrite", (stores) => stores.own.put(event)).catch(() => {});
        this.own.push(event);
        this.own.sort((a, b) => a.dseq - b.dseq);
      }
    }
  }

  /** Number the events and keep them; resolves once they are safe, and rejects if nothing on this phone takes them. */
  async add(events) {
    let numbered;
    const number = (last) => {
      const from = Math.max(last, this.floor) + 1;
      numbered = events.map((event, step) => ({
        ...event,
        match: this.match,
        dseq: from + step,
        seq: null,
        counts: null,
      }));
    };
    try {
      await this.transact("readwrite", (stores) => {
        then(stores.own.openCursor(all(this.match), "prev"), (cursor) => {
          number(cursor ? cursor.value.dseq : 0);
          for (const event of numbered) stores.own.add(event);
        });
      });
      numbered.forEach((event) => this.mirror(event, true));
    } catch {
      number(this.own.length ? this.own[this.own.length - 1].dseq : 0);
      numbered.forEach((event) => this.mirror(event, false)); // throws if this is full too
    }
    this.own.push(...numbered);
    return numbered;
  }

  /** The page goes away: what is not kept yet is written where that takes no time, and `load` puts it in its place. */
  leave(events) {
    const from = Math.max(this.floor, ...this.own.map((event) => event.dseq)) + 1;
    events.forEach((event, step) => this.mirror({ ...event, match: this.match, dseq: from + step }, true));
  }

  mirror(event, spare) {
    try {
      localStorage.setItem(this.tail + event.dseq, JSON.stringify(event));
    } catch (full) {
      if (!spare) throw full;
    }
  }

  /** What has not been received, oldest first, also of other tabs. */
  async unsent(most) {
    const waiting = (events) => events.filter((event) => event.seq === null).slice(0, most);
    const first = this.own.find((event) => event.seq === null);
    const from = first ? first.dseq : this.own.length ? this.own[this.own.length - 1].dseq + 1 : 0;
    let found = null;
    try {
      const range = IDBKeyRange.bound([this.match, from], [this.match, Infinity]);
      await this.transact("readonly", (stores) => then(stores.own.getAll(range), (rows) => (found = rows)));
    } catch {
      return waiting(this.own);
    }
    if (this.unread) await this.load();
    this.agree(found);
    const known = new Set(found.map((event) => event.dseq)); // what only the tail has is sent too
    return waiting([...found, ...this.own.filter((event) => !known.has(event.dseq))].sort((a, b) => a.dseq - b.dseq));
  }

  /** What the disk has as received was sent by another tab. */
  agree(rows) {
    const received = new Map(rows.filter((row) => row.seq !== null).map((row) => [row.id, row]));
    this.take(received, new Set(), []);
  }

  /** Write down an answer: `acks` of our events, `missed` of others, up to number `head`; `next` is our next number.
   *
   * On the disk first: what `load` read there before it would otherwise take the place of what is known here.
   */
  async answered({ acks, missed, head, next }, at) {
    const seen = missed.length >= 1000 ? missed[missed.length - 1].seq : head;
    const received = new Map(acks.map((ack) => [ack.id, ack]));
    // The league went back to a copy from before these.
    const forgotten = this.own.filter((event) => event.seq !== null && event.dseq >= next && !received.has(event.id));
    const { match, device } = this;
    const known = {
      match,
      device,
      head: Math.max(this.head, seen),
      floor: Math.max(this.floor, next - 1),
      receivedAt: at,
    };
    try {
      await this.transact("readwrite", (stores) => {
        stores.matches.put(known);
        for (const event of missed) stores.others.put({ ...event, match });
        for (const event of forgotten) stores.own.put({ ...event, seq: null });
        for (const ack of acks) {
          then(
            stores.own.index("id").get(ack.id),
            (row) => row && stores.own.put({ ...row, seq: ack.seq, counts: ack.counts }),
          );
        }
      });
      for (const event of this.own) if (received.has(event.id)) localStorage.removeItem(this.tail + event.dseq);
    } catch {
      // The tail keeps what was received until the database answers again; sending it twice does no harm.
    }
    Object.assign(this, known);
    this.take(received, new Set(forgotten.map((event) => event.id)), missed);
    const clashing = this.own.filter((event) => event.seq === null && event.dseq < next);
    if (clashing.length) await this.renumber(clashing);
  }

  /** Know what was received and what was forgotten of ours, by their ids, and what others have said. */
  take(received, forgotten, missed) {
    for (const event of this.own) {
      if (forgotten.has(event.id)) event.seq = null;
      if (received.has(event.id))
        Object.assign(event, { seq: received.get(event.id).seq, counts: received.get(event.id).counts });
    }
    const here = new Set(this.others.map((event) => event.seq));
    this.others.push(
      ...missed.filter((event) => !here.has(event.seq)).map((event) => ({ ...event, match: this.match })),
    );
    this.others.sort((a, b) => a.seq - b.seq);
  }

  /** Give new numbers to events whose numbers the league has from this phone already: it went on from an old copy. */
  async renumber(events) {
    const old = events.map((event) => event.dseq);
    const number = (last) => events.forEach((event, step) => (event.dseq = Math.max(last, this.floor) + 1 + step));
    try {
      await this.transact("readwrite", (stores) => {
        then(stores.own.openCursor(all(this.match), "prev"), (cursor) => {
          number(cursor ? cursor.value.dseq : 0);
          old.forEach((dseq) => stores.own.delete([this.match, dseq]));
          events.forEach((event) => stores.own.put(event));
        });
      });
    } catch {
      number(Math.max(...this.own.map((event) => event.dseq)));
    }
    old.forEach((dseq) => localStorage.removeItem(this.tail + dseq));
    events.forEach((event) => this.mirror(event, true));
    this.own.sort((a, b) => a.dseq - b.dseq);
  }

  /** Run `work(stores)` in one transaction on the disk; the database is opened again once if it has gone away. */
  async transact(mode, work) {
    for (let tries = 0; ; tries += 1) {
      try {
        this.database = this.database || (await opened());
        return await new Promise((resolve, reject) => {
          const running = this.database.transaction(["matches", "own", "others"], mode, { durability: "strict" });
          running.oncomplete = () => resolve();
          running.onabort = () => reject(running.error || new Error("the phone's database gave up"));
          work({
            matches: running.objectStore("matches"),
            own: running.objectStore("own"),
            others: running.objectStore("others"),
          });
        });
      } catch (error) {
        if (this.database) this.database.close();
        this.database = null;
        if (tries) throw error;
      }
    }
  }
}

/** Matches of which this phone has taps that were not received, with how many: for the page's list. */
export function unsentMatches() {
  const counted = new Map();
  for (const key of Object.keys(localStorage)) {
    const found = /^scorer:([^:]+):\d+$/.exec(key);
    if (found) counted.set(found[1], (counted.get(found[1]) || 0) + 1);
  }
  return counted;
}
