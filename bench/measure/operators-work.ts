import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "../../test/harness/command.ts";
import { program, programWords } from "../../test/harness/program.ts";
import type { WorkKind } from "../options.ts";
import { account } from "../world/installation.ts";
import { slotStartOf } from "../world/world.ts";
import { untilAllAreTold, writeReminded } from "./due-reminders.ts";

export interface OperatorsOrder {
  readonly databaseUrl: string;
  readonly operatorPort: number;
  /** A data file of bookings that the account has: the import compares them all. */
  readonly file: string;
  /** The beginning of the files with the commands' output: a reader would need a processor, too. */
  readonly output: string;
  readonly work: readonly WorkKind[];
  /** How many bookings are reminded of at one moment, where that is among the work. */
  readonly reminders: number;
}

/** How often operators have finished each kind of their work, and how many polls were not answered in time. */
export type OperatorsWork = Record<WorkKind | "unanswered", number> & {
  /** After how many seconds the last reminder was told. */
  readonly "seconds until the last"?: number;
};

/** The console polls a slot's arrivals every ten seconds. */
const pollMs = 1_000;
const desks = 3;

/** Makes an operator, whose work `begin` repeats until `end` is called. */
export async function employOperators(order: OperatorsOrder) {
  const { databaseUrl, operatorPort, file } = order;
  const creation = ["operator", "create", "bench", "--role", "staff", "--json"];
  const { status, json, err } = await runCommand(databaseUrl, creation);
  if (status !== 0) throw new Error(`booking ${creation.join(" ")}: ${err}`);
  const { key } = json as { readonly key: string };
  /** Whether the desk was answered: operators give way to callers, and a request of theirs has a time limit. */
  const poll = async (desk: number): Promise<boolean> => {
    const slot = encodeURIComponent(new Date(slotStartOf(desk)).toISOString());
    const path = `/operator/v1/accounts/${account}/bookings?interaction=pk_season_0&activity=tour&slot=${slot}&limit=500`;
    const answer = await fetch(`http://127.0.0.1:${operatorPort}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    if (![200, 408, 503].includes(answer.status)) {
      throw new Error(`A desk was answered ${answer.status}: ${text}`);
    }
    return answer.status === 200;
  };
  const command = async (kind: WorkKind, words: readonly string[]): Promise<WorkKind> => {
    await runToFile(order, words);
    return kind;
  };
  const kinds: Record<WorkKind, readonly Task[]> = {
    polls: Array.from({ length: desks }, (_, desk) => async () => {
      const isAnswered = await poll(desk);
      await sleep(pollMs);
      return isAnswered ? "polls" : "unanswered";
    }),
    verifications: [() => command("verifications", ["verify", account])],
    imports: [() => command("imports", ["import", account, file, "--update"])],
    exports: [() => command("exports", ["export", account])],
    // The service tells them by itself.
    reminders: [],
  };
  const { reminders: bookings } = order;
  let moment = 0;
  return {
    /** Makes what is due at a moment after so many milliseconds at least, and returns the moment; 0 for none. */
    async prepare(reserveMs: number): Promise<number> {
      if (!order.work.includes("reminders")) return 0;
      const path = `${order.output}-reminded.ndjson`;
      moment = writeReminded(path, bookings, reserveMs);
      await runToFile(order, ["import", account, path]);
      if (Date.now() > moment - reserveMs) throw new Error("The import outlasted the moment.");
      return moment;
    },
    begin() {
      const done = {
        polls: 0,
        verifications: 0,
        imports: 0,
        exports: 0,
        reminders: 0,
        unanswered: 0,
      };
      const stop = new AbortController();
      const repeat = async (task: Task) => {
        while (!stop.signal.aborted) done[await task()] += 1;
      };
      const working = Promise.all(order.work.flatMap((kind) => kinds[kind]).map(repeat));
      // The error is reported at the end of the window.
      working.catch(() => {});
      return {
        /** Waits for what has begun, so that none of it falls into the next measurement. */
        end: async (): Promise<OperatorsWork> => {
          stop.abort();
          await working;
          if (moment === 0) return done;
          const seconds = await untilAllAreTold(databaseUrl, { moment, bookings });
          return { ...done, reminders: bookings, "seconds until the last": seconds };
        },
      };
    },
  };
}

/** A piece of work, which is repeated; it returns what it counts as. */
type Task = () => Promise<WorkKind | "unanswered">;

async function runToFile(
  { databaseUrl, output }: OperatorsOrder,
  words: readonly string[],
): Promise<void> {
  const file = openSync(`${output}-${String(words[0])}`, "w");
  const child = spawn(program, [...programWords, ...words], {
    env: { DATABASE_URL: databaseUrl },
    stdio: ["ignore", file, "pipe"],
  });
  closeSync(file);
  const said: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0)
    throw new Error(`booking ${words.join(" ")}: ${Buffer.concat(said).toString()}`);
}
