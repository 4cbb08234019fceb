// The page: who one is, where one is, and what happens there.
import { get, listen, post } from "./api.js";
import { Composer } from "./composer.js";
import { nameOf } from "./dom.js";
import { openModal } from "./modal.js";
import { refresh, setOffset } from "./moments.js";
import { News } from "./news.js";
import { drawer, drawPeople, everyChannel, Places, titleOf } from "./places.js";
import { Tools } from "./tools.js";
import { Transcript } from "./transcript.js";

const PAGE = 100; // messages loaded at a time
const TICK = 10_000; // milliseconds between looks at moments such as "in 5 minutes"

const $ = (id) => document.getElementById(id);
const page = new URLSearchParams(location.hash.slice(1));
let world = null;
let channel = null;
let stop = null;
let loading = 0;
let seen = false; // the bot, at any time
let waiting = null; // news that came while a channel's messages were being loaded
const began = new Map(); // interactions sent from this page: id -> {text, node, channel}
const early = new Map(); // news of interactions whose sending has not returned yet

const people = {
  guild: () => world.guilds.find((one) => one.channels.some((place) => place.id === channel.id)),
  users: () => {
    const guild = people.guild();
    const here = guild ? guild.members.map((one) => one.id) : channel.recipients;
    return world.users.filter((one) => here.includes(one.id)).map((one) => ({ id: one.id, name: `@${nameOf(one)}` }));
  },
  roles: () => (people.guild()?.roles ?? []).map((one) => ({ id: one.id, name: `@${one.name.replace(/^@/, "")}` })),
  channels: () => (people.guild()?.channels ?? []).map((one) => ({ id: one.id, name: `#${one.name}`, type: one.type })),
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
const announcer = new News($("news"));
const transcript = new Transcript($("log"), $("scroll"), context, { news: announcer, older: (before) => messages({ before }) });
const composer = new Composer(place, people, sent);
const places = new Places($("places"), (id) => open(id));
const tools = new Tools($("tools-body"),
  (text) => transcript.note(`tool-${Date.now()}`, text, { lasting: true }), (text) => composer.tell(text));
const closeDrawer = drawer($("menu"), $("side"));

function place() {
  return { user: world.me.id, channel: channel?.id };
}

async function messages(query = {}) {
  const found = await get("messages", { ...place(), limit: PAGE, ...query });
  return { messages: found, complete: found.length < PAGE };
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
  if (node.getAttribute("aria-busy")) return;
  node.setAttribute("aria-busy", "true");
  const outline = await attempt(() => post(act, { user: world.me.id, channel: message.channel_id, message: message.id, ...about }));
  if (outline) sent(outline, null, node);
  else node.removeAttribute("aria-busy");
}

// An interaction is on its way: show it as pending until the bot acknowledges it.
function sent(outline, text = null, node = null) {
  began.set(outline.id, { text, node, channel: outline.channel_id });
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
  began.delete(news.id);
  transcript.drop(news.id);
  mine.node?.removeAttribute("aria-busy");
  if (news.failure && mine.channel === channel?.id) {
    transcript.note(news.id, mine.text ? `${mine.text} – ${news.failure}` : news.failure, { failed: true });
  }
  if (news.modal) {
    openModal(news.modal, { ...context, ...context.uses({}) }, async (values, files) => {
      sent(await post("submit", { user: world.me.id, interaction: news.id, values }, files));
    });
  }
}

const hears = {
  message({ message }) {
    if (message.channel_id === channel?.id) transcript.show(message);
    else places.mark(message.channel_id);
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
  async changed({ what, online }) {
    if (online !== world.bot.online) {
      world.bot.online = online; // it may be back before everything is loaded anew
      transcript.note("bot", online ? "The bot is back." : "The bot has gone.", { lasting: true });
    }
    await loadWorld();
    if (["bot", "commands", "people", "places"].includes(what)) await composer.load();
    if (what === "clock") refresh($("log"));
  },
  lost: () => notice("The playground does not answer. Waiting for it to come back…"),
  reload: () => begin(world.me.username), // after a restart of the playground ids are others
};

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
  tools.draw(world);
  channel = everyChannel(world).find((one) => one.id === channel?.id) ?? channel;
  if (channel) head();
  places.draw(world, channel?.id);
  drawPeople($("me"), world);
  const { bot } = world;
  $("bot").textContent = bot.online ? `${bot.username} is online` : seen ? `${bot.username} is away` : "No bot yet";
  $("bot").className = bot.online ? "online" : "offline";
  seen ||= bot.online;
  if (bot.online) notice("");
  else if (seen) notice("The bot is not connected: what you ask of it now stays without an answer.");
  else notice("No bot is connected. Start one with DISCORD_API_URL and DISCORD_TOKEN as printed when the playground started.");
}

function head() {
  const title = titleOf(channel, world);
  const sign = channel.recipients.length ? "@" : "#";
  document.title = `${sign}${title} · Playground`;
  $("where").textContent = `${sign} ${title}`;
  $("topic").textContent = channel.topic ?? "";
  $("line").placeholder = `Message ${sign}${title}, or / for commands`;
}

async function open(id) {
  const all = everyChannel(world);
  channel = all.find((one) => one.id === id) ?? all[0] ?? null;
  closeDrawer();
  places.draw(world, channel?.id);
  if (!channel) return;
  head();
  history.replaceState(null, "", `#${new URLSearchParams({ user: world.me.username, channel: channel.id })}`);
  const number = ++loading;
  waiting = [];
  const [found] = await Promise.all([messages(), composer.load()]);
  if (number !== loading) return;
  transcript.fill(found.messages, found.complete);
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

function begin(user) {
  return start(user).catch((error) => notice(error.message));
}

$("me").addEventListener("change", (event) => begin(event.target.value));
$("log").addEventListener("click", (event) => {
  const command = event.target.closest("[data-command]");
  if (command) composer.begin(command.dataset.command);
});
setInterval(() => refresh($("log"), "R"), TICK);
begin(page.get("user"));
