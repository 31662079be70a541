import type { Settings } from "../service/settings.ts";
import {
  DatabaseUnavailable,
  DatabaseUnusable,
  poolerRemedy,
  type DatabaseFacts,
} from "../store/engine.ts";
import { type SchemaState, openStore, type Store } from "../store/store.ts";
import { unconvertedMessage } from "../domain/program-version.ts";
import { isBackward } from "../domain/clock.ts";
import { emptiedWarning } from "../operations/emptied-accounts.ts";
import { troublesOfWebhooks } from "../operations/webhooks/webhook-answer.ts";
import { formatAccountName } from "../domain/account.ts";
import { counted } from "../domain/wording.ts";
import { formatInstant } from "../domain/instant.ts";
import { endingSoon } from "../domain/operator.ts";
import { missingFile, unreachableRemedy } from "./database-file.ts";

/** One line of `booking doctor`; the message of one that is not ok says what to do. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

export function good(name: string, message: string): Check {
  return { name, ok: true, message };
}

export function bad(name: string, message: string): Check {
  return { name, ok: false, message };
}

/** The names of the checks that need an answer from the database. */
const dependent = ["durability", "schema", "clock"] as const;

/** Tokens and limits go by this machine's clock, and the database's is compared with it. */
const clockLimitMs = 2_000;
const dayMs = 86_400_000;
/** How long before its end a certificate is warned of. */
const certificateLimitMs = 14 * dayMs;

const inMemory =
  "A database in memory ends with its process: set DATABASE_URL to a file or a server.";

/** Asks the database; makes none where there is none. */
export async function checkDatabase(settings: Settings, now: number): Promise<Check[]> {
  const missing = missingFile(settings.databaseUrl);
  if (missing !== null) {
    return unreachable(`There is no database at ${missing}: run \`booking migrate\`.`);
  }
  if (settings.databaseUrl === "sqlite::memory:") return unreachable(inMemory);
  let store: Store | null = null;
  try {
    store = openStore(settings.databaseUrl, settings);
    const mode = await store.ping();
    const askedAt = Date.now();
    const facts = await store.inspect();
    const asked = { from: askedAt, to: Date.now() };
    const schema = await store.schemaState();
    return [
      {
        name: "database",
        ok: mode === "writable" && !facts.isPooled,
        message: describeMode(facts, mode === "writable"),
      },
      checkDurability(facts),
      checkSchema(schema),
      ...(await checkRights(store, settings, schema)),
      ...checkConnections(facts, settings),
      checkClock(facts, asked, await readMarks(store, schema)),
      ...checkCertificate(facts, now),
      ...(isKnown(schema) ? await checkWebhooks(store, settings, now) : []),
      ...(isKnown(schema) ? await checkOperatorKeys(store, now) : []),
      ...(isKnown(schema) ? await checkContents(store) : []),
      ...(schema === "current" ? await checkLocalTimes(store) : []),
    ];
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable || error instanceof DatabaseUnusable)) throw error;
    return unreachable(error instanceof DatabaseUnusable ? error.message : explain(error));
  } finally {
    await store?.close();
  }
}

function unreachable(message: string): Check[] {
  const rest = dependent.map((name) => bad(name, "Not checked, because of the database."));
  return [bad("database", message), ...rest];
}

function explain({ message, cause }: Error): string {
  // A server that refuses was reached; only its errors have a severity.
  const isAnswer = typeof (cause as { severity?: unknown } | undefined)?.severity === "string";
  return isAnswer ? message : `${message} ${unreachableRemedy}`;
}

function describeMode({ version, isPooled }: DatabaseFacts, isWritable: boolean): string {
  if (isPooled) return poolerRemedy;
  if (isWritable) return `${version} answers and takes writes.`;
  return `${version} answers but takes no writes: name the primary in DATABASE_URL.`;
}

function checkDurability({ durability }: DatabaseFacts): Check {
  const weak = durability.filter(({ isDurable }) => !isDurable);
  const text = (settings: DatabaseFacts["durability"]) =>
    settings.map(({ setting, value }) => `${setting} is ${value}`).join(", ");
  return weak.length === 0
    ? good("durability", `${text(durability)}.`)
    : bad(
        "durability",
        `${text(weak)}: a crash can lose what was acknowledged. Set ${weak.length > 1 ? "them" : "it"} to on.`,
      );
}

function checkSchema(state: SchemaState): Check {
  const messages = {
    current: "The schema is current.",
    ahead: "The schema is of a later release, with which this one may work.",
    older: "The schema is older than this program: run `booking migrate`.",
    unconverted: unconvertedMessage,
    newer: "The schema is newer than this program: run the newer version.",
  } as const satisfies Record<SchemaState, string>;
  return { name: "schema", ok: isKnown(state), message: messages[state] };
}

/** A file has no roles; the check of permissions looks at its own. */
async function checkRights(
  store: Store,
  { databaseUrl }: Settings,
  schema: SchemaState,
): Promise<Check[]> {
  if (schema === "newer" || databaseUrl.startsWith("sqlite:")) return [];
  try {
    await store.tryStart(schema);
    return [good("rights", "The database's user may do what a start and requests do.")];
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    return [bad("rights", error.message)];
  }
}

