// What a screen reader announces: new messages in short, not every change of the page.
import { el } from "./dom.js";

const LONGEST = 400; // characters
const KEPT = 20; // lines
const INLINE = "a, b, bdi, button, code, em, s, span, strong, time, u"; // other elements are separated by a space

export class Announcer {
  constructor(node) {
    this.node = node;
  }

  announce(text) {
    if (!text) return;
    this.node.append(el("p", {}, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
    while (this.node.childElementCount > KEPT) this.node.firstElementChild.remove();
  }

  clear() {
    this.node.replaceChildren();
  }

  message(node) {
    this.#say(node, withoutSnake(linesOf(node.querySelector(".body"))), " ");
  }

  // What an edit changed: the new lines, and of a changed line with parts, as in "5 words · 12 points",
  // the new parts. `before` are the lines it had.
  change(node, before) {
    const now = linesOf(node.querySelector(".body"));
    const gone = partsOf(before.filter((line) => !now.includes(line)));
    const fresh = partsOf(now.filter((line) => !before.includes(line))).filter((part) => !gone.includes(part));
    if (fresh.length) this.#say(node, withoutSnake(fresh), ", ");
  }

  #say(node, texts, between) {
    this.announce(`${node.querySelector(".author").textContent}: ${texts.join(between)}`);
  }
}

// Leaves out a snake, which nobody understands as one word, where its words are said: "run nausea +1".
function withoutSnake(texts) {
  const words = partsOf(texts).map((part) => /^(\p{L}+) \+\d/u.exec(part)?.[1]).filter(Boolean);
  return texts.filter((text) => !/^\p{L}+$/u.test(text) || !words.some((word) => text.toLowerCase().endsWith(word)));
}

function partsOf(lines) {
  return lines.flatMap((line) => line.split(" · "));
}

// The text of a message without its controls and without what is still hidden.
export function spoken(body) {
  return linesOf(body).join(" ");
}

export function linesOf(body) {
  let text = "";
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    if (node.matches(".spoiler:not(.open)")) {
      text += "spoiler";
      return NodeFilter.FILTER_REJECT;
    }
    return node.matches("button:not(.mention), .select, .only, .alt-text, small") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  });
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) text += node.data;
    else if (node.localName === "img") text += `\npicture: ${node.alt}\n`;
    else if (!node.matches(INLINE)) text += "\n";
  }
  return text.split("\n").map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
}
