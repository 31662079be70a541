/**
 * Groups of slots between which bookings move. The lines of a group are written together, because a booking takes seats
 * of one slot when it gives back those of another. A group has the name of that of its slots whose name sorts first.
 */
export class SlotGroups {
  /** A slot of the same group with a smaller name, for every slot that is not the first of its group. */
  readonly #smaller = new Map<string, string>();

  /** Puts the groups of two slots into one. */
  join(one: string, other: string): void {
    const [first, second] = [this.groupOf(one), this.groupOf(other)].toSorted(byName);
    if (first !== undefined && second !== undefined && first !== second) {
      this.#smaller.set(second, first);
    }
  }

  /** The name of a slot's group; a slot that was not joined is a group by itself. */
  groupOf(slot: string): string {
    let group = slot;
    for (let next = this.#smaller.get(group); next !== undefined; next = this.#smaller.get(group)) {
      group = next;
    }
    return group;
  }

  /** The slots whose group has the name of another slot. */
  renamed(): Iterable<string> {
    return this.#smaller.keys();
  }
}

/** By code units. Any total order would do. */
function byName(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
