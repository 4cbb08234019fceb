// What each person has begun to write in each channel: a message box for both, kept while another is shown.

export class Drafts {
  #all = []; // {person, channel, path, box}

  // `box` is the message box on the page; `make()` returns another.
  constructor(box, make) {
    Object.assign(this, { box, make });
  }

  // Shows the message box of a person, by name, in a channel. After a restart of the playground channels
  // have other ids: a box whose channel is none of `ids` any more goes to the one with its path.
  show(person, channel, path, ids) {
    const mine = this.#all.filter((one) => one.person === person);
    let draft = mine.find((one) => one.channel === channel) ?? mine.find((one) => one.path === path && !ids.includes(one.channel));
    if (!draft) {
      draft = { person, box: this.#all.length ? this.make() : this.box };
      if (mine.length) draft.box.last = mine[0].box.last; // wherever it was sent
      this.#all.push(draft);
    }
    Object.assign(draft, { channel, path });
    if (draft.box === this.box) return;
    this.box.replaceWith(draft.box);
    this.box = draft.box;
  }
}
