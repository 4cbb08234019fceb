// The message box: plain messages, commands typed on one line, and commands picked as fields.
import { el, WORDS } from "./dom.js";
import { get, post } from "./api.js";
import { Fields } from "./fields.js";
import { complete, readLine, spelled, startOption } from "./command_line.js";
import { about, FILE, Suggester } from "./options.js";
import { Picker } from "./picker.js";

const BREAKS = /\s*[\r\n]+\s*/g;

export class Composer {
  // `form` is the box, on the page or not. `where()` returns {user, channel}. `began(interaction, line)`
  // is called after a command was sent, `sent(box)` after that and after a message.
  constructor(form, where, people, { began, sent }) {
    Object.assign(this, { form, where, began, sent });
    this.commands = [];
    this.files = {};
    this.last = { line: "" }; // what was sent before, for the arrow up
    for (const name of ["line", "hint", "error"]) this[name] = form.querySelector(`#${name}`);
    this.picker = new Picker(form.querySelector("#picker"));
    this.suggester = new Suggester(where, people);
    this.fields = new Fields(form.querySelector("#fields"), this.hint, {
      picker: this.picker,
      suggester: this.suggester,
      send: () => this.send(),
      leave: (line) => this.put(line),
      showError: (text) => this.showError(text),
    });
    this.line.addEventListener("input", () => this.typed());
    this.line.addEventListener("keydown", (event) => this.key(event));
    this.line.addEventListener("blur", () => this.picker.owner === this.line && this.picker.hide());
    this.line.addEventListener("focus", () => this.update());
    this.line.addEventListener("paste", (event) => this.paste(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  async load() {
    const { user, channel } = this.where();
    if (!channel) return;
    const found = await get("commands", { user, channel });
    const now = this.where();
    if (now.user !== user || now.channel !== channel) return;
    if (JSON.stringify(found) === JSON.stringify(this.commands)) return; // what is marked in a list stays
    this.commands = found;
    if (!this.fields.active) {
      if (document.activeElement === this.line) this.update();
      return;
    }
    const same = this.commands.find((one) => one.name === this.fields.command.name);
    if (JSON.stringify(same) !== JSON.stringify(this.fields.command)) this.write(this.fields.line(), this.form.contains(document.activeElement));
  }

  // Puts another box, with all that was typed into it, in the place of this one.
  replaceWith(other) {
    const mine = this.form.contains(document.activeElement);
    this.suggester.forget();
    this.picker.hide();
    this.form.replaceWith(other.form);
    if (mine) other.focus();
  }

  // Takes the focus, into the fields if there are any.
  focus() {
    if (this.fields.active) this.fields.focus();
    else this.line.focus();
  }

  // Puts a text into the line, as if it had been typed.
  put(text) {
    this.showError("");
    this.write(text);
  }

  // Leaves any fields for the line, which takes the focus.
  write(text, focus = true) {
    if (this.fields.active) this.fields.end();
    this.line.hidden = false;
    this.line.value = text;
    if (focus) this.line.focus();
    this.update();
  }

  // Sends a line as if it had been typed.
  say(line) {
    this.put(line);
    return this.send();
  }

  // Shows a command as fields, or puts it into the line if it has no options.
  begin(name) {
    const command = this.commands.find((one) => one.name === name);
    if (!command?.options.length) return this.put(`/${name}`);
    this.showError("");
    this.suggester.forget();
    this.files = {};
    this.line.value = "";
    this.picker.hide();
    this.fields.begin(command);
    this.line.hidden = true;
  }

  // A command is one line: line breaks in a pasted one become spaces. Messages keep theirs.
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { value, selectionStart: from, selectionEnd: to } = this.line;
    const before = value.slice(0, from);
    if (!/[\r\n]/.test(text) || !`${before}${text}`.startsWith("/")) return;
    event.preventDefault();
    this.line.setRangeText(text.trim().replace(BREAKS, " "), from, to, "end");
    this.typed();
  }

  typed() {
    this.showError("");
    this.update();
  }

  update() {
    this.suggester.forget();
    this.line.parentNode.dataset.text = this.line.value; // by which the box grows
    this.#spell();
    const state = readLine(this.line.value, this.commands);
    this.hint.hidden = state.kind !== "options";
    if (state.kind === "name") this.names(state.typed);
    else if (state.kind === "options") this.options(state);
    else this.picker.hide();
  }

  // A phone corrects messages, and leaves commands alone.
  #spell() {
    const command = this.line.value.startsWith("/");
    for (const [name, value] of Object.entries(WORDS)) {
      if (command) this.line.setAttribute(name, value);
      else this.line.removeAttribute(name);
    }
  }

  names(typed) {
    const query = typed.toLowerCase();
    const found = this.commands.filter((one) => one.name.startsWith(query));
    const rest = this.commands.filter((one) => !one.name.startsWith(query) && one.name.includes(query));
    const items = [...found, ...rest].map((one) => ({ name: `/${one.name}`, about: one.description, pick: () => this.begin(one.name) }));
    const none = this.commands.length ? "No command begins like this" : "There are no commands for you here";
    this.picker.show(items.length ? items : [{ name: none }], this.line);
  }

  options(state) {
    this.describe(state);
    const { option, command, fragment, values } = state;
    const open = this.openOptions(state);
    if (!option) return this.picker.show(open, this.line);
    const offer = (choices) => this.picker.show(choices.map((one) => ({
      name: one.name,
      value: one.name === String(one.value) || /^</.test(one.value) ? "" : String(one.value),
      pick: () => this.put(complete(this.line.value, state, one.value)),
    })).concat(fragment ? [] : open), this.line);
    this.suggester.suggest({ command, option, typed: fragment, values }, offer, (text) => this.picker.show([{ name: text }], this.line));
  }

  openOptions(state) {
    return state.open.filter((one) => one !== state.option || state.fragment === "").map((one) => ({
      name: `${one.name}:`,
      about: `${one.description}${one.required ? " (required)" : ""}`,
      pick: () => (one.type === FILE ? this.chooseFile(one) : this.put(startOption(this.line.value, one.name))),
    }));
  }

  chooseFile(option) {
    const node = el("input", { type: "file", hidden: true });
    node.addEventListener("change", () => {
      this.files[option.name] = node.files[0];
      this.line.focus();
      this.update();
    });
    document.body.append(node);
    node.addEventListener("cancel", () => node.remove());
    node.addEventListener("change", () => node.remove());
    node.click();
  }

  // Over the line: the command's options in order, those given and the one being typed marked.
  describe(state) {
    const marks = state.command.options.map((one) => {
      const given = one.name in state.values || one.name in this.files;
      const kind = `${one === state.option ? "now" : ""} ${given ? "given" : ""} ${one.required ? "required" : ""}`;
      return el("span", { class: `option ${kind}`, translate: "no", title: one.description }, this.files[one.name] ? `${one.name}: ${this.files[one.name].name}` : one.name);
    });
    const text = state.option ? about(state.option) : state.command.description;
    this.hint.replaceChildren(el("b", { translate: "no" }, `/${state.command.name}`), ...marks, el("span", { class: "about" }, text));
  }

  key(event) {
    const { picker } = this;
    if (picker.key(event)) event.preventDefault();
    else if (event.key === "ArrowUp" && !this.line.value && this.last.line) this.put(this.last.line);
    else if (event.key === "Tab" && !event.shiftKey && picker.open) {
      event.preventDefault();
      picker.take();
    } else if (event.key === "Enter" && !(event.shiftKey && !this.line.value.startsWith("/"))) {
      event.preventDefault();
      if (event.repeat) return;
      if (this.picksOnEnter()) picker.take();
      else this.send();
    }
  }

  // Enter takes the marked suggestion; unmarked, only where the line is not a whole command yet.
  picksOnEnter() {
    if (!this.picker.items[0]?.pick) return false;
    if (this.picker.marked) return true;
    const typed = this.line.value.slice(1).trim().toLowerCase();
    return readLine(this.line.value, this.commands).kind === "name" && !this.commands.some((one) => one.name === typed);
  }

  async send() {
    const fields = this.fields.active;
    const line = fields ? this.fields.line() : this.line.value;
    if (!line.trim() || this.sending) return;
    this.picker.hide();
    const problem = fields ? this.fields.check() : "";
    if (problem) return this.showError(problem);
    this.sending = true;
    try {
      if (fields) this.began(await post("run", { ...this.where(), line: `/${this.fields.command.name}`, values: this.fields.values() }, this.fields.files()), line);
      else if (line.startsWith("/")) this.began(await post("run", { ...this.where(), line: spelled(line, this.commands) }, this.files), line);
      else await post("write", { ...this.where(), text: line });
      this.last.line = line;
      this.files = {};
      const now = this.fields.active ? this.fields.line() : this.line.value;
      const kept = this.fields.active === fields && (fields ? now === line : now.startsWith(line));
      if (kept) this.put(now.slice(line.length)); // what was typed meanwhile stays
      this.sent(this);
    } catch (error) {
      this.showError(error.message);
    } finally {
      this.sending = false;
    }
  }

  showError(text) {
    this.error.textContent = text;
    this.error.hidden = !text;
  }
}
