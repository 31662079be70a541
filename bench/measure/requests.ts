import type { RequestPattern } from "../load/load-order.ts";
import { account, apiHost, type Installation } from "../world/installation.ts";
import { bookingIdOf, cancellable, contactsOf, externalIdOf, type World } from "../world/world.ts";
import type { OneOfMany } from "../world/many-accounts.ts";
import { mix } from "../world/mix.ts";

const fetchPath = "/v1/interactions:fetchContactBookings";
const cancelPath = "/v1/interactions:cancelInteractionBooking";
const tokenPath = "/v1/oauth:token";

/** Contacts in the questions, in random order. */
const askedContacts = 20_000;

/** Lists of contacts chosen at random. */
export function listPattern(world: World, token: string): RequestPattern {
  const contacts = contactsOf(world);
  const values = Array.from({ length: Math.min(askedContacts, contacts) }, (_, index) =>
    externalIdOf(mix(index, 0x1b873593) % contacts),
  );
  return listPatternOf(values, token);
}

export function listPatternOf(
  externalIds: readonly string[],
  token: string,
  more = "",
): RequestPattern {
  return {
    text: request("GET", `${fetchPath}?external_id={}${more}`, [`Authorization: Bearer ${token}`]),
    values: externalIds,
  };
}

/** Cancels of confirmed bookings, each once, in the order of booking. */
export function cancelPattern(world: World, token: string, count: number): RequestPattern {
  const values = cancellable(world, count).map(bookingIdOf);
  const body = '{"booking":"{}"}';
  return {
    text: request(
      "POST",
      cancelPath,
      [`Authorization: Bearer ${token}`, "Content-Type: application/json"],
      body,
      body.length - 2 + (values[0]?.length ?? 0),
    ),
    values,
  };
}

/** Check-ins over the operator API of confirmed bookings, each once. */
export function checkInPattern(
  world: World,
  key: string,
  { skip, count }: { readonly skip: number; readonly count: number },
): RequestPattern {
  const values = cancellable(world, skip + count)
    .slice(skip)
    .map(bookingIdOf);
  const path = `/operator/v1/accounts/${account}/bookings/{}/check-in`;
  const headers = [`Authorization: Bearer ${key}`, "Content-Type: application/json"];
  const text = request("POST", path, headers, "{}", 2);
  return { text: text.replace(`Host: ${apiHost}`, "Host: localhost"), values };
}

export function tokenPattern({ credential }: Installation): RequestPattern {
  const { client_id, client_secret, audience } = credential;
  return tokenOnHostPattern({
    apiHost,
    clientId: client_id,
    clientSecret: client_secret,
    audience,
  });
}

export function tokenOnHostPattern(client: OneOfMany): RequestPattern {
  const body = JSON.stringify({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    audience: client.audience,
    grant_type: "client_credentials",
  });
  const text = request("POST", tokenPath, ["Content-Type: application/json"], body, body.length);
  return { text: text.replace(apiHost, client.apiHost), values: [""] };
}

/** Lists on many hosts, so that requests differ in more than an id. */
export function listOnHostPattern(values: readonly string[]): RequestPattern {
  return {
    text: `GET ${fetchPath}?external_id={}\r\nUser-Agent: booking-bench\r\nAccept: application/json\r\n\r\n`,
    values,
  };
}

export function listOnHostValue(
  externalId: string,
  caller: { readonly apiHost: string; readonly token: string },
): string {
  return `${externalId} HTTP/1.1\r\nHost: ${caller.apiHost}\r\nAuthorization: Bearer ${caller.token}`;
}

export function helloPattern(): RequestPattern {
  return { text: request("GET", "/", []), values: [""] };
}

function request(
  method: string,
  path: string,
  headers: readonly string[],
  body = "",
  bodyBytes = 0,
): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${apiHost}`,
    "User-Agent: booking-bench",
    "Accept: application/json",
    ...headers,
    ...(method === "POST" ? [`Content-Length: ${bodyBytes}`] : []),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
