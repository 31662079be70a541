import { execFileSync } from "node:child_process";
import { call } from "../../test/harness/call.ts";
import { runCommand, type CommandResult } from "../../test/harness/command.ts";
import { startServerProcess, type ServerProcess } from "../../test/harness/process.ts";
import {
  booking,
  catalogue,
  productionHost,
  tokenPath,
  withSlots,
} from "../../test/harness/seed.ts";
import { databaseMachines, deployed, settingsFor, type Machine } from "./deployed.ts";

/** The service with the settings of `deploy/ha/booking.env`, over HAProxy, with an account and a client. */
export interface DeployedService extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly server: ServerProcess;
  readonly token: string;
  /** Imports new bookings, and returns their ids. */
  addBookings(count: number): Promise<string[]>;
  /** The violations that `booking verify` finds. */
  verify(): Promise<string[]>;
}

const account = "acme/production";
const enabled = ["interactions:fetchContactBookings", "interactions:cancelInteractionBooking"];

export async function startDeployedService(primary: Machine): Promise<DeployedService> {
  makeDatabase(primary);
  const settings = settingsFor(databaseMachines[0], "booking.env");
  const databaseUrl = settings["DATABASE_URL"] ?? "";
  const booked = (words: readonly string[], input?: string) => must(databaseUrl, words, input);
  await booked(["migrate"]);
  const enable = enabled.flatMap((name) => ["--enable", name]);
  await booked(["account", "create", account, "--api-host", productionHost, ...enable]);
  await booked(["import", account, "-"], linesOf(catalogue));
  const issued = (await booked(["credential", "create", account, "--json"])).json;
  const server = await startServerProcess(databaseUrl, {
    ...settings,
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  const { json } = await call(server.api, {
    method: "POST",
    path: tokenPath,
    host: productionHost,
    body: { ...issued, grant_type: "client_credentials" },
  });
  let imports = 0;
  return {
    databaseUrl,
    server,
    token: json.access_token,
    addBookings: async (count) => {
      imports += 1;
      const lines = Array.from({ length: count }, (_, index) =>
        booking(`moved-${index % 50}`, {
          // The imported bookings have slots of their own.
          slot_starting_at: `${2030 + imports}-05-${10 + (index % 10)}T08:00:00Z`,
        }),
      );
      await booked(["import", account, "-"], linesOf(withSlots(lines)));
      return lines.map((line) => line.booking);
    },
    verify: async () => {
      const { status, out } = await runCommand(databaseUrl, ["verify"]);
      return status === 0 ? [] : [`a law is broken: ${out}`];
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Makes the database, as the operator does once. */
function makeDatabase(primary: Machine): void {
  const { PATRONI_SUPERUSER_PASSWORD } = settingsFor(primary, "patroni.env");
  execFileSync(
    "psql",
    ["--host", primary.address, "--username", "postgres", "--no-psqlrc", "--quiet"].concat([
      "--set",
      "ON_ERROR_STOP=1",
      "--file",
      deployed("database.sql"),
    ]),
    { env: { PATH: "/usr/bin:/bin", PGPASSWORD: PATRONI_SUPERUSER_PASSWORD } },
  );
}

const linesOf = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

async function must(url: string, words: readonly string[], input = ""): Promise<CommandResult> {
  const result = await runCommand(url, words, { input });
  if (result.status !== 0) {
    throw new Error(`booking ${words.join(" ")}: ${result.err}${result.out}`);
  }
  return result;
}