/** Beside the pool: four connections for operators, and with several processes four for the supervisor. */
function checkConnections(
  { sessionsMax }: DatabaseFacts,
  { processes, poolSize }: Settings,
): Check[] {
  if (sessionsMax === null) return [];
  const needed = processes * poolSize + 4 + (processes > 1 ? 4 : 0);
  const message = `A service opens up to ${needed} connections, and its role may have ${sessionsMax}`;
  return [
    needed < sessionsMax
      ? good("connections", `${message}.`)
      : bad(
          "connections",
          `${message}: lower DATABASE_POOL_SIZE or PROCESSES, or raise the limit.`,
        ),
  ];
}

function isKnown(state: SchemaState): boolean {
  return state === "current" || state === "ahead";
}

/** An older schema may have no marks. */
async function readMarks(store: Store, schema: SchemaState): Promise<readonly number[]> {
  return isKnown(schema) ? store.clockMarks.read() : [];
}

/** The database read its clock between question and answer, so only a time outside of these is a difference. */
function checkClock(
  facts: DatabaseFacts,
  asked: { readonly from: number; readonly to: number },
  marks: readonly number[],
): Check {
  const step = [asked.to, ...marks].flatMap((later, index) => {
    const at = marks[index];
    return at !== undefined && isBackward(at, later) ? [{ at, later }] : [];
  })[0];
  if (step !== undefined) {
    const [ahead, back] = [formatInstant(step.at), formatInstant(step.later)];
    return bad(
      "clock",
      `A service's clock said ${ahead}, and ${back} after that: set all by NTP, and look at what was dated meanwhile with \`booking verify\`.`,
    );
  }
  const differenceMs = Math.max(0, asked.from - facts.now, facts.now - asked.to);
  const seconds = (differenceMs / 1000).toFixed(1);
  return differenceMs <= clockLimitMs
    ? good("clock", `It differs from the database's by ${seconds} s.`)
    : bad("clock", `It differs from the database's by ${seconds} s: set both by NTP.`);
}

async function checkWebhooks(store: Store, settings: Settings, now: number): Promise<Check[]> {
  const troubles = await troublesOfWebhooks({ ...settings, store }, now);
  if (troubles === null) return [];
  const message = troubles.slice(0, webhooksNamed).join(" ") || "Nobody has to look at one.";
  return [{ name: "webhooks", ok: troubles.length === 0, message }];
}

const webhooksNamed = 5;

const keysNamed = 20;

/** A warning alone: a key for a weekend may be meant. */
async function checkOperatorKeys({ operators }: Store, now: number): Promise<Check[]> {
  const ending = endingSoon(await operators.list(), now);
  if (ending.length === 0) return [];
  const named = ending
    .slice(0, keysNamed)
    .map(({ name, expiresAt }) => `${name} on ${formatInstant(expiresAt).slice(0, 10)}`);
  const more = ending.length > keysNamed ? ` and ${ending.length - keysNamed} more` : "";
  const message = `Warning: keys end within 14 days: ${named.join(", ")}${more}. Make others with \`booking operator create\`.`;
  return [{ name: "operator keys", ok: true, message }];
}

/** A warning alone: an operator may have removed everything. */
async function checkContents({ accounts }: Store): Promise<Check[]> {
  const emptied = await accounts.emptied();
  if (emptied.length === 0) return [];
  const message = emptiedWarning(emptied.map(formatAccountName));
  return [{ name: "contents", ok: true, message }];
}

const campaignsNamed = 5;

/** Slots begin at instants, and another release of the zones shows those at another hour. */
async function checkLocalTimes({ accounts }: Store): Promise<Check[]> {
  const moved = await accounts.movedCampaigns();
  if (moved.length === 0) return [];
  const named = moved.slice(0, campaignsNamed).map(({ account, publicKey, slots, first }) => {
    const many = counted(slots, "slot to come", "slots to come");
    return `${publicKey} of ${formatAccountName(account)}: ${many}, the first now at ${first}`;
  });
  const more = moved.length > campaignsNamed ? `; and ${moved.length - campaignsNamed} more` : "";
  const message =
    `A release of the time zones has changed the local time of slots: ${named.join("; ")}${more}. Import the campaign's ` +
    "line with zone_change keep_wall_clock (the slots move to the hour that was meant) or keep_instants (this hour is meant).";
  return [bad("local times", message)];
}

function checkCertificate({ certificateEndsAt }: DatabaseFacts, now: number): Check[] {
  if (certificateEndsAt === null) return [];
  const ok = certificateEndsAt - now > certificateLimitMs;
  const end = new Date(certificateEndsAt).toISOString().slice(0, 10);
  const message = `The database's certificate ends on ${end}${ok ? "." : ": renew it."}`;
  return [{ name: "certificate", ok, message }];
}
