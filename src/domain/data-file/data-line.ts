import type { ActivityLine } from "./activity-line.ts";
import type { BookingLine } from "./booking-line.ts";
import type { GroupLine } from "./group-line.ts";
import type { HostLine } from "./host-line.ts";
import type { InteractionLine } from "./interaction-line.ts";
import type { SlotLine } from "./slot-line.ts";
import type { TicketTypeLine } from "./ticket-type-line.ts";

/**
 * A good line of a data file. It keeps the file's own names, since from here it goes into columns of
 * the same names. Instants are milliseconds UTC; what may be absent is null,
 * or undefined where absence leaves what stands.
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

/** By which fields a thing is told from others of its kind. */
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

/** What names a thing: the kind and the key of its line. */
export type LineKeyOf<Kind extends DataKind> = {
  [Each in Kind]: { readonly kind: Each } & Pick<
    DataLineOf<Each>,
    Extract<(typeof keyFields)[Each][number], keyof DataLineOf<Each>>
  >;
}[Kind];

export type LineKey = LineKeyOf<DataKind>;

export const dataKinds = Object.keys(keyFields) as readonly DataKind[];

/** What is wrong with a line. Never the value of an external id. */
export interface BadLine {
  /** The line's number in the file, from 1. */
  readonly line: number;
  /** Null where the line does not tell. */
  readonly kind: DataKind | null;
  /** The values of the key fields, joined by `/`; null where the line does not tell. */
  readonly key: string | null;
  /** For example `booked_at` or `tickets[0].attendee.checked_in_at`; null when it is the whole line. */
  readonly field: string | null;
  readonly expected: string;
}
