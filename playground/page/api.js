// The page's way to the server.

export class Refused extends Error {} // in the playground's own words
export class Away extends Refused {} // nobody answered

const AGAIN = 2_000; // milliseconds until a line that was refused is asked for anew

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

// Calls `heard` with every event until closed; `heard({event: "reload"})` after a lost connection.
// `ready` resolves once nothing that happens from then on is missed.
export function listen(user, heard) {
  const source = new EventSource(`/playground/events?${new URLSearchParams({ user })}`);
  let lost = false;
  let again = null;
  source.onmessage = (message) => heard(JSON.parse(message.data));
  source.onerror = () => {
    lost = true;
    heard({ event: "lost" });
    // A browser tries again by itself where nobody answers, but not where it was refused.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(() => heard({ event: "reload" }), AGAIN);
  };
  const ready = new Promise((resolve) => {
    source.onopen = () => {
      if (lost) heard({ event: "reload" });
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
