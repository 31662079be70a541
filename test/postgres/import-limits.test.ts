import assert from "node:assert/strict";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/store.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { query } from "../harness/database.ts";
import { intercept } from "../harness/intercept.ts";
import { generatedFile } from "../import/generated.ts";
import { imported, now, startImporting, toText } from "../import/importing.ts";
import { activity, booking, group, interaction, slot, ticketType } from "../import/lines.ts";

/** How long the server lets a transaction idle, which no statement takes on a busy machine, and longer than that. */
const [idleMs, longerMs] = [1_500, 2_000];

/** The role's limits hold where a pooler keeps the service from setting its own. */
async function startLimited() {
  const importing = await startImporting();
  const name = new URL(importing.databaseUrl).pathname.slice(1);
  for (const setting of ["idle_in_transaction_session_timeout", "statement_timeout"]) {
    query(importing.databaseUrl, `alter database ${name} set ${setting} = '${idleMs}ms'`);
  }
  const serving = openStore(importing.databaseUrl, { timeouts: "request", pooler: true });
  return {
    ...importing,
    account: serving.account(importing.accountIds[0]),
    [Symbol.asyncDispose]: async () => {
      await serving.close();
      await importing[Symbol.asyncDispose]();
    },
  };
}

/** Makes the first call of a method of the spool's database take longer, while the import has a transaction open. */
function slowStep<T extends object>(
  owner: T,
  method: keyof T,
  part = "",
): Disposable & { readonly times: () => number } {
  let times = 0;
  const undo = intercept(owner, method, (_self, words) => {
    if (times === 0 && String(words[0]).includes(part)) {
      times += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longerMs);
    }
    return words;
  });
  return { times: () => times, [Symbol.dispose]: undo };
}

const audit = { actor: "test", now };
const catalogue = [group(), interaction(), activity(), slot({ capacity: 2 })];

describe("where requests may not idle that long, the operator API", () => {
  test("checks a large file in its snapshot", async () => {
    await using limited = await startLimited();
    // After that step the import asks what the account has of the file's things.
    await imported(limited, [...catalogue, ticketType()]);
    using slow = slowStep(DatabaseSync.prototype, "exec", "create table planned_line");
    const answer = await importDataFile(limited.account, generatedFile(5_001), {
      audit,
      dryRun: true,
    });
    assert.ok(!("errors" in answer));
    assert.deepEqual([answer.created.booking, slow.times()], [5_001, 1]);
  });

  test("switches a ticket type's limit in one transaction", async () => {
    await using limited = await startLimited();
    const unlimited = ticketType({ has_limited_capacity: false });
    await imported(limited, [...catalogue, unlimited, booking("a")]);
    using slow = slowStep(StatementSync.prototype, "get");
    const file = [Buffer.from(toText([...catalogue, ticketType()]))];
    const answer = await importDataFile(limited.account, file, { audit });
    assert.ok(!("errors" in answer));
    assert.deepEqual([answer.updated, slow.times()], [{ ticket_type: 1 }, 1]);
  });

  test("exports to a reader that is slow", async () => {
    await using limited = await startLimited();
    await imported(limited, [...catalogue, ticketType(), booking("a")]);
    let rows = 0;
    for await (const some of limited.account.exportRows()) {
      if (rows === 0) await sleep(longerMs);
      rows += some.length;
    }
    assert.equal(rows, 6);
  });
});
