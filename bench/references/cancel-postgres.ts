import { randomUUID } from "node:crypto";
import { Client, Pool, types, type ClientBase } from "pg";
import {
  actor,
  cancelAnswer,
  decideCancel,
  outcomeOf,
  readBookings,
  refusedAnswer,
  serveOrders,
  type Cancelled,
  type CancelRow,
} from "./cancel-decision.ts";
import { gather } from "./gather.ts";
import { pipelined } from "./pipelined.ts";

const int8 = 20;
types.setTypeParser(int8, Number);

/**
 * Runs the statements of the service's cancel, three for any number of bookings. `single` takes a connection
 * of a pool for each request and commits it alone. `batched` has one connection and commits together what
 * arrived while it was busy. Both send statements together that do not need each other's answers.
 */
export async function serveCancels(
  databaseUrl: string,
  commits: "single" | "batched",
): Promise<void> {
  let order: (id: string) => Promise<string>;
  if (commits === "batched") {
    const client = new Client(pipelined(databaseUrl));
    await client.connect();
    order = gather((ids) => cancelTogether(client, ids));
  } else {
    const pool = new Pool({ ...pipelined(databaseUrl), max: 16 });
    order = async (id) => {
      const client = await pool.connect();
      const [answer = ""] = await cancelTogether(client, [id]);
      client.release();
      return answer;
    };
  }
  serveOrders(order);
}

async function cancelTogether(client: ClientBase, ids: readonly string[]): Promise<string[]> {
  const now = Date.now();
  const [, , { rows }] = await Promise.all([
    client.query("begin"),
    client.query({ name: "lock", text: lockStatement, values: [ids] }),
    // The statement sees what was committed before the locks were granted.
    client.query<CancelRow>({ name: "read", text: readStatement, values: [ids] }),
  ]);
  const rowsOf = Map.groupBy(rows, ({ id }) => id);
  const cancelled = new Map<string, Cancelled>();
  const answers = ids.map((id) => {
    const decision = cancelled.has(id) ? null : decideCancel(rowsOf.get(id) ?? [], now);
    if (decision === null) return refusedAnswer;
    cancelled.set(id, decision);
    return cancelAnswer;
  });
  const changes = [...cancelled.values()];
  await Promise.all([
    client.query({ name: "write", text: writeStatement, values: valuesOf(changes, now) }),
    client.query("commit"),
  ]);
  return answers;
}

function valuesOf(changes: readonly Cancelled[], now: number): unknown[] {
  const column = (pick: (change: Cancelled) => unknown) => changes.map(pick);
  return [
    now,
    actor,
    outcomeOf(changes.length),
    column(({ row }) => row.id),
    column(({ row }) => row.contact_id),
    column(({ row }) => row.slot_starting_at),
    column(({ row }) => row.interaction_id),
    column(({ row }) => row.activity_id),
    column(({ row }) => row.host_id),
    column(({ seats }) => seats),
    column(({ details }) => details),
    column(() => randomUUID()),
  ];
}

/** All batches lock in one order, so that two never wait for each other in a circle. */
const lockStatement = `
  select id
  from booking
  where account_id = 1
  and id = any ($1::text[])
  order by id
  for no key update`;

const readStatement = `${readBookings}
  and booking.id = any ($1::text[])`;

const writeStatement = `
  with change as materialized (
    select *
    from unnest(
      $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::int[],
      $11::text[], $12::text[]
    ) as change (
      id, contact_id, slot_starting_at, interaction_id, activity_id, host_id, seats, details, attempt
    )
  ),
  changed_booking as (
    update booking
    set booking_status = 'CANCELLED', booked_at = greatest(booked_at, $1::bigint)
    from change
    where booking.account_id = 1
    and booking.contact_id = change.contact_id
    and booking.slot_starting_at = change.slot_starting_at
    and booking.id = change.id
  ),
  changed_ticket as (
    update ticket
    set cancelled_at = $1::bigint
    from change
    where ticket.account_id = 1
    and ticket.booking_id = change.id
    and ticket.cancelled_at is null
  ),
  event as (
    insert into booking_event (
      account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, details
    )
    select
      1,
      change.id,
      (
        select coalesce(max(number), 0) + 1
        from booking_event
        where account_id = 1
        and booking_id = change.id
      ),
      'cancelled',
      'CANCELLED',
      $1::bigint,
      $1::bigint,
      $2::text,
      change.details
    from change
  ),
  outcome_row as (
    insert into outcome (account_id, client_id, idempotency_key, booking_id, answer, created_at)
    select 1, '', change.attempt, change.id, $3::text, $1::bigint
    from change
    limit 1
  )
  update slot
  set
    taken = taken - freed.seats,
    overbooked_by = greatest(0, least(overbooked_by, taken - freed.seats - capacity))
  from (
    select interaction_id, activity_id, host_id, slot_starting_at, sum(seats)::int as seats
    from change
    where seats > 0
    group by interaction_id, activity_id, host_id, slot_starting_at
  ) as freed
  where slot.account_id = 1
  and slot.interaction_id = freed.interaction_id
  and slot.activity_id = freed.activity_id
  and slot.host_id = freed.host_id
  and slot.starting_at = freed.slot_starting_at`;
