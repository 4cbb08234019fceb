// A modal: the form that a bot opens, with every kind of field.
import { chooser } from "./chooser.js";
import { el } from "./dom.js";
import { optionsOf } from "./components.js";
import { markdown } from "./markdown.js";

let count = 0;

// Opens the form; `send(values, files)` submits it and throws what the server refuses.
export function openModal(modal, context, send) {
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const fields = [];
  const parts = modal.components.map((one) => part(one, context, fields));
  const form = el("form", { method: "dialog" },
    el("h2", {}, modal.title), parts, trouble,
    el("footer", {},
      el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      el("button", { type: "submit", class: "button primary" }, "Submit")));
  const dialog = el("dialog", { class: "modal", "aria-label": modal.title }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
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
      trouble.textContent = error.message;
      trouble.hidden = false;
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
  const [node, read] = input(field, id, context);
  fields.push({ id: field.custom_id, read });
  const star = field.required === false || field.type === 23 ? null : el("span", { class: "star", "aria-hidden": "true" }, " *");
  const grouped = [21, 22].includes(field.type);
  const name = grouped ? el("legend", {}, label, star) : el("label", { for: id }, label, star);
  const about = description ? el("p", { class: "quiet", id: `${id}-about` }, description) : null;
  if (about) node.setAttribute("aria-describedby", about.id);
  return el(grouped ? "fieldset" : "div", { class: "field" }, name, about, node);
}

function input(field, id, context) {
  switch (field.type) {
    case 4: return textInput(field, id);
    case 19: return upload(field, id);
    case 21: case 22: return group(field, id);
    case 23: {
      const box = el("input", { type: "checkbox", id, checked: field.default ?? false });
      return [box, () => box.checked];
    }
    default: return select(field, id, context);
  }
}

function textInput(field, id) {
  const tag = field.style === 2 ? "textarea" : "input";
  const node = el(tag, { id, maxlength: String(field.max_length ?? 4000), placeholder: field.placeholder, rows: tag === "textarea" ? "5" : null });
  node.value = field.value ?? "";
  return [node, () => node.value];
}

function upload(field, id) {
  const node = el("input", { type: "file", id, multiple: (field.max_values ?? 1) > 1 });
  return [node, () => [...node.files]];
}

function select(field, id, context) {
  const needed = field.required === false ? 0 : 1;
  const { node, values } = chooser({
    id, options: optionsOf(field, context), placeholder: field.placeholder, min: field.min_values ?? needed, max: field.max_values,
  });
  return [node, values];
}

function group(field, id) {
  const kind = field.type === 21 ? "radio" : "checkbox";
  const boxes = field.options.map((one) => el("input", { type: kind, name: id, value: one.value, checked: one.default ?? false }));
  const node = el("div", { id, class: "choices" }, field.options.map((one, place) => el("label", {}, boxes[place], ` ${one.label}`)));
  const chosen = () => boxes.filter((one) => one.checked).map((one) => one.value);
  return [node, () => (kind === "radio" ? chosen()[0] : chosen())];
}
