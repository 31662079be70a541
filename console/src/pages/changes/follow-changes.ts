import type { Operations } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";

type FeedPage = Operations["listChanges"]["answer"];
export type Change = FeedPage["changes"][number];

/** The requests and the clock of a follower. */
export interface Feed {
  /** The latest changes. */
  latest(): Promise<FeedPage>;
  /** `waitSeconds` limits the wait for a response. */
  read(after: string, waitSeconds: number): Promise<FeedPage>;
  pause(ms: number): Promise<void>;
}

export interface Step {
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** The cursor to continue from; undefined before the first response. */
  readonly cursor: string | undefined;
  /** Of the latest changes: the cursor before which there are still earlier ones, null for none. */
  readonly earlier?: string | null;
  /** `behind`: more changes can be read; `current`: the next change shows at once. */
  readonly state: "behind" | "current" | "interrupted";
}

export const changesPerStep = 200;
const waitSeconds = 25;
const pauseMs = 3_000;

/**
 * Reads the latest changes, or those after a cursor, and then what happens, step by step; each step is requested when the previous one has been taken. A
 * request without a response is repeated under the same cursor, so no change is lost or shown twice. Throws
 * where the service refuses the cursor.
 */
export async function* followChanges(
  feed: Feed,
  start: string | undefined,
): AsyncGenerator<Step, void> {
  let cursor = start;
  let isCurrent = false;
  for (;;) {
    const step = await stepOf(feed, cursor, isCurrent ? waitSeconds : 0);
    cursor = step.cursor;
    isCurrent = step.state === "current";
    yield step;
    if (step.state === "interrupted") await feed.pause(pauseMs);
  }
}

async function stepOf(feed: Feed, after: string | undefined, wait: number): Promise<Step> {
  try {
    if (after === undefined) {
      const { changes, cursor, earlier = null } = await feed.latest();
      return { changes, cursor, earlier, state: "current" };
    }
    const { changes, cursor } = await feed.read(after, wait);
    return { changes, cursor, state: changes.length < changesPerStep ? "current" : "behind" };
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500 && error.status !== 429) throw error;
    return { changes: [], cursor: after, state: "interrupted" };
  }
}
