// The drawer with the clock, the faults and more people.
import { el } from "./dom.js";
import { post } from "./api.js";

const STEPS = [["1 minute", 60], ["16 minutes", 960], ["1 hour", 3600], ["1 day", 86400]];
const LINE = [
  ["Drop the gateway", "gateway", { action: "drop" }],
  ["Away for 10 s", "gateway", { action: "drop", closed_for: 10 }],
  ["Ask it to reconnect", "gateway", { action: "reconnect" }],
  ["End its session", "gateway", { action: "invalidate" }],
];
const FAULTS = [
  ["Slow network (4 s)", "faults", { status: 0, delay: 4, times: null }],
  ["Next answer fails", "faults", { status: 500, path: "/webhooks/*" }],
  ["Rate limit it", "faults", { status: 429, retry_after: 3 }],
  ["End all faults", "faults", { clear: true }],
];

export class Tools {
  // `told(text)` notes what was done; `failed(text)` what the server refused.
  constructor(node, told, failed) {
    this.told = told;
    this.failed = failed;
    this.clock = el("p", { class: "quiet", id: "clock" });
    this.until = el("input", { type: "datetime-local", "aria-label": "Move the clock to", step: "60" });
    this.faults = el("p", { class: "quiet", id: "faults" });
    this.restart = el("div", { class: "row", hidden: true }, this.#button("Restart the bot", "restart", {}, "Restarting the bot"));
    this.name = el("input", { type: "text", "aria-label": "Name of a new person", placeholder: "A new person", maxlength: "32", size: "14" });
    const steps = STEPS.map(([text, seconds]) => this.#button(`+ ${text}`, "clock", { advance: seconds }, `The clock moved ${text} forward`));
    node.replaceChildren(
      el("h3", {}, "Clock"), this.clock, el("div", { class: "row" }, steps),
      el("form", { class: "row", onsubmit: (event) => this.#move(event) }, this.until, submit("Move")),
      el("h3", {}, "Faults"), this.faults, this.restart,
      el("div", { class: "row" }, [...LINE, ...FAULTS].map(([text, name, about]) => this.#button(text, name, about))),
      el("h3", {}, "People"),
      el("form", { class: "row", onsubmit: (event) => this.#join(event) }, this.name, submit("Add")));
  }

  draw(world) {
    this.world = world;
    const when = new Date(world.clock.now * 1000);
    this.clock.textContent = `It is ${when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}${world.clock.offset ? " here" : ""}`;
    this.faults.textContent = world.faults ? `In force: ${world.faults}` : "None in force";
    this.restart.hidden = !world.restarts;
  }

  #button(text, name, about, said = text) {
    return el("button", { type: "button", class: "button secondary", onclick: () => this.#act(name, about, said) }, text);
  }

  async #act(name, about, said) {
    try {
      await post(name, about);
      this.told(`${said}.`);
      return true;
    } catch (error) {
      this.failed(error.message);
      return false;
    }
  }

  #move(event) {
    event.preventDefault();
    const now = Date.now() / 1000 + this.world.clock.offset;
    const seconds = new Date(this.until.value).getTime() / 1000 - now;
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

function submit(text) {
  return el("button", { type: "submit", class: "button secondary" }, text);
}
