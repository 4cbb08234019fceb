// The list of messages: in order, updated in their places, and scrolled to the end while the user is there.
// What a new or changed message costs does not depend on how many there are.
import { Refused } from "./api.js";
import { el } from "./dom.js";
import { renderMessage, replyLine } from "./message.js";
import { dayOf } from "./timestamps.js";
import { patch } from "./patch.js";
import { linesOf, spoken } from "./announcer.js";

const MOST = 1000; // nodes kept on the page while its end is in sight
const SCROLLING = 500; // milliseconds for which the page still scrolls after a touch of wheel, finger or key
const NEAR = 600; // pixels from the top at which older messages are asked for

export class Transcript {
  // `older(id)` brings the messages before one, oldest first; `announcer` announces what is new;
  // `nothing()` is what a channel without messages shows.
  constructor(list, scroll, context, { older, announcer, newest, nothing }) {
    Object.assign(this, { list, scroll, context, older, announcer, newest, nothing });
    this.nodes = new Map();
    this.notes = new Map();
    this.replies = new Map(); // message -> those that reply to it
    this.empty = null;
    this.atEnd = true;
    this.pinned = 0; // the scroll position at that moment
    this.complete = true; // nothing older is left to load
    this.number = 0; // of the channel shown, by which late answers are known
    this.last = 0; // the scroll position at the last scroll event,
    this.height = 0; // and the height of everything then
    this.size = ""; // of the view
    this.held = null; // the message at its top, and how far it is from there
    // The position also changes by itself, when messages turn out shorter than they were taken to be.
    let moved = -Infinity;
    for (const way of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      scroll.addEventListener(way, (event) => {
        if (way !== "pointerdown" || !event.target.closest("button")) moved = performance.now(); // a button moves nothing
      }, { passive: true });
    }
    const byUser = () => performance.now() - moved < SCROLLING;
    scroll.addEventListener("scroll", () => {
      if (this.#resized()) return; // the browser moved it, and it will be put right
      this.#hold();
      const away = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight;
      if (away < 80) this.pin();
      else if (scroll.scrollTop < this.last - 2 && (byUser() || scroll.scrollHeight === this.height)) this.leave();
      this.last = scroll.scrollTop;
      this.height = scroll.scrollHeight;
      this.look();
    }, { passive: true });
    // Pictures that load and messages that grow or shrink must not push the end out of sight. A user
    // who scrolls up just then must not be pulled back, though the scroll event comes only later.
    const sizes = new ResizeObserver(() => {
      if (this.#resized()) this.#restore();
      if (this.atEnd && (!byUser() || scroll.scrollTop >= this.pinned - 2)) this.toEnd();
    });
    sizes.observe(list);
    sizes.observe(scroll);
    newest.addEventListener("click", () => {
      this.toEnd();
      scroll.focus();
    });
  }

  #resized() {
    return this.size !== `${this.scroll.clientWidth} ${this.scroll.clientHeight}`;
  }

  #hold() {
    const { left, top } = this.scroll.getBoundingClientRect();
    const node = document.elementFromPoint(left + 30, top + 1)?.closest(".message");
    if (node) this.held = { node, away: node.getBoundingClientRect().top - top };
  }

