// Tells what is current from what comes too late: a new turn makes everything before it stale.
export class Turns {
  #now = 0;

  // Begins a turn; the function returned tells whether it is still on.
  next() {
    const mine = ++this.#now;
    return () => mine === this.#now;
  }
}
