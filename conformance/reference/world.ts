import { randomBytes } from "node:crypto";
import type { Target } from "../engine/target.ts";
import type { Credentials } from "../facts.ts";
import { worldFacts } from "../world/facts.ts";
import { accountLines, otherAccountLines, otherEnvironmentLines } from "../world/lines.ts";
import { loadAccount, type Account } from "./state.ts";

/** The world of `world/lines.ts` in memory, with the facts for the kit. */
export function makeWorld(): { accounts: Account[]; target: (base_url: string) => Target } {
  const main = client("acme.test");
  const second = client("acme.test");
  const revoked = client("acme.test");
  const uat = client("uat.acme.test");
  const globex = client("globex.test");
  const off = client("off.test");
  const short = client("short.test");
  const limited = client("limited.test");
  const accounts = [
    loadAccount(
      {
        name: "acme/production",
        hosts: ["acme.test", "acme-two.test"],
        clients: [main, second, { ...revoked, revoked: true }],
      },
      accountLines,
    ),
    loadAccount(
      { name: "acme/uat", hosts: ["uat.acme.test"], clients: [uat] },
      otherEnvironmentLines,
    ),
    loadAccount(
      { name: "globex/production", hosts: ["globex.test"], clients: [globex] },
      otherAccountLines,
    ),
    loadAccount({ name: "off", hosts: ["off.test"], clients: [off], cancelEnabled: false }, []),
    loadAccount({ name: "short", hosts: ["short.test"], clients: [short], lifetimeSeconds: 2 }, []),
    loadAccount(
      { name: "limited", hosts: ["limited.test"], clients: [limited], requestsMax: 5 },
      [],
    ),
    loadAccount({ name: "down", hosts: ["down.test"], clients: [main], down: true }, []),
  ];
  const facts = worldFacts({
    otherAccount: { host: "globex.test", credentials: globex },
    otherEnvironment: { host: "uat.acme.test", credentials: uat },
    secondHost: "acme-two.test",
    secondCredentials: second,
    revokedCredentials: revoked,
    endpointOff: { host: "off.test", credentials: off },
    shortLived: { host: "short.test", credentials: short },
    rateLimited: {
      host: "limited.test",
      credentials: limited,
      requests: 5,
      // Only Linux has every loopback address.
      ...(process.platform === "linux" ? { second_address: "127.0.0.2" } : {}),
    },
    unavailable: { host: "down.test", credentials: main },
    emptyContact: "Empty-1",
  });
  const target = (base_url: string) => ({
    place: { base_url, host: "acme.test" },
    credentials: main,
    facts,
  });
  return { accounts, target };
}

function client(host: string): Credentials {
  return {
    client_id: `client_${randomBytes(6).toString("hex")}`,
    client_secret: `secret_${randomBytes(16).toString("hex")}`,
    audience: `https://${host}`,
  };
}
