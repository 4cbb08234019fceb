// A picked command as Discord shows it: its options as fields in order, and one more to add options.
import { el, WORDS } from "./dom.js";
import { about, choicesOf, FILE, wrong } from "./options.js";

export class Fields {
  // `hooks`: {picker, suggester, send(), leave(line), showError(text)}
  constructor(node, hint, hooks) {
    this.node = node;
    this.hint = hint;
    Object.assign(this, hooks);
    this.command = null;
    this.shown = []; // {option, input, picked, files}
    node.addEventListener("focusout", (event) => {
      if (event.target === this.picker.owner) this.picker.hide();
    });
  }

  get active() {
    return this.command !== null;
  }

  begin(command) {
    this.command = command;
    this.shown = [];
    this.more = this.#input("more options", { placeholder: "", class: "more" });
    this.more.addEventListener("focus", () => this.#offerMore());
    this.more.addEventListener("input", () => this.showError(""));
    this.more.addEventListener("input", () => this.#offerMore());
    this.more.addEventListener("keydown", (event) => this.#moreKey(event));
    this.node.replaceChildren(el("b", { class: "command", translate: "no" }, `/${command.name}`), this.more);
    for (const option of command.options) if (option.required) this.#add(option);
    this.node.hidden = false;
    this.#count();
    this.#next();
  }

  end() {
    this.command = null;
    this.shown = [];
    this.node.hidden = true;
    this.hint.hidden = true;
    this.picker.hide();
    this.node.replaceChildren();
  }

  // The values given, by option; files are separate.
  values() {
    const given = this.shown.filter((one) => one.option.type !== FILE && valueOf(one) !== "");
    return Object.fromEntries(given.map((one) => [one.option.name, valueOf(one)]));
  }

  files() {
    const given = this.shown.filter((one) => one.option.type === FILE && one.input.files[0]);
    return Object.fromEntries(given.map((one) => [one.option.name, one.input.files[0]]));
  }

  // The same as one line: `/ladder start:cat target:dog`.
  line() {
    const parts = Object.entries(this.values()).map(([name, value]) => `${name}:${value}`);
    return [`/${this.command.name}`, ...parts].join(" ");
  }

  // Returns what is wrong and focuses that field; "" if the command may be sent.
  check() {
    for (const field of this.shown) {
      const problem = field.option.type === FILE ? missingFile(field) : wrong(field.option, valueOf(field));
      field.input.setAttribute("aria-invalid", String(Boolean(problem)));
      if (!problem) continue;
      field.input.focus();
      return problem;
    }
    if (!this.more.value.trim()) return "";
    this.more.focus();
    return `/${this.command.name} has no option “${this.more.value.trim()}”.`;
  }

  #open() {
    const taken = this.shown.map((one) => one.option.name);
    return this.command.options.filter((one) => !taken.includes(one.name));
  }

  #count() {
    const open = this.#open().length;
    this.more.placeholder = open ? `+${open} more` : "";
    this.more.setAttribute("aria-label", open ? `${open} more options` : "no more options");
  }

  #input(label, about = {}) {
    return el("input", {
      type: "text", role: "combobox", "aria-label": label, "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": "picker", "aria-describedby": "hint", size: "8", ...WORDS, ...about,
    });
  }

  #add(option) {
    const label = `${option.name}${option.required ? ", required" : ""}`;
    const input = option.type === FILE
      ? el("input", { type: "file", "aria-label": label, "aria-describedby": "hint" })
      : this.#input(label);
    const field = { option, input, picked: null };
    const node = el("label", { class: `slot ${option.required ? "required" : ""}`, data: { option: option.name } }, el("span", { translate: "no" }, option.name), input);
    input.addEventListener("focus", () => this.#enter(field));
    input.addEventListener("keydown", (event) => this.#key(event, field));
    input.addEventListener("change", () => this.#judge(field));
    if (option.type !== FILE) input.addEventListener("input", () => this.#typed(field));
    field.node = node;
    this.shown.push(field);
    this.more.before(node);
    this.#count();
    return field;
  }

  // From an empty field back to the one before it; an optional one is removed. Before the first is the line.
  #back(field) {
    const index = this.shown.indexOf(field);
    if (!field.option.required) {
      this.shown.splice(index, 1);
      field.node.remove();
      this.#count();
    }
    if (index > 0) this.shown[index - 1].input.focus();
    else if (field.option.required) this.leave(this.line());
    else this.more.focus();
  }

  // Takes the focus.
  focus() {
    this.#next();
  }

  // Focuses the first empty field, or the one that adds options.
  #next() {
    const empty = this.shown.find((one) => one.option.type === FILE ? !one.input.files[0] : valueOf(one) === "");
    (empty?.input ?? this.more).focus();
  }

  #enter(field) {
    this.hint.replaceChildren(about(field.option));
    this.hint.hidden = false;
    if (field.option.type === FILE) this.picker.hide();
    else this.#suggest(field);
  }

