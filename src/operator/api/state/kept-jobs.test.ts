import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../../domain/account.ts";
import type { ImportJob } from "../../../operations/imports/import-jobs.ts";
import { KeptJobs } from "./kept-jobs.ts";

const job = { id: "one", accountId: 1 as AccountId } as ImportJob;

/** Rows of left-out lines in memory. */
function leftOutRows() {
  let texts: string[] = [];
  const rows = {
    addLeftOut: async ({ number, text }: { number: number; text: string }) => {
      assert.equal(number, texts.length);
      texts.push(text);
    },
    readLeftOut: async ({ number }: { number: number }) => texts[number] ?? null,
    removeLeftOut: async () => {
      texts = [];
    },
  };
  return { jobs: new KeptJobs(() => rows as never, Date.now), texts: () => texts };
}

async function* of(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

test("left-out lines come back as they were, and no piece ends inside of a character", async () => {
  const { jobs, texts } = leftOutRows();
  const text = "\u0000x\u{1F3AB}".repeat(60_000);
  await jobs.keepLeftOut(job, of(["", text, text]));
  assert.ok(texts().length > 5);
  assert.ok(texts().every((piece) => piece.length <= 65_536 && piece.isWellFormed()));
  const read = await (await jobs.openLeftOut(job))?.toArray();
  assert.ok(read?.join("") === text + text);
});

test("nothing is kept of an import that left nothing out, or more than 32 MB", async () => {
  const { jobs, texts } = leftOutRows();
  await jobs.keepLeftOut(job, of([""]));
  assert.equal(await jobs.openLeftOut(job), null);
  const most = "x".repeat(1_048_576);
  await jobs.keepLeftOut(job, of(Array<string>(32).fill(most)));
  assert.equal(texts().join("").length, 32 * most.length);
  const { jobs: others } = leftOutRows();
  await others.keepLeftOut(job, of([...Array<string>(32).fill(most), "x"]));
  assert.equal(await others.openLeftOut(job), null);
});
