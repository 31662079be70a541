import { plainName } from "./column-names.ts";

/** An activity, a host or a ticket type of a campaign, as far as it is named. */
export interface NamedRecord {
  readonly kind: "activity" | "host" | "ticket_type";
  readonly interaction: string;
  /** The activity that it is part of. */
  readonly activity?: string;
  readonly id: string;
  /** What people read. */
  readonly texts: readonly string[];
}

type Named = Readonly<Partial<Record<"interaction" | "activity" | "host" | "ticket_type", string>>>;

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

/**
 * Finds the ids of what the rows of a foreign spreadsheet name as people do. A name counts only where one record of its
 * place has it: an activity in the campaign, a host or a ticket type in the activity. Every other text stays, and is
 * refused with the ids that there are.
 */
export class NamesInSheet {
  readonly #known = new Set<string>();
  readonly #ids = new Map<string, Set<string>>();

  constructor(records: Iterable<NamedRecord>) {
    for (const { kind, interaction, activity, id, texts } of records) {
      const place = activity === undefined ? [interaction] : [interaction, activity];
      this.#known.add(keyOf(kind, ...place, id));
      for (const text of [id, ...texts]) {
        const plain = plainName(text);
        // A text of signs alone is equal to every other.
        if (plain === "") continue;
        const name = keyOf(kind, ...place, plain);
        this.#ids.set(name, (this.#ids.get(name) ?? new Set()).add(id));
      }
    }
  }

  /** The cells of a row with ids in place of names. */
  withIds<Cells extends Named>(cells: Cells): Cells {
    const { interaction, host, ticket_type: type } = cells;
    if (interaction === undefined || cells.activity === undefined) return cells;
    const activity = this.#idOf("activity", [interaction], cells.activity);
    const place = [interaction, activity];
    return {
      ...cells,
      activity,
      ...(host !== undefined && { host: this.#idOf("host", place, host) }),
      ...(type !== undefined && { ticket_type: this.#idOf("ticket_type", place, type) }),
    };
  }

  #idOf(kind: NamedRecord["kind"], place: readonly string[], text: string): string {
    if (this.#known.has(keyOf(kind, ...place, text))) return text;
    const [id = text, ...others] = this.#ids.get(keyOf(kind, ...place, plainName(text))) ?? [];
    return others.length === 0 ? id : text;
  }
}
