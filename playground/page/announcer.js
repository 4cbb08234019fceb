// What a screen reader announces: new messages in short, not every change of the page.
import { el } from "./dom.js";

const LONGEST = 400; // characters
const KEPT = 20; // lines
const INLINE = "a, b, button, code, em, s, span, strong, time, u"; // other elements are separated by a space

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
    const author = node.querySelector(".author").textContent;
    this.announce(`${author}: ${spoken(node.querySelector(".body"))}`);
  }
}

// The text of a message without its controls and without what is still hidden.
export function spoken(body) {
  let text = "";
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    if (node.matches(".spoiler:not(.open)")) {
      text += "spoiler";
      return NodeFilter.FILTER_REJECT;
    }
    return node.matches("button:not(.mention), .select, .only, .alt-text, small") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  });
  while (text.length <= LONGEST && walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) text += node.data;
    else if (node.localName === "img") text += ` picture: ${node.alt} `;
    else if (!node.matches(INLINE)) text += " ";
  }
  return text.replace(/\s+/g, " ").trim();
}
