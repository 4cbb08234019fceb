// The message box: plain messages, and commands with a picker of names, options and choices.
import { el } from "./dom.js";
import { get, post, Refused } from "./api.js";
import { complete, readLine, startOption } from "./line.js";

const KINDS = { 3: "text", 4: "whole number", 5: "true or false", 6: "user", 7: "channel", 8: "role", 9: "user or role", 10: "number", 11: "file" };
const PAUSE = 120; // milliseconds without typing before the bot is asked

export class Composer {
  // `place()` tells {user, channel}; `began(outline)` hears of an interaction that was sent.
  constructor(place, people, began) {
    this.place = place;
    this.people = people;
    this.began = began;
    this.commands = [];
    this.files = {};
    this.items = [];
    this.at = -1;
    this.asked = 0;
    this.history = [];
    for (const name of ["line", "picker", "hint", "trouble", "composer"]) this[name] = document.getElementById(name);
    this.line.addEventListener("input", () => this.update());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.line.addEventListener("blur", () => setTimeout(() => this.list([]), 150));
    this.line.addEventListener("focus", () => this.update());
    this.composer.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  async load() {
    const { user, channel } = this.place();
    if (!channel) return;
    this.commands = await get("commands", { user, channel });
    if (document.activeElement === this.line) this.update();
  }

  put(text) {
    this.line.value = text;
    this.line.focus();
    this.update();
  }

  update() {
    this.tell("");
    const state = readLine(this.line.value, this.commands);
    this.asked++;
    if (state.kind === "name") return this.names(state.typed);
    if (state.kind === "options") return this.options(state);
    this.hint.hidden = true;
    this.list([]);
  }

  names(typed) {
    this.hint.hidden = true;
    const wanted = typed.toLowerCase();
    const found = this.commands.filter((one) => one.name.startsWith(wanted));
    const rest = this.commands.filter((one) => !one.name.startsWith(wanted) && one.name.includes(wanted));
    this.list([...found, ...rest].map((one) => ({
      name: `/${one.name}`,
      about: one.description,
      pick: () => this.put(`/${one.name} `),
    })));
  }

  options(state) {
    this.describe(state);
    const { option } = state;
    if (!option) return this.list(this.openOptions(state));
    const offer = (choices) => this.list(choices.map((one) => ({
      name: one.name,
      about: one.name === String(one.value) ? "" : String(one.value),
      pick: () => this.put(complete(this.line.value, state, one.value)),
    })).concat(state.fragment ? [] : this.openOptions(state)));
    const matching = (all) => all.filter((one) => one.name.toLowerCase().includes(state.fragment.toLowerCase())).slice(0, 25);
    if (option.choices?.length) return offer(matching(option.choices));
    if (option.type === 5) return offer(matching([{ name: "True", value: "true" }, { name: "False", value: "false" }]));
    if (option.type === 6 || option.type === 9) return offer(matching(this.people.users().map(([value, name]) => ({ name, value: `<@${value}>` }))));
    if (option.type === 7) return offer(matching(this.people.channels().map(([value, name]) => ({ name, value: `<#${value}>` }))));
    if (option.type === 8) return offer(matching(this.people.roles().map(([value, name]) => ({ name, value: `<@&${value}>` }))));
    if (option.autocomplete) return this.ask(state, offer);
    this.list(state.fragment ? [] : this.openOptions(state));
  }

  // Asks the bot once the typing pauses; a late answer to an old question is dropped.
  ask(state, offer) {
    const number = this.asked;
    setTimeout(async () => {
      if (number !== this.asked) return;
      const values = { ...state.values, [state.option.name]: state.fragment };
      try {
        const answer = await post("complete", { ...this.place(), command: state.command.name, values, focused: state.option.name });
        if (number !== this.asked) return;
        if (answer.failure) this.list([{ name: "Loading options failed", about: "", pick: null }]);
        else offer(answer.choices ?? []);
      } catch (error) {
        if (number === this.asked) this.tell(error.message);
      }
    }, PAUSE);
  }

  openOptions(state) {
    return state.open.filter((one) => one !== state.option || state.fragment === "").map((one) => ({
      name: `${one.name}:`,
      about: `${one.description}${one.required ? " (required)" : ""}`,
      pick: () => (one.type === 11 ? this.chooseFile(one) : this.put(startOption(this.line.value, one.name))),
    }));
  }

  chooseFile(option) {
    const node = el("input", { type: "file", hidden: true });
    node.addEventListener("change", () => {
      this.files[option.name] = node.files[0];
      node.remove();
      this.line.focus();
      this.update();
    });
    document.body.append(node);
    node.click();
  }

  describe(state) {
    const marks = state.command.options.map((one) => {
      const given = one.name in state.values || one.name in this.files;
      const kind = `${one === state.option ? "now" : ""} ${given ? "given" : ""} ${one.required ? "required" : ""}`;
      return el("span", { class: `option ${kind}`, title: one.description }, this.files[one.name] ? `${one.name}: ${this.files[one.name].name}` : one.name);
    });
    const about = state.option ? `${state.option.description} (${KINDS[state.option.type]})` : state.command.description;
    this.hint.replaceChildren(el("b", {}, `/${state.command.name}`), ...marks, el("span", { class: "about" }, about));
    this.hint.hidden = false;
  }

  list(items) {
    this.items = items;
    this.at = -1;
    this.picker.hidden = !items.length;
    this.line.setAttribute("aria-expanded", String(items.length > 0));
    this.line.removeAttribute("aria-activedescendant");
    this.picker.replaceChildren(...items.map((item, place) => el("div", {
      id: `pick-${place}`, role: "option", class: "pick", "aria-selected": "false",
      onmousedown: (event) => event.preventDefault(),
      onclick: () => item.pick?.(),
    }, el("b", {}, item.name), el("span", {}, item.about))));
  }

  mark(place) {
    this.at = (place + this.items.length) % this.items.length;
    [...this.picker.children].forEach((node, here) => {
      node.setAttribute("aria-selected", String(here === this.at));
      if (here === this.at) node.scrollIntoView({ block: "nearest" });
    });
    this.line.setAttribute("aria-activedescendant", `pick-${this.at}`);
  }

  key(event) {
    const open = this.items.length > 0;
    if (event.key === "ArrowDown" && open) this.mark(this.at + 1);
    else if (event.key === "ArrowUp" && open) this.mark(this.at < 0 ? -1 : this.at - 1);
    else if (event.key === "ArrowUp" && !this.line.value && this.history.length) this.put(this.history.at(-1));
    else if (event.key === "Escape" && open) this.list([]);
    else if (event.key === "Tab" && open && !event.shiftKey) this.items[Math.max(0, this.at)].pick?.();
    else if (event.key === "Enter" && this.picksOnEnter()) this.items[Math.max(0, this.at)].pick?.();
    else return;
    event.preventDefault();
  }

  // Enter takes the marked suggestion; unmarked, only where the line is not a whole command yet.
  picksOnEnter() {
    if (!this.items.length) return false;
    if (this.at >= 0) return true;
    const typed = this.line.value.slice(1).trim();
    return readLine(this.line.value, this.commands).kind === "name" && !this.commands.some((one) => one.name === typed);
  }

  async send() {
    const text = this.line.value;
    if (!text.trim()) return;
    try {
      if (text.startsWith("/")) this.began(await post("run", { ...this.place(), line: text }, this.files), text);
      else await post("write", { ...this.place(), text });
      this.history.push(text);
      this.files = {};
      this.put("");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.list([]);
      this.tell(error.message);
    }
  }

  tell(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
  }
}
