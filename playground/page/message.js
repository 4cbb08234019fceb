// One message of the transcript.
import { avatar, el, isolate, nameOf, safeUrl } from "./dom.js";
import { components, fileCard, picture } from "./components.js";
import { markdown } from "./markdown.js";
import { full, timestamp } from "./timestamps.js";
import { spoken } from "./announcer.js";

const characters = new Intl.Segmenter();

const EXCERPT = 120; // characters
const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 32768;

export function renderMessage(it, context) {
  const bot = it.author.bot;
  const at = Date.parse(it.timestamp) / 1000;
  const head = el("header", {},
    el("strong", { class: "author" }, isolate(nameOf(it.author))),
    bot ? el("span", { class: "tag" }, "APP") : null,
    timestamp(at, "H"),
    it.edited_timestamp ? el("small", { class: "quiet", title: full(Date.parse(it.edited_timestamp) / 1000) }, "(edited)") : null, // here it moves nothing
    it.pinned ? el("span", { class: "quiet" }, "pinned") : null,
    context.menus.button(it, context));
  const body = el("div", { class: "body", translate: "no" });
  if (it.flags & LOADING) body.append(el("p", { class: "thinking" }, isolate(nameOf(it.author)), " is thinking", el("span", { class: "dots", "aria-hidden": "true" }, "…")));
  body.append(...contents(it, { ...context, ...context.uses(it) }), ...(it.message_snapshots ?? []).map((one) => forwarded(one.message, context)));
  if (it.flags & EPHEMERAL) body.append(onlyYou(it, context));
  const classes = ["message", it.flags & EPHEMERAL ? "ephemeral" : "", it.pinged ? "pinged" : ""];
  return el("li", { class: classes.filter(Boolean).join(" "), data: { message: it.id, at: String(at) } },
    avatar(it.author), el("article", { tabindex: "-1", "aria-label": nameOf(it.author) }, usedCommand(it), replyTo(it, context), head, body));
}

function contents(it, context) {
  return [
    it.content ? el("div", { class: "text" }, markdown(it.content, context.names)) : "",
    ...it.embeds.map((embed) => renderEmbed(embed, context)),
    ...components(it.components, { ...context, files: it.attachments }),
    ...(it.flags & V2 ? [] : it.attachments.map(attachment)),
  ];
}

// What a forward holds of another message: to be seen, and not to be used.
function forwarded(it, context) {
  const node = el("div", { class: "container accented forward" },
    el("p", { class: "subtext" }, "↪ Forwarded"), contents(it, context),
    el("p", { class: "subtext" }, timestamp(Date.parse(it.timestamp) / 1000)));
  for (const one of node.querySelectorAll("button.button, .chooser")) one.disabled = true;
  return node;
}

// Above an answer: who used which command. A press fills it in again.
function usedCommand(it) {
  if (!it.command) return null;
  if (it.menu) return el("p", { class: "above" }, avatar(it.invoker), isolate(nameOf(it.invoker)), " used ", el("b", {}, it.command));
  const command = el("button", { type: "button", class: "mention", data: { command: it.command, id: "command" } }, `/${it.command}`);
  return el("p", { class: "above" }, avatar(it.invoker), isolate(nameOf(it.invoker)), " used ", command);
}

// Above a reply: the message it replies to, and its beginning. A press leads there.
function replyTo(it, context) {
  if (it.reply === undefined) return null;
  const said = it.reply && spoken(el("div", {}, markdown(it.reply.text, context.names)));
  return el("p", { class: "above reply" }, replyLine(it.reply && { ...it.reply, said }, context));
}

// `reply` is {id, author, said}, or null if the message is gone or not visible to the user.
export function replyLine(reply, context) {
  if (!reply) return el("em", {}, "Message could not be loaded");
  const excerpt = shortened(reply.said) || "Press to see it";
  return el("button", { type: "button", data: { id: "reply" }, onclick: () => context.find(reply.id) },
    el("span", { class: "unseen" }, "Reply to "), avatar(reply.author), el("b", {}, isolate(nameOf(reply.author))), el("span", { class: "excerpt" }, excerpt));
}

function shortened(text) {
  const some = Array.from(characters.segment(text.slice(0, 16 * EXCERPT)), (one) => one.segment);
  return some.length > EXCERPT ? `${some.slice(0, EXCERPT - 1).join("")}…` : text;
}

function onlyYou(it, context) {
  return el("p", { class: "only" }, "Only you can see this", el("span", {}, " · ",
    el("button", { type: "button", class: "plain", onclick: () => context.dismiss(it) }, "Dismiss message")));
}

function attachment(it) {
  if (/^image\/(png|jpeg|gif|webp)/.test(it.content_type ?? "")) {
    const media = { url: it.url, width: it.width, height: it.height };
    return picture({ media, description: it.description, spoiler: it.filename.startsWith("SPOILER_") }, "tile");
  }
  return fileCard(it.url, it.filename, it.filename.startsWith("SPOILER_"), it.size);
}

function renderEmbed(it, context) {
  const node = el("div", { class: "container accented embed" });
  if (it.color != null) node.style.setProperty("--accent", `#${it.color.toString(16).padStart(6, "0")}`);
  if (it.author) node.append(el("p", { class: "subtext" }, it.author.name));
  if (it.title) node.append(el("p", { class: "title" }, it.url ? el("a", { href: safeUrl(it.url), target: "_blank", rel: "noopener noreferrer" }, it.title) : it.title));
  if (it.description) node.append(el("div", { class: "text" }, markdown(it.description, context.names)));
  if (it.fields?.length) {
    node.append(el("dl", {}, it.fields.map((one) => el("div", { class: one.inline ? "inline" : "" },
      el("dt", {}, one.name), el("dd", { class: "text" }, markdown(one.value, context.names))))));
  }
  const src = it.image && safeUrl(it.image.url);
  if (src && new URL(src).origin === location.origin) node.append(el("div", { class: "tile" }, el("img", { src, alt: "" })));
  if (it.footer) node.append(el("p", { class: "subtext" }, it.footer.text));
  return node;
}
