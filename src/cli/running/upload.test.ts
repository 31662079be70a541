import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { booking } from "../../../test/harness/seed.ts";
import { temporaryFolder } from "../../../test/harness/temporary-folder.ts";
import { type BadLine, isBadContent } from "../../domain/data-file/data-line.ts";
import { CommandFailed, contextOfHelp, type CommandContext } from "../command-context.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Store } from "../../store/store.ts";
import { createProgram } from "../program.ts";
import { askHere } from "./ask-here.ts";

const nothing = { created: {}, updated: {}, unchanged: {}, kept: {}, kept_bookings: [] };
const account: Pick<AccountStore, "importNumberedLines" | "listCatalogue"> = {
  listCatalogue: async () => [],
  importNumberedLines: async (lines) => {
    const errors: BadLine[] = [];
    for await (const some of lines) {
      for (const { line, content } of some) {
        if (isBadContent(content)) errors.push({ line, ...content.bad });
      }
    }
    return errors.length > 0 ? { errors, errorCount: errors.length } : { read: 0, ...nothing };
  },
};
/** The command's clock. */
const clock = { now: 0 };
const input = (content: string | Buffer): CommandContext => ({
  ...contextOfHelp,
  standardInput: new PassThrough().end(content),
  audit: () => ({ actor: "somebody", now: clock.now }),
});

/** Runs the command, and returns what `--json` prints. */
async function importSkipping(
  context: CommandContext,
  into: typeof account,
  { from, skipped }: { readonly from: string; readonly skipped: string },
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<{ readonly skipped: number }> {
  const named = { id: 1, name: { tenant: "acme", environment: "production" }, deletion: null };
  const accounts = { named: async () => named, isBeingDeleted: async () => false };
  const store = { accounts, account: () => into } as unknown as Store;
  const printed: unknown[] = [];
  const words = ["import", "acme/production", from, "--skip-bad", skipped];
  await createProgram({
    ...context,
    print: (data) => printed.push(data),
    say: () => {},
    withOperations: (work) =>
      work(askHere({ store, changesRetentionDays: 1 }, () => context.audit())),
  }).parseAsync([...words, ...(dryRun ? ["--dry-run"] : [])], { from: "user" });
  return printed[0] as { readonly skipped: number };
}

function skipInto(
  skipped: string,
  {
    content = '{"kind":"group"}\n',
    into = account,
    ...options
  }: {
    readonly dryRun?: boolean;
    readonly content?: string | Buffer;
    readonly into?: typeof account;
  } = {},
) {
  return importSkipping(input(content), into, { from: "-", skipped }, options);
}

/** The same account, whose import is followed by `work`. */
const andThen = (work: () => void): typeof account => ({
  ...account,
  importNumberedLines: async (...file) => {
    const answer = await account.importNumberedLines(...file);
    if (!("errors" in answer)) work();
    return answer;
  },
});

test("skipped lines that cannot be written leave the import, and say that it is done", async () => {
  using folder = temporaryFolder();
  const skipped = `${folder.path}/skipped`;
  const expected = `${skipped} cannot be written: it is a folder. Make room, then run`;
  const into = andThen(() => {
    rmSync(skipped);
    mkdirSync(skipped);
  });
  await assert.rejects(skipInto(skipped, { into }), (error) => {
    assert.ok(error instanceof CommandFailed);
    assert.ok(error.message.startsWith(`The good lines are imported. ${expected}`), error.message);
    return true;
  });
  rmSync(skipped, { recursive: true });
  await assert.rejects(skipInto(skipped, { into, dryRun: true }), (error) => {
    assert.ok(error instanceof CommandFailed && error.message.startsWith(expected));
    return true;
  });
});

test("a file of another format is refused, because all of its lines are bad", async () => {
  using folder = temporaryFolder();
  const skipped = join(folder.path, "bad.ndjson");
  for (const content of [gzipSync("{}"), '[{"kind":"group"},\n{"kind":"group"}]']) {
    await assert.rejects(skipInto(skipped, { content }), CommandFailed);
    assert.equal(readFileSync(skipped, "utf8"), "");
  }
});

test("a temporary folder that cannot be used is named with its variable", async (t) => {
  const before = process.env["TMPDIR"];
  t.after(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  using folder = temporaryFolder();
  process.env["TMPDIR"] = `${folder.path}/none`;
  await assert.rejects(skipInto(`${folder.path}/skipped`), (error) => {
    assert.ok(error instanceof CommandFailed);
    assert.match(
      error.message,
      /cannot be kept in .*\/none: there is no such file or folder\. Set TMPDIR/,
    );
    return true;
  });
});

test("a pipe, which can be read only once, is kept too", async () => {
  using folder = temporaryFolder();
  const from = `${folder.path}/pipe`;
  const skipped = `${folder.path}/skipped`;
  execFileSync("mkfifo", [from]);
  const writing = writeFile(from, 'not JSON\n{"kind":"group"}\n');
  const rounds: number[] = [];
  const counting = andThen(() => rounds.push(1));
  const result = await importSkipping(input(""), counting, { from, skipped }, {});
  await writing;
  assert.equal(result.skipped, 2);
  assert.match(readFileSync(skipped, "utf8"), /not JSON\n/);
});

test("lines of a pipe may be as late as its end", async (t) => {
  using folder = temporaryFolder();
  const skipped = join(folder.path, "bad.ndjson");
  t.after(() => {
    clock.now = 0;
  });
  async function* slowly() {
    yield Buffer.from("# begins\n");
    clock.now = Date.parse("2026-05-01T08:00:00Z");
    const line = booking("CUST-1", { booked_at: "2026-05-01T08:00:00Z" });
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
  const pipe = { ...input(""), standardInput: Readable.from(slowly()) };
  const result = await importSkipping(pipe, account, { from: "-", skipped }, {});
  assert.equal(result.skipped, 0, readFileSync(skipped, "utf8"));
});

test("an input that cannot be read again is blamed, and not the file of skipped lines", async () => {
  using folder = temporaryFolder();
  const from = `${folder.path}/data`;
  const skipped = `${folder.path}/skipped`;
  writeFileSync(from, '{"kind":"group"}\n');
  const vanishing = andThen(() => rmSync(from));
  await assert.rejects(importSkipping(input(""), vanishing, { from, skipped }, {}), (error) => {
    assert.ok(error instanceof CommandFailed);
    assert.ok(
      error.message.startsWith(
        `The good lines are imported. ${from} cannot be read: there is no such`,
      ),
    );
    assert.ok(!error.message.includes(skipped), error.message);
    return true;
  });
});
