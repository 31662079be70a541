import type { DataKind } from "../../domain/data-file/data-line.ts";
import type { ImportResult } from "./import-order.ts";
import { joinMovedSlots } from "./join-moved-slots.ts";
import type { PortionSize } from "./portion-size.ts";
import type { Scratch } from "./scratch.ts";
import type { FileLine } from "./write-portion.ts";

/** Lines that are written in one transaction. */
export interface Portion {
  readonly lines: readonly FileLine[];
  /** Bookings of its slots follow in another portion. */
  readonly isCut: boolean;
}

export interface ImportPlan {
  /** The catalogue's lines but for slots, if any of them is new or changes. */
  readonly catalogue: readonly FileLine[];
  /** How many slots and bookings are new or change. */
  readonly planned: number;
  readonly isOnePortion: boolean;
}

/**
 * So many slots and bookings are written in one transaction. It holds SQLite's write lock, and cancels wait for it at
 * most two seconds, also where a busy processor gives the operator's thread a tenth of its time.
 */
export const linesInOneTransaction = 1_000;

/** The kinds of which a file has few lines: they are written together, before all others. */
const catalogueKindsFirst = ["group", "interaction", "activity", "host", "ticket_type"] as const;

/**
 * Puts the slots and bookings that are to be written in order, after the file was inspected. All lines of
 * a slot stand together, and so do slots between which a booking moves. Within them, what releases seats
 * comes first, and a lower capacity last.
 */
export function planPortions(scratch: Scratch, { created, updated }: ImportResult): ImportPlan {
  const kinds = catalogueKindsFirst.filter((kind) => scratch.lines(kind) > 0);
  const isWritten = kinds.some((kind) => (created[kind] ?? 0) + (updated[kind] ?? 0) > 0);
  const catalogue = isWritten ? kinds.flatMap((kind) => linesOf(scratch, kind)) : [];
  const planned = orderLines(scratch);
  return { catalogue, planned, isOnePortion: planned <= linesInOneTransaction };
}

function linesOf(scratch: Scratch, kind: DataKind): FileLine[] {
  const rows = scratch.select<[line: number]>(`select line from ${kind}_line order by line`);
  return Array.from(rows, ([line]) => [kind, line]);
}

function orderLines(scratch: Scratch): number {
  scratch.exec(`
    create table slot_group (
      slot_no integer primary key,
      slot_group integer
    );

    create table planned_line (
      place integer primary key,
      slot_group integer,
      kind text,
      line integer
    )`);
  const hasBookings = scratch.has("booking");
  if (hasBookings) joinMovedSlots(scratch);
  const lines = [slotLines, ...(hasBookings ? [bookingLines] : [])].join(" union all ");
  scratch.exec(`
    insert into planned_line (slot_group, kind, line)
    select coalesce(slot_group, slot_no), kind, line
    from (${lines})
    left join slot_group using (slot_no)
    order by coalesce(slot_group, slot_no), step, no`);
  return Number(scratch.prepare("select count(*) as total from planned_line").get()?.["total"]);
}

const slotLines = `
  select
    slot.no as slot_no,
    iif(slot.capacity < known_slot.capacity, 4, 0) as step,
    slot.no as no,
    'slot' as kind,
    slot.line as line
  from slot
  left join known_slot using (no)
  where slot.line is not null
  and slot.capacity is not known_slot.capacity`;

const bookingLines = `
  select
    booking.slot_no,
    iif(known_booking.no is null, 3, iif(booking.booking_status = 'CONFIRMED', 2, 1)),
    booking.no,
    'booking',
    booking.line
  from booking
  left join known_booking using (no)
  where known_booking.no is null
  or booking.no in (select no from found_change)`;

/** The portions in their order. A slot is cut only where it alone has more lines than one portion. */
export function* portionsOf(
  scratch: Scratch,
  { catalogue, planned, isOnePortion }: ImportPlan,
  size: PortionSize,
): Generator<Portion> {
  if (isOnePortion) {
    const lines = [...catalogue, ...nextLines(scratch, 0, planned).lines];
    if (lines.length > 0) yield { lines, isCut: false };
    return;
  }
  if (catalogue.length > 0) yield { lines: catalogue, isCut: true };
  for (let after = 0; ;) {
    const portion = nextLines(scratch, after, size.lines);
    if (portion.lines.length === 0) return;
    after += portion.lines.length;
    yield portion;
  }
}

type PlannedLine = readonly [kind: DataKind, line: number, slotGroup: number];

function nextLines(scratch: Scratch, after: number, size: number): Portion {
  const rows = [
    ...scratch.select<PlannedLine>(
      `select kind, line, slot_group
       from planned_line
       where place > ?
       order by place
       limit ?`,
      after,
      size + 1,
    ),
  ];
  const toLines = (some: readonly PlannedLine[]) =>
    some.map(([kind, line]): FileLine => [kind, line]);
  if (rows.length <= size) return { lines: toLines(rows), isCut: false };
  const next = rows.at(-1)?.[2];
  const whole = rows.filter(([, , group]) => group !== next);
  return whole.length > 0
    ? { lines: toLines(whole), isCut: false }
    : { lines: toLines(rows.slice(0, size)), isCut: true };
}
