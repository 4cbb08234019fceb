// Timestamps as text, in the viewer's language and zone, by the playground's clock.
import { el } from "./dom.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
// Made once: making a formatter costs more than a thousand uses.
const formatters = Object.fromEntries(Object.entries(FORMATS).map(([style, how]) => [style, new Intl.DateTimeFormat(undefined, how)]));
const ages = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60]];

let offset = 0; // how far the playground's clock was moved, in seconds

export function setOffset(seconds) {
  offset = seconds;
}

export function now() {
  return Date.now() / 1000 + offset;
}

// Styles are Discord's, R for relative ones; H is a message's time, with its date unless it is today.
function say(seconds, style) {
  const when = seconds * 1000;
  if (style === "H") return formatters[dayOf(seconds) === dayOf(now()) ? "t" : "s"].format(when);
  return style === "R" ? relative(seconds) : formatters[style].format(when);
}

function relative(seconds) {
  const away = seconds - now();
  const [unit, size] = UNITS.find((one) => Math.abs(away) >= one[1]) ?? ["second", 1];
  return ages.format(Math.round(away / size), unit);
}

export function dayOf(seconds) {
  return formatters.D.format(seconds * 1000);
}

export function full(seconds) {
  return formatters.F.format(seconds * 1000);
}

export function timestamp(seconds, style = "f") {
  const when = new Date(seconds * 1000);
  if (Number.isNaN(when.getTime())) return el("span", {}, "Invalid date");
  return el("time", { datetime: when.toISOString(), title: full(seconds), data: { style, at: String(seconds) } }, say(seconds, style));
}

// Updates the timestamps in `root` whose text has changed: those of `style`, or all.
export function refresh(root, style = null) {
  for (const node of root.querySelectorAll(style ? `time[data-style="${style}"]` : "time")) {
    const text = say(Number(node.dataset.at), node.dataset.style);
    if (node.textContent !== text) node.textContent = text;
  }
}
