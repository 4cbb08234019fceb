// Requests to the server.

export class Refused extends Error {} // with the playground's sentence
export class Away extends Refused {} // the playground did not answer

const AGAIN = 2_000; // milliseconds until a refused event stream is opened again

export async function get(name, query) {
  return read(await ask(`/playground/${name}?${new URLSearchParams(query)}`));
}

export async function post(name, about, files = {}) {
  const headers = { "X-Playground": "1" };
  let body;
  if (Object.keys(files).length) {
    body = new FormData();
    body.append("json", JSON.stringify(about));
    for (const [option, chosen] of Object.entries(files)) {
      for (const one of [chosen].flat()) body.append(option, one, one.name);
    }
  } else {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(about);
  }
  return read(await ask(`/playground/${name}`, { method: "POST", headers, body }));
}

async function ask(address, about) {
  try {
    return await fetch(address, about);
  } catch {
    throw new Away("The playground does not answer.");
  }
}

async function read(answer) {
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
    const data = await answer.json();
    if (answer.ok) return data;
    throw new Refused(data.refused ?? "The playground refused this.");
  }
  throw new Refused("The playground could not do this.");
}

// Calls `onEvent` with every event until closed; with {event: "reload"} after a lost connection.
// `ready` resolves when the stream is open: no later event is missed.
export function listen(user, onEvent) {
  const source = new EventSource(`/playground/events?${new URLSearchParams({ user })}`);
  let lost = false;
  let again = null;
  source.onmessage = (message) => onEvent(JSON.parse(message.data));
  source.onerror = () => {
    lost = true;
    onEvent({ event: "lost" });
    // A browser reconnects by itself unless the server refused the stream.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(() => onEvent({ event: "reload" }), AGAIN);
  };
  const ready = new Promise((resolve) => {
    source.onopen = () => {
      if (lost) onEvent({ event: "reload" });
      lost = false;
      resolve();
    };
  });
  const close = () => {
    clearTimeout(again);
    source.close();
  };
  return { close, ready };
}