  #typed(field) {
    this.showError("");
    field.picked = null;
    field.input.removeAttribute("aria-invalid");
    field.input.size = Math.min(60, Math.max(8, field.input.value.length + 1));
    this.#suggest(field);
  }

  #suggest(field) {
    if (field.picked) return this.picker.hide();
    const { option, input } = field;
    const asked = { command: this.command, option, typed: input.value, values: this.values() };
    const offer = (choices) => this.picker.show(choices.map((one) => ({
      name: one.name,
      value: one.name === String(one.value) || /^</.test(one.value) || option.type === 5 ? "" : String(one.value),
      pick: () => this.#pick(field, one),
    })), input);
    this.suggester.suggest(asked, offer, (text) => this.picker.show([{ name: text }], input));
  }

  #pick(field, choice) {
    field.input.value = choice.name;
    field.picked = choice;
    field.input.size = Math.min(60, Math.max(8, choice.name.length + 1));
    field.input.removeAttribute("aria-invalid");
    this.suggester.forget();
    this.picker.hide();
    this.#next();
  }

  #judge(field) {
    const problem = field.option.type === FILE || valueOf(field) === "" ? "" : wrong(field.option, valueOf(field));
    field.input.setAttribute("aria-invalid", String(Boolean(problem)));
    this.showError(problem);
  }

  #key(event, field) {
    const typed = field.input.value;
    const empty = field.option.type === FILE ? !field.input.files[0] : typed === "";
    // Where a choice is required, or while a word is being completed, the first one is meant.
    const complete = field.picked || this.#names(typed);
    if (this.picker.key(event)) event.preventDefault();
    else if (event.key === "Tab" && !event.shiftKey && this.picker.open && (this.picker.marked || (typed && !complete))) this.#take(event);
    else if (event.key === "Enter") this.#enterKey(event, field);
    else if (event.key === "Escape") this.#give(event);
    else if (event.key === "Backspace" && empty && !event.repeat) {
      event.preventDefault();
      this.#back(field);
    }
  }

  #enterKey(event, field) {
    if (field.option.type === FILE) return; // it opens the file chooser
    const fixed = choicesOf(field.option, this.suggester.people);
    const unfit = fixed && field.input.value && !field.picked && this.picker.open && !this.#names(field.input.value);
    if (this.picker.marked || unfit) return this.#take(event);
    event.preventDefault();
    this.send();
  }

  #names(typed) {
    return this.picker.items.some((one) => one.name.toLowerCase() === typed.toLowerCase());
  }

  #take(event) {
    event.preventDefault();
    this.picker.take();
  }

  #give(event) {
    event.preventDefault();
    this.leave(this.line());
  }

  #offerMore() {
    this.suggester.forget();
    this.hint.replaceChildren(this.command.description);
    this.hint.hidden = false;
    const query = this.more.value.trim().toLowerCase().replace(/:$/, "");
    const found = this.#open().filter((one) => one.name.includes(query));
    this.picker.show(found.map((option) => ({
      name: option.name,
      about: option.description,
      pick: () => {
        this.more.value = "";
        this.#add(option).input.focus();
      },
    })), this.more);
  }

  #moreKey(event) {
    if (this.picker.key(event)) event.preventDefault();
    else if (event.key === "Tab" && !event.shiftKey && this.picker.open && (this.picker.marked || this.more.value)) this.#take(event);
    else if (event.key === "Enter" && this.picker.open && (this.picker.marked || this.more.value)) this.#take(event);
    else if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") this.#give(event);
    else if (event.key === "Backspace" && !this.more.value && !event.repeat) {
      event.preventDefault();
      if (this.shown.length) this.shown.at(-1).input.focus();
      else this.leave(this.line());
    }
  }
}

function valueOf(field) {
  return field.picked ? field.picked.value : field.input.value.trim();
}

function missingFile(field) {
  return field.option.required && !field.input.files[0] ? `“${field.option.name}” wants a file.` : "";
}
