import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError } from "../api/problem.ts";

/** How a change says what its editor saw; `ifNoneMatch`: nothing stands there yet. */
export type Condition = { readonly ifMatch: string } | { readonly ifNoneMatch: "*" };

/** What stands there now, where somebody else was faster; null: it was taken out. */
export interface Lost<Thing> {
  readonly current: { readonly thing: Thing; readonly etag: string } | null;
}

export interface GuardedSave<Thing> {
  /** What the editor saw when it opened; null for something new. */
  readonly seen: Thing | null;
  /** What the fields begin with: `seen`, or what somebody else saved and the editor took. */
  readonly start: Thing | null;
  /** How often the editor took what somebody else saved: fields are made anew each time. */
  readonly taken: number;
  readonly busy: boolean;
  /** Why it was refused, beyond a lost update. */
  readonly error: Error | null;
  readonly lost: Lost<Thing> | null;
  readonly save: (typed: FormData) => void;
  /** The next save replaces what stands there now. */
  readonly keepMine: () => void;
  /** The same, and the fields begin with what stands there now. */
  readonly takeTheirs: () => void;
}

/**
 * A change that never overwrites what its editor has not seen. The ETag is that of the thing as it was
 * when the editor opened, whatever is read meanwhile. Where something else stands there, it is read and
 * shown, what was typed is kept, and the editor decides.
 */
export function useGuardedSave<Thing>({
  thing,
  put,
  read,
  onSaved,
}: {
  /** Null for something new. */
  readonly thing: (Thing & { readonly etag: string }) | null;
  readonly put: (condition: Condition, typed: FormData) => Promise<unknown>;
  readonly read: (
    typed: FormData,
  ) => Promise<{ readonly body: Thing; readonly etag: string | null }>;
  readonly onSaved: (typed: FormData) => void;
}): GuardedSave<Thing> {
  const client = useQueryClient();
  const [seen] = useState<Thing | null>(thing);
  const [{ start, taken }, setStart] = useState<{ start: Thing | null; taken: number }>({
    start: thing,
    taken: 0,
  });
  const [etag, setEtag] = useState(thing?.etag ?? null);
  const saving = useMutation({
    mutationFn: async (typed: FormData): Promise<Lost<Thing> | null> => {
      try {
        await put(etag === null ? { ifNoneMatch: "*" } : { ifMatch: etag }, typed);
      } catch (thrown) {
        if (!isStatus(thrown, 412)) throw thrown;
        return { current: await current(() => read(typed)) };
      }
      await client.invalidateQueries();
      onSaved(typed);
      return null;
    },
  });
  const lost = saving.data ?? null;
  const keepMine = () => {
    setEtag(lost?.current?.etag ?? null);
    saving.reset();
  };
  return {
    seen,
    start,
    taken,
    busy: saving.isPending,
    error: saving.error,
    lost,
    save: (typed) => saving.mutate(typed),
    keepMine,
    takeTheirs: () => {
      if (lost?.current != null) setStart({ start: lost.current.thing, taken: taken + 1 });
      keepMine();
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
