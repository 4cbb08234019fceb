// A modal: the form that a bot opens, with every kind of field.
import { chooser } from "./chooser.js";
import { el, WORDS } from "./dom.js";
import { optionsOf } from "./components.js";
import { markdown } from "./markdown.js";

let count = 0;

// Opens the form; `send(values, files)` resolves once the bot has accepted it, and throws the reason
// if not. Until then the form stays open, with everything that was filled in.
export function openModal(modal, context, send) {
  const errorLine = el("p", { class: "error", role: "alert", hidden: true });
  const button = el("button", { type: "submit", class: "button primary" }, "Submit");
  const fields = [];
  const parts = modal.components.map((one) => part(one, context, fields));
  const form = el("form", { method: "dialog" },
    el("h2", {}, modal.title), parts, errorLine,
    el("footer", {},
      el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      button));
  const dialog = el("dialog", { class: "modal", "aria-label": modal.title }, form);
  const busy = (is) => {
    for (const node of [form, button]) node.setAttribute("aria-busy", String(is));
    button.textContent = is ? "Sending…" : "Submit";
  };
  const showError = (text) => {
    errorLine.textContent = text;
    errorLine.hidden = !text;
    if (text) errorLine.scrollIntoView({ block: "nearest" });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    showError("");
    busy(true);
    const values = {};
    const files = {};
    for (const { id, read } of fields) {
      const value = read();
      if (value?.[0] instanceof File) files[id] = value;
      else if (value !== undefined) values[id] = value;
    }
    try {
      await send(values, files);
      dialog.close();
    } catch (error) {
      if (dialog.open) showError(error.message);
      else context.failed(`${modal.title} – ${error.message}`); // it was closed meanwhile
    } finally {
      busy(false);
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function part(it, context, fields) {
  if (it.type === 10) return el("div", { class: "text" }, markdown(it.content, context.names));
  if (it.type === 1) return labelled(it.components[0], it.components[0].label, "", context, fields);
  return labelled(it.component, it.label, it.description ?? "", context, fields);
}

function labelled(field, label, description, context, fields) {
  const id = `field-${++count}`;
  const needed = field.required !== false && field.type !== 23;
  const about = description ? el("p", { class: "quiet", id: `${id}-about` }, description) : null;
  const grouped = [21, 22].includes(field.type);
  // A group of checkboxes has no `required` state, so the text says it.
  const must = needed && field.type === 22 ? el("span", { class: "unseen", id: `${id}-must` }, "required") : null;
  const said = [about, must].filter(Boolean).map((one) => one.id).join(" ") || null;
  const states = { "aria-describedby": said, "aria-required": needed && field.type !== 22 ? "true" : null };
  const [node, read] = input(field, id, grouped ? {} : states, context);
  fields.push({ id: field.custom_id, read });
  const star = needed ? el("span", { class: "star", "aria-hidden": "true" }, " *") : null;
  if (!grouped) return el("div", { class: "field" }, el("label", { for: id }, label, star), about, node);
  const role = field.type === 21 ? "radiogroup" : null;
  return el("fieldset", { class: "field", role, ...states }, el("legend", {}, label, star), about, must, node);
}

// The node of a field and the function that reads its value. `states` belong on the focusable node.
function input(field, id, states, context) {
  switch (field.type) {
    case 4: return textInput(field, id, states);
    case 19: return upload(field, id, states);
    case 21: case 22: return group(field, id);
    case 23: {
      const box = el("input", { type: "checkbox", id, checked: field.default ?? false, ...states });
      return [box, () => box.checked];
    }
    default: return select(field, id, states, context);
  }
}

// Too long a text is not cut off, which nobody would notice: it is refused when it is sent.
function textInput(field, id, states) {
  const tag = field.style === 2 ? "textarea" : "input";
  const node = el(tag, { id, placeholder: field.placeholder, rows: tag === "textarea" ? "5" : null, ...WORDS, ...states });
  node.value = field.value ?? "";
  return [node, () => node.value];
}

function upload(field, id, states) {
  const node = el("input", { type: "file", id, multiple: (field.max_values ?? 1) > 1, ...states });
  return [node, () => [...node.files]];
}

function select(field, id, states, context) {
  const needed = field.required === false ? 0 : 1;
  const { node, values } = chooser({
    id, states, options: () => optionsOf(field, context), placeholder: field.placeholder, min: field.min_values ?? needed, max: field.max_values,
  });
  return [node, values];
}

function group(field, id) {
  const kind = field.type === 21 ? "radio" : "checkbox";
  const boxes = [];
  const lines = field.options.map((one, index) => {
    const about = one.description ? el("small", { class: "quiet", id: `${id}-${index}` }, one.description) : null;
    const box = el("input", { type: kind, name: id, value: one.value, checked: one.default ?? false, "aria-describedby": about?.id });
    boxes.push(box);
    return el("div", { class: "choice-line" }, el("label", {}, box, " ", one.label), about);
  });
  const chosen = () => boxes.filter((one) => one.checked).map((one) => one.value);
  return [el("div", { id, class: "choices" }, lines), () => (kind === "radio" ? chosen()[0] : chosen())];
}
