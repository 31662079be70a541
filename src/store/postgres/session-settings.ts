import { statementTimeoutMs, timeouts } from "./client-config.ts";
import type { EngineOptions } from "../engine.ts";

/** A setting of PostgreSQL on which a promise or a statement rests: a role, a database or a URL may have another. */
interface NeededSetting {
  readonly value: string;
  /** Other values that keep the promise, and stay. */
  readonly alsoFine?: readonly string[];
  /**
   * Behind a pooler, which gives each transaction another session: `set` in each transaction that writes, `refused`
   * at the connection, or left to the role, because only time depends on it.
   */
  readonly behindPooler: "set" | "refused" | "left";
  /** What happens otherwise, as the end of a sentence. */
  readonly otherwise?: string;
}

/** The session has these, whatever the role has, but for those `left` behind a pooler. `test/postgres/left-settings.ts` says why it leaves the others. */
export const sessionSettings = {
  // The warning that a COMMIT has not waited for its standby (`Connection.commit`).
  client_min_messages: {
    value: "warning",
    alsoFine: ["notice", "log", "debug1", "debug2", "debug3", "debug4", "debug5"],
    behindPooler: "set",
  },
  synchronous_commit: {
    value: "on",
    alsoFine: ["remote_write", "remote_apply"],
    behindPooler: "set",
  },
  array_nulls: {
    value: "on",
    behindPooler: "refused",
    otherwise: "an absent value is stored as the word NULL",
  },
  standard_conforming_strings: {
    value: "on",
    behindPooler: "refused",
    otherwise: "a backslash changes the text of a statement",
  },
  transform_null_equals: {
    value: "off",
    behindPooler: "refused",
    otherwise: "a comparison with no value finds rows",
  },
  exit_on_error: {
    value: "off",
    behindPooler: "refused",
    otherwise: "a refused statement ends its session",
  },
  default_transaction_isolation: {
    value: "read committed",
    behindPooler: "refused",
    otherwise: "lists fail while bookings change",
  },
  // Off refuses a statement on a table under policies; the service refuses ROW_LEVEL_SECURITY behind a pooler.
  row_security: { value: "on", behindPooler: "left" },
  transaction_timeout: { value: "0", behindPooler: "left" },
  idle_session_timeout: { value: "0", behindPooler: "left" },
  // PostgreSQL would send the values of a failed statement, which the log must not have.
  log_parameter_max_length_on_error: { value: "0", behindPooler: "left" },
  max_parallel_workers_per_gather: { value: "0", behindPooler: "left" },
  jit: { value: "off", behindPooler: "left" },
} as const satisfies Record<string, NeededSetting>;

/** Only a superuser sets these, so a session that has another value is refused. */
export const refusedSettings = {
  session_replication_role: {
    value: "origin",
    alsoFine: ["local"],
    behindPooler: "refused",
    otherwise: "no reference between rows is checked",
  },
  zero_damaged_pages: {
    value: "off",
    behindPooler: "refused",
    otherwise: "rows of a damaged page vanish",
  },
  ignore_checksum_failure: {
    value: "off",
    behindPooler: "refused",
    otherwise: "a damaged page is read as if it were whole",
  },
} as const satisfies Record<string, NeededSetting>;

type Named = readonly (readonly [string, NeededSetting])[];

const needed: Named = Object.entries(sessionSettings);
const behindPooler = needed.filter((entry) => entry[1].behindPooler === "refused");
const refused: Named = Object.entries(refusedSettings);

/** Expressions that set the session's settings. */
export function setSession(kind: EngineOptions["timeouts"]): string {
  const { lockMs, idleMs } = timeouts[kind];
  const limits = {
    statement_timeout: statementTimeoutMs(kind),
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  };
  return [
    ...needed.map((entry) => setWhereWrong(entry, "session")),
    ...Object.entries(limits).map(([name, ms]) => `set_config('${name}', '${ms}', false)`),
  ].join(", ");
}

/** The statement that begins each writing transaction behind a pooler, after BEGIN. */
export const setTransaction = `select ${needed
  .filter((entry) => entry[1].behindPooler === "set")
  .map((entry) => setWhereWrong(entry, "transaction"))
  .join(", ")}`;

/** A server of an older version lacks some settings. */
function setWhereWrong(
  [name, { value, alsoFine = [] }]: Named[number],
  scope: "session" | "transaction",
): string {
  const fine = [value, ...alsoFine].map((each) => `'${each}'`).join(", ");
  return `case
    when current_setting('${name}', true) not in (${fine})
    then set_config('${name}', '${value}', ${scope === "transaction"})
  end`;
}

export interface SettingFacts {
  /** The value of each setting that may be refused; null where the server does not know it. */
  readonly settings: Readonly<Record<string, string | null>>;
  /** `role X in database Y`, quoted for SQL. */
  readonly place: string;
}

/** The columns of `SettingFacts`. */
export const settingFacts = `
  json_build_object(${[...refused, ...behindPooler]
    .map(([name]) => `'${name}', current_setting('${name}', true)`)
    .join(", ")}) as settings,
  format('role %I in database %I', session_user, current_database()) as place`;

/** The sentence that refuses a session with these settings; null where they are right. */
export function refuseSettings({ settings, place }: SettingFacts, pooler: boolean): string | null {
  for (const [name, { value, alsoFine = [], otherwise }] of [
    ...refused,
    ...(pooler ? behindPooler : []),
  ]) {
    const found = settings[name] ?? value;
    if (found === value || alsoFine.includes(found)) continue;
    return (
      `${name} is ${found}, with which ${otherwise}: run, as a superuser, ` +
      `\`alter ${place} set ${name} = '${value}';\`, or take it out of the URL.`
    );
  }
  return null;
}
