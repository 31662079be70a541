import { runCommand } from "../../test/harness/command.ts";
import { bookingRows } from "./booking-rows.ts";
import { catalogueRows } from "./catalogue-rows.ts";
import type { BenchEngine } from "./engines.ts";
import type { World } from "./world.ts";

/** A database with an account and its data, and the facts that its caller needs. */
export interface Installation {
  readonly databaseUrl: string;
  readonly world: World;
  readonly credential: {
    readonly client_id: string;
    readonly client_secret: string;
    readonly audience: string;
  };
}

export const account = "bench/production";
export const apiHost = "api.bench.example";

/** Makes an installation by the service's own commands; only the data's rows are written directly. */
export async function install(
  engine: BenchEngine,
  name: string,
  world: World,
  now: number,
): Promise<Installation> {
  const databaseUrl = await engine.create(name);
  const installation = await installEmpty(databaseUrl, world);
  await engine.fill(databaseUrl, [...catalogueRows(world, 1), ...bookingRows(world, 1, now)]);
  return installation;
}

/** The same without data. */
export async function installEmpty(databaseUrl: string, world: World): Promise<Installation> {
  await command(databaseUrl, ["migrate"]);
  const [list, cancel] = [
    "interactions:fetchContactBookings",
    "interactions:cancelInteractionBooking",
  ];
  await command(
    databaseUrl,
    `account create ${account} --api-host ${apiHost} --enable ${list} --enable ${cancel}`.split(
      " ",
    ),
  );
  const credential = await command(databaseUrl, ["credential", "create", account, "--json"]);
  return { databaseUrl, world, credential: JSON.parse(credential) };
}

async function command(databaseUrl: string, words: readonly string[]): Promise<string> {
  const { status, out, err } = await runCommand(databaseUrl, words);
  if (status !== 0) throw new Error(`booking ${words.join(" ")} ended with ${status}: ${err}`);
  return out;
}
