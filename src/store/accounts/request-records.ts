import type { Kysely } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Engine, ValueRow } from "../engine.ts";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { recordAudit } from "./audit.ts";

/** The part of a request that is stored for tracing. It holds no value of the caller but a booking's id. */
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

/** A record with an id of its own, since callers may use a request id again. */
export interface RequestRecordRow extends RequestRecord {
  readonly id: string;
}

export interface TracedRequest extends RequestRecord {
  readonly account: AccountName;
  /** The changes that the request made. */
  readonly changes: readonly {
    readonly bookingId: string;
    readonly event: string;
    readonly at: number;
    readonly details: unknown;
  }[];
}

const into = {
  table: "request_record",
  columns: [
    "account_id",
    "id",
    "request_id",
    "at",
    "client_id",
    "endpoint",
    "request",
    "status",
    "refusal",
    "answer",
    "duration_ms",
  ],
  // An insert whose COMMIT got no answer may have been committed.
  skipsKnown: true,
} as const;

/** Rows in one statement, at most. All full statements have one text, which is prepared once. */
const rowsPerStatement = 64;

export function prepareRequestRecords(engine: Engine) {
  const insert = engine.prepareInsert(into);
  return {
    /**
     * Saves records. One that exists stays as it is, because an insert whose COMMIT got no answer may have
     * been committed.
     */
    save(records: readonly RequestRecordRow[]): Promise<void> {
      const byAccount = Map.groupBy(records, ({ accountId }) => accountId);
      const save = () =>
        engine.write(async (transaction) => {
          for (const some of byAccount.values()) {
            for (let begin = 0; begin < some.length; begin += rowsPerStatement) {
              const portion = some.slice(begin, begin + rowsPerStatement);
              await transaction.executeQuery(insert(portion.map(valuesOf)));
            }
          }
        });
      const [accountId] = byAccount.keys();
      return byAccount.size === 1 && accountId !== undefined
        ? engine.within(accountId, save)
        : save();
    },

    trace: (requestId: string) => traceRequest(engine.reads, requestId),

    countRefused: (accountId: AccountId, since: number, limit: number) =>
      countRefused(engine.reads, accountId, since, limit),

    /** Writes once a day to the account's audit log that the limit of records was reached. */
    noteCapReached(accountId: AccountId, at: number): Promise<void> {
      return engine.write((transaction) => noteCapReached(transaction, accountId, at));
    },
  };
}

async function countRefused(
  reads: Kysely<Tables>,
  accountId: AccountId,
  since: number,
  limit: number,
): Promise<number> {
  const refused = reads
    .selectFrom("request_record")
    .select("id")
    .where("account_id", "=", accountId)
    .where("at", ">=", since)
    .where("refusal", "is not", null)
    .limit(limit);
  const { count } = await reads
    .selectFrom(refused.as("refused"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function noteCapReached(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  at: number,
): Promise<void> {
  const day = formatInstant(at).slice(0, 10);
  const noted = await transaction
    .selectFrom("audit_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("action", "=", "records limited")
    .where("subject", "=", day)
    .executeTakeFirst();
  if (noted !== undefined) return;
  const audit = { actor: "service", now: at };
  await recordAudit(transaction, audit, "records limited", accountId, day);
}

/** Finds every request with this id, newest first, since callers may use an id again. */
async function traceRequest(reads: Kysely<Tables>, requestId: string): Promise<TracedRequest[]> {
  const rows = await reads
    .selectFrom("request_record")
    // A request id does not identify an account.
    .modifyFront(everyAccount)
    .innerJoin("account", "account.id", "request_record.account_id")
    .selectAll("request_record")
    .select(["account.tenant", "account.environment"])
    .where("request_record.request_id", "=", requestId)
    .orderBy("request_record.at", "desc")
    .limit(100)
    .execute();
  const found = rows.map((row) => ({ ...row, request: JSON.parse(row.request) as Request }));
  return Promise.all(
    found.map(async (row) => ({
      accountId: row.account_id as AccountId,
      account: { tenant: row.tenant, environment: row.environment },
      requestId: row.request_id,
      at: row.at,
      clientId: row.client_id,
      endpoint: row.endpoint,
      request: row.request,
      status: row.status,
      refusal: row.refusal,
      answer: JSON.parse(row.answer) as object,
      durationMs: row.duration_ms,
      changes: row.status === 200 ? await changesOf(reads, row, isUsedAgain(found, row)) : [],
    })),
  );
}

interface Request {
  /** The booking that a cancel named. */
  readonly booking?: string;
}

interface Changed {
  readonly account_id: number;
  readonly request_id: string;
  readonly status: number;
  readonly request: Request;
}

/** Whether the account's caller cancelled several bookings under one request id. */
function isUsedAgain(found: readonly Changed[], { account_id, request }: Changed): boolean {
  return found.some(
    (other) =>
      other.account_id === account_id &&
      other.status === 200 &&
      other.request.booking !== request.booking,
  );
}

/** One cancel has fewer changes: its own, and a promotion for each of its tickets, of which there are up to 1,000. */
const eventsMax = 2_000;

/**
 * The changes that a cancel made: of its booking, and of those that moved up. Of an id that was used again, those
 * of its booking: nothing says which cancel promoted a booking, and there may be a million.
 */
async function changesOf(
  reads: Kysely<Tables>,
  { account_id, request_id, request }: Changed,
  usedAgain: boolean,
) {
  const events = await reads
    .selectFrom("booking_event")
    .select(["booking_id", "kind", "at", "details"])
    .where("account_id", "=", account_id)
    .where("request_id", "=", request_id)
    .$if(usedAgain, (select) => select.where("booking_id", "=", request.booking ?? ""))
    .orderBy("recorded_at")
    .orderBy("booking_id")
    .orderBy("number")
    .limit(eventsMax)
    .execute();
  return events.map((event) => ({
    bookingId: event.booking_id,
    event: event.kind,
    at: event.at,
    details: event.details === null ? null : JSON.parse(event.details),
  }));
}

/** The order of the columns. */
function valuesOf(record: RequestRecordRow): ValueRow {
  return [
    record.accountId,
    record.id,
    record.requestId,
    record.at,
    record.clientId,
    record.endpoint,
    JSON.stringify(record.request),
    record.status,
    record.refusal,
    JSON.stringify(record.answer),
    Math.round(record.durationMs),
  ];
}
