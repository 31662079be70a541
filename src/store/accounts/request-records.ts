import { sql, type Kysely } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import type { Engine, BoundRows } from "../engine.ts";
import { bindRows } from "../input-rows.ts";
import { prepare } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** The part of a request that is stored for tracing; of the caller's values only a booking's id. */
export interface RequestRecord {
  readonly accountId: AccountId;
  readonly requestId: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly clientId: string;
  readonly endpoint: string;
  readonly request: object;
  readonly status: number;
  readonly refusal: string | null;
  readonly answer: object;
  readonly durationMs: number;
}

/** With an id of its own, since callers may use a request id again. */
export interface RequestRecordRow extends RequestRecord {
  readonly id: string;
}

export interface TracedRequest extends RequestRecord {
  readonly account: AccountName;
  /** What it changed. */
  readonly changes: readonly {
    readonly bookingId: string;
    readonly event: string;
    readonly at: number;
    readonly details: unknown;
  }[];
}

const columns = {
  account_id: "bigint",
  id: "text",
  request_id: "text",
  at: "bigint",
  client_id: "text",
  endpoint: "text",
  request: "text",
  status: "bigint",
  refusal: "text",
  answer: "text",
  duration_ms: "bigint",
} as const;

export function requestRecords(engine: Engine) {
  const insert = insertion(engine);
  return {
    /** A record that exists is left alone, because an unanswered COMMIT may have taken place. */
    save(records: readonly RequestRecordRow[]): Promise<void> {
      return engine.write(async (transaction) => {
        await insert(transaction, bindRows(records.map(toRow)));
      });
    },

    trace: (requestId: string) => traceRequest(engine.reads, requestId),
  };
}

function insertion(engine: Engine) {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return prepare((values: BoundRows) =>
    engine.reads
      .insertInto("request_record")
      .columns(names)
      .expression((from) =>
        from
          .selectFrom(engine.inputRows(values, columns))
          .select(names)
          // Without a condition, SQLite would read `on conflict` as that of a join.
          .where(sql.lit(true)),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
}

function toRow(record: RequestRecordRow) {
  return {
    account_id: record.accountId,
    id: record.id,
    request_id: record.requestId,
    at: record.at,
    client_id: record.clientId,
    endpoint: record.endpoint,
    request: JSON.stringify(record.request),
    status: record.status,
    refusal: record.refusal,
    answer: JSON.stringify(record.answer),
    duration_ms: Math.round(record.durationMs),
  };
}

/** Every request that carried this id, newest first: callers may use one again. */
async function traceRequest(reads: Kysely<Tables>, requestId: string): Promise<TracedRequest[]> {
  const rows = await reads
    .selectFrom("request_record")
    .innerJoin("account", "account.id", "request_record.account_id")
    .selectAll("request_record")
    .select(["account.tenant", "account.environment"])
    .where("request_record.request_id", "=", requestId)
    .orderBy("request_record.at", "desc")
    .limit(100)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      accountId: row.account_id as AccountId,
      account: { tenant: row.tenant, environment: row.environment },
      requestId: row.request_id,
      at: row.at,
      clientId: row.client_id,
      endpoint: row.endpoint,
      request: JSON.parse(row.request) as object,
      status: row.status,
      refusal: row.refusal,
      answer: JSON.parse(row.answer) as object,
      durationMs: row.duration_ms,
      changes: row.status === 200 ? await changesOf(reads, row.account_id, requestId) : [],
    })),
  );
}

async function changesOf(reads: Kysely<Tables>, accountId: number, requestId: string) {
  const events = await reads
    .selectFrom("booking_event")
    .select(["booking_id", "kind", "at", "details"])
    .where("account_id", "=", accountId)
    .where("request_id", "=", requestId)
    .orderBy("recorded_at")
    .execute();
  return events.map((event) => ({
    bookingId: event.booking_id,
    event: event.kind,
    at: event.at,
    details: event.details === null ? null : JSON.parse(event.details),
  }));
}
