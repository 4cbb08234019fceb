// What a command line holds so far: which command, which option is being typed, what is given.
// Names may be typed in capitals, too.

const NAMED = /(^|\s)([^\s:]+)(?=:)/g;

// The same line with the names as they are registered: in small letters.
export function spelled(line, commands) {
  const typed = line.trim().slice(1);
  const command = line.startsWith("/") && longest(`${typed} `, commands);
  if (!command) return line.replace(/^\/\S+/, (name) => name.toLowerCase());
  const names = command.options.map((one) => one.name);
  const rest = typed.slice(command.name.length).replace(NAMED, (mark) => (names.includes(mark.trim().toLowerCase()) ? mark.toLowerCase() : mark));
  return `/${command.name}${rest}`;
}

export function readLine(line, commands) {
  if (!line.startsWith("/")) return { kind: "text" };
  const typed = line.slice(1);
  const command = longest(typed, commands);
  if (!command) return { kind: "name", typed: typed.trimStart() };
  const rest = typed.slice(command.name.length + 1);
  return { kind: "options", command, ...readOptions(rest, command.options) };
}

function longest(typed, commands) {
  const fitting = commands.filter((one) => typed.toLowerCase().startsWith(`${one.name} `));
  return fitting.sort((a, b) => b.name.length - a.name.length)[0];
}

function readOptions(rest, options) {
  const values = {};
  const names = options.map((one) => one.name);
  const marks = [...rest.matchAll(NAMED)].filter((one) => names.includes(one[2].toLowerCase()));
  const starts = marks.map((one) => one.index + one[1].length);
  marks.forEach((one, index) => {
    const from = starts[index] + one[2].length + 1;
    values[one[2].toLowerCase()] = rest.slice(from, starts[index + 1] ?? rest.length).trim();
  });
  if (marks.length) {
    const last = marks.at(-1);
    const from = starts.at(-1) + last[2].length + 1;
    const raw = rest.slice(from);
    const option = options.find((one) => one.name === last[2].toLowerCase());
    // A space after a value means: what next? Text with spaces in it is typed on regardless.
    const finished = /\S\s$/.test(raw) && !option.autocomplete;
    const open = options.filter((one) => !(one.name in values));
    if (finished) return { values, option: null, fragment: "", from: rest.length, open };
    return { values, option, fragment: raw.trimStart(), from: starts.at(-1), named: true, open };
  }
  const words = rest.split(/\s+/);
  const fragment = words.pop();
  const positional = options.filter((one) => one.type !== 11);
  words.filter(Boolean).forEach((word, index) => {
    if (positional[index]) values[positional[index].name] = word;
  });
  const option = positional[words.filter(Boolean).length] ?? null;
  const open = options.filter((one) => !(one.name in values));
  return { values, option, fragment, from: rest.length - fragment.length, named: false, open };
}

// The line with the fragment that `state` found replaced by a chosen value.
export function complete(line, state, value) {
  const start = 1 + state.command.name.length + 1 + state.from;
  const plain = !state.named && !/\s/.test(String(value));
  const put = plain ? `${value} ` : `${state.option.name}:${value} `;
  return line.slice(0, start) + put;
}

export function startOption(line, name) {
  return `${line.trimEnd()} ${name}:`;
}
