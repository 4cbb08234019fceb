// A select: a button that opens a list of options, with descriptions, one or several to choose.
// The focus stays on the button; the list is a popover, so that nothing cuts it off.
import { el, float, isolated, opens } from "./dom.js";

let count = 0;

// `options()` returns what there is now: [{name, value, description, emoji, default}]. `done(values, button)`,
// if given, is called when a choice is complete: at once for a single one, when the list closes for several.
// `states` are attributes of the button.
export function chooser(about, done = () => {}) {
  const { id = null, label = null, disabled = false, data = {}, states = {} } = about;
  const name = `choices-${++count}`;
  let options, placeholder, min, max, many, items, chosen, before;
  let at = -1;

  const shown = el("span", { class: "shown" });
  const button = el("button", {
    type: "button", class: "chooser", role: "combobox", id, disabled, data, "aria-haspopup": "listbox",
    "aria-expanded": "false", "aria-label": label, ...states,
  }, shown, el("span", { class: "arrow", "aria-hidden": "true" }, "▾"));
  const list = el("div", { role: "listbox", class: "choices-list", popover: "auto" });
  const node = el("span", { class: "select" }, button, list);
  list.addEventListener("toggle", (event) => event.newState === "closed" && closed());
  opens(button, isOpen, show, () => list.hidePopover());
  button.addEventListener("keydown", key);
  button.addEventListener("blur", () => list.hidePopover());
  fill();
  return { node: Object.assign(node, { about, done, renew }), values };

  function values() {
    return chosen.map((one) => one.value);
  }

  // Shows the options with those of `held` chosen, else their defaults.
  function fill(held = null) {
    ({ placeholder = "Choose…", min = 1, max = 1 } = about);
    options = about.options();
    many = max > 1;
    items = options.map((one) => el("div", {
      role: "option", class: "choice", data: { value: one.value },
      onmousedown: (event) => event.preventDefault(), onclick: () => toggle(one),
    },
    el("span", { class: "tick", "aria-hidden": "true" }), one.emoji?.name ? el("span", { "aria-hidden": "true" }, one.emoji.name) : null,
    el("span", { class: "words" }, el("b", {}, one.name), one.description ? el("small", {}, one.description) : null)));
    list.replaceChildren(...(items.length ? items : [el("div", { role: "option", class: "choice none", "aria-disabled": "true" }, "Nothing to choose from here")]));
    list.setAttribute("aria-label", placeholder);
    list.setAttribute("aria-multiselectable", String(many));
    node.dataset.about = [min, max];
    chosen = options.filter((one) => held?.includes(one.value) ?? one.default);
    draw();
  }

  // Takes over what a later drawing offers. An open list stays open, with what was chosen in it so far.
  function renew(now) {
    const stays = isOpen() && !now.about.disabled;
    const held = stays && !same(before, chosen) ? values() : null;
    const marked = options[at]?.value, { scrollTop } = list;
    ({ about, done } = now);
    fill();
    before = chosen;
    Object.assign(button.dataset, about.data);
    button.disabled = about.disabled ?? false;
    button.setAttribute("aria-label", about.label);
    if (!stays) return list.hidePopover();
    if (held) chosen = options.filter((one) => held.includes(one.value));
    draw();
    mark(Math.max(0, options.findIndex((one) => one.value === marked)));
    list.scrollTop = scrollTop;
  }

  function isOpen() {
    return list.matches(":popover-open");
  }

  function show() {
    if (button.ariaBusy === "true") return; // what was chosen is being sent
    fill(values());
    before = chosen;
    list.id = name;
    list.showPopover();
    button.setAttribute("aria-controls", name);
    button.setAttribute("aria-expanded", "true");
    float(list, button);
    mark(Math.max(0, options.indexOf(chosen[0])));
  }

  function closed() {
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-activedescendant");
    if (!many || same(before, chosen)) return;
    if (chosen.length < min) chosen = before;
    else done(values(), button);
    draw();
  }

  function toggle(one) {
    const had = chosen.includes(one);
    if (many) {
      if (had) chosen = chosen.filter((other) => other !== one);
      else if (chosen.length < max) chosen = options.filter((other) => other === one || chosen.includes(other));
      return draw();
    }
    chosen = had && min === 0 ? [] : [one];
    draw();
    list.hidePopover();
    done(values(), button);
  }

  function draw() {
    shown.textContent = chosen.length ? chosen.map((one) => isolated(one.name)).join(", ") : placeholder;
    shown.classList.toggle("none", !chosen.length);
    items.forEach((node, index) => node.setAttribute("aria-selected", String(chosen.includes(options[index]))));
  }

  function mark(index) {
    if (!items.length) return;
    items[at]?.classList.remove("marked");
    at = (index + items.length) % items.length;
    items[at].id = `${name}-${at}`;
    items[at].classList.add("marked");
    items[at].scrollIntoView({ block: "nearest" });
    button.setAttribute("aria-activedescendant", items[at].id);
  }

  function key(event) {
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (!isOpen()) {
      if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
      show();
    } else if (event.key in moves) mark(moves[event.key]);
    else if (["Enter", " "].includes(event.key)) at in options && toggle(options[at]);
    else if (event.key === "Escape") list.hidePopover();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) jump(event.key);
    else return;
    event.preventDefault();
  }

  // A letter leads to the next option that begins with it.
  function jump(letter) {
    const indices = options.map((_, index) => (at + 1 + index) % options.length);
    const found = indices.find((index) => options[index].name.replace(/^[@#]/, "").toLowerCase().startsWith(letter.toLowerCase()));
    if (found !== undefined) mark(found);
  }
}

function same(some, others) {
  return some.length === others.length && some.every((one) => others.includes(one));
}
