// Keys that nothing on the page may take: they belong to an input method, or are held down.

let pressed = null; // where the last key went down

addEventListener("keydown", (event) => {
  const { key, target, repeat } = event;
  if (!repeat) pressed = target;
  // Safari tells of the Enter that ends a composition only after the end, as key code 229.
  const composing = event.isComposing || event.keyCode === 229;
  const writes = () => target.matches(key === "Enter" ? "textarea" : ":not(a, button, summary, [role=button])");
  const held = repeat && ["Enter", " "].includes(key) && !(target === pressed && writes());
  if (!composing && !held) return;
  event.stopImmediatePropagation();
  if (held || key === "Enter") event.preventDefault();
}, { capture: true });
