import type { ActivityLine } from "./activity-line.ts";
import type { BookingLine } from "./booking-line.ts";
import type { GroupLine } from "./group-line.ts";
import type { HostLine } from "./host-line.ts";
import type { InteractionLine } from "./interaction-line.ts";
import type { SlotLine } from "./slot-line.ts";
import type { TicketTypeLine } from "./ticket-type-line.ts";

/**
 * A valid line of a data file. It keeps the file's own field names, because the columns have the same names.
 * Instants are milliseconds UTC. An optional field is null, or undefined where absence leaves the stored
 * value as it is.
 */
export type DataLine =
  | GroupLine
  | InteractionLine
  | ActivityLine
  | HostLine
  | TicketTypeLine
  | SlotLine
  | BookingLine;

export type DataKind = DataLine["kind"];

/** The fields that distinguish a record from others of its kind. */
export const keyFields = {
  group: ["unique_key"],
  interaction: ["public_key"],
  activity: ["interaction", "id"],
  host: ["interaction", "activity", "id"],
  ticket_type: ["interaction", "activity", "id"],
  slot: ["interaction", "activity", "host", "starting_at"],
  booking: ["booking"],
} as const satisfies { readonly [Kind in DataKind]: readonly (keyof DataLineOf<Kind>)[] };

export type DataLineOf<Kind extends DataKind> = Extract<DataLine, { kind: Kind }>;

/** The kind and the key of a line, which together name a record. */
export type LineKeyOf<Kind extends DataKind> = {
  [Each in Kind]: { readonly kind: Each } & Pick<
    DataLineOf<Each>,
    Extract<(typeof keyFields)[Each][number], keyof DataLineOf<Each>>
  >;
}[Kind];

export type LineKey = LineKeyOf<DataKind>;

/** The kinds of records in an account's catalogue. */
export type CatalogueKind = Exclude<DataKind, "booking">;

export type CatalogueLine = DataLineOf<CatalogueKind>;

/** The key of a catalogue record, in the fields of a data line. */
export type CatalogueKey = LineKeyOf<CatalogueKind>;

export const dataKinds = Object.keys(keyFields) as readonly DataKind[];

/** The fault of a line. It never contains an external id. */
export interface BadLine {
  /** The line's number in the file, from 1. */
  readonly line: number;
  /** Null where the line's kind is not readable. */
  readonly kind: DataKind | null;
  /** The values of the key fields, joined by `/`; null where they are not readable. */
  readonly key: string | null;
  /**
   * For example `booked_at` or `tickets[0].attendee.checked_in_at`; null when the fault concerns the whole
   * line.
   */
  readonly field: string | null;
  readonly expected: string;
}
