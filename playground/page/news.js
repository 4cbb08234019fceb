// What a screen reader is told: new messages in a few words, not all that changes on the page.
import { el } from "./dom.js";

const LONGEST = 400; // characters
const KEPT = 20; // lines

export class News {
  constructor(node) {
    this.node = node;
  }

  tell(text) {
    if (!text) return;
    this.node.append(el("p", {}, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
    while (this.node.childElementCount > KEPT) this.node.firstElementChild.remove();
  }

  clear() {
    this.node.replaceChildren();
  }

  message(node) {
    const author = node.querySelector(".author").textContent;
    this.tell(`${author}: ${spoken(node.querySelector(".body"))}`);
  }
}

// The text of a message without its controls and without what is still hidden.
export function spoken(body) {
  const parts = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    if (node.matches(".spoiler:not(.open)")) {
      parts.push("spoiler");
      return NodeFilter.FILTER_REJECT;
    }
    return node.matches("button:not(.mention), .select, .only, .alt-text, small") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  });
  for (let length = 0; length <= LONGEST && walker.nextNode(); ) {
    const node = walker.currentNode;
    const text = node.nodeName === "IMG" ? `picture: ${node.alt}` : (node.data ?? "").trim();
    if (!text) continue;
    parts.push(text);
    length += text.length;
  }
  return parts.join(" ");
}
