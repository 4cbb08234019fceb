// The list of suggestions above the message box, for the box or one of its fields.
import { el } from "./dom.js";

export class Picker {
  constructor(node) {
    node.addEventListener("mousedown", (event) => event.preventDefault()); // the input keeps the focus
    this.node = node;
    this.items = [];
    this.at = -1;
    this.owner = null; // the focused input
  }

  get open() {
    return this.items.length > 0;
  }

  get marked() {
    return this.items[this.at];
  }

  // Items are {name, about or value, pick()}; one without `pick` is only shown.
  show(items, owner) {
    this.hide();
    if (!items.length || document.activeElement !== owner) return;
    this.items = items;
    this.owner = owner;
    this.node.replaceChildren(...items.map((item, index) => el("div", {
      id: `pick-${index}`, role: "option", class: "pick", "aria-selected": "false", "aria-disabled": item.pick ? null : "true",
      onclick: () => item.pick?.(),
    }, el("b", {}, item.name), item.about || item.value ? el("span", { translate: item.about ? "yes" : "no" }, item.about || item.value) : null)));
    this.node.hidden = false;
    this.node.scrollTop = 0;
    this.#expand(owner, true);
  }

  hide() {
    this.items = [];
    this.at = -1;
    this.node.hidden = true;
    if (this.owner) this.#expand(this.owner, false);
    this.owner?.removeAttribute("aria-activedescendant");
    this.owner = null;
  }

  // Only a combobox may say so; the message box has several lines and is none.
  #expand(owner, open) {
    if (owner.getAttribute("role") === "combobox") owner.setAttribute("aria-expanded", String(open));
  }

  mark(index) {
    this.node.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = (index + this.items.length) % this.items.length;
    const node = this.node.children[this.at];
    node.setAttribute("aria-selected", "true");
    node.scrollIntoView({ block: "nearest" });
    this.owner.setAttribute("aria-activedescendant", node.id);
  }

  // Handles the keys that move in an open list; returns whether this was one.
  key(event) {
    if (!this.open) return false;
    if (event.key === "ArrowDown") this.mark(this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at < 0 ? -1 : this.at - 1);
    else if (event.key === "Escape") this.hide();
    else return false;
    return true;
  }

  // Takes the marked suggestion, or else the first.
  take() {
    (this.marked ?? this.items[0])?.pick?.();
  }
}
