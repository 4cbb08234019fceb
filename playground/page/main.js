// The page: who one is, where one is, and what happens there.
import { get, listen, post } from "./api.js";
import { Composer } from "./composer.js";
import { el, nameOf } from "./dom.js";
import { setOffset } from "./markdown.js";
import { openModal } from "./modal.js";
import { everyChannel, renderPlaces, titleOf } from "./places.js";
import { buildTools, showClock } from "./tools.js";
import { Transcript } from "./transcript.js";

const $ = (id) => document.getElementById(id);
const page = new URLSearchParams(location.hash.slice(1));
let world = null;
let channel = null;
let stop = null;
let loading = 0;
let waiting = null; // news that came while a channel's messages were being loaded
const began = new Map(); // interactions sent from this page: id -> {text, opened, node}
const early = new Map(); // news of interactions whose sending has not returned yet

const people = {
  guild: () => world.guilds.find((one) => one.channels.some((place) => place.id === channel.id)),
  users: () => {
    const guild = people.guild();
    const here = guild ? guild.members.map((one) => one.id) : channel.recipients;
    return world.users.filter((one) => here.includes(one.id)).map((one) => [one.id, nameOf(one)]);
  },
  roles: () => (people.guild()?.roles ?? []).map((one) => [one.id, one.name.replace(/^@/, "")]),
  channels: () => (people.guild()?.channels ?? []).map((one) => [one.id, one.name]),
};
const names = {
  user: (id) => nameOf(world.users.find((one) => one.id === id) ?? { username: "unknown-user" }),
  role: (id) => world.guilds.flatMap((one) => one.roles).find((one) => one.id === id)?.name ?? "unknown-role",
  channel: (id) => everyChannel(world).find((one) => one.id === id)?.name ?? "unknown",
};
const context = {
  names,
  people,
  uses: (message) => ({
    press: (custom_id, node) => use("press", message, { custom_id }, node),
    choose: (custom_id, values, node) => use("choose", message, { custom_id, values }, node),
  }),
  dismiss: (message) => attempt(() => post("dismiss", { ...place(), message: message.id })),
};
const transcript = new Transcript($("log"), $("scroll"), context);
const composer = new Composer(place, people, sent);

function place() {
  return { user: world.me.id, channel: channel?.id };
}

async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    composer.tell(error.message);
    return null;
  }
}

async function use(act, message, about, node) {
  node.setAttribute("aria-busy", "true");
  const outline = await attempt(() => post(act, { user: world.me.id, channel: message.channel_id, message: message.id, ...about }));
  if (outline) sent(outline, null, node);
  else node.removeAttribute("aria-busy");
}

// An interaction is on its way: show it as pending until the bot acknowledges it.
function sent(outline, text = null, node = null) {
  began.set(outline.id, { text, opened: false, node, channel: outline.channel_id });
  if (text) transcript.note(outline.id, `${text} – sending…`);
  const news = early.get(outline.id);
  early.delete(outline.id);
  if (news) settle(news);
}

function settle(news) {
  const mine = began.get(news.id);
  if (!mine) {
    early.set(news.id, news);
    if (early.size > 100) early.delete(early.keys().next().value);
    return;
  }
  if (!news.acknowledged && !news.failure) return;
  transcript.drop(news.id);
  mine.node?.removeAttribute("aria-busy");
  if (news.failure && mine.channel === channel?.id) {
    transcript.note(news.id, mine.text ? `${mine.text} – ${news.failure}` : news.failure, { failed: true });
  }
  if (news.modal && !mine.opened) {
    mine.opened = true;
    openModal(news.modal, { ...context, ...context.uses({}) }, async (values, files) => {
      sent(await post("submit", { user: world.me.id, interaction: news.id, values }, files));
    });
  }
}

const hears = {
  message({ message }) {
    if (message.channel_id === channel?.id) transcript.show(message);
    else mark(message.channel_id);
    if (message.author.bot) $("typing").textContent = "";
  },
  message_delete({ channel_id, id }) {
    if (channel_id === channel?.id) transcript.remove(id);
  },
  interaction: ({ interaction }) => settle(interaction),
  typing({ channel_id }) {
    if (channel_id !== channel?.id) return;
    $("typing").textContent = `${nameOf(world.bot)} is typing…`;
    setTimeout(() => ($("typing").textContent = ""), 8000);
  },
  async changed({ what }) {
    const was = world.bot.online;
    await loadWorld();
    if (what === "bot" && was !== world.bot.online) {
      transcript.note("bot", world.bot.online ? "The bot is back." : "The bot has gone.", { lasting: true });
    }
    if (["bot", "commands", "people", "places"].includes(what)) await composer.load();
  },
  lost: () => notice("The playground does not answer. Waiting for it to come back…"),
  reload: () => start(world.me.username), // after a restart of the playground ids are others
};

function mark(id) {
  $("places").querySelector(`[data-id="${CSS.escape(id)}"]`)?.classList.add("unread");
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

let due = null;

// Loads everything but the messages; several changes at once cause one load.
function loadWorld() {
  due ??= (async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    due = null;
    world = await get("overview", { user: world?.me.id ?? page.get("user") ?? "" });
    draw();
  })();
  return due;
}

function draw() {
  setOffset(world.clock.offset);
  showClock(world.clock);
  renderPlaces($("places"), world, channel?.id, open);
  const bot = world.bot;
  $("bot").textContent = bot.online ? `${bot.username} is online` : "No bot yet";
  $("bot").className = bot.online ? "online" : "offline";
  notice(bot.online ? "" : "No bot is connected. Start one with DISCORD_API_URL and DISCORD_TOKEN as printed when the playground started.");
  const options = world.users.filter((one) => !one.bot).map((one) =>
    el("option", { value: one.id, selected: one.id === world.me.id }, nameOf(one)));
  $("me").replaceChildren(...options);
}

async function open(id) {
  const all = everyChannel(world);
  channel = all.find((one) => one.id === id) ?? all[0] ?? null;
  document.body.classList.remove("side-open");
  $("menu").setAttribute("aria-expanded", "false");
  renderPlaces($("places"), world, channel?.id, open);
  if (!channel) return;
  const title = titleOf(channel, world);
  const sign = channel.recipients.length ? "@" : "#";
  $("where").textContent = `${sign} ${title}`;
  $("topic").textContent = channel.topic ?? "";
  $("line").placeholder = `Message ${sign}${title}, or / for commands`;
  location.hash = new URLSearchParams({ user: world.me.username, channel: channel.id });
  const number = ++loading;
  waiting = [];
  const [messages] = await Promise.all([get("messages", { ...place(), limit: 200 }), composer.load()]);
  if (number !== loading) return;
  transcript.fill(messages);
  const missed = waiting;
  waiting = null;
  missed.forEach(hear);
}

function hear(news) {
  if (waiting && news.event.startsWith("message")) waiting.push(news);
  else hears[news.event]?.(news);
}

async function start(user) {
  stop?.();
  stop = null;
  world = await get("overview", { user: user ?? "" });
  draw();
  stop = await listen(world.me.username, hear);
  await open(channel?.id ?? page.get("channel"));
}

$("me").addEventListener("change", (event) => start(event.target.value));
$("menu").addEventListener("click", () => {
  const shown = document.body.classList.toggle("side-open");
  $("menu").setAttribute("aria-expanded", String(shown));
});
$("log").addEventListener("click", (event) => {
  const command = event.target.closest("[data-command]");
  if (command) composer.put(`/${command.dataset.command} `);
});
buildTools($("tools-body"), (text) => transcript.note(`tool-${Date.now()}`, `${text}.`, { lasting: true }));
start(page.get("user"));
