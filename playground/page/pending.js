// Interactions on their way: whether the bot acknowledged them, be that heard early or late.
const KEPT = 100; // pieces of news that nobody has asked for yet

export class Pending {
  #waiting = new Map(); // interaction -> what to call with its news
  #early = new Map(); // news of interactions whose sending has not returned yet

  // Resolves to the news that the bot acknowledged an interaction or that it failed.
  settled(id) {
    const news = this.#early.get(id);
    this.#early.delete(id);
    return news ? Promise.resolve(news) : new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  hear(news) {
    if (!news.acknowledged && !news.failure) return;
    const resolve = this.#waiting.get(news.id);
    this.#waiting.delete(news.id);
    if (resolve) return resolve(news);
    this.#early.set(news.id, news);
    if (this.#early.size > KEPT) this.#early.delete(this.#early.keys().next().value);
  }

  // Waits no longer: whoever does is told that it failed, and why.
  forget(why) {
    for (const resolve of this.#waiting.values()) resolve({ failure: why });
    this.#waiting.clear();
    this.#early.clear();
  }
}
