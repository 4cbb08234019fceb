// Changes a part of the page from one drawing to the next. `was` is how it was drawn, `now` how it is
// drawn now: only what differs between these two changes in the `live` node. So whatever a person did
// in it stays: the focus, what is marked, an open spoiler, menu or alternative text, how far it is scrolled.

// Returns the node that is on the page afterwards.
export function patch(live, was, now) {
  if (was.isEqualNode(now)) return live;
  if (live.nodeName !== was.nodeName) {
    live.replaceWith(now);
    return now;
  }
  if (live.nodeType === Node.TEXT_NODE) patchText(live, was.data, now.data);
  else {
    patchAttributes(live, was, now);
    if (live.renew) live.renew(now);
    else patchChildren(live, was, now);
  }
  return live;
}

// Replaces only the letters between the first and the last change: what is marked beside them stays marked.
function patchText(live, was, now) {
  if (live.data !== was) live.data = now;
  else {
    const [start, end] = common(was, now);
    live.replaceData(start, was.length - start - end, now.slice(start, now.length - end));
  }
}

function patchAttributes(live, was, now) {
  for (const name of new Set([...was.getAttributeNames(), ...now.getAttributeNames()])) {
    const value = now.getAttribute(name);
    if (value === was.getAttribute(name)) continue;
    if (name === "style") live.style.cssText = value ?? ""; // as an attribute the policy forbids it
    else if (value === null) live.removeAttribute(name);
    else live.setAttribute(name, value);
  }
}

// What a person opened, such as a menu, comes after the children that were drawn.
function patchChildren(live, was, now) {
  const shown = [...live.childNodes], before = [...was.childNodes], after = [...now.childNodes];
  if (shown.length < before.length) return live.replaceChildren(...after);
  const kept = pairs(before, after);
  const stay = new Set(kept.values());
  before.forEach((_, index) => stay.has(index) || shown[index].remove());
  let next = shown[before.length] ?? null;
  for (let index = after.length; index--; ) {
    const own = kept.get(index);
    if (own === undefined) live.insertBefore(after[index], next);
    next = own === undefined ? after[index] : patch(shown[own], before[own], after[index]);
  }
}

// Which nodes of two lists are the same, as a map from the later list's indices to the earlier one's:
// in order, and as alike as can be. Mostly their beginnings and ends are equal.
function pairs(before, after) {
  const found = new Map();
  const [start, end] = common(before, after, (one, other) => one.isEqualNode(other));
  for (let index = 0; index < start; index++) found.set(index, index);
  for (let index = 1; index <= end; index++) found.set(after.length - index, before.length - index);
  const some = before.slice(start, before.length - end), others = after.slice(start, after.length - end);
  const alike = some.map((one) => others.map((other) => likeness(one, other)));
  const best = Array.from({ length: some.length + 1 }, () => new Array(others.length + 1).fill(0)); // of what follows
  for (let i = some.length; i--; ) {
    for (let j = others.length; j--; ) best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + alike[i][j]);
  }
  for (let i = 0, j = 0; i < some.length && j < others.length; ) {
    if (best[i][j] === best[i + 1][j]) i++;
    else if (best[i][j] === best[i][j + 1]) j++;
    else found.set(start + j++, start + i++);
  }
  return found;
}

// How surely two nodes are the same one, drawn twice; 0 if they are not.
function likeness(was, now) {
  if (was.isEqualNode(now)) return 4;
  if (was.nodeName !== now.nodeName) return 0;
  const some = was.textContent, other = now.textContent;
  if (was.nodeType !== Node.TEXT_NODE) {
    if (was.classList[0] !== now.classList[0] || was.dataset.id !== now.dataset.id) return 0;
    if (was.dataset.id) return 3;
    // Where everything is new behind a spoiler, nobody has asked to see it.
    if (was.matches(".spoiler") && !(other.includes(some) && pictures(was) === pictures(now))) return 0;
  }
  const [start, end] = common(some, other);
  return 1 + (start + end) / Math.max(some.length, other.length, 1);
}

// How long the equal beginnings and ends of two texts or lists are.
function common(was, now, equal = (one, other) => one === other) {
  const shorter = Math.min(was.length, now.length);
  let start = 0, end = 0;
  while (start < shorter && equal(was[start], now[start])) start++;
  while (end < shorter - start && equal(was.at(-1 - end), now.at(-1 - end))) end++;
  return [start, end];
}

function pictures(node) {
  return Array.from(node.querySelectorAll("img"), (one) => one.src).join(" ");
}
