import { type Operation, endpoints } from "../../contract/endpoints.ts";
import type { errorsAnywhere, errorsOfCalls } from "../../contract/endpoint.ts";
import type { Answer, Call } from "../harness/call.ts";
import { newBookingId, productionHost } from "../harness/seed.ts";
import { bookings, campaign, type Stage } from "./stage.ts";

/** Brings about one documented answer on running services, whatever database they stand on. */
export interface Provocation {
  readonly method: string;
  readonly ask: (stage: Stage) => Promise<Answer>;
}

/** The good answers that the document shows, and what each shows. */
export const goodAnswers = {
  requestToken: { token: "A token" },
  fetchContactBookings: {
    bookings: "Three bookings, in English where the campaign has it",
    "nothing-found": "Nothing found: neither `bookings` nor `total_count`",
    "past-the-end": "A page past the end: no `bookings`, the true `total_count`",
    "raw-language-map": "A title in neither the chosen nor the default language",
  },
  cancelInteractionBooking: { cancelled: "Cancelled" },
} as const satisfies Record<Operation, Record<string, string>>;

const scope = `interactions/${campaign}`;

/** Every answer of an operation: the compiler asks for one that the contract gained. */
type AnswerOf<O extends Operation> =
  | keyof (typeof goodAnswers)[O]
  | (typeof endpoints)[O]["errors"][number]
  | (typeof errorsAnywhere)[number];

export const provocations: {
  readonly [O in Operation]: { readonly [A in AnswerOf<O> & string]: Provocation };
} = {
  requestToken: {
    token: token((fields) => fields),
    "body-too-large": tooLarge("requestToken"),
    "client-credentials-missing": token(({ client_id = "" }) => ({ client_id })),
    "token-request-malformed": token((fields) => ({ ...fields, grant_type: "password" })),
    "credentials-refused": token((fields) => ({ ...fields, client_secret: "wrong" })),
    ...anywhere("requestToken", (fields) => ({ body: fields })),
  },
  fetchContactBookings: {
    bookings: list("external_id=CUST-1&language=en"),
    "nothing-found": list("external_id=nobody"),
    "past-the-end": list("external_id=CUST-1&page_size=2&page_number=3"),
    "raw-language-map": list("external_id=CUST-2&language=en"),
    "parameter-missing": list("page_size=10"),
    "parameter-misnamed": list("external_id=CUST-1&booking_status[]=CONFIRMED"),
    "parameter-repeated": list("external_id=CUST-1&public_keys=pk_summer&public_keys=pk_winter"),
    "parameter-malformed": list("external_id=CUST-1&page_number=0"),
    "query-malformed": list("external_id=%FF"),
    "both-scopes": list(`external_id=CUST-1&public_keys=pk_summer&interactions=${scope}`),
    "unknown-public-key": list("external_id=CUST-1&public_keys=pk_unknown"),
    "unknown-interaction": list(`external_id=CUST-1&interactions=interactions/${newBookingId()}`),
    ...calls("fetchContactBookings", () => ({ query: "?external_id=CUST-1" })),
    ...anywhere("fetchContactBookings", () => ({ query: "?external_id=CUST-1" })),
  },
  cancelInteractionBooking: {
    cancelled: cancel(bookings.cancellable.booking),
    "body-too-large": tooLarge("cancelInteractionBooking"),
    "booking-malformed": cancel("bookings/2f6c1d1e"),
    "unknown-booking": cancel(newBookingId()),
    "ticket-already-cancelled": cancel(bookings.ended.booking),
    "attendee-checked-in": cancel(bookings.checkedIn.booking),
    "cancellation-closed": cancel(bookings.tooLate.booking),
    "idempotency-key-malformed": cancel(bookings.keyed.booking, "two words"),
    "idempotency-key-reused": {
      method: "POST",
      ask: async (stage) => {
        await cancel(bookings.keyed.booking, "once").ask(stage);
        return cancel(bookings.ended.booking, "once").ask(stage);
      },
    },
    ...calls("cancelInteractionBooking", () => ({ body: { booking: newBookingId() } })),
    ...anywhere("cancelInteractionBooking", () => ({ body: { booking: newBookingId() } })),
  },
};

type Fields = Readonly<Record<string, string>>;
/** What makes a request of an endpoint a good one; a token request needs credentials for it. */
type Good = (fields: Fields) => { readonly query?: string; readonly body?: object };

function goodCall(operation: Operation, good: Good, fields: Fields): Call {
  const { method, path } = endpoints[operation];
  const { query = "", ...rest } = good(fields);
  return { method, path: `${path}${query}`, ...rest };
}

/** What any request may be answered, here at one endpoint. */
function anywhere(
  operation: Operation,
  good: Good,
): Record<(typeof errorsAnywhere)[number], Provocation> {
  const { method, path, authenticated } = endpoints[operation];
  const head = `Host: ${productionHost}\r\n`;
  const asked = (ask: (stage: Stage) => Promise<Answer>, by: string = method) => ({
    method: by,
    ask,
  });
  const written = (bytes: string) => asked((stage) => stage.write(bytes));
  const goodOf = async (stage: Stage) => goodCall(operation, good, await stage.credential());
  return {
    "http-malformed": written(`${method} ${path} HTTP/1.1\r\n${head}${head}\r\n`),
    "not-found": asked(async (stage) => {
      const call = await goodOf(stage);
      return stage.ask({ ...call, path: call.path.replace(path, `${path}/`) });
    }),
    "method-not-allowed": asked((stage) => stage.ask({ method: "DELETE", path }), "DELETE"),
    "request-too-slow": written(`${method} ${path} HTTP/1.1\r\n${head}Content-Ty`),
    "headers-too-large": written(
      `${method} ${path} HTTP/1.1\r\n${head}X-A: ${"a".repeat(20_000)}\r\n\r\n`,
    ),
    "rate-limited": asked(async (stage) => stage.askTwice(await goodOf(stage))),
    unavailable: asked((stage) =>
      stage.askBroken((token, fields) => ({
        ...goodCall(operation, good, fields),
        ...(authenticated && { token }),
      })),
    ),
  };
}

/** The refusal of a call without authorization. */
function calls(
  operation: Operation,
  good: Good,
): Record<(typeof errorsOfCalls)[number], Provocation> {
  const { method } = endpoints[operation];
  const call = goodCall(operation, good, {});
  return {
    "token-missing": { method, ask: (stage) => stage.ask(call) },
    "token-refused": { method, ask: (stage) => stage.ask({ ...call, token: "expired" }) },
    "endpoint-not-enabled": { method, ask: (stage) => stage.askClosed(call) },
  };
}

function tooLarge(operation: Operation): Provocation {
  const { method, path } = endpoints[operation];
  const body = "x".repeat(70_000);
  return { method, ask: (stage) => stage.askWithToken({ method, path, body }) };
}

function token(change: (fields: Fields) => Fields): Provocation {
  const { method, path } = endpoints.requestToken;
  return {
    method,
    ask: async (stage) => stage.ask({ method, path, body: change(await stage.credential()) }),
  };
}

function list(query: string): Provocation {
  const { method, path } = endpoints.fetchContactBookings;
  return { method, ask: (stage) => stage.askWithToken({ method, path: `${path}?${query}` }) };
}

function cancel(booking: string, key?: string): Provocation {
  const { method, path } = endpoints.cancelInteractionBooking;
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return {
    method,
    ask: (stage) => stage.askWithToken({ method, path, headers, body: { booking } }),
  };
}
