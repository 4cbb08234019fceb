// The page: the user, the channel, and the events that change what is shown.
import "./keys.js";
import { Away, get, listen, post } from "./api.js";
import { Composer } from "./composer.js";
import { avatar, el, isolate, isolated, nameOf } from "./dom.js";
import { Drafts } from "./drafts.js";
import { Menus } from "./menu.js";
import { openModal } from "./modal.js";
import { refresh, setOffset } from "./timestamps.js";
import { Announcer } from "./announcer.js";
import { Notices } from "./notices.js";
import { Latest, Pending } from "./pending.js";
import { drawer, drawPeople, everyChannel, names, people, pathOf, Sidebar, titleOf } from "./sidebar.js";
import { Tools } from "./tools.js";
import { Transcript } from "./transcript.js";

const PAGE = 100; // messages loaded at a time
const TICK = 1_000; // milliseconds between updates of the clock and of timestamps such as "in 5 minutes"
const AGAIN = 2_000; // milliseconds until a playground that did not answer is tried again
const CUT = "The connection to the playground was lost: it is not known whether this worked.";

const CALM = document.querySelector("link[rel=icon]").href;
const $ = (id) => document.getElementById(id);
let world = null;
let channel = null;
let path = ""; // of the channel, by which it is found again
let connection = null; // the event stream of the current user
let seen = false; // whether the bot has been online
let queued = null; // events that came while a channel's messages were being loaded
const users = new Latest(); // answers to requests as an earlier user are dropped,
const visits = new Latest(); // and so are those for an earlier channel
const pending = new Pending();
const notices = new Notices($("notice"));
const nearby = people(() => world, () => channel);
const menus = new Menus(where, () => nearby.users(), $("people"), useMenu);
const context = {
  menus,
  names: names(() => world),
  people: nearby,
  uses: (message) => ({
    press: (custom_id, node) => use("press", message, { custom_id }, node),
    choose: (custom_id, values, node) => use("choose", message, { custom_id, values }, node),
  }),
  dismiss: (message) => attempt(() => post("dismiss", { ...where(), message: message.id })),
  find: (id) => attempt(async () => (await transcript.find(id)) || drafts.box.showError("This message is not there (any more).")),
  failed: (text) => transcript.note(`form-${Date.now()}`, text, { failed: true }),
};
const announcer = new Announcer($("announcer"));
const transcript = new Transcript($("log"), $("scroll"), context, {
  announcer, newest: $("newest"), older: (before) => messages({ before }), nothing,
});
const form = $("composer");
const empty = form.cloneNode(true);
const drafts = new Drafts(composer(form), () => composer(empty.cloneNode(true)));
const sidebar = new Sidebar($("places"), (id) => attempt(() => open(id, document.body.classList.contains("side-open"))));
const tools = new Tools($("tools-body"), where,
  (text) => transcript.note(`tool-${Date.now()}`, text, { lasting: true }), (text) => drafts.box.showError(text));
const list = drawer($("menu"), $("side"));

function composer(form) {
  return new Composer(form, where, nearby, {
    began: (interaction, text) => follow(interaction, { text }), sent: (box) => box === drafts.box && transcript.toEnd(),
  });
}

function where() {
  return { user: world.me.id, channel: channel?.id };
}

async function messages(query = {}) {
  const found = await get("messages", { ...where(), limit: PAGE, ...query });
  return { messages: found, complete: found.length < PAGE };
}

async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    drafts.box.showError(error.message);
    return null;
  }
}

async function use(act, message, about, node) {
  if (node.getAttribute("aria-busy")) return;
  node.setAttribute("aria-busy", "true");
  const interaction = await attempt(() => post(act, { user: world.me.id, channel: message.channel_id, message: message.id, ...about }));
  if (interaction) follow(interaction, { node });
  else node.removeAttribute("aria-busy");
}

// Runs a command of a menu on a message, or on a person.
async function useMenu(about, text, node) {
  const interaction = await attempt(() => post("menu", { ...where(), ...about }));
  if (interaction) follow(interaction, { text, node });
}

// Shows an interaction as pending until the bot acknowledges it.
async function follow(interaction, { text = null, node = null }) {
  const mine = () => interaction.user === world.me.id;
  const inSight = () => mine() && interaction.channel_id === channel?.id;
  if (!mine()) return;
  if (text && inSight()) transcript.note(interaction.id, `${text} – sending…`);
  const { failure, modal } = await pending.settled(interaction.id);
  node?.removeAttribute("aria-busy");
  transcript.drop(interaction.id);
  if (failure && inSight()) transcript.note(interaction.id, text ? `${text} – ${failure}` : failure, { failed: true });
  if (!modal || !mine()) return;
  const failed = (text) => mine() && context.failed(text);
  openModal(modal, { ...context, failed }, (values, files) => submit(interaction, values, files));
}