  // After the view has changed its size, as when a phone is turned, the same message is at its top.
  #restore() {
    this.size = `${this.scroll.clientWidth} ${this.scroll.clientHeight}`;
    if (this.atEnd || !this.held?.node.isConnected) return;
    const { node, away } = this.held;
    this.scroll.scrollTop += node.getBoundingClientRect().top - this.scroll.getBoundingClientRect().top - away;
    this.last = this.scroll.scrollTop;
  }

  clear() {
    this.number++;
    this.held = null;
    this.nodes.clear();
    this.notes.clear();
    this.replies.clear();
    this.loading = null; // what is being loaded is for another channel
    this.complete = true;
    this.list.replaceChildren();
  }

  fill(messages, complete) {
    this.clear();
    this.complete = complete;
    this.list.replaceChildren(...messages.map((one) => this.make(one)));
    this.mark(messages.map((one) => this.nodes.get(one.id)));
    if (!messages.length) this.#showEmpty();
    this.toEnd();
  }

  #showEmpty() {
    this.list.append((this.empty = el("li", { class: "empty" }, this.nothing())));
  }

  // Loads older messages while the top is near.
  async look() {
    if (this.scroll.scrollTop >= NEAR || this.atEnd) return;
    try {
      if (await this.more()) requestAnimationFrame(() => this.look());
    } catch (error) {
      // That the playground does not answer is shown elsewhere; the next scrolling tries again.
      if (!(error instanceof Refused)) throw error;
    }
  }

  // Loads older messages, unless that is under way; resolves to whether there were any.
  more() {
    if (!this.loading) {
      const mine = this.#load().finally(() => this.loading === mine && (this.loading = null));
      this.loading = mine;
    }
    return this.loading;
  }

  async #load() {
    const [id, first] = this.nodes.entries().next().value ?? [];
    if (this.complete || !first) return false;
    const { number } = this;
    const missed = (this.missed = []); // what happens to older messages while they are loaded
    const { messages, complete } = await this.older(id);
    if (number !== this.number || !first.isConnected) return false;
    const known = [...this.nodes];
    this.nodes.clear();
    const nodes = messages.map((one) => this.make(one));
    for (const [key, node] of known) this.nodes.set(key, node);
    const top = first.getBoundingClientRect().top;
    first.before(...nodes);
    this.mark([...nodes, first]);
    this.scroll.scrollTop += first.getBoundingClientRect().top - top; // what is on the screen stays where it is
    this.complete = complete;
    this.missed = null;
    missed.forEach((act) => act());
    return true;
  }

  // Scrolls to a message, loading older ones until it is there; resolves to whether it was found.
  async find(id) {
    while (!this.nodes.has(id) && (await this.more()));
    const article = this.nodes.get(id)?.querySelector("article");
    if (!article) return false;
    this.leave();
    article.scrollIntoView({ block: "center" });
    article.focus({ preventScroll: true });
    article.classList.add("found");
    article.addEventListener("blur", () => article.classList.remove("found"), { once: true });
    return true;
  }

  make(message) {
    const node = renderMessage(message, this.context);
    node.message = message;
    this.nodes.set(message.id, node);
    if (message.reply) {
      if (!this.replies.has(message.reply.id)) this.replies.set(message.reply.id, new Set());
      this.replies.get(message.reply.id).add(message.id);
    }
    return node;
  }

  // Updates the line over the replies to a message after it changed.
  quote(id, message = null) {
    if (!this.replies.has(id)) return;
    const node = message && (this.nodes.get(id) ?? renderMessage(message, this.context));
    const reply = message && { id, author: message.author, said: spoken(node.querySelector(".body")) };
    for (const one of this.replies.get(id)) {
      this.nodes.get(one)?.querySelector(".reply")?.replaceChildren(replyLine(reply, this.context));
    }
  }

  // Shows the date over each of these messages that is the first of its day.
  mark(nodes) {
    for (const node of nodes) {
      let before = node.previousElementSibling;
      while (before && !before.dataset.at) before = before.previousElementSibling;
      const day = dayOf(Number(node.dataset.at));
      if (before && dayOf(Number(before.dataset.at)) !== day) node.dataset.day = day;
      else delete node.dataset.day;
    }
  }

  show(message) {
    const old = this.nodes.get(message.id);
    const [oldest] = this.nodes.keys();
    if (old) this.change(old, message);
    const away = !old && !this.complete && oldest && BigInt(message.id) < BigInt(oldest);
    if (away) this.missed?.push(() => this.show(message)); // an older one comes with its neighbours
    if (old || away) return this.quote(message.id, message);
    const node = this.make(message);
    this.empty?.remove();
    this.list.append(node);
    this.mark([node]);
    this.announcer.message(node);
    if (!this.atEnd) this.offer("New messages ↓");
    if (this.nodes.size > MOST && this.atEnd) {
      const [id, first] = this.nodes.entries().next().value;
      this.nodes.delete(id);
      first.remove();
      this.complete = false;
    }
  }

  // Draws what an edit changes. The focus stays at its control, or moves to the next best.
  change(node, message) {
    const controls = [...node.querySelectorAll("[data-id]")];
    const focused = document.activeElement;
    const mine = node.contains(focused);
    const said = linesOf(node.querySelector(".body"));
    const thought = node.querySelector(".thinking");
    const { scrollTop } = this.scroll;
    patch(node, renderMessage(node.message, this.context), renderMessage(message, this.context));
    if (this.scroll.scrollTop < scrollTop) this.scroll.scrollTop = scrollTop; // for a moment everything was shorter
    node.message = message;
    if (thought || mine) this.announcer.change(node, said);
    if (!mine || (node.contains(document.activeElement) && !focused.disabled)) return;
    const now = [...node.querySelectorAll("[data-id]:not(:disabled)")];
    const index = controls.indexOf(focused);
    const same = now.find((one) => one.dataset.id === focused.dataset.id);
    const next = now.find((one) => controls.indexOf(one) > index); // of those that stayed
    (same ?? next ?? now[Math.min(Math.max(index, 0), now.length - 1)] ?? node.querySelector("article")).focus();
  }

  // Removes a message; the focus moves to a neighbour.
  remove(id) {
    const node = this.nodes.get(id);
    this.nodes.delete(id);
    this.quote(id);
    if (!node) return void this.missed?.push(() => this.remove(id));
    const next = node.nextElementSibling;
    const mine = node.contains(document.activeElement);
    node.remove();
    if (next?.dataset.at) this.mark([next]);
    if (!this.nodes.size && !this.notes.size) this.#showEmpty();
    if (mine) (next?.querySelector("article") ?? this.scroll).focus();
  }

  // Adds a line of the page's own: something pending, failed, or worth knowing.
  note(key, text, { failed = false, lasting = false } = {}) {
    this.drop(key);
    const close = failed ? el("button", { type: "button", class: "plain", onclick: () => this.drop(key) }, "Dismiss") : null;
    const node = el("li", { class: `note ${failed ? "failed" : lasting ? "" : "pending"}` }, el("span", {}, text), close);
    if (!lasting) this.notes.set(key, node);
    this.list.append(node);
    if (failed || lasting) this.announcer.announce(text);
    return node;
  }

  drop(key) {
    this.notes.get(key)?.remove();
    this.notes.delete(key);
  }

  toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.last = this.scroll.scrollTop;
    this.height = this.scroll.scrollHeight;
    this.pin();
  }

  // While the end is followed, the browser's scroll anchoring must not keep the screen still.
  pin() {
    this.atEnd = true;
    this.scroll.classList.add("following");
    this.pinned = this.scroll.scrollTop;
    this.newest.hidden = true;
  }

  // The end is out of sight: from now on a button leads back to it.
  leave() {
    this.atEnd = false;
    this.scroll.classList.remove("following");
    if (this.newest.hidden) this.offer("Newest ↓");
  }

  offer(text) {
    this.newest.textContent = text;
    this.newest.classList.toggle("fresh", text.startsWith("New "));
    this.newest.hidden = false;
  }
}
