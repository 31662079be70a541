import { nameOf } from "../../domain/catalogue/catalogue-state.ts";
import type { DataLine, DataLineOf } from "../../domain/data-file/data-line.ts";

/** The fields of a record's key. */
export type RecordKey = Readonly<Record<string, string>>;

/** The records of the catalogue that lines define or name, each once, by the fields of its key. */
export class NamedRecords {
  readonly names = new Set<string>();
  readonly groups: RecordKey[] = [];
  readonly interactions: RecordKey[] = [];
  /** Ids that lines give to campaigns. */
  readonly interactionIds: RecordKey[] = [];
  readonly activities: RecordKey[] = [];
  readonly hosts: RecordKey[] = [];
  readonly ticketTypes: RecordKey[] = [];
  readonly #places = new Set<string>();

  constructor(lines: Iterable<DataLine>) {
    for (const line of lines) this.#name(line);
  }

  #name(line: DataLine): void {
    switch (line.kind) {
      case "group":
        this.#group(line.unique_key);
        return;
      case "interaction":
        this.#interaction(line.public_key);
        this.#group(line.group);
        if (line.id !== null) this.interactionIds.push({ id: line.id });
        return;
      case "activity":
        this.#activity(line.interaction, line.id);
        return;
      case "host":
        this.#host(line.interaction, line.activity, line.id);
        return;
      case "ticket_type":
        this.#ticketType(line.interaction, line.activity, line.id);
        return;
      case "slot":
        this.#slot(line, line.starting_at);
        return;
      case "booking":
        this.#booking(line);
    }
  }

  /** Many bookings name the same records. */
  #booking(line: DataLineOf<"booking">): void {
    const place = nameOf(
      "booking",
      line.interaction,
      line.activity,
      line.host,
      line.slot_starting_at,
    );
    const name = `${place}\n${line.ticket_type}`;
    if (this.#places.has(name)) return;
    this.#places.add(name);
    this.#slot(line, line.slot_starting_at);
    this.#ticketType(line.interaction, line.activity, line.ticket_type);
  }

  #add(name: string, keys: RecordKey[], key: RecordKey): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    keys.push(key);
  }

  #group(unique_key: string): void {
    this.#add(nameOf("group", unique_key), this.groups, { unique_key });
  }

  #interaction(public_key: string): void {
    this.#add(nameOf("interaction", public_key), this.interactions, { public_key });
  }

  #activity(interaction: string, activity: string): void {
    this.#interaction(interaction);
    const name = nameOf("activity", interaction, activity);
    this.#add(name, this.activities, { interaction, id: activity });
  }

  #host(interaction: string, activity: string, id: string): void {
    this.#activity(interaction, activity);
    const key = { interaction, activity, id };
    this.#add(nameOf("host", interaction, activity, id), this.hosts, key);
  }

  #ticketType(interaction: string, activity: string, id: string): void {
    this.#activity(interaction, activity);
    const key = { interaction, activity, id };
    this.#add(nameOf("ticket_type", interaction, activity, id), this.ticketTypes, key);
  }

  #slot({ interaction, activity, host }: SlotOf, startingAt: number): void {
    this.#activity(interaction, activity);
    if (host !== null) this.#host(interaction, activity, host);
    this.names.add(nameOf("slot", interaction, activity, host, startingAt));
  }
}

interface SlotOf {
  readonly interaction: string;
  readonly activity: string;
  readonly host: string | null;
}
