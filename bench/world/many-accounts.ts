import { createHash } from "node:crypto";
import { runCommand } from "../../test/harness/command.ts";
import { bookingRows } from "./booking-rows.ts";
import { catalogueRows, type TableRows, type Value } from "./catalogue-rows.ts";
import type { BenchEngine } from "./engines.ts";
import type { World } from "./world.ts";

/** One of many accounts on a database. */
export interface OneOfMany {
  readonly apiHost: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
}

/**
 * Makes many accounts, each with a world of its own. Thousands of commands would take too long, so the rows
 * are written directly.
 */
export async function installMany(
  engine: BenchEngine,
  name: string,
  { count, world, now }: { readonly count: number; readonly world: World; readonly now: number },
): Promise<{ readonly databaseUrl: string; readonly accounts: readonly OneOfMany[] }> {
  const databaseUrl = await engine.create(name);
  const { status, err } = await runCommand(databaseUrl, ["migrate"]);
  if (status !== 0) throw new Error(err);
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const accounts = ids.map((id) => ({
    apiHost: `a${id}.bench.example`,
    clientId: `client-${id}`,
    clientSecret: `secret-${id}`,
    audience: `https://a${id}.bench.example`,
  }));
  const tables = [
    ...accountRows(accounts, now),
    ...joined(
      ids.map((accountId) => [
        ...catalogueRows(world, accountId),
        ...bookingRows(world, accountId, now),
      ]),
    ),
  ];
  await engine.fill(databaseUrl, tables);
  return { databaseUrl, accounts };
}

function accountRows(accounts: readonly OneOfMany[], now: number): TableRows[] {
  const each = (toRow: (account: OneOfMany, id: number) => Value[]) =>
    accounts.map((account, index) => toRow(account, index + 1));
  return [
    {
      table: "account",
      columns: ["id", "tenant", "environment", "created_at"],
      rows: each((_, id) => [id, `tenant-${id}`, "production", now]),
    },
    {
      table: "api_host",
      columns: ["host", "account_id"],
      rows: each(({ apiHost }, id) => [apiHost, id]),
    },
    {
      table: "enabled_endpoint",
      columns: ["account_id", "endpoint"],
      rows: each((_, id) => [id, "interactions:fetchContactBookings"]),
    },
    {
      table: "credential",
      columns: ["account_id", "client_id", "audience", "created_at"],
      rows: each(({ clientId, audience }, id) => [id, clientId, audience, now]),
    },
    {
      table: "client_secret",
      columns: ["account_id", "client_id", "id", "hash", "prefix", "created_at"],
      rows: each(({ clientId, clientSecret }, id) => [
        id,
        clientId,
        `secret-id-${id}`,
        createHash("sha256").update(clientSecret).digest("hex"),
        clientSecret.slice(0, 8),
        now,
      ]),
    },
  ];
}

/** Joins the rows of each table over all accounts. */
function joined(worlds: readonly TableRows[][]): TableRows[] {
  return (worlds[0] ?? []).map(({ table, columns }, at) => ({
    table,
    columns,
    rows: (function* () {
      for (const tables of worlds) yield* tables[at]?.rows ?? [];
    })(),
  }));
}
