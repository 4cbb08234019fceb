// Lines over the transcript that stay while what they say is so, each under a key of its own.
import { el } from "./dom.js";

export class Notices {
  constructor(node) {
    this.node = node;
    this.lines = new Map();
  }

  // Shows a line, or takes it away without a text. `acts`: {label: what a press of it does}.
  set(key, text, acts = {}) {
    const old = this.lines.get(key);
    if ((old?.dataset.text ?? "") === text) return;
    old?.remove();
    this.lines.delete(key);
    if (text) {
      const buttons = Object.entries(acts).map(([label, act]) => el("button", { type: "button", class: "plain", onclick: act }, label));
      const line = el("p", { data: { text } }, el("span", {}, text), buttons);
      this.lines.set(key, line);
      this.node.append(line);
    }
    this.node.hidden = !this.lines.size;
  }
}
