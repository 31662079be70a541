import { query } from "./query.ts";

/** The statuses by which `booking trace` knows a request: of its records, and 200 of each cancel in a history. */
export function tracedStatuses(databaseUrl: string, requestId: string): number[] {
  const rows = query(
    databaseUrl,
    `select status
     from request_record
     where request_id = '${requestId}'
     union all
     select 200 as status
     from booking_event
     where request_id = '${requestId}'
     and kind = 'cancelled'`,
  );
  return rows.map(({ status }) => Number(status));
}
