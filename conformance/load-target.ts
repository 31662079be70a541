import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Value } from "typebox/value";
import type { Target } from "./engine/target.ts";
import { Credentials, Facts } from "./facts.ts";

/** A fault that the kit's caller has to mend; the message names it. */
export class TargetFault extends Error {}

export interface TargetFiles {
  readonly baseUrl: string;
  readonly host: string | undefined;
  /** The path of the credentials file; without it the environment has them. */
  readonly credentials: string | undefined;
  /** The path of the data file. */
  readonly data: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Reads the facts about the target. Throws a `TargetFault` with a sentence when they are wrong. */
export function loadTarget({ baseUrl, host, credentials, data, environment }: TargetFiles): Target {
  return {
    place: { base_url: readUrl(baseUrl), ...(host === undefined ? {} : { host }) },
    credentials:
      credentials === undefined ? credentialsOf(environment) : readCredentials(credentials),
    facts: data === undefined ? {} : readFacts(data),
  };
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new TargetFault(`${text} is no base URL: it reads http://HOST or https://HOST.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TargetFault(
      "The base URL names a user or a password: leave them out, they are shown.",
    );
  }
  const href = url.href.replace(/\/$/, "");
  if (href.endsWith("/v1")) {
    throw new TargetFault(`${text}: leave out the /v1, which is part of every path.`);
  }
  return href;
}

function credentialsOf(environment: TargetFiles["environment"]): Credentials {
  const names = ["BOOKING_CLIENT_ID", "BOOKING_CLIENT_SECRET", "BOOKING_AUDIENCE"] as const;
  const [client_id, client_secret, audience] = names.map((name) => environment[name] ?? "");
  const given = { client_id, client_secret, audience };
  if (!Value.Check(Credentials, given)) {
    throw new TargetFault(`Credentials are needed: --credentials FILE, or ${names.join(", ")}.`);
  }
  return given;
}

function readCredentials(path: string): Credentials {
  const value = readJson(path);
  if (Value.Check(Credentials, value)) {
    const { client_id, client_secret, audience } = value;
    return { client_id, client_secret, audience };
  }
  throw new TargetFault(
    `${path} holds no credentials: {"client_id","client_secret","audience"}, three texts.`,
  );
}

function readFacts(path: string): Facts {
  const facts = withCredentials(readJson(path), dirname(path));
  if (Value.Check(Facts, facts)) return facts;
  const faults = Value.Errors(Facts, facts)
    .slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  throw new TargetFault(`${path} is no data file: ${faults.join("; ")}.`);
}

/** Replaces the path of a credentials file by its content. */
function withCredentials(facts: unknown, folder: string): unknown {
  if (typeof facts !== "object" || facts === null || Array.isArray(facts)) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name === "credentials" && typeof value === "string"
        ? readCredentials(resolve(folder, value))
        : withCredentials(value, folder),
    ]),
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "it is not JSON" : "it cannot be read";
    throw new TargetFault(`${path}: ${why}.`, { cause: error });
  }
}
