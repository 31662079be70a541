import { databaseMachines, settingsFor, type Machine } from "./deployed.ts";

/** The machine whose Patroni reports that it is the primary. */
export interface Primary {
  readonly machine: Machine;
  /** The start time of its PostgreSQL, as PostgreSQL writes it. */
  readonly startedAt: string;
  /** Its standbys, as in `pg_stat_replication`. */
  readonly standbys: readonly { readonly state: string; readonly sync_state: string }[];
}

/** Patroni's status, on the port that HAProxy checks. */
interface Status {
  readonly postmaster_start_time?: string;
  readonly replication?: Primary["standbys"];
}

const patienceMs = 1_000;

/** Patroni's configuration, as `patronictl show-config` prints it. */
interface Config {
  readonly synchronous_mode: boolean;
}

/** Finds the primary; null when no machine reports that it is. */
export async function findPrimary(): Promise<Primary | null> {
  const found = await Promise.all(
    databaseMachines.map(async (machine) => {
      const status = (await ask(machine, "primary")) as Status | null;
      if (status === null) return null;
      const { postmaster_start_time: startedAt, replication: standbys = [] } = status;
      // While PostgreSQL does not answer, Patroni still reports the former primary.
      return startedAt === undefined ? null : { machine, startedAt, standbys };
    }),
  );
  return found.find((primary) => primary !== null) ?? null;
}

/** Whether a primary has two standbys that follow it, and waits for one where the configuration says so. */
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

/** Switches synchronous mode on or off, as `patronictl edit-config` does, and waits for its effect. */
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
