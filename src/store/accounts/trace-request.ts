import type { Kysely } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import { dialectOf, everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { RequestRecord } from "./request-records.ts";

/** A request of a caller: its record, or the history that a cancel has left. */
export interface TracedRequest extends Omit<RequestRecord, "request" | "durationMs"> {
  readonly account: AccountName;
  readonly request: Request;
  /** Null for a cancel that was made: its history has no duration. */
  readonly durationMs: number | null;
  /** The changes that the request made. */
  readonly changes: readonly {
    readonly bookingId: string;
    readonly event: string;
    readonly at: number;
    readonly details: unknown;
  }[];
}

/** The redacted request. */
interface Request {
  readonly method?: string | undefined;
  /** The booking that a cancel named. */
  readonly booking?: string;
}

type Found = Omit<TracedRequest, "changes">;

const foundMax = 100;

/**
 * Finds the latest requests with this id that left a record or a history, newest first, since callers may use an id again.
 * A cancel that was made has its history alone (decision A62). Of a cancel that an earlier program recorded, and of one that was repeated under the
 * same id, the record stands for both.
 */
export async function traceRequest(
  reads: Kysely<Tables>,
  requestId: string,
): Promise<TracedRequest[]> {
  const recorded = await findRecords(reads, requestId);
  const cancels = await findCancels(reads, requestId);
  const isRecorded = (cancel: Found) => recorded.some((record) => isOfSameBooking(record, cancel));
  const found = [...recorded, ...cancels.filter((cancel) => !isRecorded(cancel))]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, foundMax);
  return Promise.all(
    found.map(async (each) => ({
      ...each,
      changes: each.status === 200 ? await changesOf(reads, each, isUsedAgain(found, each)) : [],
    })),
  );
}

async function findRecords(reads: Kysely<Tables>, requestId: string): Promise<Found[]> {
  const rows = await reads
    .selectFrom("request_record")
    // A request id does not identify an account.
    .modifyFront(everyAccount)
    .innerJoin("account", "account.id", "request_record.account_id")
    .selectAll("request_record")
    .select(["account.tenant", "account.environment"])
    .where("request_record.request_id", "=", requestId)
    .orderBy("request_record.at", "desc")
    .limit(foundMax)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    account: { tenant: row.tenant, environment: row.environment },
    requestId: row.request_id,
    at: row.at,
    clientId: row.client_id,
    endpoint: row.endpoint,
    request: JSON.parse(row.request) as Request,
    status: row.status,
    refusal: row.refusal,
    answer: JSON.parse(row.answer) as object,
    durationMs: row.duration_ms,
  }));
}

/** The actor of a change that a caller's client has made. */
const clientActor = "client: ";
const cancelEndpoint = "interactions:cancelInteractionBooking";

/** Cancels of callers, by the histories of their bookings. */
async function findCancels(reads: Kysely<Tables>, requestId: string): Promise<Found[]> {
  const rows = await reads
    .selectFrom("account")
    .modifyFront(everyAccount)
    .innerJoin("booking_event", "booking_event.account_id", "account.id")
    .select(["account.id", "account.tenant", "account.environment"])
    .select(["booking_event.booking_id", "booking_event.recorded_at", "booking_event.actor"])
    .where(dialectOf(reads).isOfRequest(requestId))
    .where("booking_event.kind", "=", "cancelled")
    .where("booking_event.actor", "like", `${clientActor}%`)
    .orderBy("booking_event.recorded_at", "desc")
    .limit(foundMax)
    .execute();
  return rows.map((row) => ({
    accountId: row.id as AccountId,
    account: { tenant: row.tenant, environment: row.environment },
    requestId,
    at: row.recorded_at,
    clientId: row.actor.slice(clientActor.length),
    endpoint: cancelEndpoint,
    request: { method: "POST", booking: row.booking_id },
    status: 200,
    refusal: null,
    answer: {},
    durationMs: null,
  }));
}

function isOfSameBooking(record: Found, cancel: Found): boolean {
  return (
    record.accountId === cancel.accountId &&
    record.status === 200 &&
    record.request.booking === cancel.request.booking
  );
}

/** Whether the account's caller cancelled several bookings under one request id. */
function isUsedAgain(found: readonly Found[], { accountId, request }: Found): boolean {
  return found.some(
    (other) =>
      other.accountId === accountId &&
      other.status === 200 &&
      other.request.booking !== request.booking,
  );
}

/** One cancel has fewer changes: its own, and a promotion or offer for each of its tickets, of which there are up to 1,000. */
const eventsMax = 2_000;

/**
 * The changes that a cancel made: of its booking, and of those that moved up. Of an id that was used again, those
 * of its booking: nothing says which cancel promoted a booking, and there may be a million.
 */
async function changesOf(
  reads: Kysely<Tables>,
  { accountId, requestId, request }: Found,
  usedAgain: boolean,
): Promise<TracedRequest["changes"]> {
  const events = await reads
    .selectFrom("booking_event")
    .select(["booking_id", "kind", "at", "details"])
    .where("account_id", "=", accountId)
    .where(dialectOf(reads).isOfRequest(requestId))
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
