// What this browser follows: by the address at which it is followed, the address of the follow's own page.

const KEY = "follows";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}

function write(follows) {
  try {
    localStorage.setItem(KEY, JSON.stringify(follows));
  } catch {
    // The button is offered again, and a second tap changes nothing.
  }
}

/** The page of what is followed at `what`; undefined if this browser does not. */
export const addressOf = (what) => read()[what];

/** That it is followed, with the address of its page. */
export const remember = (what, address) => write({ ...read(), [what]: address });

/** That a follow is over: by what it was of, or by the start of its page's address. */
export const forget = (gone) =>
  write(Object.fromEntries(Object.entries(read()).filter(([what, at]) => what !== gone && !gone.startsWith(at))));
