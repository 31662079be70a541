import { databaseMachines, settingsFor, type Machine } from "./deployed.ts";

/** The machine that says of itself that it is the primary, and may write. */
export interface Primary {
  readonly machine: Machine;
  /** When its PostgreSQL was started, in PostgreSQL's words. */
  readonly startedAt: string;
  /** Its standbys, as in `pg_stat_replication`. */
  readonly standbys: readonly { readonly state: string; readonly sync_state: string }[];
}

/** What Patroni says of itself, over the port that HAProxy asks. */
interface Status {
  readonly postmaster_start_time?: string;
  readonly replication?: Primary["standbys"];
}

const patienceMs = 1_000;

/** How Patroni is set up, as `patronictl show-config` shows it. */
interface Config {
  readonly synchronous_mode: boolean;
}

/** Null when no machine says so. */
export async function findPrimary(): Promise<Primary | null> {
  const found = await Promise.all(
    databaseMachines.map(async (machine) => {
      const status = (await ask(machine, "primary")) as Status | null;
      if (status === null) return null;
      const { postmaster_start_time: startedAt, replication: standbys = [] } = status;
      // While PostgreSQL itself does not answer, Patroni still says who it was.
      return startedAt === undefined ? null : { machine, startedAt, standbys };
    }),
  );
  return found.find((primary) => primary !== null) ?? null;
}

/** Whether a primary has two standbys that follow it, and waits for one where it is told to. */
export async function isWhole(): Promise<boolean> {
  const primary = await findPrimary();
  if (primary === null) return false;
  const config = (await ask(primary.machine, "config")) as Config | null;
  if (config === null) return false;
  const streaming = primary.standbys.filter(({ state }) => state === "streaming");
  const isWaitedFor = streaming.some(({ sync_state }) => sync_state === "sync");
  return streaming.length === 2 && isWaitedFor === config.synchronous_mode;
}

async function ask(machine: Machine, path: string): Promise<unknown> {
  const url = `http://${machine.address}:8008/${path}`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    return answer.status === 200 ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Switches synchronous mode on or off, as `patronictl edit-config` does, and waits until it is so. */
export async function keepOnStandby(on: boolean): Promise<void> {
  const primary = await findPrimary();
  if (primary === null) throw new Error("There is no primary.");
  const { PATRONI_RESTAPI_USERNAME: user, PATRONI_RESTAPI_PASSWORD: password } = settingsFor(
    primary.machine,
    "patroni.env",
  );
  const answer = await fetch(`http://${primary.machine.address}:8008/config`, {
    method: "PATCH",
    headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
    body: JSON.stringify({ synchronous_mode: on, synchronous_mode_strict: on }),
  });
  if (answer.status !== 200) throw new Error(`Patroni answered ${answer.status}.`);
}
