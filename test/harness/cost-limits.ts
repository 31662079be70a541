/**
 * What a warm call may cost, at most. `test/statement-counts.test.ts` and `test/counted-costs.test.ts` count it.
 *
 * The limits are the figures of commit e4da7e7a. Who takes something out lowers them in the same commit; who has
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
  /** Files of `src/` with a function that runs; one more than seen where connections close and open beside it. */
  readonly files: number;
}

export const callLimits: Readonly<
  Record<"sqlite" | "postgres", Readonly<Record<LimitedCall, CallLimit>>>
> = {
  sqlite: {
    "a list": { statements: 1, transactions: 0, files: 54 },
    "a cancel": { statements: 7, transactions: 1, files: 71 },
    "a token": { statements: 0, transactions: 0, files: 37 },
    "a check-in over the operator API": { statements: 8, transactions: 1, files: 63 },
    "saving a group over the operator API": { statements: 17, transactions: 1, files: 89 },
    "importing one line": { statements: 13, transactions: 1, files: 54 },
  },
  postgres: {
    "a list": { statements: 1, transactions: 0, files: 61 },
    "a cancel": { statements: 7, transactions: 1, files: 78 },
    "a token": { statements: 0, transactions: 0, files: 38 },
    "a check-in over the operator API": { statements: 8, transactions: 1, files: 70 },
    "saving a group over the operator API": { statements: 17, transactions: 1, files: 96 },
    "importing one line": { statements: 13, transactions: 1, files: 60 },
  },
};
