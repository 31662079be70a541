import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

/** What the sessions of a database waited for, while something was slow. */
export interface SessionWaits extends AsyncDisposable {
  /** The waits of active sessions between two moments (`performance.now()`), the most frequent first. */
  between(from: number, to: number): string;
}

const everyMs = 100;

/**
 * Samples what the server's sessions wait for. A session that waits for nothing runs, or waits for a
 * processor. SQLite has no sessions, so nothing is known of them.
 */
export async function watchSessionWaits(databaseUrl: string): Promise<SessionWaits> {
  if (databaseUrl.startsWith("sqlite:")) {
    return { between: () => "unknown", [Symbol.asyncDispose]: async () => {} };
  }
  const client = new Client(databaseUrl);
  await client.connect();
  const samples: { readonly at: number; readonly what: string }[] = [];
  const state = { isOver: false };
  const loop = (async () => {
    while (!state.isOver) {
      const { rows } = await client.query<{ what: string }>(activity);
      const at = performance.now();
      for (const { what } of rows) samples.push({ at, what });
      await sleep(everyMs);
    }
  })();
  return {
    between: (from, to) => {
      const meant = samples.filter(({ at }) => at >= from && at <= to + everyMs);
      const counts = Map.groupBy(meant, ({ what }) => what);
      return [...counts]
        .toSorted(([, one], [, other]) => other.length - one.length)
        .map(([what, { length }]) => `${what} × ${length}`)
        .join(", ");
    },
    [Symbol.asyncDispose]: async () => {
      state.isOver = true;
      await loop;
      await client.end();
    },
  };
}

/** A server's own processes, such as the one that writes checkpoints, have a type and no name. */
const activity = `
  select
    coalesce(nullif(application_name, ''), backend_type) || ' '
      || coalesce(wait_event_type || '/' || wait_event, 'processor') as what
  from pg_stat_activity
  where pid <> pg_backend_pid()
  and coalesce(state, 'active') <> 'idle'
  and coalesce(wait_event_type, '') <> 'Activity'`;
