import type { AccountId } from "../../domain/account.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Engine, ValueRow } from "../engine.ts";
import { keepInsert } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { recordAudit } from "./audit.ts";

/** The part of a request that is stored for tracing. It holds no value of the caller but the ids of request and booking. */
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

/** The columns, and the value of a record in each. */
const columns: Readonly<
  Record<keyof Tables["request_record"], (record: RequestRecordRow) => unknown>
> = {
  account_id: ({ accountId }) => accountId,
  id: ({ id }) => id,
  request_id: ({ requestId }) => requestId,
  at: ({ at }) => at,
  client_id: ({ clientId }) => clientId,
  endpoint: ({ endpoint }) => endpoint,
  request: ({ request }) => JSON.stringify(request),
  status: ({ status }) => status,
  refusal: ({ refusal }) => refusal,
  answer: ({ answer }) => JSON.stringify(answer),
  duration_ms: ({ durationMs }) => Math.round(durationMs),
};

const insert = keepInsert({
  table: "request_record",
  columns: Object.keys(columns),
  skipsKnown: true,
});

function valuesOf(record: RequestRecordRow): ValueRow {
  return Object.values(columns).map((valueIn) => valueIn(record));
}

/** Rows in one statement, at most. All full statements have one text, which is prepared once. */
const rowsPerStatement = 64;

/**
 * Saves records. One that exists stays as it is, because an insert whose COMMIT got no answer may have
 * been committed.
 */
export function saveRecords(engine: Engine, records: readonly RequestRecordRow[]): Promise<void> {
  const byAccount = Map.groupBy(records, ({ accountId }) => accountId);
  const save = () =>
    engine.write(async (transaction) => {
      for (const some of byAccount.values()) {
        for (let begin = 0; begin < some.length; begin += rowsPerStatement) {
          const portion = some.slice(begin, begin + rowsPerStatement);
          await transaction.executeQuery(insert(transaction, portion.map(valuesOf)));
        }
      }
    });
  const [accountId] = byAccount.keys();
  return byAccount.size === 1 && accountId !== undefined ? engine.within(accountId, save) : save();
}

/** Counts the account's refused requests from a moment on and before another, up to a limit. */
export async function countRefused(
  engine: Engine,
  accountId: AccountId,
  { from, before }: { readonly from: number; readonly before: number },
  limit: number,
): Promise<number> {
  const { reads } = engine;
  const refused = reads
    .selectFrom("request_record")
    .select("id")
    .where("account_id", "=", accountId)
    .where("at", ">=", from)
    .where("at", "<", before)
    .where("refusal", "is not", null)
    .limit(limit);
  const counted = reads
    .selectFrom(refused.as("refused"))
    .select(({ fn }) => fn.countAll<number>().as("count"));
  return engine.within(accountId, async () => (await counted.executeTakeFirstOrThrow()).count);
}

/** Writes once a day to the account's audit log that the limit of records was reached. */
export function noteCapReached(engine: Engine, accountId: AccountId, at: number): Promise<void> {
  const day = formatInstant(at).slice(0, 10);
  return engine.write(async (transaction) => {
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
  });
}