async function submit(shown, values, files) {
  const interaction = await post("submit", { user: shown.user, interaction: shown.id, values }, files);
  const { failure } = await pending.settled(interaction.id);
  if (failure) throw new Error(failure);
}

const handlers = {
  message({ message }) {
    const here = message.channel_id === channel?.id;
    if (here) transcript.show(message);
    if (!message.edited_timestamp && (!here || (document.hidden && message.pinged))) sidebar.mark(message);
    sign();
    if (message.author.bot) $("typing").textContent = "";
  },
  message_delete({ channel_id, id }) {
    if (channel_id === channel?.id) transcript.remove(id);
    sidebar.forget({ channel_id, id });
    sign();
  },
  interaction: ({ interaction }) => pending.receive(interaction),
  typing({ channel_id }) {
    if (channel_id !== channel?.id) return;
    $("typing").textContent = `${isolated(nameOf(world.bot))} is typing…`;
    setTimeout(() => ($("typing").textContent = ""), 8000);
  },
  async changed({ what, online }) {
    if (online !== world.bot.online) {
      world.bot.online = online; // it may be back before everything is loaded again
      transcript.note("bot", online ? "The bot is back." : "The bot has gone.", { lasting: true });
    }
    await loadWorld();
    if (["bot", "commands", "people", "places"].includes(what)) await Promise.all([drafts.box.load(), menus.load()]);
    if (what === "clock") refresh($("log"));
  },
  lost: () => notices.set("connection", "The playground does not answer. Waiting for it to come back…"),
  reload: () => become(world.me.username),
};

let due = null;

// Loads everything but the messages; several changes at once cause one load.
function loadWorld() {
  due ??= (async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    due = null;
    const found = await get("overview", { user: world.me.id });
    if (found.me.id === world.me.id) draw(found); // else the user has changed
  })();
  return due;
}

function draw(found) {
  world = found;
  setOffset(world.clock.offset);
  tools.draw(world);
  const same = everyChannel(world).find((one) => one.id === channel?.id);
  if (same) enter(same);
  else if (channel) showDraft(); // until another one is open
  drawPlaces(channel);
  drawPeople($("me"), world);
  const { bot } = world;
  $("bot").textContent = bot.online ? `${isolated(bot.username)} is online` : seen ? `${isolated(bot.username)} is away` : "No bot yet";
  $("bot").className = bot.online ? "online" : "offline";
  seen ||= bot.online;
  if (bot.online) notices.set("bot", "");
  else if (seen) notices.set("bot", "The bot is not connected: what you ask of it now stays without an answer.");
  else notices.set("bot", "No bot is connected. Start one with DISCORD_API_URL and DISCORD_TOKEN as printed when the playground started.");
}

// What a channel without messages shows: who the bot is, and what to begin with.
function nothing() {
  const { bot } = world;
  const within = channel && nearby.users().some((one) => one.id === bot.id);
  const hint = el("p", {}, "Type / to see all that it can do.");
  if (!bot.examples.length || !within) return el("div", {}, el("p", {}, "Nothing here yet."), hint);
  const cards = bot.examples.map(({ title, line }) =>
    el("button", { type: "button", class: "card", onclick: () => drafts.box.say(line) }, el("b", {}, title), el("code", {}, line)));
  return el("div", { class: "welcome" }, avatar(bot), el("p", { class: "name" }, nameOf(bot)), el("p", {}, bot.about), el("div", { class: "cards" }, cards), hint);
}

function showDraft() {
  drafts.show(world.me.username, channel.id, path, everyChannel(world).map((one) => one.id));
}

function enter(there) {
  channel = there;
  path = pathOf(channel, world);
  showDraft();
  const title = titleOf(channel, world);
  const kind = channel.recipients.length ? "@" : "#";
  $("where").replaceChildren(`${kind} `, isolate(title));
  $("topic").textContent = channel.topic ?? "";
  $("line").placeholder = channel.forum
    ? "Begin a post: its title, and its text from the second line on"
    : `Message ${kind}${isolated(title)}, or / for commands`;
}

function drawPlaces(current) {
  sidebar.draw(world, current?.id);
  sign();
}

// The tab's title and icon say how many unread messages mention the user.
function sign() {
  const { mentions } = sidebar;
  const place = $("where").textContent.replace(" ", "");
  const title = `${mentions ? `(${mentions}) ` : ""}${place && `${isolated(place)} · `}Playground`;
  if (title === document.title) return;
  document.title = title;
  const icon = document.querySelector("link[rel=icon]");
  icon.href = mentions ? icon.dataset.mentionedHref : CALM;
}

