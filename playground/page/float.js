// Where things go that float over everything, so that nothing cuts them off.
const ROOM = 8; // pixels between them and the window's edge
const TALLEST = 320, NARROWEST = 220; // pixels

// Lays an open popover under what it belongs to, or over it where there is more room.
export function float(node, anchor) {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const below = innerHeight - bottom - ROOM, above = top - ROOM;
  node.style.width = `${Math.min(Math.max(width, NARROWEST), innerWidth - 2 * ROOM)}px`;
  node.style.maxHeight = `${Math.min(TALLEST, Math.max(below, above))}px`;
  node.style.left = `${Math.max(ROOM, Math.min(left, innerWidth - node.offsetWidth - ROOM))}px`;
  node.style.top = `${below >= Math.min(node.offsetHeight, above) ? bottom + 3 : top - node.offsetHeight - 3}px`;
}
