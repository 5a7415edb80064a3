// Scores called aloud by the browser's own voice, where somebody has turned that on; the browser keeps the choice.
//
// Knows what is said of a score: one short sentence. Refuses to know where scores come from.

const KEPT = "call-scores";

/** Whether this browser has a voice. */
export const hasVoice = () => "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;

const isOn = () => hasVoice() && localStorage.getItem(KEPT) === "on";

/** "Crown 8; 26." as a line of what happened says it (docs/api.md); nothing of a play that scores nothing. */
export function calledOut({ pegs, how, score }, name) {
  if (how === "bust") return `${name} bust; stays on ${score}.`;
  if (!pegs) return "";
  const ways = {
    pegged: `${name} ${pegs}; ${score}.`,
    won: `${name} ${pegs}; ${score}, and wins.`,
    bounced: `${name} ${pegs}; back to ${score}.`,
    barred: `${name} ${pegs}; stays on ${score}.`,
    out: `${name} out with ${pegs}; ${score}.`,
    back: `${name} back ${pegs}; ${score}.`,
    undone: `Undone: ${name} ${pegs}.`,
    inserted: `Added: ${name} ${pegs}; ${score}.`,
    corrected: `Corrected: ${name} ${pegs}; ${score}.`,
  };
  return ways[how] || "";
}

/** Say it, unless nobody asked for that or nobody looks. What waits to be said is old by then and is left out. */
export function call(words) {
  if (!words || !isOn() || document.hidden) return;
  if (speechSynthesis.pending) speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = "en-GB";
  speechSynthesis.speak(utterance);
}

/** Make a tick box the switch; whoever leaves the page hears no more. */
export function switchBy(box) {
  box.checked = isOn();
  box.addEventListener("change", () => {
    localStorage.setItem(KEPT, box.checked ? "on" : "off");
    if (!box.checked) speechSynthesis.cancel();
  });
}

if (hasVoice()) {
  addEventListener("pagehide", () => speechSynthesis.cancel());
  document.addEventListener("visibilitychange", () => document.hidden && speechSynthesis.cancel());
}
