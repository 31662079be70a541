import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/**
 * Who signed in: with a key, which is looked up again by its hash at every request, or a person whom the
 * identity provider named, whose rights follow from what was claimed at every request.
 */
export type SessionHolder =
  | { readonly keyHash: string; readonly operatorId: string }
  | { readonly person: ClaimedPerson };

/** A person as the identity provider named them. It holds no right: today's settings say what the claim is worth. */
export interface ClaimedPerson {
  readonly issuer: string;
  /** The provider's own id of the person, which never changes. */
  readonly subject: string;
  /** For the audit log and the histories. */
  readonly name: string;
  /** The claim that was read, and its values. */
  readonly roleClaim: string;
  readonly claimed: readonly string[];
  /** Milliseconds UTC. */
  readonly claimedAt: number;
}

export const sessionEndedAction = "session ended";

/** What the audit log says of a session's end. */
export interface EndDetails {
  readonly session: string;
  readonly signed_out: boolean;
}

/** A browser that signed in. */
export interface Session {
  /** Names the session in lists; the cookie has a secret of its own. */
  readonly id: string;
  readonly holder: SessionHolder;
  /** Milliseconds UTC. */
  readonly begunAt: number;
  readonly endsAt: number;
}

/** Longer than a working day. */
const lifetimeMs = 12 * 3_600_000;
/** A session ends that no request used for this time; an open console asks every few seconds. */
const idleMs = 2 * 3_600_000;
const clocksDifferMs = 3_600_000;
/** The precision of a session's last use. */
const useKnownMs = 60_000;
/** The most sessions of one operator. One more ends the oldest of that operator, and nobody else's. */
const sessionsOfOperatorMax = 100;
/** The most sessions of all operators. One more ends the oldest of the operator who has most: whoever has few keeps them. */
const sessionsMax = 10_000;

/** Begins a session. The secret goes into the cookie; the table has its hash. */
export async function beginSession(
  engine: Engine,
  holder: SessionHolder,
  now: number,
): Promise<{ readonly secret: string; readonly session: Session }> {
  const secret = randomBytes(32).toString("base64url");
  const session = { id: randomUUID(), holder, begunAt: now, endsAt: now + lifetimeMs };
  const operatorId = written(
    "person" in holder ? `oidc:${holder.person.subject}` : holder.operatorId,
  );
  await engine.write(async (transaction) => {
    await makeRoom(transaction, operatorId, now);
    await transaction
      .insertInto("operator_session")
      .values({
        secret_hash: hashOf(secret),
        id: session.id,
        operator_id: operatorId,
        holder: JSON.stringify(holder),
        begun_at: now,
        ends_at: session.endsAt,
        used_at: now,
      })
      .execute();
  });
  return { secret, session };
}

/** An id as every database holds it: an identity provider may name a person with any character. */
function written(operatorId: string): string {
  return JSON.stringify(operatorId).slice(1, -1);
}

async function makeRoom(
  transaction: Kysely<Tables>,
  operatorId: string,
  now: number,
): Promise<void> {
  await transaction
    .deleteFrom("operator_session")
    .where((or) => or.or([or("ends_at", "<=", now), or("used_at", "<=", now - idleMs)]))
    .execute();
  await endOldest(transaction, operatorId, sessionsOfOperatorMax - 1);
  const { count } = await transaction
    .selectFrom("operator_session")
    .select((select) => select.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) < sessionsMax) return;
  const { operator_id: busiest, count: theirs } = await transaction
    .selectFrom("operator_session")
    .select((select) => ["operator_id", select.fn.countAll().as("count")])
    .groupBy("operator_id")
    .orderBy("count", "desc")
    .orderBy("operator_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await endOldest(transaction, busiest, Number(theirs) - 1);
}

/** Ends an operator's sessions but for the latest. */
async function endOldest(
  transaction: Kysely<Tables>,
  operatorId: string,
  kept: number,
): Promise<void> {
  const older = await transaction
    .selectFrom("operator_session")
    .select("secret_hash")
    .where("operator_id", "=", operatorId)
    .orderBy("begun_at", "desc")
    .orderBy("secret_hash")
    .limit(sessionsMax)
    .offset(kept)
    .execute();
  if (older.length === 0) return;
  const hashes = older.map((row) => row.secret_hash);
  await transaction.deleteFrom("operator_session").where("secret_hash", "in", hashes).execute();
}

/** Finds a session by its cookie's secret, and counts as its use; null where it is unknown or has ended. */
export async function findSession(
  engine: Engine,
  secret: string,
  now: number,
): Promise<Session | null> {
  const row = await live(engine.reads, now)
    .where("secret_hash", "=", hashOf(secret))
    .executeTakeFirst();
  if (row === undefined) return null;
  if (now - row.used_at >= useKnownMs) {
    const { secret_hash: hash } = row;
    const noted = engine.write((transaction) =>
      transaction
        .updateTable("operator_session")
        .set({ used_at: now })
        .where("secret_hash", "=", hash)
        .execute(),
    );
    // Whoever only reads is served while the database takes no writes.
    await noted.catch(() => {});
  }
  return sessionOf(row);
}

/** The live sessions of all operators, or of one, latest first. */
export async function readSessions(
  reads: Kysely<Tables>,
  now: number,
  operatorId?: string,
): Promise<Session[]> {
  const all = live(reads, now).orderBy("begun_at", "desc").orderBy("id");
  const some = operatorId === undefined ? all : all.where("operator_id", "=", written(operatorId));
  return (await some.execute()).map(sessionOf);
}

/**
 * Whether an operator ended the session. Signing out, signing in anew and the end of its time leave what the session
 * began to go on.
 */
export async function wasEnded(
  reads: Kysely<Tables>,
  { id, begunAt }: Pick<Session, "id" | "begunAt">,
): Promise<boolean> {
  const isLive = reads.selectFrom("operator_session").select("id").where("id", "=", id);
  if ((await isLive.executeTakeFirst()) !== undefined) return false;
  const ends = await reads
    .selectFrom("audit_event")
    .select("details")
    // The index of the audit log begins with the account.
    .where("account_id", "is", null)
    // Clocks of two machines differ.
    .where("at", ">=", begunAt - clocksDifferMs)
    .where("action", "=", sessionEndedAction)
    .execute();
  return ends.some(({ details }) => {
    const { session, signed_out: signedOut } = JSON.parse(details ?? "{}") as Partial<EndDetails>;
    return session === id && signedOut === false;
  });
}

/** Ends one session. */
export function endSession(engine: Engine, { id }: Pick<Session, "id">): Promise<void> {
  return engine.write(async (transaction) => {
    await transaction.deleteFrom("operator_session").where("id", "=", id).execute();
  });
}

function live(reads: Kysely<Tables>, now: number) {
  return reads
    .selectFrom("operator_session")
    .selectAll()
    .where("ends_at", ">", now)
    .where("used_at", ">", now - idleMs);
}

function sessionOf(row: Tables["operator_session"]): Session {
  return {
    id: row.id,
    holder: JSON.parse(row.holder) as SessionHolder,
    begunAt: row.begun_at,
    endsAt: row.ends_at,
  };
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
