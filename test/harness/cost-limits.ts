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
  /** Files of `src/` with a function that runs. */
  readonly files: number;
}

export const callLimits: Readonly<
  Record<"sqlite" | "postgres", Readonly<Record<LimitedCall, CallLimit>>>
> = {
  sqlite: {
    "a list": { statements: 1, transactions: 0, files: 54 },
    "a cancel": { statements: 7, transactions: 1, files: 70 },
    "a token": { statements: 0, transactions: 0, files: 37 },
    "a check-in over the operator API": { statements: 8, transactions: 1, files: 63 },
    "saving a group over the operator API": { statements: 17, transactions: 1, files: 88 },
    "importing one line": { statements: 13, transactions: 1, files: 53 },
  },
  postgres: {
    "a list": { statements: 1, transactions: 0, files: 60 },
    "a cancel": { statements: 7, transactions: 1, files: 77 },
    "a token": { statements: 0, transactions: 0, files: 37 },
    "a check-in over the operator API": { statements: 8, transactions: 1, files: 70 },
    "saving a group over the operator API": { statements: 17, transactions: 1, files: 95 },
    "importing one line": { statements: 13, transactions: 1, files: 59 },
  },
};
