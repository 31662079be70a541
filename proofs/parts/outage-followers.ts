import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../test/harness/call.ts";
import { program, programWords } from "../../test/harness/program.ts";
import { feedBreaches, madeChanges, type SeenChange } from "./feed-breaches.ts";

/** Two followers of one account's changes: the command, and a client of the operator API. */
export interface OutageFollowers extends AsyncDisposable {
  /** Where the service listens for operators from now on; null while it is down. */
  lead(operator: string | null): void;
  /** Waits until both have read everything, and compares that with the histories. */
  finish(): Promise<string[]>;
}

/** Both must have read the last change within this time after the last outage. */
const patienceMs = 60_000;

/** Starts both at the oldest change. Each keeps its cursor and nothing else through every outage. */
export function startFollowers(
  databaseUrl: string,
  { account, key }: { readonly account: string; readonly key: string },
): OutageFollowers {
  const command = followByCommand(databaseUrl, account);
  const client = followByApi(account, key);
  const followers = { "booking changes": command, "the operator API's reader": client };
  const finish = async () => {
    const made = madeChanges(databaseUrl);
    const deadline = performance.now() + patienceMs;
    const haveAll = () => Object.values(followers).every(({ seen }) => seen.length >= made.length);
    while (!haveAll() && performance.now() < deadline) await sleep(50);
    // A change that is doubled comes after the others.
    await sleep(500);
    return Object.entries(followers).flatMap(([name, { seen, troubles }]) => [
      ...troubles.map((trouble) => `${name}: ${trouble}`),
      ...feedBreaches(name, made, seen),
    ]);
  };
  return {
    lead: client.lead,
    finish,
    [Symbol.asyncDispose]: async () => {
      client.stop();
      await command.stop();
    },
  };
}

function followByCommand(databaseUrl: string, account: string) {
  const [seen, troubles]: [SeenChange[], string[]] = [[], []];
  const words = [...programWords, "changes", account, "--from-start", "--follow"];
  const child = spawn(program, words, {
    env: { DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  createInterface(child.stdout).on("line", (line) => seen.push(toSeen(JSON.parse(line))));
  const said: string[] = [];
  createInterface(child.stderr).on("line", (line) => said.push(line));
  let isStopped = false;
  const gone = once(child, "exit");
  child.once("exit", (status) => {
    if (!isStopped) troubles.push(`it ended with ${status}: ${said.join(" ")}`);
  });
  const stop = async () => {
    isStopped = true;
    child.kill("SIGTERM");
    await gone;
  };
  return { seen, troubles, stop };
}

function followByApi(account: string, key: string) {
  const [seen, troubles]: [SeenChange[], string[]] = [[], []];
  const state = { operator: null as string | null, isStopped: false, cursor: "start" };
  const ask = async () => {
    if (state.operator === null) return;
    const path = `/operator/v1/accounts/${account}/changes?after=${state.cursor}&wait=2&limit=500`;
    const answer = await call(state.operator, { path, host: "localhost", token: key });
    if (answer.status === 200) {
      seen.push(...answer.json.changes.map(toSeen));
      state.cursor = answer.json.cursor;
    } else if (answer.status !== 503) {
      troubles.push(`it was answered ${answer.status}: ${answer.text}`);
    }
  };
  const follow = async () => {
    while (!state.isStopped) {
      // A connection that broke: the server was killed.
      await ask().catch(() => {});
      await sleep(20);
    }
  };
  void follow();
  return {
    seen,
    troubles,
    lead: (operator: string | null) => {
      state.operator = operator;
    },
    stop: () => {
      state.isStopped = true;
    },
  };
}

interface ChangeJson {
  readonly cursor: string;
  readonly at: string;
  readonly actor: string;
  readonly request_id: string | null;
  readonly booking?: { readonly booking: string };
}

function toSeen({ cursor, at, actor, request_id, booking }: ChangeJson): SeenChange {
  return { cursor, at: Date.parse(at), actor, requestId: request_id, of: booking?.booking ?? "" };
}
