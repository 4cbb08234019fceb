// The menus of messages and of the people here: the bot's commands that are used on them.
import { get } from "./api.js";
import { el, float, nameOf } from "./dom.js";

const USER = 2, MESSAGE = 3;
let count = 0;

export class Menus {
  // `where()` returns {user, channel}; `people()` those who are here; `use(command, about, node)` runs one.
  constructor(where, people, opener, use) {
    Object.assign(this, { where, people, use, commands: [] });
    opener.addEventListener("click", () => this.open(opener, this.people().flatMap((one) => this.on(one))));
  }

  // What there is, is known later than messages are drawn: until then their buttons are hidden.
  async load() {
    const asked = this.where();
    if (!asked.channel) return;
    const found = await get("menus", asked);
    const now = this.where();
    if (now.user !== asked.user || now.channel !== asked.channel) return;
    this.commands = found;
    document.body.classList.toggle("has-menus", found.length > 0);
    document.body.classList.toggle("has-people", found.some((one) => one.type === USER));
  }

  // The button of a message's menu.
  button(message, ephemeral) {
    const label = `Apps for this message by ${nameOf(message.author)}`;
    const node = el("button", { type: "button", class: "apps", "aria-label": label, "aria-haspopup": "menu", data: { id: "apps" } }, "⋯");
    const own = () => (ephemeral ? [] : this.of(MESSAGE).map((name) => ({ name, about: { name, message: message.id } })));
    const author = { id: message.author.id, name: `@${nameOf(message.author)}` };
    node.addEventListener("click", () => this.open(node, [...own(), ...this.on(author)]));
    return node;
  }

  of(type) {
    return this.commands.filter((one) => one.type === type).map((one) => one.name);
  }

  // What can be done with a person.
  on(person) {
    return this.of(USER).map((name) => ({ name: `${name}: ${person.name}`, about: { name, person: person.id } }));
  }

  open(anchor, items) {
    const nodes = items.map(({ name, about }) => el("button", {
      type: "button", role: "menuitem", class: "choice", tabindex: "-1",
      onclick: () => {
        node.hidePopover();
        this.use(about, name, anchor);
      },
    }, name));
    const none = el("p", { class: "none" }, "Nothing can be done here");
    const node = el("div", { id: `menu-${++count}`, role: "menu", class: "choices-list", popover: "auto", "aria-label": "Apps" }, nodes.length ? nodes : none);
    anchor.after(node);
    anchor.setAttribute("aria-expanded", "true");
    node.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      const mine = node.contains(document.activeElement) || document.activeElement === document.body;
      anchor.setAttribute("aria-expanded", "false");
      node.remove();
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
