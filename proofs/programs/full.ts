import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { call } from "../../test/harness/call.ts";
import { runCommand } from "../../test/harness/command.ts";
import { query } from "../../test/harness/query.ts";
import { booking, cancelPath, catalogue, fetchPath, withSlots } from "../../test/harness/seed.ts";
import { serveInto } from "../../test/harness/serve-into.ts";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { until } from "../../test/harness/until.ts";
import { tornPages } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Puts the embedded database and the log on a small file system of their own (tmpfs, which needs root to
 * mount). The disk is filled during cancels, read while full, and freed again, without a restart.
 */
export const full: Proof = {
  promises: ["P10"],
  what: "disk full, under database and log: nothing acknowledged is lost, reads go on, writes are 503, and it heals",
  goal: "10 cycles",
  unit: "cycles",
  engines: ["sqlite"],
  usual: 3,
  full: 10,
  shows: ["acknowledged", "503 while full", "reads while full", "log lines held back"],
  prove,
};

const diskBytes = 24 * 1024 * 1024;
const bookings = 3_000;
const cancelsBefore = 50;
/** So many that their lines need more than the rest of the log's last block. */
const readsWhileFull = 100;
const logHealsMs = 10_000;
/** Each cancel writes some 30 kB into the log, all of them together more than the disk has. */
const cancelsOnTheLog = 1_200;
const host = "api.full.example";
const account = "full/production";

async function prove({ count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  using folder = temporaryFolder();
  const disk = join(folder.path, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", disk], {
      stdio: "pipe",
    });
  } catch (error) {
    return {
      figures: { "not run": `no tmpfs: ${(error as Error).message.split("\n")[1] ?? ""}` },
      breaches: [],
    };
  }
  try {
    return await proveOn(disk, folder.path, { count, timeLeft, tell });
  } finally {
    execFileSync("umount", [disk]);
  }
}

async function proveOn(
  disk: string,
  scratch: string,
  { count, timeLeft, tell }: Pick<ProofOrder, "count" | "timeLeft" | "tell">,
): Promise<Proven> {
  const url = `sqlite:${disk}/booking.db`;
  const lines = Array.from({ length: bookings }, () => booking("full"));
  const file = join(scratch, "data.ndjson");
  writeFileSync(
    file,
    [...catalogue, ...withSlots(lines)].map((line) => JSON.stringify(line)).join("\n"),
  );
  await mustRun(url, ["migrate"]);
  const enable = ["interactions:fetchContactBookings", "interactions:cancelInteractionBooking"];
  await mustRun(url, [
    "account",
    "create",
    account,
    "--api-host",
    host,
    ...enable.flatMap((name) => ["--enable", name]),
  ]);
  await mustRun(url, ["import", account, file]);
  const issued = (await mustRun(url, ["credential", "create", account, "--json"])).json;
  const log = join(disk, "log");
  const descriptor = openSync(log, "a");
  await using server = await startLogging(descriptor, url);
  closeSync(descriptor);
  const token = (
    await call(server.api, {
      method: "POST",
      path: "/v1/oauth:token",
      host,
      body: { ...issued, grant_type: "client_credentials" },
    })
  ).json.access_token;

  const figures = {
    cycles: 0,
    acknowledged: 0,
    "503 while full": 0,
    "reads while full": 0,
    "log lines held back": 0,
    lost: 0,
  };
  const breaches: string[] = [];
  const waiting = lines.map((line) => line.booking);
  const done = new Set<string>();
  const cancel = async () => {
    const id = waiting.pop()!;
    const { status } = await call(server.api, {
      method: "POST",
      path: cancelPath,
      host,
      token,
      body: { booking: id },
    });
    if (status === 200) done.add(id);
    return status;
  };
  const list = (id: string) =>
    call(server.api, {
      path: `${fetchPath}?external_id=full&page_size=10`,
      host,
      token,
      headers: { "x-request-id": id },
    });
  for (let times = 0; times < cancelsOnTheLog; times += 1) {
    if ((await cancel()) === 200) continue;
    breaches.push("the write-ahead log filled the disk");
    break;
  }
  for (; figures.cycles < count && timeLeft() && waiting.length > 100; figures.cycles += 1) {
    for (let times = 0; times < cancelsBefore; times += 1) {
      if ((await cancel()) !== 200) breaches.push("a cancel was refused before the disk was full");
    }
    const ballast = join(disk, "ballast");
    fill(ballast, disk);
    let refused = 0;
    // The log has space left from before, which is used up first.
    for (let times = 0; times < 400 && refused < 5 && waiting.length > 50; times += 1) {
      const status = await cancel();
      fill(ballast, disk);
      if (status === 503) refused += 1;
      else if (status !== 200) breaches.push(`a cancel on a full disk was answered ${status}`);
    }
    if (refused === 0) breaches.push("the disk was never full");
    figures["503 while full"] += refused;
    const lastRead = `read-${randomUUID()}`;
    for (let left = readsWhileFull; left > 0; left -= 1) {
      const { status } = await list(left === 1 ? lastRead : randomUUID());
      if (status === 200) figures["reads while full"] += 1;
      else breaches.push(`a list on a full disk was answered ${status}`);
    }
    const isLogged = () => readFileSync(log, "utf8").includes(lastRead);
    if (isLogged()) breaches.push("the log had room on the full disk");
    else figures["log lines held back"] += 1;
    rmSync(ballast, { force: true });
    if ((await cancel()) !== 200) breaches.push("a cancel was refused when there was room again");
    // The log's buffer has room for all these lines, so that none is dropped.
    await until(isLogged, { limitMs: logHealsMs }).catch(() => {
      breaches.push("what was asked while the disk was full is never logged");
    });
    tell(figures.cycles + 1, `${done.size} acknowledged`);
  }
  figures.acknowledged = done.size;
  const cancelled = new Set(
    query(url, "select id from booking where booking_status = 'CANCELLED'").map((row) => row["id"]),
  );
  const lost = [...done].filter((id) => !cancelled.has(id));
  figures.lost = lost.length;
  if (server.child.exitCode !== null) breaches.push("the process died");
  const verified = await runCommand(url, ["verify"]);
  if (verified.status !== 0) breaches.push(`a law is broken: ${verified.out}`);
  return {
    figures,
    breaches: [...breaches, ...lost.map((id) => `lost: ${id}`), ...tornPages(url)],
  };
}

/** Starts the program with its log in a file, as `booking serve >> log` does. */
async function startLogging(descriptor: number, url: string) {
  const server = await serveInto(descriptor, url, { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" });
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      server.child.kill("SIGKILL");
      await server.gone;
    },
  };
}

async function mustRun(url: string, words: readonly string[]) {
  const result = await runCommand(url, words);
  if (result.status !== 0) throw new Error(`booking ${words.join(" ")}: ${result.err}`);
  return result;
}

/** Takes all the remaining space. */
function fill(ballast: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  if (bavail === 0) return;
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize), { flag: "a" });
  } catch (error) {
    // The server took some of the space first.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
