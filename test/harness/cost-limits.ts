/**
 * What a warm call may cost, at most. `test/statement-counts.test.ts` and `test/counted-costs.test.ts` count it.
 *
 * The limits are figures of 24 to 27 November 2026. Who takes something out lowers them in the same commit; who has
 * to raise one does it in a commit of its own that says why.
 */

export type LimitedCall =
  | "a list"
  | "a cancel"
  | "a token"
  | "a check-in over the operator API"
  | "saving a group over the operator API"
  | "importing one line";

/** The calls have no Idempotency-Key. */
interface CallLimit {
  /** Statements that read or write, and transactions. */
  readonly statements: number;
  readonly transactions: number;
}

export const callLimits: Readonly<
  Record<"sqlite" | "postgres", Readonly<Record<LimitedCall, CallLimit>>>
> = {
  sqlite: {
    "a list": { statements: 1, transactions: 0 },
    "a cancel": { statements: 7, transactions: 1 },
    "a token": { statements: 0, transactions: 0 },
    "a check-in over the operator API": { statements: 8, transactions: 1 },
    "saving a group over the operator API": { statements: 7, transactions: 1 },
    "importing one line": { statements: 9, transactions: 1 },
  },
  postgres: {
    "a list": { statements: 1, transactions: 0 },
    "a cancel": { statements: 7, transactions: 1 },
    "a token": { statements: 0, transactions: 0 },
    "a check-in over the operator API": { statements: 8, transactions: 1 },
    "saving a group over the operator API": { statements: 7, transactions: 1 },
    "importing one line": { statements: 9, transactions: 1 },
  },
};

/** One request, one after the other on one connection; `npm run bench -- --only counts` prints the figures. */
export type CountedCall = "list" | "cancel" | "token" | "check-in";

export interface CostLimit {
  /**
   * Exact figures: one more is a message or a row more. Of rows and index entries, what the service
   * writes by itself now and then is a few hundredths of a request.
   */
  readonly rows: number;
  readonly indexEntries: number;
  /** Only where the engine is a server. */
  readonly roundTrips?: number;
  readonly messagesSent?: number;
  readonly messagesReceived?: number;
  /** Bytes, as measured; the test admits `byteSlack` times as many. What the service writes by itself is in them. */
  readonly allocated: number;
  readonly writeAheadLog: number;
  readonly logLine: number;
  readonly bytesSent?: number;
  readonly bytesReceived?: number;
}

/** Heap bytes vary beside other work, and the write-ahead log with the pages that random ids reach. */
export const byteSlack = 1.15;

export const costLimits: Readonly<
  Record<"sqlite" | "postgres", Readonly<Record<CountedCall, CostLimit>>>
> = {
  sqlite: {
    list: {
      rows: 0.05,
      indexEntries: 0.1,
      allocated: 57_500,
      writeAheadLog: 400,
      logLine: 310,
    },
    cancel: {
      rows: 4.65,
      indexEntries: 3,
      allocated: 83_500,
      writeAheadLog: 43_500,
      logLine: 315,
    },
    token: {
      rows: 0.05,
      indexEntries: 0.1,
      allocated: 24_400,
      writeAheadLog: 400,
      logLine: 288,
    },
    "check-in": {
      rows: 3,
      indexEntries: 2,
      allocated: 275_000,
      writeAheadLog: 33_000,
      logLine: 275,
    },
  },
  postgres: {
    list: {
      rows: 0.05,
      indexEntries: 0.1,
      roundTrips: 1,
      messagesSent: 3,
      messagesReceived: 13,
      allocated: 81_000,
      writeAheadLog: 400,
      logLine: 310,
      bytesSent: 92,
      bytesReceived: 1150,
    },
    cancel: {
      rows: 4.8,
      indexEntries: 7.05,
      roundTrips: 2,
      messagesSent: 22,
      messagesReceived: 24,
      allocated: 129_000,
      writeAheadLog: 1670,
      logLine: 315,
      bytesSent: 1245,
      bytesReceived: 475,
    },
    token: {
      rows: 0.05,
      indexEntries: 0.1,
      roundTrips: 0,
      messagesSent: 0,
      messagesReceived: 0,
      allocated: 24_400,
      writeAheadLog: 400,
      logLine: 288,
      bytesSent: 0,
      bytesReceived: 0,
    },
    "check-in": {
      rows: 3,
      indexEntries: 4.1,
      roundTrips: 5,
      messagesSent: 30,
      messagesReceived: 35,
      allocated: 357_000,
      writeAheadLog: 1030,
      logLine: 275,
      bytesSent: 1490,
      bytesReceived: 2530,
    },
  },
};
