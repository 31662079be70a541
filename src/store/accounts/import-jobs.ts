import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** A job as it stands in the table. What it says of itself is its writer's. */
export interface KeptJob {
  readonly id: string;
  readonly startedAt: number;
  /** When its node last said that it goes on; milliseconds UTC by the database's clock. */
  readonly beatAt: number;
  /** How long ago that was, by the same clock. */
  readonly quietMs: number;
  readonly endedAt: number | null;
  readonly job: object;
}

/** The jobs of an account that are remembered. */
const jobsMax = 100;
/** The jobs of an account whose left-out lines are kept. */
const leftOutMax = 10;
/** How many older ones go at a time. */
const goneTogether = 100;

/** Adds a job, and forgets those beyond the account's newest hundred. Returns false where there is one of this id. */
export function addImportJob(
  engine: Engine,
  accountId: AccountId,
  { id, startedAt, job }: Pick<KeptJob, "id" | "startedAt" | "job">,
): Promise<boolean> {
  return engine.write(async (transaction) => {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto("import_job")
      .values({
        account_id: accountId,
        id,
        started_at: startedAt,
        beat_at: dialectOf(transaction).clock,
        ended_at: null,
        job: JSON.stringify(job),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const older = await newestFirst(transaction, accountId)
      .select("id")
      .offset(jobsMax)
      .limit(goneTogether)
      .execute();
    for (const row of older) await forgetJob(transaction, accountId, row.id);
    return numInsertedOrUpdatedRows === 1n;
  });
}

/** Writes how a job goes, or how it ended; nothing where it has ended or is forgotten. */
export async function noteImportJob(
  engine: Engine,
  accountId: AccountId,
  { id, endedAt, job }: Pick<KeptJob, "id" | "endedAt" | "job">,
): Promise<void> {
  await engine.write((transaction) =>
    transaction
      .updateTable("import_job")
      .set({
        beat_at: dialectOf(transaction).clock,
        ended_at: endedAt,
        job: JSON.stringify(job),
      })
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .execute(),
  );
}

/** Its left-out lines go with it. */
export function removeImportJob(engine: Engine, accountId: AccountId, id: string): Promise<void> {
  return engine.write((transaction) => forgetJob(transaction, accountId, id));
}

async function forgetJob(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  id: string,
): Promise<void> {
  await transaction
    .deleteFrom("import_job")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .execute();
}

/** Null where the job is unknown or forgotten. */
export async function findImportJob(
  reads: Kysely<Tables>,
  accountId: AccountId,
  id: string,
): Promise<KeptJob | null> {
  const row = await readJobs(reads, accountId).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : toJob(row);
}

/** The account's jobs, newest first. */
export async function listImportJobs(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<KeptJob[]> {
  return (await readJobs(reads, accountId).limit(jobsMax).execute()).map(toJob);
}

function readJobs(reads: Kysely<Tables>, accountId: AccountId) {
  return newestFirst(reads, accountId).selectAll().select(dialectOf(reads).clock.as("read_at"));
}

function newestFirst(database: Kysely<Tables>, accountId: AccountId) {
  return database
    .selectFrom("import_job")
    .where("account_id", "=", accountId)
    .orderBy("started_at", "desc")
    .orderBy("id");
}

function toJob(row: Tables["import_job"] & { readonly read_at: number }): KeptJob {
  return {
    id: row.id,
    startedAt: row.started_at,
    beatAt: row.beat_at,
    quietMs: row.read_at - row.beat_at,
    endedAt: row.ended_at,
    job: JSON.parse(row.job) as object,
  };
}

export interface Piece {
  readonly job: string;
  readonly number: number;
}

/** Adds a piece of the text of a job's left-out lines. With the first, those of older jobs go. */
export async function addLeftOut(
  engine: Engine,
  accountId: AccountId,
  { job, number, text, now }: Piece & { readonly text: string; readonly now: number },
): Promise<void> {
  await engine.write(async (transaction) => {
    await transaction
      .insertInto("import_left_out")
      .values({
        account_id: accountId,
        import_id: job,
        number,
        written_at: now,
        text: JSON.stringify(text),
      })
      .execute();
    if (number > 0) return;
    const older = await transaction
      .selectFrom("import_left_out")
      .select("import_id")
      .where("account_id", "=", accountId)
      .where("number", "=", 0)
      .orderBy("written_at", "desc")
      .orderBy("import_id")
      .offset(leftOutMax)
      .limit(goneTogether)
      .execute();
    for (const { import_id } of older) await forgetLines(transaction, accountId, import_id);
  });
}

/** A piece of the text; null after the last. */
export async function readLeftOut(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { job, number }: Piece,
): Promise<string | null> {
  const row = await reads
    .selectFrom("import_left_out")
    .select("text")
    .where("account_id", "=", accountId)
    .where("import_id", "=", job)
    .where("number", "=", number)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.text) as string);
}

export async function removeLeftOut(
  engine: Engine,
  accountId: AccountId,
  job: string,
): Promise<void> {
  await engine.write((transaction) => forgetLines(transaction, accountId, job));
}

export async function forgetLines(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  job: string,
): Promise<void> {
  await transaction
    .deleteFrom("import_left_out")
    .where("account_id", "=", accountId)
    .where("import_id", "=", job)
    .execute();
}
