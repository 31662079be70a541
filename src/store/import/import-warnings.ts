import type { DataKind } from "../../domain/data-file/data-line.ts";
import type { Scratch } from "./scratch.ts";

/** A good line with a state that an operator hardly wants. It is imported. */
export interface ImportWarning {
  readonly line: number;
  readonly kind: DataKind;
  readonly key: string;
  readonly field: string;
  readonly message: string;
}

/** How many warnings a report lists. */
const warningsListed = 100;

/** The first warnings, in the order of the file. */
export function importWarnings(scratch: Scratch): ImportWarning[] {
  const selects = [
    ...(scratch.has("booking") ? [withoutLiveTicket] : []),
    ...(scratch.has("activity") ? [withoutTitle] : []),
  ];
  if (selects.length === 0) return [];
  const statement = `${selects.join(" union all ")} order by line limit ?`;
  const rows = scratch.select<
    [line: number, kind: DataKind, key: string, field: string, message: string]
  >(statement, warningsListed);
  return Array.from(rows, ([line, kind, key, field, message]) => ({
    line,
    kind,
    key,
    field,
    message,
  }));
}

/** A booking that keeps its state gets no warning for its line. */
const withoutLiveTicket = `
  select line, 'booking', id, 'tickets', 'a CONFIRMED booking without a live ticket cannot be cancelled'
  from booking
  where booking_status = 'CONFIRMED'
  and live_tickets = 0
  and (no not in (select no from found_difference) or no in (select no from found_change))`;

const withoutTitle = `
  select line, 'activity', key, 'title', 'without a text in any language, callers see an empty title'
  from activity
  join activity_key using (no)
  where line is not null
  and not exists (
    select value
    from json_each(title)
    where value <> ''
  )`;
