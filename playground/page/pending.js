// What is under way: interactions that wait for the bot, and requests that may be overtaken.
const KEPT = 100; // events kept that nobody has asked for yet

export class Pending {
  #waiting = new Map(); // interaction id -> what to call with its event
  #early = new Map(); // events of interactions whose POST has not returned yet

  // Resolves to the event that the bot acknowledged an interaction, or that it failed.
  settled(id) {
    const event = this.#early.get(id);
    this.#early.delete(id);
    return event ? Promise.resolve(event) : new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  receive(event) {
    if (!event.acknowledged && !event.failure) return;
    const resolve = this.#waiting.get(event.id);
    this.#waiting.delete(event.id);
    if (resolve) return resolve(event);
    this.#early.set(event.id, event);
    if (this.#early.size > KEPT) this.#early.delete(this.#early.keys().next().value);
  }

  // Stops waiting: everything that waits resolves as failed, with the reason.
  forget(why) {
    for (const resolve of this.#waiting.values()) resolve({ failure: why });
    this.#waiting.clear();
    this.#early.clear();
  }
}

// Separates current work from work that a newer request has overtaken.
export class Latest {
  #now = 0;

  // Begins a request; the function returned says whether it is still the latest.
  next() {
    const mine = ++this.#now;
    return () => mine === this.#now;
  }
}
