// Discord's Markdown as DOM nodes. One pass over the text; nothing is ever parsed as HTML.
import { el, isolate, safeUrl } from "./dom.js";
import { timestamp } from "./timestamps.js";

const PAIRS = [
  ["***", (kids) => el("strong", {}, el("em", {}, kids))],
  ["**", (kids) => el("strong", {}, kids)],
  ["__", (kids) => el("u", {}, kids)],
  ["~~", (kids) => el("s", {}, kids)],
  ["||", spoiler],
  ["*", (kids) => el("em", {}, kids)],
  ["_", (kids) => el("em", {}, kids)],
];
const LINK = /\[((?:[^[\]\\]|\\.)+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/y;
const ADDRESS = /<?(https?:\/\/[^\s<>]*[^\s<>.,;:!?)'"\]])>?/y;
const STAMP = /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y;
const MENTION = /<(@!?|@&|#)(\d+)>/y;
const COMMAND = /<\/([^:>]+):(\d+)>/y;
const FENCE = /^\s*```/;
const DEEPEST = 12; // marks within marks; what lies deeper stays plain
const EMOJI = /<a?:(\w+):\d+>/y;

// `names` returns the names of mentions: {user(id), role(id), channel(id)}.
export function markdown(text, names) {
  return blocks(text.replace(/\r\n?/g, "\n").trimEnd().split("\n"), names);
}

function blocks(lines, names, quoted = false) {
  const out = [];
  for (let at = 0; at < lines.length; ) at = block(lines, at, out, names, quoted);
  return out;
}

function block(lines, at, out, names, quoted) {
  const line = lines[at];
  const fenced = FENCE.test(line) ? fence(lines, at, out) : 0;
  if (fenced) return fenced;
  const heading = /^(#{1,3}) +(.+)/.exec(line);
  if (heading) {
    // One level for all: messages begin with any of them, and no level may be left out.
    out.push(el("h2", { class: `h${heading[1].length}` }, inline(heading[2], names)));
    return at + 1;
  }
  const small = /^-# +(.+)/.exec(line);
  if (small) {
    out.push(el("p", { class: "subtext" }, inline(small[1], names)));
    return at + 1;
  }
  if (line.startsWith(">>> ") && !quoted) {
    out.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)], names, true)));
    return lines.length;
  }
  if (line.startsWith("> ") && !quoted) return quote(lines, at, out, names);
  if (bullet(line)) return list(lines, at, out, names);
  return paragraph(lines, at, out, names);
}

function quote(lines, at, out, names) {
  let end = at;
  while (end < lines.length && lines[end].startsWith("> ")) end++;
  out.push(el("blockquote", {}, blocks(lines.slice(at, end).map((line) => line.slice(2)), names, true)));
  return end;
}

// Code between fences. Text after the closing fence is read as a line of its own.
function fence(lines, at, out) {
  const first = lines[at].trimStart().slice(3);
  const rest = [first, ...lines.slice(at + 1)].join("\n");
  const end = rest.indexOf("```");
  if (end < 1) return 0;
  const code = rest.slice(0, end).replace(/^[\w+.#-]*\n/, "").replace(/\n$/, "");
  out.push(el("pre", {}, el("code", {}, code)));
  const used = rest.slice(0, end).split("\n").length;
  const after = rest.slice(end + 3).split("\n")[0];
  if (!after.trim()) return at + used;
  lines[at + used - 1] = after;
  return at + used - 1;
}

function bullet(line) {
  return /^(\s*)(?:([-*])|(\d{1,9})\.) +(.*)/.exec(line);
}

function list(lines, at, out, names) {
  const first = bullet(lines[at]);
  const depth = first[1].length;
  const node = first[3] ? el("ol", { start: first[3] }) : el("ul");
  while (at < lines.length) {
    const item = bullet(lines[at]);
    if (!item || item[1].length < depth) break;
    if (item[1].length > depth && node.lastElementChild) {
      const inner = [];
      at = list(lines, at, inner, names);
      node.lastElementChild.append(...inner);
      continue;
    }
    if (Boolean(item[3]) !== Boolean(first[3])) break;
    node.append(el("li", {}, inline(item[4], names)));
    at++;
  }
  out.push(node);
  return at;
}

function paragraph(lines, at, out, names) {
  const own = [];
  while (at < lines.length) {
    const line = lines[at];
    if (own.length && (/^(#{1,3} |-# |> |>>> )/.test(line) || FENCE.test(line) || bullet(line))) break;
    own.push(line);
    at++;
  }
  const text = own.join("\n");
  out.push(text.trim() ? el("p", {}, inline(text, names)) : el("p", { class: "gap" }));
  return at;
}

export function inline(text, names, depth = 0) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain) out.push(plain);
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = depth < DEEPEST ? token(text, at, names, depth) : null;
    if (!found) {
      plain += text[at++];
    } else if (typeof found.node === "string") {
      plain += found.node;
      at = found.end;
    } else {
      flush();
      out.push(found.node);
      at = found.end;
    }
  }
  flush();
  return out;
}

function token(text, at, names, depth) {
  const sign = text[at];
  if (sign === "\\" && /[^\w\s]|_/.test(text[at + 1] ?? "")) return { node: text[at + 1], end: at + 2 };
  if (sign === "`") return code(text, at);
  if (sign === "<") return angled(text, at, names) ?? address(text, at);
  if (sign === "[") return link(text, at, names, depth);
  if (sign === "h") return address(text, at);
  if (!"*_~|".includes(sign)) return null;
  for (const [mark, make] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    const end = closing(text, at, mark);
    if (end > 0) return { node: make(inline(text.slice(at + mark.length, end), names, depth + 1)), end: end + mark.length };
  }
  return null;
}

// Where a mark opened at `at` closes: not at once, not next to a space or inside a word for _ and *.
function closing(text, at, mark) {
  const start = at + mark.length;
  const thin = mark === "*" || mark === "_";
  if (thin && /\s/.test(text[start] ?? " ")) return -1;
  if (mark === "_" && /\w/.test(text[at - 1] ?? " ")) return -1;
  for (let end = text.indexOf(mark, start); end >= 0; end = text.indexOf(mark, end + 1)) {
    if (end === start || text[end - 1] === "\\") continue;
    if (thin && (text[end + 1] === mark || text[end - 1] === mark || /\s/.test(text[end - 1]))) continue;
    if (mark === "_" && /\w/.test(text[end + 1] ?? " ")) continue;
    if (mark === "**" && text[end + 2] === "*") return end + 1;
    return end;
  }
  return -1;
}

function code(text, at) {
  const marks = /`+/y;
  marks.lastIndex = at;
  const mark = marks.exec(text)[0];
  const end = text.indexOf(mark, at + mark.length);
  if (end < 0) return null;
  const inside = text.slice(at + mark.length, end).replace(/^ (.*) $/, "$1");
  return { node: el("code", {}, inside.replace(/^\n/, "")), end: end + mark.length };
}

function matched(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function link(text, at, names, depth) {
  const found = matched(LINK, text, at);
  const href = found && safeUrl(found[2]);
  return href ? { node: outward(href, inline(found[1], names, depth + 1)), end: at + found[0].length } : null;
}

function address(text, at) {
  const found = matched(ADDRESS, text, at);
  const href = found && safeUrl(found[1]);
  return href ? { node: outward(href, found[1]), end: at + found[0].length } : null;
}

function outward(href, inside) {
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inside);
}

function angled(text, at, names) {
  const stamp = matched(STAMP, text, at);
  if (stamp) return { node: timestamp(Number(stamp[1]), stamp[2]), end: at + stamp[0].length };
  const mention = matched(MENTION, text, at);
  if (mention) {
    const kind = { "#": "channel", "@&": "role" }[mention[1]] ?? "user";
    const sign = kind === "channel" ? "#" : "@";
    return { node: el("span", { class: "mention" }, sign, isolate(names[kind](mention[2]))), end: at + mention[0].length };
  }
  const command = matched(COMMAND, text, at);
  if (command) {
    const node = el("button", { type: "button", class: "mention", data: { command: command[1] } }, `/${command[1]}`);
    return { node, end: at + command[0].length };
  }
  const emoji = matched(EMOJI, text, at);
  return emoji ? { node: `:${emoji[1]}:`, end: at + emoji[0].length } : null;
}

export function spoiler(kids) {
  const node = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: press to show" },
    el("span", { "aria-hidden": "true" }, kids));
  const open = (event) => {
    if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
    if (node.classList.contains("open")) return;
    event.preventDefault();
    node.classList.add("open");
    node.removeAttribute("role");
    node.removeAttribute("aria-label");
    node.firstChild.removeAttribute("aria-hidden");
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", open);
  return node;
}
