import { randomUUID } from "node:crypto";
import { Client, Pool, types, type ClientBase } from "pg";
import {
  actor,
  cancelAnswer,
  decideCancel,
  outcomeOf,
  refusedAnswer,
  serveOrders,
  type Cancelled,
  type CancelRow,
} from "./cancel-decision.ts";
import { lockStatement, readStatement, writeStatement } from "./cancel-postgres-statements.ts";
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
    column(({ row }) => row.contact_number),
    column(({ row }) => row.slot_starting_at),
    column(({ row }) => row.slot_number),
    column(({ seats }) => seats),
    column(({ details }) => details),
    column(() => randomUUID()),
  ];
}