// Opens a channel. On a phone, one chosen from the list has an entry of its own in the browser's history: Back leads
// to the list. Both have the same address, so that nothing is loaded again.
async function open(id, listed = false) {
  const current = visits.next();
  $("typing").textContent = "";
  const all = everyChannel(world);
  const namesake = (one) => pathOf(one, world) === path; // ids differ after a restart
  const there = all.find((one) => one.id === id) ?? all.find(namesake) ?? all[0] ?? null;
  list.close();
  if (there) enter(there);
  drawPlaces(there);
  if (!there) return void (channel = null);
  if (listed && history.state !== "channel") {
    history.replaceState("list", "", address());
    history.pushState("channel", "", address());
  } else {
    history.replaceState(history.state, "", address());
  }
  const missed = (queued = []);
  try {
    const [found] = await Promise.all([messages(), drafts.box.load(), menus.load()]);
    if (current()) transcript.fill(found.messages, found.complete);
  } finally {
    if (current()) queued = null;
  }
  if (current()) missed.forEach(handle);
}

function handle(event) {
  if (queued && event.event.startsWith("message")) queued.push(event);
  else Promise.resolve(handlers[event.event]?.(event)).catch((error) => drafts.box.showError(error.message));
}

// Becomes a user: first closes the stream of the one before, then loads everything again. Users go
// by name, since ids differ after a restart of the playground.
async function become(user, at = channel?.id) {
  const current = users.next();
  visits.next();
  queued = null;
  connection?.close();
  pending.forget(CUT);
  try {
    const found = await overview(user);
    if (!current()) return;
    if (found.me.username !== world?.me.username) {
      transcript.clear(); // nothing that only the one before may see stays on the page,
      announcer.clear(); // nor is it announced
      for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    }
    draw(found);
    connection = listen(world.me.username, (event) => current() && handle(event));
    await connection.ready;
    if (!current()) return;
    notices.set("connection", "");
    await Promise.all([open(at), loadWorld()]); // what changed before the stream was open
  } catch (error) {
    if (!current()) return;
    notices.set("connection", `${error.message} Waiting for it to come back…`);
    setTimeout(() => current() && become(user, at), AGAIN);
  }
}

// What a user sees. If the user is unknown, as after a restart, a notice says so and the first one is taken.
async function overview(user) {
  try {
    return await get("overview", { user });
  } catch (error) {
    if (error instanceof Away) throw error;
    const found = await get("overview", { user: "" });
    const name = isolated(world?.me.username === user ? nameOf(world.me) : user);
    notices.set("person", `${name} is not in this playground, which may have been restarted. You are ${isolated(nameOf(found.me))} now.`,
      { [`Add ${name} again`]: () => attempt(async () => choose((await post("people", { name })).username)) });
    return found;
  }
}

// The address holds the user and the channel: `#user=pia&channel=12`.
function address() {
  return `#${new URLSearchParams({ user: world.me.username, channel: channel.id })}`;
}

function arrive() {
  const found = new URLSearchParams(location.hash.slice(1));
  return choose(found.get("user") ?? "", found.get("channel"));
}

function choose(user, at) {
  notices.set("person", "");
  return become(user, at);
}

$("me").addEventListener("change", (event) => choose(event.target.value));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is in use
  drafts.box.focus();
});
// A letter typed where nothing takes letters, as on the channel that was just opened, belongs to the message box.
document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  const nowhere = target === document.body || target === $("scroll") || target.matches(".place");
  if (nowhere && key.length === 1 && key !== " " && !ctrlKey && !altKey && !metaKey) drafts.box.focus();
});
$("log").addEventListener("click", (event) => {
  const command = event.target.closest("[data-command]");
  if (command) drafts.box.begin(command.dataset.command);
});
// The browser's own print would show only the messages loaded so far.
document.addEventListener("keydown", async (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "p" || transcript.complete) return;
  event.preventDefault();
  await attempt(async () => {
    while (await transcript.more());
  });
  print();
});
addEventListener("popstate", ({ state }) => {
  if (!channel || !state) return;
  history.replaceState(state, "", address()); // another may have been opened since
  if (state === "list" && list.narrow()) list.open();
  else list.close();
});
addEventListener("hashchange", () => channel && location.hash === address() ? null : arrive());
document.addEventListener("visibilitychange", () => {
  if (world && !document.hidden) drawPlaces(channel);
});
setInterval(() => {
  tools.tick();
  refresh($("log"), "R");
}, TICK);
arrive();
