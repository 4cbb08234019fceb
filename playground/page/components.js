// Components V2 and the older rows, as DOM nodes.
import { chooser } from "./chooser.js";
import { el, float, safeUrl } from "./dom.js";
import { markdown, spoiler } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const MAKERS = {
  1: row, 2: button, 3: select, 5: select, 6: select, 7: select, 8: select, 9: section,
  10: text, 11: thumbnail, 12: gallery, 13: file, 14: separator, 17: container,
};

// `context` holds {names, people, press(custom_id, node), choose(custom_id, values, node)}.
export function components(list, context) {
  return list.map((one) => MAKERS[one.type]?.(one, context) ?? el("p", { class: "unknown" }, `[component ${one.type}]`));
}

function row(it, context) {
  return el("div", { class: "row" }, components(it.components, context));
}

function emoji(it) {
  if (!it.emoji) return null;
  return el("span", { class: "emoji", "aria-hidden": it.label ? "true" : undefined }, it.emoji.id ? `:${it.emoji.name}:` : it.emoji.name);
}

function button(it, context) {
  const kind = `button ${STYLES[it.style] ?? "secondary"}`;
  if (it.style === 5) {
    const href = safeUrl(it.url);
    return el("a", { class: kind, href, target: "_blank", rel: "noopener noreferrer" }, emoji(it), it.label ?? "", " ↗");
  }
  const node = el("button", { class: kind, type: "button", disabled: it.disabled ?? false, data: { id: it.custom_id ?? "" } },
    emoji(it), it.label ?? "");
  node.addEventListener("click", () => context.press(it.custom_id, node));
  return node;
}

export function optionsOf(it, context) {
  if (it.type === 3) return it.options.map((one) => ({ ...one, name: one.label }));
  const { people } = context;
  const found = [];
  if ([5, 7].includes(it.type)) found.push(...people.users());
  if ([6, 7].includes(it.type)) found.push(...people.roles());
  if (it.type === 8) found.push(...people.channels().filter((one) => it.channel_types?.includes(one.type) ?? true));
  const chosen = new Set((it.default_values ?? []).map((one) => String(one.id)));
  return found.map(({ id, name }) => ({ name, value: id, default: chosen.has(id) }));
}

function select(it, context) {
  return chooser({
    options: () => optionsOf(it, context), placeholder: it.placeholder, min: it.min_values, max: it.max_values,
    disabled: it.disabled ?? false, label: it.placeholder ?? "Choose", data: { id: it.custom_id },
  }, (values, button) => context.choose(it.custom_id, values, button)).node;
}

function text(it, context) {
  return el("div", { class: "text" }, markdown(it.content, context.names));
}

function section(it, context) {
  return el("div", { class: "section" },
    el("div", { class: "section-text" }, components(it.components, context)),
    components([it.accessory], context));
}

// A picture with its alternative text: for screen readers, and shown on request.
export function picture(it, kind) {
  const src = safeUrl(it.media.url);
  const about = it.description ?? "";
  const away = { href: src, target: "_blank", rel: "noopener noreferrer" };
  // The content-security policy allows no other host's pictures: those become links.
  if (!src || new URL(src).origin !== location.origin) return el("div", { class: kind }, el("a", away, about || src || "picture"));
  const size = (value) => (value ? String(value) : null);
  const image = el("img", { src, alt: about, loading: "lazy", width: size(it.media.width), height: size(it.media.height) });
  const inside = el("a", { ...away, title: "Open the picture", "aria-label": about ? null : "picture" }, image);
  return el("div", { class: kind }, it.spoiler ? spoiler([inside]) : inside, about ? alternative(about) : null);
}

function alternative(about) {
  const text = el("p", { class: "alt-text", popover: "auto" }, about);
  const button = el("button", {
    type: "button", class: "alt", "aria-label": "ALT, the alternative text", "aria-expanded": "false",
    popoverTargetElement: text,
  }, "ALT");
  text.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") float(text, button);
  });
  return el("span", { class: "alt-place" }, button, text);
}

function thumbnail(it) {
  return picture(it, "thumbnail");
}

function gallery(it) {
  return el("div", { class: "gallery", data: { count: String(it.items.length) } }, it.items.map((one) => picture(one, "tile")));
}

function file(it, context) {
  const about = context.files?.find((one) => one.url === it.file.url);
  return fileCard(it.file.url, about?.filename ?? it.file.url.split("/").pop(), it.spoiler, about?.size);
}

export function fileCard(address, name, hidden = false, size = null) {
  const about = size == null ? name : `${name} (${size === 1 ? "1 byte" : size < 1024 ? `${size} bytes` : `${Math.ceil(size / 1024)} KiB`})`;
  const card = el("a", { class: "file", href: safeUrl(address), download: name }, `📄 ${about}`);
  return hidden ? spoiler([card]) : card;
}

function separator(it) {
  return el("hr", { class: `separator ${it.spacing === 2 ? "wide" : ""} ${it.divider === false ? "blank" : ""}` });
}

function container(it, context) {
  const node = el("div", { class: `container ${it.accent_color == null ? "" : "accented"}` }, components(it.components, context));
  if (it.accent_color != null) node.style.setProperty("--accent", `#${it.accent_color.toString(16).padStart(6, "0")}`);
  return it.spoiler ? spoiler([node]) : node;
}
