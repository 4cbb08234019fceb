// The list of servers, channels and direct messages.
import { el, nameOf } from "./dom.js";

export function renderPlaces(node, world, current, open) {
  const item = (channel, sign) => el("li", {}, el("button", {
    type: "button",
    class: channel.thread ? "place thread" : "place",
    "aria-current": channel.id === current ? "page" : null,
    data: { id: channel.id },
    onclick: () => open(channel.id),
  }, el("span", { class: "sign", "aria-hidden": "true" }, channel.thread ? "└" : sign), el("span", { class: "name" }, titleOf(channel, world))));
  const group = (name, channels, sign) => el("section", {}, el("h3", {}, name), el("ul", {}, channels.map((one) => item(one, sign))));
  const parts = world.guilds.map((guild) => group(guild.name, nested(guild.channels), "#"));
  if (world.conversations.length) parts.push(group("Direct messages", world.conversations, "@"));
  node.replaceChildren(...parts);
}

// Threads come after the channel they hang from.
function nested(channels) {
  const roots = channels.filter((one) => !one.thread);
  return roots.flatMap((root) => [root, ...channels.filter((one) => one.parent_id === root.id)]);
}

export function titleOf(channel, world) {
  if (!channel.recipients.length) return channel.name;
  const others = channel.recipients.filter((id) => id !== world.me.id);
  return others.map((id) => nameOf(world.users.find((one) => one.id === id))).join(", ");
}

export function everyChannel(world) {
  return [...world.guilds.flatMap((one) => one.channels), ...world.conversations];
}
