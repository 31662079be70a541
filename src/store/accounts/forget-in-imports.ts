import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { foldText } from "../../domain/fold-text.ts";
import type { Tables } from "../tables.ts";
import { forgetLines, readLeftOut } from "./import-jobs.ts";

/**
 * Forgets the left-out lines of every job whose lines have one of these words, in the transaction of an erasure. A name
 * that a bad line spells in another way goes with the lines' end.
 */
export async function forgetLeftOutWith(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  words: readonly string[],
): Promise<void> {
  const pieces = await transaction
    .selectFrom("import_left_out")
    .select(["import_id", "number"])
    .where("account_id", "=", accountId)
    .orderBy("import_id")
    .orderBy("number")
    .execute();
  if (pieces.length === 0) return;
  const spelt = words.flatMap((word) => [
    word,
    JSON.stringify(word).slice(1, -1),
    word.replaceAll('"', '""'),
  ]);
  const overlap = Math.max(...spelt.map(({ length }) => length));
  const named = new Set<string>();
  let before = "";
  for (const { import_id: job, number } of pieces) {
    if (named.has(job)) continue;
    const end = number === 0 ? "" : before;
    const text = end + ((await readLeftOut(transaction, accountId, { job, number })) ?? "");
    if (spelt.some((word) => text.includes(word))) named.add(job);
    before = text.slice(-overlap);
  }
  for (const job of named) await forgetLines(transaction, accountId, job);
}

/** What an erasure takes out of import jobs. */
export interface Forgotten {
  /** The external id and references of bookings. */
  readonly words: readonly string[];
  /** Attendees' names, which are sought in names of files and in quoted cells: what a line calls an unknown activity. */
  readonly names: readonly string[];
}

/**
 * Takes words, of which there is one at least, out of what the account's jobs said of bad lines, in the transaction of an
 * erasure: a job names a line by its key, which may be such a word. The name of a file and a quoted cell go as a whole where
 * a word or a name occurs in them, in any letter case and with anything between its parts.
 */
export async function forgetSaid(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { words, names }: Forgotten,
): Promise<void> {
  const isNamed = textsWith([...words, ...names]);
  const jobs = await transaction
    .selectFrom("import_job")
    .select(["id", "job"])
    .where("account_id", "=", accountId)
    .execute();
  const spelt = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const any = String.raw`(?<![\p{L}\p{N}])(?:${spelt.join("|")})(?![\p{L}\p{N}])`;
  const anyWord = new RegExp(any, "gu");
  const without = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
      typeof each === "string"
        ? each
            .replaceAll(anyWord, "erased")
            .replaceAll(/"[^"]*"/g, (cell) => (isNamed(cell) ? '"erased"' : cell))
        : each,
    );
  for (const { id, job } of jobs) {
    const {
      fileName = null,
      outcome = null,
      skipped = null,
      ...others
    } = JSON.parse(job) as {
      readonly fileName?: string | null;
      readonly outcome?: unknown;
      readonly skipped?: unknown;
    };
    const stored = { ...others, fileName, outcome, skipped };
    const erased = {
      ...others,
      fileName: fileName !== null && isNamed(fileName) ? null : fileName,
      outcome: without(outcome),
      skipped: without(skipped),
    };
    if (JSON.stringify(stored) === JSON.stringify(erased)) continue;
    await transaction
      .updateTable("import_job")
      .set({ job: JSON.stringify(erased) })
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .execute();
  }
}

function textsWith(words: readonly string[]): (text: string) => boolean {
  const wordsIn = (text: string) =>
    ` ${
      foldText(text)
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(" ") ?? ""
    } `;
  const folded = words.map(wordsIn).filter((each) => each.trim() !== "");
  return (text) => {
    const its = wordsIn(text);
    return folded.some((each) => its.includes(each));
  };
}
