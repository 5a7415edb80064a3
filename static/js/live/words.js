// Words with places in them, and the time of day as the pages say it.

/** "{pegs} pegs" with the values put in their places. */
export function filled(words, values) {
  return (words || "").replace(/\{(\w+)\}/g, (place, name) => (name in values ? values[name] : place));
}

/** "9.04pm" where the league is, whatever the phone's clock is set to. */
export function clock(moment) {
  const parts = { hour: "numeric", minute: "2-digit", hour12: true, timeZone: "Europe/London" };
  const told = new Intl.DateTimeFormat("en-GB", parts).format(moment);
  return told.replace(":", ".").replace(/\s/g, "").toLowerCase();
}
