import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError } from "../api/problem.ts";

/** How a change says what its editor saw; `ifNoneMatch`: nothing stands there yet. */
export type Condition = { readonly ifMatch: string } | { readonly ifNoneMatch: "*" };

/** What stands there now, where somebody else was faster; null: it was taken out. */
export interface Lost<Thing> {
  readonly current: { readonly thing: Thing; readonly etag: string } | null;
}

export interface GuardedSave<Thing> {
  readonly busy: boolean;
  /** Why it was refused, beyond a lost update. */
  readonly error: Error | null;
  readonly lost: Lost<Thing> | null;
  readonly save: () => void;
  /** Goes on from what stands there now: the next save replaces that. */
  readonly goOn: () => void;
}

/**
 * A change that never overwrites what its editor has not seen. `etag` is that of the thing as it was
 * when the editor opened, whatever is read meanwhile; null for something new. Where something else
 * stands there, it is read and shown, what was typed is kept, and the editor decides.
 */
export function useGuardedSave<Thing>({
  etag: first,
  put,
  read,
  onSaved,
}: {
  readonly etag: string | null;
  readonly put: (condition: Condition) => Promise<unknown>;
  readonly read: () => Promise<{ readonly body: Thing; readonly etag: string | null }>;
  readonly onSaved: () => void;
}): GuardedSave<Thing> {
  const client = useQueryClient();
  const [etag, setEtag] = useState(first);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [lost, setLost] = useState<Lost<Thing> | null>(null);
  const attempt = async () => {
    setBusy(true);
    setError(null);
    try {
      await put(etag === null ? { ifNoneMatch: "*" } : { ifMatch: etag });
      await client.invalidateQueries();
      onSaved();
    } catch (thrown) {
      if (isStatus(thrown, 412)) setLost({ current: await current(read) });
      else setError(thrown as Error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    error,
    lost,
    save: () => void attempt().catch((thrown: unknown) => setError(thrown as Error)),
    goOn: () => {
      setEtag(lost?.current?.etag ?? null);
      setLost(null);
    },
  };
}

async function current<Thing>(
  read: () => Promise<{ readonly body: Thing; readonly etag: string | null }>,
): Promise<Lost<Thing>["current"]> {
  try {
    const { body: thing, etag } = await read();
    return { thing, etag: etag ?? "*" };
  } catch (thrown) {
    if (isStatus(thrown, 404)) return null;
    throw thrown;
  }
}

function isStatus(thrown: unknown, status: number): boolean {
  return thrown instanceof ProblemError && thrown.status === status;
}
