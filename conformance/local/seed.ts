import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "typebox/value";
import { Credentials } from "../facts.ts";
import type { WorldPlaces } from "../world/facts.ts";
import {
  accountLines,
  otherAccountLines,
  otherEnvironmentLines,
  type Line,
} from "../world/lines.ts";
import { booking } from "./booking-program.ts";

const both = ["interactions:fetchContactBookings", "interactions:cancelInteractionBooking"];
type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials of the seeded accounts, without those of servers that start later. */
export type Seeded = { readonly main: Credentials } & Omit<
  WorldPlaces,
  "shortLived" | "rateLimited" | "unavailable"
>;

/** The API host of the account under test. */
export const mainHost = "acme.test";

/** Makes the world's accounts, credentials and data by operators' commands. */
export async function seed(environment: Environment, folder: string): Promise<Seeded> {
  const run = (...args: string[]) => booking(environment, ...args);
  const account = async (
    name: string,
    hosts: string[],
    endpoints: string[],
    lines: readonly Line[],
  ) => {
    const flags = [
      ...hosts.flatMap((host) => ["--api-host", host]),
      ...endpoints.flatMap((endpoint) => ["--enable", endpoint]),
    ];
    await run("account", "create", name, ...flags);
    if (lines.length > 0) {
      const file = join(folder, `${name.replace("/", "-")}.ndjson`);
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await run("import", name, file);
    }
    return credential(name);
  };
  const credential = async (name: string): Promise<Credentials> => {
    const { client_id, client_secret, audience } = await run("credential", "create", name);
    const created: unknown = { client_id, client_secret, audience };
    if (!Value.Check(Credentials, created)) throw new Error("booking credential create gave none.");
    return created;
  };

  await run("migrate");
  const hosts = [mainHost, "acme-two.test"];
  const main = await account("acme/production", hosts, both, accountLines);
  const uat = await account("acme/uat", ["uat.acme.test"], both, otherEnvironmentLines);
  const globex = await account("globex/production", ["globex.test"], both, otherAccountLines);
  const off = await account("off/production", ["off.test"], both.slice(0, 1), []);
  const revoked = await credential("acme/production");
  await run("credential", "revoke", revoked.client_id);
  return {
    main,
    otherAccount: { host: "globex.test", credentials: globex },
    otherEnvironment: { host: "uat.acme.test", credentials: uat },
    secondHost: "acme-two.test",
    secondCredentials: await credential("acme/production"),
    revokedCredentials: revoked,
    endpointOff: { host: "off.test", credentials: off },
  };
}
