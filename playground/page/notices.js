// Lines above the transcript that stay while they are true, each under a key of its own.
import { el } from "./dom.js";

export class Notices {
  constructor(node) {
    this.node = node;
    this.lines = new Map();
  }

  // Shows a line, or removes it if there is no text. `actions`: {button label: function}.
  set(key, text, actions = {}) {
    const old = this.lines.get(key);
    if ((old?.dataset.text ?? "") === text) return;
    old?.remove();
    this.lines.delete(key);
    if (text) {
      const buttons = Object.entries(actions).map(([label, action]) => el("button", { type: "button", class: "plain", onclick: action }, label));
      const line = el("p", { data: { text } }, el("span", {}, text), buttons);
      this.lines.set(key, line);
      this.node.append(line);
    }
    this.node.hidden = !this.lines.size;
  }
}
