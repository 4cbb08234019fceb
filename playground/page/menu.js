// The menus of messages and of the people here: the bot's commands that are used on them, and forwarding.
import { get, post } from "./api.js";
import { el, float, isolated, nameOf, opens } from "./dom.js";

const USER = 2, MESSAGE = 3; // kinds of command
const EPHEMERAL = 64, LOADING = 128; // flags of a message
let count = 0;

export class Menus {
  // `where()` returns {user, channel}; `people()` those who are here; `use(command, about, node)` runs one.
  constructor(where, people, opener, use) {
    Object.assign(this, { where, people, use, commands: [] });
    this.#opens(opener, () => this.people().flatMap((one) => this.on(one, opener)));
  }

  // What there is, is known later than messages are drawn: until then their buttons are hidden.
  async load() {
    const asked = this.where();
    if (!asked.channel) return;
    const found = await get("menus", asked);
    const now = this.where();
    if (now.user !== asked.user || now.channel !== asked.channel) return;
    this.commands = found;
    document.body.classList.add("has-menus");
    document.body.classList.toggle("has-people", found.some((one) => one.type === USER));
  }

  // The button of a message's menu. `context` holds {people, failed(text)}.
  button(message, context) {
    const label = `Menu of this message by ${isolated(nameOf(message.author))}`;
    const closed = message.flags & (EPHEMERAL | LOADING) ? { closed: "" } : {}; // an edit may open it
    const node = el("button", { type: "button", class: "apps", "aria-label": label, "aria-haspopup": "menu", data: { id: "apps", ...closed } }, "⋯");
    const own = () => [...this.of(MESSAGE, { message: message.id }, node), ...this.on(author, node), forward];
    const author = { id: message.author.id, name: `@${nameOf(message.author)}` };
    const forward = { name: "Forward…", act: () => this.open(node, this.#places(message, context), "Forward to") };
    this.#opens(node, () => ("closed" in node.dataset ? this.on(author, node) : own()));
    return node;
  }

  #opens(anchor, items) {
    const menu = () => anchor.parentNode.querySelector("[role=menu]:popover-open");
    opens(anchor, menu, () => this.open(anchor, items()), () => menu()?.hidePopover());
  }

  // Where a message can be forwarded to.
  #places(message, { people, failed }) {
    return people.places().map(({ id, name }) => ({
      name, act: () => post("forward", { ...this.where(), message: message.id, to: id }).catch((error) => failed(error.message)),
    }));
  }

  of(type, target, anchor, after = "") {
    return this.commands.filter((one) => one.type === type)
      .map(({ name }) => ({ name: name + after, act: () => this.use({ name, ...target }, name + after, anchor) }));
  }

  // What can be done with a person.
  on(person, anchor) {
    return this.of(USER, { person: person.id }, anchor, `: ${isolated(person.name)}`);
  }

  // Opens a menu of items {name, act()}.
  open(anchor, items, label = "Apps") {
    const nodes = items.map(({ name, act }) => el("button", {
      type: "button", role: "menuitem", class: "choice", tabindex: "-1",
      onclick: () => {
        node.hidePopover();
        act();
      },
    }, name));
    const none = el("p", { class: "none" }, "Nothing can be done here");
    const node = el("div", { id: `menu-${++count}`, role: "menu", class: "choices-list", popover: "auto", "aria-label": label }, nodes.length ? nodes : none);
    anchor.after(node);
    anchor.setAttribute("aria-expanded", "true");
    node.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      const mine = node.contains(document.activeElement) || document.activeElement === document.body;
      node.remove();
      anchor.setAttribute("aria-expanded", String(anchor.nextElementSibling?.role === "menu")); // another may be open
      if (mine) anchor.focus();
    });
    node.addEventListener("keydown", (event) => {
      const at = nodes.indexOf(document.activeElement);
      const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: nodes.length - 1 };
      if (event.key === "Tab") node.hidePopover();
      if (!(event.key in moves) || !nodes.length) return;
      event.preventDefault();
      nodes[(moves[event.key] + nodes.length) % nodes.length].focus();
    });
    node.showPopover();
    float(node, anchor);
    nodes[0]?.focus();
  }
}
