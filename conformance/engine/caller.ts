import type { Credentials } from "../facts.ts";
import type { Exchange } from "./exchange.ts";
import { at, expectStatus, objectOf } from "./expect.ts";
import { Skipped } from "./outcome.ts";
import type { Outgoing, Place } from "./send.ts";

export const paths = {
  token: "/v1/oauth:token",
  fetch: "/v1/interactions:fetchContactBookings",
  cancel: "/v1/interactions:cancelInteractionBooking",
} as const;

/** A query: each parameter once, or once for each element of its value. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>;
export type BookingRecord = Readonly<Record<string, unknown>>;

/** The differences of a request from the ordinary one. */
export interface Changes {
  readonly headers?: Readonly<Record<string, string>>;
  /** The token to send instead of the account's own; null sends none. */
  readonly token?: string | null;
  readonly from?: string;
}

/** Obtains an account's token by another way than the kit's own request. */
export type ObtainToken = (place: Place, credentials: Credentials) => Promise<string>;

/** Pages of one list that the kit reads, at most. */
const pagesMax = 200;
const json = { "content-type": "application/json" };

/** A caller of one account at one place: the three requests of the interface, and any other. */
export class Caller {
  readonly place: Place;
  readonly credentials: Credentials;
  readonly #send: (place: Place, outgoing: Outgoing) => Promise<Exchange>;
  readonly #tokens: Map<string, string>;
  readonly #obtainToken: ObtainToken | undefined;

  constructor(parts: {
    place: Place;
    credentials: Credentials;
    send: (place: Place, outgoing: Outgoing) => Promise<Exchange>;
    /** The tokens of the run, by API host and client. */
    tokens: Map<string, string>;
    obtainToken: ObtainToken | undefined;
  }) {
    this.place = parts.place;
    this.credentials = parts.credentials;
    this.#send = parts.send;
    this.#tokens = parts.tokens;
    this.#obtainToken = parts.obtainToken;
  }

  send(outgoing: Outgoing): Promise<Exchange> {
    return this.#send(this.place, outgoing);
  }

  /** Asks for a token. A field of `changes` replaces the ordinary one; undefined leaves it out. */
  requestToken(
    changes: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = json,
  ): Promise<Exchange> {
    const { client_id, client_secret, audience } = this.credentials;
    const body = {
      client_id,
      client_secret,
      audience,
      grant_type: "client_credentials",
      ...changes,
    };
    return this.send({ method: "POST", path: paths.token, headers, body: JSON.stringify(body) });
  }

  /** The account's token, requested once in a run. */
  async token(): Promise<string> {
    const key = JSON.stringify([this.place.base_url, this.place.host, this.credentials.client_id]);
    const known = this.#tokens.get(key);
    if (known !== undefined) return known;
    if (this.#obtainToken !== undefined) {
      const obtained = await this.#obtainToken(this.place, this.credentials);
      this.#tokens.set(key, obtained);
      return obtained;
    }
    const exchange = await this.requestToken();
    const { access_token } = objectOf(exchange.answer.json);
    if (exchange.answer.status !== 200 || typeof access_token !== "string") {
      throw new Skipped("no-token", "The credentials gave no token, so this could not be tried.");
    }
    this.#tokens.set(key, access_token);
    return access_token;
  }

  async list(query: Query, changes: Changes = {}): Promise<Exchange> {
    return this.send({
      method: "GET",
      path: `${paths.fetch}?${queryString(query)}`,
      headers: await this.#authorized(changes),
      ...(changes.from === undefined ? {} : { from: changes.from }),
    });
  }

  async cancel(body: unknown, changes: Changes = {}): Promise<Exchange> {
    return this.send({
      method: "POST",
      path: paths.cancel,
      headers: { ...json, ...(await this.#authorized(changes)) },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  /** The records of every page, in order. */
  async records(query: Query): Promise<BookingRecord[]> {
    const found: BookingRecord[] = [];
    for (let page = 1; page <= pagesMax; page += 1) {
      const exchange = await this.list({ ...query, page_number: page });
      expectStatus(exchange, 200, `page ${page} of the list`);
      const records = recordsOf(exchange);
      found.push(...records);
      const total = at(exchange.answer.json, "total_count");
      if (records.length === 0 || (typeof total === "number" && found.length >= total)) break;
    }
    return found;
  }

  /** The record of one booking in its contact's list, or undefined. */
  async record(
    { external_id, booking }: { external_id: string; booking: string },
    query: Query = {},
  ): Promise<BookingRecord | undefined> {
    const records = await this.records({ ...query, external_id });
    return records.find((record) => record["booking"] === booking);
  }

  async #authorized({ headers, token }: Changes): Promise<Record<string, string>> {
    const sent = token === undefined ? await this.token() : token;
    return { ...(sent === null ? {} : { authorization: `Bearer ${sent}` }), ...headers };
  }
}

/** The elements of `bookings`; none where it is missing. */
export function recordsOf(exchange: Exchange): BookingRecord[] {
  const bookings = at(exchange.answer.json, "bookings");
  return Array.isArray(bookings) ? bookings.map(objectOf) : [];
}

function queryString(query: Query): string {
  return Object.entries(query)
    .flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}=${encodeURIComponent(value)}`),
    )
    .join("&");
}
