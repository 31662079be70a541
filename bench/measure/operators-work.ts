import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "../../test/harness/command.ts";
import { account } from "../world/installation.ts";
import { slotStartOf } from "../world/world.ts";

export interface OperatorsOrder {
  readonly databaseUrl: string;
  readonly operatorPort: number;
  /** A data file of bookings that the account has: the import compares them all. */
  readonly file: string;
}

/** How often operators have finished each kind of their work. */
export interface OperatorsWork {
  polls: number;
  verifications: number;
  imports: number;
  exports: number;
}

/** The console polls a slot's arrivals every ten seconds. */
const pollMs = 1_000;
const desks = 3;

/** Makes an operator, whose work `begin` repeats until `end` is called. */
export async function employOperators({ databaseUrl, operatorPort, file }: OperatorsOrder) {
  const command = async (words: readonly string[]) => {
    const result = await runCommand(databaseUrl, words);
    if (result.status !== 0) throw new Error(`booking ${words.join(" ")}: ${result.err}`);
    return result;
  };
  const { json } = await command(["operator", "create", "bench", "--role", "staff", "--json"]);
  const { key } = json as { readonly key: string };
  const poll = async (desk: number) => {
    const slot = encodeURIComponent(new Date(slotStartOf(desk)).toISOString());
    const path = `/operator/v1/accounts/${account}/bookings?interaction=pk_season_0&activity=tour&slot=${slot}&limit=500`;
    const answer = await fetch(`http://127.0.0.1:${operatorPort}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`A desk was answered ${answer.status}: ${text}`);
  };
  return {
    begin() {
      const done: OperatorsWork = { polls: 0, verifications: 0, imports: 0, exports: 0 };
      const stop = new AbortController();
      const repeat = async (kind: keyof OperatorsWork, work: () => Promise<unknown>, pause = 0) => {
        while (!stop.signal.aborted) {
          await work();
          done[kind] += 1;
          await sleep(pause);
        }
      };
      const working = Promise.all([
        ...Array.from({ length: desks }, (_, desk) => repeat("polls", () => poll(desk), pollMs)),
        repeat("verifications", () => command(["verify", account])),
        repeat("imports", () => command(["import", account, file, "--update"])),
        repeat("exports", () => command(["export", account])),
      ]);
      return {
        /** Waits for what has begun, so that none of it falls into the next measurement. */
        end: async (): Promise<OperatorsWork> => {
          stop.abort();
          await working;
          return done;
        },
      };
    },
  };
}
