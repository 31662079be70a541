import { ProblemError, UnreachableError } from "../../api/problem.ts";

/** What became of one row of a bulk action. */
export type RowResult =
  | { readonly kind: "done"; readonly words: string }
  /** Certainly nothing was changed. */
  | { readonly kind: "refused"; readonly error: Error }
  /** There was no response: the same request again, under its key, is done once. */
  | { readonly kind: "unknown"; readonly error: Error };

/**
 * Changes row after row, in their order, and tells of each when its result is known. A failure does not stop the
 * others. One at a time: who comes first gets the seats that are free.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  change: (row: Row) => Promise<string>,
  onResult: (row: Row, result: RowResult) => void,
): Promise<void> {
  for (const row of rows) onResult(row, await resultOf(change(row)));
}

async function resultOf(change: Promise<string>): Promise<RowResult> {
  try {
    return { kind: "done", words: await change };
  } catch (thrown) {
    const error = thrown as Error;
    return { kind: isUnknown(error) ? "unknown" : "refused", error };
  }
}

function isUnknown(error: Error): boolean {
  const isRefusal = error instanceof ProblemError && error.status < 500 && error.status !== 429;
  return error instanceof UnreachableError || !isRefusal;
}
