import {
  endpoints,
  isEndpoint,
  parseAccountName,
  parseHost,
  type AccountName,
  type Endpoint,
} from "../domain/account.ts";
import { WrongUsage } from "./command-context.ts";

/** Reads `tenant/environment`. */
export function readAccountName(text: string): AccountName {
  const name = parseAccountName(text);
  if (name !== null) return name;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no account: write tenant/environment, the environment one of ` +
      "development, uat, production (for example acme/production).",
  );
}

/** Reads an API host; its port and its case do not count. */
export function readHost(text: string): string {
  const host = parseHost(text);
  if (host !== null) return host;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no host name: write it without scheme and path (for example api.acme.example).`,
  );
}

export function readEndpoint(text: string): Endpoint {
  if (isEndpoint(text)) return text;
  throw new WrongUsage(
    `${JSON.stringify(text)} is no endpoint that can be switched: ${endpoints.join(" or ")}.`,
  );
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `90s`, `30m`, `24h` or `7d` as milliseconds. */
export function readDuration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = match?.[2] as keyof typeof units | undefined;
  if (unit !== undefined) return Number(match?.[1]) * units[unit];
  throw new WrongUsage(`${JSON.stringify(text)} is no duration: write 90s, 30m, 24h or 7d.`);
}

/** Collects a flag that may be repeated. */
export function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
