import { useEffect, useRef, useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { useAccount } from "../../shell/account.ts";
import { changesPerStep, followChanges, type Change, type Step } from "./follow-changes.ts";

/** The number of newest changes on the page. */
const shownMax = 1000;

export interface Followed {
  /** Newest first. */
  readonly changes: readonly Change[];
  /** Null before the first response. */
  readonly state: Step["state"] | null;
  readonly error: Error | null;
}

const nothing: Followed = { changes: [], state: null, error: null };

/**
 * An account's changes, from now on or from the oldest that is kept, while `follows`. Past changes may be of
 * years, so they are read a step at a time: `readOn` reads the next step.
 */
export function useChanges(from: "now" | "start", follows: boolean) {
  const { tenant, environment } = useAccount();
  const [followed, setFollowed] = useState(nothing);
  const cursor = useRef<string | undefined>(from === "start" ? "start" : undefined);
  const readOn = useRef<() => void>(() => {});
  useEffect(() => {
    if (!follows) return undefined;
    const abort = new AbortController();
    const feed = {
      read: async (after: string | undefined, wait: number) => {
        const query = { ...(after !== undefined && { after }), limit: changesPerStep, wait };
        const path = { tenant, environment };
        return (await callApi("listChanges", { path, query }, abort.signal)).body;
      },
      pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    };
    const follow = async () => {
      for await (const step of followChanges(feed, cursor.current)) {
        if (abort.signal.aborted) return;
        cursor.current = step.cursor;
        setFollowed(({ changes }) => ({
          changes: [...step.changes.toReversed(), ...changes].slice(0, shownMax),
          state: step.state,
          error: null,
        }));
        if (step.state === "behind") {
          await new Promise<void>((resolve) => {
            readOn.current = resolve;
          });
        }
      }
    };
    follow().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setFollowed((before) => ({ ...before, error: error as Error }));
    });
    return () => abort.abort();
  }, [tenant, environment, follows]);
  return { ...followed, readOn: () => readOn.current() };
}
