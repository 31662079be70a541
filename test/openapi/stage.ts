import { endpoints as endpointNames } from "../../src/domain/account.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { createCredential, type IssuedCredential } from "../harness/operate.ts";
import { call, type Answer, type Call } from "../harness/call.ts";
import { query } from "../harness/query.ts";
import { RawConnection } from "../harness/raw-socket.ts";
import { booking, catalogue, group, ids, withSlots, type BookingLine } from "../harness/seed.ts";
import { audit, startTestService, type TestAccount, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const person = "CUST-1";
const id = (number: number) => `2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c${number}`;
const ended = { cancelled_at: "2025-04-20T00:00:00Z" };

/** The bookings on the stage, with ids of their own, so that the document's examples stay the same. */
export const bookings = {
  tasting: booking(person, { booking: id(11) }),
  workshop: booking(person, {
    booking: id(12),
    activity: "workshop",
    host: "ann",
    slot_starting_at: "2030-05-02T14:30:00Z",
    booking_status: "WAITLIST",
    booked_at: "2025-04-02T08:00:00Z",
  }),
  tour: booking(person, {
    booking: id(13),
    activity: "tour",
    ticket_type: "open",
    slot_starting_at: "2030-05-03T09:00:00Z",
    booking_status: "CANCELLED",
    booked_at: "2025-04-03T16:20:00Z",
  }),
  untranslated: booking("CUST-2", { booking: id(21), interaction: "pk_fair", activity: "talk" }),
  cancellable: booking("CUST-3", { booking: id(31) }),
  checkedIn: booking("CUST-3", {
    booking: id(32),
    tickets: [{ attendee: { checked_in_at: "2025-05-01T08:01:00Z" } }],
  }),
  ended: booking("CUST-3", { booking: id(33), tickets: [ended] }),
  tooLate: booking("CUST-3", {
    booking: id(34),
    interaction: "pk_strict",
    activity: "round",
    slot_starting_at: "2025-05-01T08:00:00Z",
  }),
  keyed: booking("CUST-3", { booking: id(35) }),
} as const satisfies Record<string, BookingLine>;

export const campaign = ids.summer;

/** A campaign that can be cancelled until a day before. */
const strict: readonly object[] = [
  group,
  {
    kind: "interaction",
    public_key: "pk_strict",
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr"],
    cancellation_cutoff_minutes: 1_440,
  },
  {
    kind: "activity",
    interaction: "pk_strict",
    id: "round",
    title: { fr: "Ronde" },
    location_hint: {},
  },
  {
    kind: "ticket_type",
    interaction: "pk_strict",
    activity: "round",
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  },
];

const account: TestAccount = {
  name: { tenant: "acme", environment: "uat" },
  hosts: ["api.acme.example"],
  endpoints: endpointNames,
  data: [...catalogue, ...strict, ...withSlots(Object.values(bookings))],
};
const closedHost = "api.closed.example";
const closed: TestAccount = {
  name: { tenant: "closed", environment: "uat" },
  hosts: [closedHost],
  endpoints: [],
};

/** Running services on which every documented answer can be had. */
export class Stage implements AsyncDisposable {
  readonly #service: TestService;
  readonly #limited: TestService;
  readonly #broken: TestService;
  /** A client that never asked for a token, and a token that was given while all was well. */
  readonly #newClient: TokenFields;
  readonly #oldToken: string;
  #callers = 0;

  private constructor(
    services: Record<"service" | "limited" | "broken", TestService>,
    known: { readonly newClient: TokenFields; readonly oldToken: string },
  ) {
    this.#service = services.service;
    this.#limited = services.limited;
    this.#broken = services.broken;
    this.#newClient = known.newClient;
    this.#oldToken = known.oldToken;
  }

  static async open(): Promise<Stage> {
    const service = await startTestService([account, closed]);
    const limited = await startTestService([account], {
      TRUSTED_PROXIES: "127.0.0.1",
      RATE_LIMIT_REQUESTS_PER_MINUTE: "1",
      RATE_LIMIT_TOKENS_PER_MINUTE: "1",
    });
    const broken = await startTestService([account]);
    const oldToken = await broken.token();
    const newClient = await createCredential(broken.store, audit(), account.name);
    if (isRefused(newClient)) throw new Error(JSON.stringify(newClient.refused));
    breakTables(broken.databaseUrl);
    return new Stage({ service, limited, broken }, { newClient: tokenFields(newClient), oldToken });
  }

  /** The body of a token request that is answered with a token. */
  async credential(): Promise<TokenFields> {
    return tokenFields(await this.#service.credential());
  }

  async ask(request: Call): Promise<Answer> {
    return call(this.#service.api, request);
  }

  async askWithToken(request: Call): Promise<Answer> {
    return this.ask({ token: await this.#service.token(), ...request });
  }

  /** On an account that has no endpoint enabled. */
  async askClosed(request: Call): Promise<Answer> {
    const token = await this.#service.token(closedHost);
    return this.ask({ ...request, host: closedHost, token });
  }

  /** Twice from one address that may ask once; the second answer, of the limit's first second. */
  async askTwice(request: Call): Promise<Answer> {
    for (;;) {
      this.#callers += 1;
      const headers = { ...request.headers, "x-forwarded-for": `203.0.113.${this.#callers}` };
      await call(this.#limited.api, { ...request, headers });
      const answer = await call(this.#limited.api, { ...request, headers });
      if (answer.headers["retry-after"] === "60" || this.#callers > 100) return answer;
    }
  }

  /** While the tables that the answer needs are not there. */
  async askBroken(request: (token: string, newClient: TokenFields) => Call): Promise<Answer> {
    // Until the new client is known, its request is refused like any stranger's.
    return until(async () => {
      const answer = await call(this.#broken.api, request(this.#oldToken, this.#newClient));
      return answer.status !== 500 && answer;
    });
  }

  /** Writes these bytes to a connection, and reads the answer. */
  async write(bytes: string): Promise<Answer> {
    using connection = await RawConnection.open(this.#service.api);
    connection.write(bytes);
    const { status, headers, text, json } = await connection.answer();
    const single = [...headers].map(([name, values]) => [name, values.join(", ")] as const);
    return { status, headers: Object.fromEntries(single), text, json };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of [this.#service, this.#limited, this.#broken]) {
      await service[Symbol.asyncDispose]();
    }
  }
}

type TokenFields = Readonly<
  Record<"client_id" | "client_secret" | "audience" | "grant_type", string>
>;

function tokenFields({ clientId, clientSecret, audience }: IssuedCredential): TokenFields {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: "client_credentials",
  };
}

/** Takes away what tokens, lists and cancels cannot be answered without. */
function breakTables(databaseUrl: string): void {
  for (const table of ["access_token", "booking"]) {
    query(databaseUrl, `alter table ${table} rename to missing_${table}`);
  }
}
