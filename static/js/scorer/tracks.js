// Which taps of a game count: the track of whoever holds the pegs, as docs/api.md says under "Tracks".
//
// Knows the order of the log and who held what when; it is `scoring.play.merge` for the phone, and a test has both
// tell the same stories. Refuses to know what a tap does to the score.

const isText = (value) => typeof value === "string" && value !== "";

export class Story {
  constructor() {
    this.opening = null; // {home: [place], away: [place], leader}
    this.hold = null; // {lease, name, at}, by the league's clock where another phone took hold
    this.requests = [];
    this.confirmations = [];
    this.choice = null; // the last {id, name, reason, replaced}: somebody said which track stands
    this.counting = []; // the taps that count, in order
    this.before = new Map(); // the tap that each tap follows, by id
    this.tips = []; // where each lease aside has got to: {lease, tap, rested}
    this.names = new Map();
  }

  /** Add the next tap, in the order of the log; whether it counts now. */
  take(tap) {
    const what = WAYS[tap.kind];
    return what ? what(this, tap) : follow(this, tap);
  }

  get last() {
    return this.counting[this.counting.length - 1] || null;
  }

  /** The events of play that count, in order. */
  get played() {
    return played(this.counting);
  }

  /** The tracks aside as {lease, name, taps, whole, rested}: with what counts every tap, each once.
   *
   * `taps` are its own, `whole` all that led to its last: the game as that phone had it.
   */
  aside() {
    const seen = new Set(this.counting.map((tap) => tap.id));
    const tracks = this.tips.map(({ lease, tap, rested }) => {
      const whole = path(this, tap);
      const taps = whole.filter((each) => !seen.has(each.id));
      taps.forEach((each) => seen.add(each.id));
      return { lease, name: this.names.get(lease) || "", taps, whole, rested };
    });
    return tracks.filter((track) => track.taps.length);
  }
}

const WAYS = {
  opened(story, tap) {
    const opening = openingOf(tap.body);
    if (!story.hold && tap.lease) giveTo(story, tap.lease, nameOf(tap), tap);
    const counts = follow(story, tap);
    if (counts && opening) story.opening = opening;
    return counts;
  },
  taken(story, tap) {
    if (tap.lease && story.hold) giveTo(story, tap.lease, nameOf(tap), tap);
    return follow(story, tap);
  },
  given(story, tap) {
    const counts = follow(story, tap);
    const { lease, name } = tap.body || {};
    if (isText(lease) && counts) giveTo(story, lease, isText(name) ? name : "", tap);
    return counts;
  },
  asked(story, tap) {
    const { lease } = tap.body || {};
    story.requests.push({ id: tap.id, lease: isText(lease) ? lease : tap.lease, name: nameOf(tap) });
    return true;
  },
  confirmed(story, tap) {
    const { side, scores } = tap.body || {};
    const whole = Number.isInteger(side) && Array.isArray(scores) && scores.every(Number.isInteger);
    if (whole) story.confirmations.push({ side, name: nameOf(tap), scores });
    return true;
  },
  chosen(story, tap) {
    const { lease: wanted, reason } = tap.body || {};
    const lease = isText(wanted) ? wanted : "";
    const replaced = Boolean(story.hold) && lease !== story.hold.lease;
    if (!story.hold || lease !== story.hold.lease) {
      const tip = tipOf(story, lease);
      if (!tip || !story.hold) return true;
      replace(story, tip, lease, tap);
    }
    story.choice = { id: tap.id, name: nameOf(tap), reason: isText(reason) ? reason : "", replaced };
    for (const tip of story.tips) tip.rested = true;
    return true;
  },
};

/** Put a tap where its lease has got to: at the end of what counts if it holds the pegs, else aside. */
function follow(story, tap) {
  const lease = tap.lease || null;
  if (lease && story.hold && lease === story.hold.lease) {
    story.before.set(tap.id, story.last);
    story.counting.push(tap);
    return true;
  }
  let tip = tipOf(story, lease);
  if (!tip) {
    tip = { lease, tap: null, rested: false };
    story.tips.push(tip);
    if (!story.names.has(lease)) story.names.set(lease, nameOf(tap));
  }
  story.before.set(tap.id, tip.tap);
  Object.assign(tip, { tap, rested: false });
  return false;
}

/** The hold moves; whoever had it goes on aside from here, should anything more come from that phone. */
function giveTo(story, lease, name, tap) {
  if (story.hold && story.hold.lease !== lease) {
    story.tips.push({ lease: story.hold.lease, tap: story.last, rested: false });
  }
  story.hold = { lease, name, at: tap.received || tap.at }; // a tap without a receipt is this phone's own
  story.names.set(lease, name);
  story.requests = story.requests.filter((each) => each.lease !== lease);
}

/** What leads to this tip counts, in place of what counted. */
function replace(story, tip, lease, tap) {
  story.tips.splice(story.tips.indexOf(tip), 1);
  giveTo(story, lease, story.names.get(lease) || "", tap);
  story.counting = path(story, tip.tap);
  const openings = story.counting.filter((each) => each.kind === "opened").map((each) => openingOf(each.body));
  story.opening = openings.filter(Boolean).pop() || story.opening;
}

/** Where a lease has got to since it last lost the pegs; undefined if it was never heard of. */
function tipOf(story, lease) {
  return story.tips[story.tips.map((each) => each.lease).lastIndexOf(lease)];
}

function path(story, tap) {
  const found = [];
  for (let each = tap; each; each = story.before.get(each.id)) found.push(each);
  return found.reverse();
}

/** The events of play among some taps. */
export function played(taps) {
  const facts = taps.filter((tap) => tap.kind === "fact" && tap.body && tap.body.id === tap.id && !beyond(tap.body));
  return facts.map((tap) => tap.body);
}

const nameOf = (tap) => (tap.body && isText(tap.body.name) ? tap.body.name : "");

export function openingOf(body) {
  const { home, away, leader } = body || {};
  const sides = [home, away].map((side) => (Array.isArray(side) ? side : []));
  if (!sides.every((side) => side.length && side.every((place) => place && isText(place.name)))) return null;
  const seats = sides[0].length + sides[1].length;
  return { home, away, leader: Number.isInteger(leader) && leader >= 0 && leader < seats ? leader : null };
}

/** Whether there is a number in it that no game can have. */
function beyond(value) {
  if (typeof value === "number") return Math.abs(value) > 10000;
  return value !== null && typeof value === "object" && Object.values(value).some(beyond);
}
