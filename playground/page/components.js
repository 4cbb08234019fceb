// Components V2 and the older rows, as DOM nodes.
import { el, safeUrl } from "./dom.js";
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
  const found = [];
  if ([5, 7].includes(it.type)) found.push(...context.people.users().map(([value, name]) => ({ value, name: `@${name}` })));
  if ([6, 7].includes(it.type)) found.push(...context.people.roles().map(([value, name]) => ({ value, name: `@${name}` })));
  if (it.type === 8) found.push(...context.people.channels().map(([value, name]) => ({ value, name: `#${name}` })));
  const chosen = new Set((it.default_values ?? []).map((one) => String(one.id)));
  return found.map((one) => ({ ...one, default: chosen.has(one.value) }));
}

function select(it, context) {
  const many = (it.max_values ?? 1) > 1;
  const node = el("select", { multiple: many, disabled: it.disabled ?? false, "aria-label": it.placeholder ?? "Choose", data: { id: it.custom_id } });
  if (!many) node.append(el("option", { value: "", disabled: true, selected: true }, it.placeholder ?? "Choose…"));
  for (const one of optionsOf(it, context)) {
    const label = [one.emoji?.name, one.name, one.description && `– ${one.description}`].filter(Boolean).join(" ");
    node.append(el("option", { value: one.value, selected: one.default ?? false }, label));
  }
  const send = () => context.choose(it.custom_id, [...node.selectedOptions].map((one) => one.value), node);
  if (!many) {
    node.addEventListener("change", send);
    return el("span", { class: "select" }, node);
  }
  node.size = Math.min(6, node.options.length);
  return el("span", { class: "select" }, node, el("button", { class: "button secondary", type: "button", onclick: send }, "Choose"));
}

function text(it, context) {
  return el("div", { class: "text" }, markdown(it.content, context.names));
}

function section(it, context) {
  return el("div", { class: "section" },
    el("div", { class: "section-text" }, components(it.components, context)),
    components([it.accessory], context));
}

function picture(it, kind) {
  const src = safeUrl(it.media.url);
  const own = src && new URL(src).origin === location.origin;
  const about = it.description ?? "";
  // The content-security policy lets in no other host's pictures: those become links.
  const node = own
    ? el("img", { src, alt: about, title: about, loading: "lazy", width: it.media.width ? String(it.media.width) : null, height: it.media.height ? String(it.media.height) : null })
    : el("a", { href: src, target: "_blank", rel: "noopener noreferrer" }, about || src || "picture");
  return it.spoiler ? el("div", { class: kind }, spoiler([node])) : el("div", { class: kind }, node);
}

function thumbnail(it) {
  return picture(it, "thumbnail");
}

function gallery(it) {
  return el("div", { class: "gallery", data: { count: String(it.items.length) } }, it.items.map((one) => picture(one, "tile")));
}

function file(it) {
  return fileCard(it.file.url, decodeURIComponent(it.file.url.split("/").pop()), it.spoiler);
}

export function fileCard(address, name, hidden = false, size = null) {
  const about = size === null ? name : `${name} (${Math.ceil(size / 1024)} KiB)`;
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
