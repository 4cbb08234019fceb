// One message of the transcript.
import { avatar, el, nameOf, safeUrl } from "./dom.js";
import { components, fileCard } from "./components.js";
import { markdown } from "./markdown.js";

const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 32768;

export function renderMessage(it, context) {
  const bot = it.author.bot;
  const when = new Date(it.timestamp);
  const head = el("header", {},
    el("strong", { class: "author" }, nameOf(it.author)),
    bot ? el("span", { class: "tag" }, "APP") : null,
    el("time", { datetime: it.timestamp, title: when.toLocaleString() }, when.toLocaleTimeString([], { timeStyle: "short" })),
    it.pinned ? el("span", { class: "quiet" }, "pinned") : null);
  const body = el("div", { class: "body" });
  if (it.flags & LOADING) body.append(el("p", { class: "thinking" }, `${nameOf(it.author)} is thinking`, el("span", { class: "dots", "aria-hidden": "true" }, "…")));
  if (it.content) body.append(el("div", { class: "text" }, markdown(it.content, context.names)));
  for (const embed of it.embeds) body.append(renderEmbed(embed, context));
  body.append(...components(it.components, { ...context, ...context.uses(it) }));
  if (!(it.flags & V2)) for (const one of it.attachments) body.append(attachment(one));
  if (it.edited_timestamp) body.append(el("small", { class: "quiet", title: new Date(it.edited_timestamp).toLocaleString() }, "(edited)"));
  if (it.flags & EPHEMERAL) body.append(onlyYou(it, context));
  const classes = ["message", it.flags & EPHEMERAL ? "ephemeral" : "", it.pinged ? "pinged" : ""];
  return el("li", { class: classes.filter(Boolean).join(" "), data: { id: it.id, author: it.author.id } },
    avatar(it.author), el("article", {}, asked(it), head, body));
}

function asked(it) {
  if (!it.command) return null;
  return el("p", { class: "asked" }, avatar(it.invoker), el("span", {}, nameOf(it.invoker)), " used ", el("span", { class: "mention" }, `/${it.command}`));
}

function onlyYou(it, context) {
  return el("p", { class: "only" }, "Only you can see this · ",
    el("button", { type: "button", class: "plain", onclick: () => context.dismiss(it) }, "Dismiss message"));
}

function attachment(it) {
  const src = safeUrl(it.url);
  if (/^image\/(png|jpeg|gif|webp)/.test(it.content_type ?? "")) {
    return el("div", { class: "tile" }, el("img", { src, alt: it.description ?? "", title: it.description ?? it.filename }));
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
      el("dt", {}, one.name), el("dd", {}, markdown(one.value, context.names))))));
  }
  const src = it.image && safeUrl(it.image.url);
  if (src && new URL(src).origin === location.origin) node.append(el("div", { class: "tile" }, el("img", { src, alt: "" })));
  if (it.footer) node.append(el("p", { class: "subtext" }, it.footer.text));
  return node;
}
