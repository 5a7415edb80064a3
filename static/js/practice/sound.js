// The click of a tile and of a peg. Silent until somebody asks for it; the phone remembers that.

const KEY = "play-sound";
let context = null;

export const isOn = () => localStorage.getItem(KEY) === "on";

export function turn(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) click(900);
}

/** A dry click, as of bone on wood: lower for a tile than for a peg. */
export function click(pitch) {
  if (!isOn()) return;
  context = context || new AudioContext();
  const [tone, loud] = [context.createOscillator(), context.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, context.currentTime);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, context.currentTime + 0.05);
  loud.gain.setValueAtTime(0.25, context.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.07);
  tone.connect(loud).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.08);
}
