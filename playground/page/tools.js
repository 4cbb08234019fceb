// The drawer with the clock and the faults.
import { el } from "./dom.js";
import { post } from "./api.js";

const STEPS = [["1 minute", 60], ["16 minutes", 960], ["1 hour", 3600], ["1 day", 86400]];
const FAULTS = [
  ["Cut the connection", "gateway", { action: "drop" }],
  ["Ask it to reconnect", "gateway", { action: "reconnect" }],
  ["End its session", "gateway", { action: "invalidate" }],
  ["Away for 10 s", "gateway", { action: "drop", closed_for: 10 }],
  ["Slow answers (4 s)", "faults", { status: 0, delay: 4, times: null }],
  ["Next answer fails", "faults", { status: 500, path: "/webhooks/*" }],
  ["Rate limit it", "faults", { status: 429, retry_after: 3 }],
  ["No more faults", "faults", { clear: true }],
];

export function buildTools(node, told) {
  const act = (name, about, text) => async () => {
    await post(name, about);
    told(text);
  };
  const clock = el("p", { id: "clock", class: "quiet" });
  const steps = STEPS.map(([text, seconds]) =>
    el("button", { type: "button", class: "button secondary", onclick: act("clock", { advance: seconds }, `The clock moved ${text} forward`) }, `+ ${text}`));
  const faults = FAULTS.map(([text, name, about]) =>
    el("button", { type: "button", class: "button secondary", onclick: act(name, about, text) }, text));
  node.replaceChildren(clock, el("div", { class: "row" }, steps), el("div", { class: "row" }, faults));
}

export function showClock(clock) {
  const when = new Date(clock.now * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  document.getElementById("clock").textContent = clock.offset ? `It is ${when} here` : when;
}
