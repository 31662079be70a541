import { useEffect, useRef, useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { useAccount } from "../../shell/account.ts";
import { changesPerStep, followChanges, type Change, type Step } from "./follow-changes.ts";

/** How many of the latest changes show at once, and how many older ones come at a time. */
const pageLength = 100;
/** The number of changes up to which new ones are added to those on the page. */
const shownMax = 1000;

export interface Followed {
  /** Newest first. */
  readonly changes: readonly Change[];
  /** The cursor before which there are older ones; null for none. */
  readonly earlier: string | null;
  /** Null before the first response. */
  readonly state: Step["state"] | null;
  readonly error: Error | null;
}

interface Older {
  readonly isReading: boolean;
  readonly error: Error | null;
}

const nothing: Followed = { changes: [], earlier: null, state: null, error: null };

/** An account's latest changes, those to come while `follows`, and by `readOlder` those before. */
export function useChanges(follows: boolean) {
  const { tenant, environment } = useAccount();
  const [followed, setFollowed] = useState(nothing);
  const [older, setOlder] = useState<Older>({ isReading: false, error: null });
  const cursor = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!follows) return undefined;
    const abort = new AbortController();
    const path = { tenant, environment };
    const ask = async (query: Parameters<typeof callApi<"listChanges">>[1]["query"]) =>
      (await callApi("listChanges", { path, ...(query && { query }) }, abort.signal)).body;
    const feed = {
      latest: () => ask({ before: "end", limit: pageLength }),
      read: (after: string, wait: number) => ask({ after, limit: changesPerStep, wait }),
      pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    };
    const follow = async () => {
      for await (const step of followChanges(feed, cursor.current)) {
        if (abort.signal.aborted) return;
        cursor.current = step.cursor;
        setFollowed((before) => withStep(before, step));
      }
    };
    follow().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setFollowed((before) => ({ ...before, error: error as Error }));
    });
    return () => abort.abort();
  }, [tenant, environment, follows]);
  const readOlder = async (before: string) => {
    setOlder({ isReading: true, error: null });
    try {
      const query = { before, limit: pageLength };
      const { body } = await callApi("listChanges", { path: { tenant, environment }, query });
      setFollowed((now) => ({
        ...now,
        changes: [...now.changes, ...body.changes.toReversed()],
        earlier: body.earlier ?? null,
      }));
      setOlder({ isReading: false, error: null });
    } catch (error) {
      setOlder({ isReading: false, error: error as Error });
    }
  };
  return { ...followed, older, readOlder };
}

/** A full page gives up its oldest changes for new ones; they can be read again. */
function withStep({ changes: before, earlier: known }: Followed, step: Step): Followed {
  const all = [...step.changes.toReversed(), ...before];
  const changes = all.slice(0, Math.max(shownMax, before.length));
  const last = changes.at(-1)?.cursor ?? null;
  return {
    changes,
    earlier: changes.length < all.length ? last : (step.earlier ?? known),
    state: step.state,
    error: null,
  };
}
