/**
 * An account is one tenant in one environment, written `tenant/environment`: the wall around its campaigns, contacts and
 * bookings. An operator makes it, gives it API hosts, endpoints and clients, and closes it by taking them away: its data
 * stays, and a host opens it again. Only a closed account can be deleted, for good.
 */
export type Environment = "development" | "uat" | "production";

export const environments = ["development", "uat", "production"] as const satisfies Environment[];

/** The key of an account inside one installation; every row of an account's data carries it. */
export type AccountId = number & { readonly AccountId: unique symbol };

export interface AccountName {
  readonly tenant: string;
  readonly environment: Environment;
}

/** The endpoints that an operator switches on and off for an account, by their wire names. */
export const endpoints = [
  "interactions:fetchContactBookings",
  "interactions:cancelInteractionBooking",
] as const;

export type Endpoint = (typeof endpoints)[number];

/** Parses `acme/production`; null for anything else. */
export function parseAccountName(text: string): AccountName | null {
  const match = /^([A-Za-z0-9][A-Za-z0-9._-]{0,62})\/(.+)$/.exec(text);
  const environment = environments.find((known) => known === match?.[2]);
  return match?.[1] === undefined || environment === undefined
    ? null
    : { tenant: match[1], environment };
}

export function formatAccountName(name: AccountName): string {
  return `${name.tenant}/${name.environment}`;
}

/**
 * Normalises the host of a Host header or of an operator's flag for comparison: lower case, without a port
 * and without the dot that ends a fully qualified name. Null when the text is no host name, IPv4 address or
 * bracketed IPv6 address.
 */
export function parseHost(text: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)\.?(?::\d{0,5})?$/i.exec(
    text,
  );
  return match?.[1]?.toLowerCase() ?? null;
}

/** Whether the host is a loopback name. One that no account has leads to an installation's only account, if that is of development. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}
