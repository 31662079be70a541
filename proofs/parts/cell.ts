import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { openStore } from "../../src/store/store.ts";
import { runCommand } from "../../test/harness/command.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import { program, programWords } from "../../test/harness/program.ts";
import { acme, startTestService, type TestAccount } from "../../test/harness/service.ts";

/** An installation whose server is a process of its own, so that no work of the proof delays its answers. */
export interface Cell extends AsyncDisposable {
  readonly api: ServerProcess["api"];
  readonly databaseUrl: string;
  /** A token of its first account. */
  readonly token: string;
}

const settings = { RATE_LIMIT_REQUESTS_PER_MINUTE: "0", TOKEN_LIFETIME_SECONDS: "86400" };

export async function startCell(accounts: readonly TestAccount[]): Promise<Cell> {
  await using opened = new AsyncDisposableStack();
  const prepared = opened.use(await startTestService(accounts, settings));
  const { databaseUrl } = prepared;
  const token = await prepared.token();
  await prepared.stop();
  const server = await startServerProcess(databaseUrl, settings);
  opened.use(server);
  const all = opened.move();
  return { api: server.api, databaseUrl, token, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

interface Ended {
  readonly status: number | null;
  readonly json: { readonly paused_ms: number | null };
  readonly err: string;
}

/** Runs `booking account move`. Null where the command was killed before its end. */
export async function runMove(
  from: Cell,
  to: Cell,
  words: readonly string[],
  killAfterMs: number | null,
): Promise<Ended | null> {
  const urls = ["--from", from.databaseUrl, "--to", to.databaseUrl];
  const child = spawn(
    program,
    [...programWords, "account", "move", "acme/production", ...urls, "--json", ...words],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const gone = new Promise<number | null>((resolve) => {
    child.once("close", (status) => resolve(status));
  });
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const status = await gone;
  if (timer !== null) clearTimeout(timer);
  if (status === null) return null;
  const json = status === 0 ? JSON.parse(Buffer.concat(out).toString()) : { paused_ms: null };
  return { status, json, err: Buffer.concat(err).toString() };
}

export async function differences(from: Cell, to: Cell): Promise<string[]> {
  const [there, here] = [await exportOf(from), await exportOf(to)];
  return there === here ? [] : ["the exports of the source and of the target differ"];
}

/** A digest of what an export of the account holds, whatever the order of its rows. */
async function exportOf({ databaseUrl }: Cell): Promise<string> {
  const store = openStore(databaseUrl);
  try {
    const { id } = (await store.accounts.find(acme))!;
    const digests: string[] = [];
    for await (const portion of store.account(id).exportRows()) {
      digests.push(...portion.map((row) => digestOf(JSON.stringify(row))));
    }
    return digestOf(digests.toSorted().join());
  } finally {
    await store.close();
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

export async function brokenLaws({ databaseUrl }: Cell): Promise<string[]> {
  const { status, out, err } = await runCommand(databaseUrl, ["verify"]);
  return status === 0 ? [] : [`verify is not clean: ${out} ${err}`];
}
