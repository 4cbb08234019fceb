// The list of messages: kept in order, updated in place, scrolled to the end while one is there.
import { el } from "./dom.js";
import { renderMessage } from "./message.js";

const MOST = 1000; // nodes kept on the page

export class Transcript {
  constructor(list, scroll, context) {
    this.list = list;
    this.scroll = scroll;
    this.context = context;
    this.nodes = new Map();
    this.notes = new Map();
    this.atEnd = true;
    let last = 0;
    scroll.addEventListener("scroll", () => {
      const away = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight;
      if (away < 80) this.atEnd = true;
      else if (scroll.scrollTop < last - 2) this.atEnd = false; // someone scrolled up
      last = scroll.scrollTop;
    });
    // Pictures that load and messages that grow must not push the end out of sight.
    const sizes = new ResizeObserver(() => this.atEnd && this.toEnd());
    sizes.observe(list);
    sizes.observe(scroll);
  }

  fill(messages) {
    this.list.setAttribute("aria-live", "off"); // a whole history is not news
    this.nodes.clear();
    this.notes.clear();
    const nodes = messages.map((one) => this.make(one));
    if (!nodes.length) nodes.push(el("li", { class: "empty" }, "Nothing here yet. Type / to see what the bot can do."));
    this.list.replaceChildren(...nodes);
    this.toEnd();
    requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
  }

  make(message) {
    const node = renderMessage(message, this.context);
    this.nodes.set(message.id, node);
    return node;
  }

  show(message) {
    const old = this.nodes.get(message.id);
    const node = this.make(message);
    if (old) return this.replace(old, node);
    this.list.querySelector(".empty")?.remove();
    this.list.append(node);
    if (this.nodes.size > MOST) {
      const [id, first] = this.nodes.entries().next().value;
      this.nodes.delete(id);
      first.remove();
    }
  }

  // Keeps the keyboard's place when a message is drawn again under it.
  replace(old, node) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const again = focused?.dataset.id;
    old.replaceWith(node);
    if (again) [...node.querySelectorAll("[data-id]")].find((one) => one.dataset.id === again)?.focus();
  }

  remove(id) {
    this.nodes.get(id)?.remove();
    this.nodes.delete(id);
  }

  // A line of the page's own: something pending, failed, or worth knowing.
  note(key, text, { failed = false, lasting = false } = {}) {
    this.drop(key);
    const close = failed ? el("button", { type: "button", class: "plain", onclick: () => this.drop(key) }, "Dismiss") : null;
    const node = el("li", { class: `note ${failed ? "failed" : ""}` }, el("span", {}, text), close);
    if (!lasting) this.notes.set(key, node);
    this.list.append(node);
  }

  drop(key) {
    this.notes.get(key)?.remove();
    this.notes.delete(key);
  }

  toEnd() {
    this.atEnd = true;
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }
}
