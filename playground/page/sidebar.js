// The list of servers, channels and direct messages, and the choice of the user.
import { el, isolate, isolated, nameOf } from "./dom.js";

export class Sidebar {
  constructor(node, open) {
    this.node = node;
    this.open = open;
    this.unreads = new Map(); // user name -> channel id -> ids of the messages there that mention the user
  }

  draw(world, current) {
    const me = world.me.username;
    if (!this.unreads.has(me)) this.unreads.set(me, new Map());
    this.unread = this.unreads.get(me);
    if (!document.hidden) this.unread.delete(current);
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const parts = world.guilds.map((guild) => this.#group(guild.name, nested(guild.channels), "#", world, current, guild.events));
    if (world.conversations.length) parts.push(this.#group("Direct messages", world.conversations, "@", world, current));
    this.node.replaceChildren(...parts);
    if (focused) this.#button(focused)?.focus();
  }

  // How many unread messages mention the user, in channels that are (still) there.
  get mentions() {
    return [...this.unread].reduce((sum, [id, mentions]) => sum + (this.#button(id) ? mentions.size : 0), 0);
  }

  // Marks a message's channel as unread.
  mark({ channel_id, id, pinged }) {
    if (!this.unread.has(channel_id)) this.unread.set(channel_id, new Set());
    const mentions = this.unread.get(channel_id);
    if (pinged) mentions.add(id);
    this.#count(channel_id, mentions);
  }

  // A message that is deleted mentions nobody.
  forget({ channel_id, id }) {
    const mentions = this.unread.get(channel_id);
    if (mentions?.delete(id)) this.#count(channel_id, mentions);
  }

  #count(id, mentions) {
    const button = this.#button(id);
    button?.classList.add("unread");
    button?.querySelector(".news")?.remove();
    button?.append(news(mentions.size));
  }

  #button(id) {
    return this.node.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  #group(name, channels, sign, world, current, events = []) {
    const places = el("ul", {}, channels.map((one) => el("li", {}, this.#item(one, sign, world, current))));
    return el("section", {}, el("h2", {}, isolate(name)), places, events.length ? el("ul", { class: "events" }, events.map(scheduled)) : null);
  }

  #item(channel, sign, world, current) {
    const unread = this.unread.get(channel.id);
    return el("button", {
      type: "button",
      class: `place ${channel.thread ? "thread" : ""} ${unread ? "unread" : ""}`,
      "aria-current": channel.id === current ? "page" : null,
      data: { id: channel.id },
      onclick: () => this.open(channel.id),
    },
    el("span", { class: "sign", "aria-hidden": "true" }, channel.thread ? "└" : channel.forum ? "☰" : sign),
    isolate(titleOf(channel, world), { class: "name" }),
    stateOf(channel),
    unread ? news(unread.size) : null);
  }
}

// That a thread is archived or locked, which its name does not say.
function stateOf(channel) {
  const states = ["archived", "locked"].filter((one) => channel[one]);
  return states.length ? el("span", { class: "quiet" }, states.join(", ")) : null;
}

function news(mentions) {
  const count = mentions ? el("span", { class: "count" }, String(mentions)) : null;
  return el("span", { class: "news" }, el("span", { class: "unseen" }, mentions ? ", unread, mentions: " : ", unread"), count);
}

// What a server has planned: when, what, and where.
function scheduled(event) {
  const when = event.status === 2 ? "now" : new Date(event.scheduled_start_time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return el("li", { class: "quiet", title: `${event.description}\n${event.entity_metadata.location}` }, "📅 ", isolate(event.name), `, ${when}`);
}

// Threads come after the channel they belong to.
function nested(channels) {
  const roots = channels.filter((one) => !one.thread);
  return roots.flatMap((root) => [root, ...channels.filter((one) => one.parent_id === root.id)]);
}

export function titleOf(channel, world) {
  if (!channel.recipients.length) return channel.name;
  const others = channel.recipients.filter((id) => id !== world.me.id);
  return others.map((id) => nameOf(world.users.find((one) => one.id === id))).join(", ");
}

// A channel's server and name, which outlive a restart of the playground.
export function pathOf(channel, world) {
  const guild = world.guilds.find((one) => one.channels.some((it) => it.id === channel.id));
  return `${guild?.name ?? ""}/${titleOf(channel, world)}`;
}

export function everyChannel(world) {
  return [...world.guilds.flatMap((one) => one.channels), ...world.conversations];
}

// Who and what may be chosen or mentioned in the current channel: {id, name}.
export function people(world, channel) {
  const guild = () => world().guilds.find((one) => one.channels.some((it) => it.id === channel().id));
  return {
    users: () => {
      const here = guild()?.members.map((one) => one.id) ?? channel().recipients;
      return world().users.filter((one) => here.includes(one.id)).map((one) => ({ id: one.id, name: `@${nameOf(one)}` }));
    },
    roles: () => (guild()?.roles ?? []).map((one) => ({ id: one.id, name: `@${one.name.replace(/^@/, "")}` })),
    channels: () => (guild()?.channels ?? []).map((one) => ({ id: one.id, name: `#${one.name}`, type: one.type })),
    // Every place there is, with its server.
    places: () => [
      ...world().guilds.flatMap((one) => one.channels.map(({ id, name }) => ({ id, name: `#${name}, ${one.name}` }))),
      ...world().conversations.map((one) => ({ id: one.id, name: `@${titleOf(one, world())}` })),
    ],
  };
}

// The names that mentions show.
export function names(world) {
  return {
    user: (id) => nameOf(world().users.find((one) => one.id === id) ?? { username: "unknown-user" }),
    role: (id) => world().guilds.flatMap((one) => one.roles).find((one) => one.id === id)?.name ?? "unknown-role",
    channel: (id) => everyChannel(world()).find((one) => one.id === id)?.name ?? "unknown",
  };
}

export function drawPeople(select, world) {
  select.replaceChildren(...world.users.filter((one) => !one.bot).map((one) =>
    el("option", { value: one.username, selected: one.id === world.me.id }, one.about ? `${isolated(nameOf(one))} – ${one.about}` : nameOf(one))));
}

// In a narrow window the list is a drawer: it keeps the focus until Escape or a touch outside closes it.
export function drawer(menu, side) {
  const set = (shown) => {
    document.body.classList.toggle("side-open", shown);
    menu.setAttribute("aria-expanded", String(shown));
    for (const one of document.querySelectorAll("main, .skip")) one.inert = shown;
    side.role = shown ? "dialog" : "complementary";
    side.ariaModal = shown ? "true" : null;
  };
  const close = () => {
    const mine = side.contains(document.activeElement);
    const shown = document.body.classList.contains("side-open");
    set(false);
    if (mine && shown) menu.focus();
  };
  const open = () => {
    set(true);
    (side.querySelector("[aria-current]") ?? side.querySelector("button")).focus();
  };
  menu.addEventListener("click", open);
  side.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("pointerdown", (event) => side.contains(event.target) || menu.contains(event.target) || close());
  return { open, close, narrow: () => menu.checkVisibility() };
}
