// The drawer with the clock, the faults and more people.
import { el } from "./dom.js";
import { post } from "./api.js";
import { now } from "./timestamps.js";

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const STEPS = [["1 minute", 60], ["16 minutes", 960], ["1 hour", 3600], ["1 day", 86400]];
const GATEWAY = [
  ["Drop the gateway", "gateway", { action: "drop" }],
  ["Away for 10 s", "gateway", { action: "drop", closed_for: 10 }],
  ["Ask it to reconnect", "gateway", { action: "reconnect" }],
  ["End its session", "gateway", { action: "invalidate" }],
];
const FAULTS = [
  ["Slow network (2 s)", "faults", { status: 0, delay: 2, times: null }],
  ["Too slow (4 s)", "faults", { status: 0, delay: 4, times: null }],
  // A status that no library retries: the user does see it fail.
  ["Next answer fails", "faults", { status: 400, answers: true }],
  ["Rate limit (3 s)", "faults", { status: 429, path: "/webhooks/*", retry_after: 3 }],
  ["Ban it for 10 s", "faults", { ban: 10 }],
  ["End all faults", "faults", { clear: true }],
];

// In the channel that is open, and its server.
const MODERATION = [
  ["Deny it files here", "deny files"],
  ["Hide the channel from it", "hide"],
  ["Allow it all here", "allow"],
  ["Archive the thread", "archive"],
  ["Lock the thread", "lock"],
  ["Unlock the thread", "unlock"],
  ["Slow mode on or off", "slow mode"],
  ["Add a forum", "forum"],
  ["Kick it", "kick"],
  ["Invite it", "invite"],
];

const SHOWN = new Set(["gateway", "faults", "restart"]);

export class Tools {
  // `where()` is the user and the channel that is open; `note(text)` shows what was done and
  // returns its node; `failed(text)` shows a refusal.
  constructor(node, where, note, failed) {
    this.where = where;
    this.note = note;
    this.failed = failed;
    this.clock = el("p", { class: "quiet", id: "clock" });
    this.until = el("input", { type: "datetime-local", "aria-label": "Move the clock to", step: "60" });
    this.faults = el("p", { class: "quiet", id: "faults" });
    this.restart = el("div", { class: "row", hidden: true }, this.#button("Restart the bot", "restart", {}, "Restarting the bot"));
    this.name = el("input", { type: "text", "aria-label": "Name of a new person", placeholder: "A new person", maxlength: "32", size: "14" });
    const steps = STEPS.map(([text, seconds]) => this.#button(`+ ${text}`, "clock", { advance: seconds }, `The clock moved ${text} forward`));
    node.replaceChildren(
      el("h2", {}, "Clock"), this.clock, el("div", { class: "row" }, steps),
      el("form", { class: "row", onsubmit: (event) => this.#move(event) }, this.until, submit("Move")),
      el("h2", {}, "Faults"), this.faults, this.restart,
      el("div", { class: "row" }, [...GATEWAY, ...FAULTS].map(([text, name, about]) => this.#button(text, name, about))),
      el("h2", {}, "Moderators"),
      el("div", { class: "row" }, MODERATION.map(([text, action]) => this.#button(text, "moderate", { action }))),
      el("h2", {}, "People"),
      el("form", { class: "row", onsubmit: (event) => this.#join(event) }, this.name, submit("Add")));
  }

  draw(world) {
    this.moved = world.clock.offset > 0;
    this.tick();
    this.faults.textContent = world.faults.length ? `In force: ${world.faults.map(describe).join(", ")}` : "None in force";
    this.restart.hidden = !world.restarts;
  }

  tick() {
    const when = DATE.format(now() * 1000);
    const text = `${this.moved ? "Here it is" : "It is"} ${when}`;
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }

  #button(text, name, about, said = text) {
    return el("button", { type: "button", class: "button secondary", onclick: () => this.#act(name, about, said) }, text);
  }

  // What the page shows at once is noted before it happens, the rest once it is done.
  async #act(name, about, said) {
    const before = SHOWN.has(name) ? this.note(`${said}.`) : null;
    try {
      await post(name, name === "moderate" ? { ...this.where(), ...about } : about);
      if (!before) this.note(`${said}.`);
      return true;
    } catch (error) {
      before?.remove();
      this.failed(error.message);
      return false;
    }
  }

  #move(event) {
    event.preventDefault();
    const seconds = new Date(this.until.value).getTime() / 1000 - now();
    if (Number.isNaN(seconds)) this.failed("Give a day and a time to move the clock to.");
    else if (seconds <= 0) this.failed("The clock only moves forward.");
    else this.#act("clock", { advance: seconds }, `The clock moved to ${new Date(this.until.value).toLocaleString()}`);
  }

  async #join(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    if (await this.#act("people", { name }, `${name} joined every server`)) this.name.value = "";
  }
}

function describe({ status, delay, retry_after, times }) {
  if (status === 0) return `every request ${delay} s late`;
  const which = times === null ? "answers" : times === 1 ? "the next answer" : `the next ${times} answers`;
  return status === 429 ? `${which} told to wait ${retry_after} s` : `${which} to be refused (${status})`;
}

function submit(text) {
  return el("button", { type: "submit", class: "button secondary" }, text);
}
