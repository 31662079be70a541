import { nameByKey } from "../../domain/catalogue/catalogue-state.ts";
import { keyFields, type DataLine, type DataLineOf } from "../../domain/data-file/data-line.ts";

/** The fields of a record's key. */
export type RecordKey = Readonly<Record<string, string>>;

/** The kinds of records that others name; slots are loaded and locked apart. */
export const namedKinds = ["group", "interaction", "activity", "host", "ticket_type"] as const;

export type NamedKind = (typeof namedKinds)[number];

/** The records of the catalogue that lines define or name, each once, by the fields of its key. */
export class NamedRecords {
  readonly names = new Set<string>();
  readonly keys: Readonly<Record<NamedKind, RecordKey[]>> = {
    group: [],
    interaction: [],
    activity: [],
    host: [],
    ticket_type: [],
  };
  /** Ids that lines give to campaigns. */
  readonly interactionIds: RecordKey[] = [];
  readonly interactions: DataLineOf<"interaction">[] = [];
  readonly #places = new Set<string>();

  constructor(lines: Iterable<DataLine>) {
    for (const line of lines) this.#nameLine(line);
  }

  #nameLine(line: DataLine): void {
    switch (line.kind) {
      case "group":
        this.#name("group", line.unique_key);
        return;
      case "interaction":
        this.interactions.push(line);
        this.#name("interaction", line.public_key);
        this.#name("group", line.group);
        if (line.id !== null) this.interactionIds.push({ id: line.id });
        return;
      case "activity":
        this.#name("activity", line.interaction, line.id);
        return;
      case "host":
      case "ticket_type":
        this.#name(line.kind, line.interaction, line.activity, line.id);
        return;
      case "slot":
        this.#nameSlot(line, line.starting_at);
        for (const type of Object.keys(line.ticket_types ?? {})) {
          this.#name("ticket_type", line.interaction, line.activity, type);
        }
        return;
      case "booking":
        this.#nameBooking(line);
    }
  }

  /** Many bookings name the same records. */
  #nameBooking(line: DataLineOf<"booking">): void {
    const { interaction, activity, host, slot_starting_at, ticket_type } = line;
    const place = nameByKey("booking", interaction, activity, host, slot_starting_at, ticket_type);
    if (this.#places.has(place)) return;
    this.#places.add(place);
    this.#nameSlot(line, slot_starting_at);
    this.#name("ticket_type", interaction, activity, ticket_type);
  }

  #nameSlot(
    { interaction, activity, host }: DataLineOf<"slot" | "booking">,
    startingAt: number,
  ): void {
    this.#name("activity", interaction, activity);
    if (host !== null) this.#name("host", interaction, activity, host);
    this.names.add(nameByKey("slot", interaction, activity, host, startingAt));
  }

  /** Names a record and what it is part of. */
  #name(kind: NamedKind, ...key: string[]): void {
    const name = nameByKey(kind, ...key);
    if (this.names.has(name)) return;
    const [interaction = "", activity = ""] = key;
    if (kind === "activity") this.#name("interaction", interaction);
    if (kind === "host" || kind === "ticket_type") this.#name("activity", interaction, activity);
    this.names.add(name);
    const fields = keyFields[kind].map((field, index) => [field, key[index] ?? ""] as const);
    this.keys[kind].push(Object.fromEntries(fields));
  }
}
