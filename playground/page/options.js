// A command's option: its description, the suggestions for it, and the check of a value.
import { post } from "./api.js";

export const TEXT = 3, WHOLE = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, EITHER = 9, NUMBER = 10, FILE = 11;
const KINDS = {
  [TEXT]: "text", [WHOLE]: "whole number", [BOOLEAN]: "true or false", [USER]: "user", [CHANNEL]: "channel",
  [ROLE]: "role", [EITHER]: "user or role", [NUMBER]: "number", [FILE]: "file",
};
const PAUSE = 120; // milliseconds without typing before the bot is asked

// Describes what may be given: "the steps (whole number, 1 to 60)".
export function about(option) {
  const low = option.min_value, high = option.max_value;
  let range = "";
  if (low !== undefined && high !== undefined) range = `, ${low} to ${high}`;
  else if (low !== undefined) range = `, at least ${low}`;
  else if (high !== undefined) range = `, at most ${high}`;
  return `${option.description} (${KINDS[option.type]}${range}${option.required ? ", required" : ""})`;
}

// The fixed choices of an option: {name, value}; null if anything may be typed.
export function choicesOf(option, people) {
  if (option.choices?.length) return option.choices;
  const named = (all, before) => all.map(({ id, name }) => ({ name, value: `<${before}${id}>` }));
  switch (option.type) {
    case BOOLEAN: return [{ name: "True", value: "true" }, { name: "False", value: "false" }];
    case USER: return named(people.users(), "@");
    case ROLE: return named(people.roles(), "@&");
    case EITHER: return [...named(people.users(), "@"), ...named(people.roles(), "@&")];
    case CHANNEL: return named(people.channels().filter((one) => option.channel_types?.includes(one.type) ?? true), "#");
    default: return null;
  }
}

// Returns what is wrong with a value, as the server would say it, or "".
export function wrong(option, value) {
  const text = String(value ?? "").trim();
  const name = `“${option.name}”`;
  if (!text) return option.required ? `${name} is required: ${option.description}.` : "";
  if (option.choices?.length) {
    const known = option.choices.some((one) => [one.name, String(one.value)].some((it) => it.toLowerCase() === text.toLowerCase()));
    return known ? "" : `${name} must be one of: ${option.choices.map((one) => one.name).join(", ")}.`;
  }
  if (option.type === TEXT) {
    const low = option.min_length ?? 0, high = option.max_length ?? 6000;
    return text.length < low || text.length > high ? `${name} must be ${low} to ${high} characters long.` : "";
  }
  if (option.type === WHOLE && !/^-?\d+$/.test(text)) return `${name} must be a whole number.`;
  if (option.type === NUMBER && !/^-?\d+(\.\d+)?$/.test(text)) return `${name} must be a number.`;
  if (Number(text) < option.min_value) return `${name} must be at least ${option.min_value}.`;
  if (Number(text) > option.max_value) return `${name} must be at most ${option.max_value}.`;
  return "";
}

// Finds suggestions while the user types. A late answer to an old request is dropped.
export class Suggester {
  constructor(where, people) {
    this.where = where;
    this.people = people;
    this.asked = 0;
  }

  forget() {
    this.asked++;
  }

  // Calls `offer` with the choices for `typed`, or `failed` with a sentence. `values` are the other options'.
  suggest({ command, option, typed, values }, offer, failed) {
    const number = ++this.asked;
    const fixed = choicesOf(option, this.people);
    if (fixed) {
      const query = typed.toLowerCase().replace(/^[@#]/, "");
      return offer(fixed.filter((one) => one.name.toLowerCase().includes(query)).slice(0, 25));
    }
    if (!option.autocomplete) return offer([]);
    setTimeout(() => this.#ask(number, { command, option, typed, values }, offer, failed), PAUSE);
  }

  async #ask(number, { command, option, typed, values }, offer, failed) {
    if (number !== this.asked) return;
    const about = { ...this.where(), command: command.name, values: { ...values, [option.name]: typed }, focused: option.name };
    try {
      const answer = await post("complete", about);
      if (number !== this.asked) return;
      if (answer.failure) failed("Loading options failed");
      else offer(answer.choices ?? []);
    } catch (error) {
      if (number === this.asked) failed(error.message);
    }
  }
}
