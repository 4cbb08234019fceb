// Small helpers to build the page. Text only ever enters as text nodes, never as markup.

const ROOM = 8; // pixels between a popover and the window's edge
const TALLEST = 320, NARROWEST = 220; // pixels

// Attributes of a field for words: no phone corrects them, no browser translates them.
export const WORDS = { autocapitalize: "none", autocomplete: "off", autocorrect: "off", spellcheck: "false", translate: "no" };

export function el(tag, about = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(about)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && typeof value !== "string") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

// Only addresses that cannot run anything become links or pictures.
export function safeUrl(address) {
  try {
    const url = new URL(address, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

export function colourOf(text) {
  let sum = 0;
  for (const sign of text) sum = (sum * 31 + sign.codePointAt(0)) % 360;
  return `hsl(${sum} 42% 42%)`;
}

export function avatar(user) {
  const name = user.global_name ?? user.username;
  const badge = el("span", { class: "avatar", "aria-hidden": "true" }, name.slice(0, 1).toUpperCase());
  badge.style.setProperty("--avatar", colourOf(user.id + user.username));
  return badge;
}

export function nameOf(user) {
  return user.global_name ?? user.username;
}

// Right-to-left letters in a name turn what stands beside it round, unless it is isolated: as an element,
export const isolate = (name, about = {}) => el("bdi", about, name);

// or by invisible characters, where text is all there may be.
export const isolated = (name) => (/[\p{sc=Arab}\p{sc=Hebr}\p{sc=Nkoo}\p{sc=Syrc}\p{sc=Thaa}]/u.test(name) ? `\u2068${name}\u2069` : name);

// Makes a button open a popover, or close it. By the time of a click, the press before it has closed what was open.
export function opens(button, isOpen, open, close) {
  let was = false;
  button.addEventListener("pointerdown", () => (was = isOpen()));
  button.addEventListener("click", ({ detail }) => ((detail ? was : isOpen()) ? close() : open()));
}

// Places an open popover below its anchor, or above it where there is more room.
export function float(node, anchor) {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const below = innerHeight - bottom - ROOM, above = top - ROOM;
  node.style.width = `${Math.min(Math.max(width, NARROWEST), innerWidth - 2 * ROOM)}px`;
  node.style.maxHeight = `${Math.min(TALLEST, Math.max(below, above))}px`;
  node.style.left = `${Math.max(ROOM, Math.min(left, innerWidth - node.offsetWidth - ROOM))}px`;
  node.style.top = `${below >= Math.min(node.offsetHeight, above) ? bottom + 3 : top - node.offsetHeight - 3}px`;
}
