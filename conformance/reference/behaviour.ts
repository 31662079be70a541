import { randomBytes, randomUUID } from "node:crypto";
import {
  key,
  type Account,
  type Activity,
  type Booking,
  type Campaign,
  type Host,
  type Status,
  type Texts,
  type Token,
} from "./state.ts";

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly address: string;
}

/** An answer: a status, a JSON body, and headers beyond the ordinary ones. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as text, where it is not JSON on purpose. */
  readonly raw?: string;
}

export type Json = Readonly<Record<string, unknown>>;
export type Endpoint = "token" | "fetch" | "cancel";

export interface ListQuery {
  readonly external_id: string;
  readonly campaign: Campaign | null;
  readonly from: number;
  readonly to: number;
  readonly statuses: readonly string[];
  readonly language: string | null;
  readonly page_size: number;
  readonly page_number: number;
}

export interface ListResult {
  readonly records: readonly Json[];
  readonly total: number;
  readonly query: ListQuery;
}

/**
 * The interface as small decisions, each in a method of its own. A broken server is the correct one with one
 * of them replaced, so they call each other through `this`.
 */
export type Behaviour = typeof correctBehaviour;

/** Names that people try for a parameter. */
const triedNames: Readonly<Record<string, string>> = {
  from: "slot_date_range.from",
  to: "slot_date_range.to",
  start: "slot_date_range.from",
  end: "slot_date_range.to",
  "slot_date_range.start": "slot_date_range.from",
  "slot_date_range.end": "slot_date_range.to",
  status: "booking_status",
  page: "page_number",
  limit: "page_size",
  lang: "language",
};

const pageSizeMax = 1000;
const formType = "application/x-www-form-urlencoded";
const integerMax = 2_147_483_647;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const correctBehaviour = {
  // Routes and the form of answers

  route(method: string, path: string): Endpoint | 404 | 405 {
    const endpoint = this.endpointOf(path.replaceAll("%3A", ":"));
    if (endpoint === null) return 404;
    return method === (endpoint === "fetch" ? "GET" : "POST") ? endpoint : 405;
  },
  endpointOf(path: string): Endpoint | null {
    if (path === "/v1/oauth:token") return "token";
    if (path === "/v1/interactions:fetchContactBookings") return "fetch";
    return path === "/v1/interactions:cancelInteractionBooking" ? "cancel" : null;
  },
  accountOf(accounts: readonly Account[], host: string): Account | null {
    const name = host.toLowerCase().replace(/:\d+$/, "");
    return accounts.find((account) => account.hosts.includes(name)) ?? null;
  },
  error(status: number, code: number, message: string): Answer {
    return { status, body: { code, message } };
  },
  noTokenAnswer(): Answer {
    return {
      status: 401,
      body: { error: "Unauthorized", message: "Authorization bearer token is required" },
      headers: { "www-authenticate": "Bearer" },
    };
  },
  headers(request: Request): Record<string, string> {
    return {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": request.headers["x-request-id"] ?? randomUUID(),
    };
  },
  /** The last step before an answer is sent. */
  finish(answer: Answer, _request: Request): Answer {
    return answer;
  },
  limited(account: Account, request: Request, now: number): boolean {
    const counted = this.limitKey(request);
    const latest = account.requestsByAddress.get(counted);
    // A window begins with an address's first request. One of the clock's minutes could end between two of them.
    const window =
      latest === undefined || latest.endsAt <= now
        ? { sent: 0, endsAt: this.limitEndsAt(now) }
        : latest;
    window.sent += 1;
    account.requestsByAddress.set(counted, window);
    return window.sent > account.requestsMax;
  },
  limitKey(request: Request): string {
    return request.address;
  },
  limitEndsAt(now: number): number {
    return now + 60_000;
  },
  limitedAnswer(): Answer {
    const answer = this.error(429, 8, "too many requests from this address");
    return { ...answer, headers: { "retry-after": "60" } };
  },
  downAnswer(): Answer {
    return this.error(503, 14, "temporarily unavailable");
  },

  // Tokens

  readTokenRequest(request: Request): Json | null {
    const isForm = request.headers["content-type"]?.startsWith(formType) === true;
    if (!isForm || request.body.startsWith("{")) return objectOf(request.body);
    const body = Object.fromEntries(new URLSearchParams(request.body));
    return this.withAudience(this.withBasic(body, request));
  },
  /** HTTP Basic supplies the secret where the body has none, of the same client. */
  withBasic(body: Json, request: Request): Json {
    const encoded = /^Basic (.+)$/.exec(request.headers["authorization"] ?? "")?.[1];
    if (encoded === undefined || body["client_secret"] !== undefined) return body;
    const [client_id = "", client_secret = ""] = atob(encoded).split(":").map(decodeURIComponent);
    return (body["client_id"] ?? client_id) === client_id
      ? { ...body, client_id, client_secret }
      : body;
  },
  /** OAuth libraries send no audience by themselves. */
  withAudience(body: Json): Json {
    return { anyAudience: body["audience"] === undefined, ...body };
  },
  lacksCredentials(body: Json | null): boolean {
    return [body?.["client_id"], body?.["client_secret"]].some(
      (value) => typeof value !== "string" || value === "",
    );
  },
  findClient(account: Account, body: Json): Account["clients"][number] | undefined {
    return account.clients.find(
      (client) =>
        client.revoked !== true &&
        client.client_id === body["client_id"] &&
        client.client_secret === body["client_secret"],
    );
  },
  grants(body: Json): boolean {
    return body["grant_type"] === "client_credentials";
  },
  acceptsAudience(client: Account["clients"][number], body: Json): boolean {
    return body["anyAudience"] === true || client.audience === body["audience"];
  },
  refusedCredentials(_body: Json): Answer {
    return this.error(500, 16, "credentials refused: check client_id, client_secret and audience");
  },
  issue(account: Account, client_id: string, now: number): Token {
    const young = account.tokens.find(
      (token) => token.client_id === client_id && this.remembers(token, now),
    );
    if (young !== undefined) return young;
    const value = `tok_${randomBytes(24).toString("hex")}`;
    const token = { value, client_id, issuedAt: now, lifetimeSeconds: account.lifetimeSeconds };
    account.tokens.push(token);
    return token;
  },
  /** Whether the same token is issued again. */
  remembers(token: Token, now: number): boolean {
    return now - token.issuedAt <= Math.min(5_000, token.lifetimeSeconds * 100);
  },
  tokenAnswer(token: Token, _now: number): Json {
    return {
      access_token: token.value,
      token_type: "Bearer",
      expires_in: token.lifetimeSeconds,
    };
  },

  // Access

  /** The credential after Bearer; null where no bearer token is sent. */
  bearerOf(request: Request): string | null {
    return /^Bearer\s+(\S.*)$/i.exec(request.headers["authorization"] ?? "")?.[1] ?? null;
  },
  findToken(accounts: readonly Account[], account: Account | null, value: string): Token | null {
    return this.tokensFor(accounts, account).find((token) => token.value === value) ?? null;
  },
  tokensFor(_accounts: readonly Account[], account: Account | null): readonly Token[] {
    return account?.tokens ?? [];
  },
  lives(token: Token, now: number): boolean {
    return now < token.issuedAt + token.lifetimeSeconds * 1000;
  },
  badToken(): Answer {
    return this.error(401, 16, "token refused: get a new one");
  },
  isOn(account: Account, endpoint: Endpoint): boolean {
    return endpoint === "fetch" ? account.fetchEnabled : account.cancelEnabled;
  },
  endpointOff(): Answer {
    return this.error(403, 7, "endpoint not enabled for this account");
  },

  // The list's query

  /** The parsed query, or the sentence that names its fault. */
  readQuery(account: Account, accounts: readonly Account[], query: URLSearchParams) {
    const misnamed = this.misnamed([...query.keys()]);
    if (misnamed !== null) return this.badQuery(`${misnamed} must be named exactly so`);
    const single = this.singleParameters().find((name) => query.getAll(name).length > 1);
    if (single !== undefined) return this.badQuery(`${single} takes one value, once`);
    const external_id = query.get("external_id") ?? "";
    if (external_id === "") return this.badQuery("external_id is missing");
    const campaign = this.scope(account, accounts, query);
    if (typeof campaign === "object" && campaign !== null && "status" in campaign) return campaign;
    const from = this.instant(query, "slot_date_range.from", -Infinity);
    const to = this.instant(query, "slot_date_range.to", Infinity);
    if (from === null) return this.badQuery("slot_date_range.from is no RFC 3339 time");
    if (to === null) return this.badQuery("slot_date_range.to is no RFC 3339 time");
    const statuses = query.getAll("booking_status");
    if (statuses.some((status) => !this.knowsStatus(status))) {
      return this.badQuery("booking_status is not one of the accepted values");
    }
    const page_size = this.wholeNumber(query.get("page_size"), this.pageSizeDefault());
    if (page_size === null) return this.badQuery("page_size is no whole number from 1");
    const page_number = this.wholeNumber(query.get("page_number"), 1);
    if (page_number === null) return this.badQuery("page_number is no whole number from 1");
    return {
      external_id,
      campaign,
      from,
      to,
      statuses: this.combine(statuses),
      language: this.language(query.get("language")),
      page_size: Math.min(page_size, pageSizeMax),
      page_number,
    } satisfies ListQuery;
  },
  /** The parameter whose name is nearly one of these. */
  misnamed(names: readonly string[]): string | null {
    const known = [...this.singleParameters(), "booking_status"];
    const stem = (name: string) =>
      name
        .toLowerCase()
        .replaceAll(/\[\d*\]|[^a-z0-9[]|\[/g, "")
        .replace(/[es]+$/, "");
    const others = names.filter((name) => !known.includes(name));
    const tried = others.find((name) => Object.hasOwn(triedNames, name));
    if (tried !== undefined) return triedNames[tried] ?? null;
    const unknown = new Set(others.map(stem));
    return known.find((name) => unknown.has(stem(name))) ?? null;
  },
  singleParameters(): readonly string[] {
    return [
      "external_id",
      "public_keys",
      "interactions",
      "slot_date_range.from",
      "slot_date_range.to",
      "language",
      "page_size",
      "page_number",
    ];
  },
  badQuery(message: string): Answer {
    return this.error(500, 3, message);
  },
  pageSizeDefault(): number {
    return 100;
  },
  /** The one campaign, null for all of them, or a refusal. */
  scope(account: Account, _accounts: readonly Account[], query: URLSearchParams) {
    const publicKey = query.get("public_keys");
    const interaction = query.get("interactions");
    if (publicKey !== null && interaction !== null) return this.bothScopes(account, publicKey);
    if (publicKey !== null) {
      return account.campaigns.get(publicKey) ?? this.unknownCampaign("public_keys");
    }
    if (interaction === null) return null;
    const found = [...account.campaigns.values()].find(
      ({ id }) => interaction === `interactions/${id}`,
    );
    return found ?? this.unknownCampaign("interactions");
  },
  bothScopes(_account: Account, _publicKey: string): Answer | Campaign | null {
    return this.badQuery("public_keys and interactions exclude each other");
  },
  unknownCampaign(parameter: string): Answer | Campaign | null {
    const message =
      parameter === "public_keys"
        ? "public_keys: no campaign has this public key"
        : "interactions: no campaign has this resource name";
    return this.error(500, 5, message);
  },
  instant(query: URLSearchParams, name: string, absent: number): number | null {
    const value = query.get(name);
    if (value === null) return absent;
    const parts = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(value);
    // A leap second is read as the next second.
    const leap = /^(\d{4}-\d\d-\d\dT23:59:)60(\.\d+)?Z$/;
    const parsed = leap.test(value)
      ? Date.parse(value.replace(leap, "$159$2Z")) + 1_000
      : Date.parse(value);
    // The JavaScript date parser turns 30 February into 2 March.
    const day = new Date(`${parts?.[1]}T00:00:00Z`);
    const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(parts?.[1] ?? "?");
    return parts === null || Number.isNaN(parsed) || !real ? null : parsed;
  },
  knowsStatus(status: string): boolean {
    return ["CONFIRMED", "WAITLIST", "CANCELLED", "CHECKED_IN"].includes(status);
  },
  combine(statuses: readonly string[]): readonly string[] {
    return statuses;
  },
  language(value: string | null): string | null {
    return value?.split(/[-_]/)[0]?.toLowerCase() ?? null;
  },
  wholeNumber(value: string | null, absent: number): number | null {
    if (value === null) return absent;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    return number >= 1 && number <= integerMax ? number : null;
  },

  // The list's answer

  list(account: Account, accounts: readonly Account[], query: ListQuery): ListResult {
    const found = this.candidates(account, accounts)
      .filter((booking) => this.isOf(booking, query.external_id))
      .filter((booking) => this.inScope(booking, query.campaign))
      .filter((booking) => this.inRange(booking, query, account))
      .filter((booking) => this.hasStatus(booking, query.statuses))
      .toSorted((a, b) => this.order(a, b));
    const records = this.page(found, query).flatMap((booking) =>
      this.records(account, booking, query.language),
    );
    return { records, total: found.length, query };
  },
  candidates(account: Account, _accounts: readonly Account[]): readonly Booking[] {
    return account.bookings;
  },
  isOf(booking: Booking, external_id: string): boolean {
    return booking.external_id === external_id;
  },
  inScope(booking: Booking, campaign: Campaign | null): boolean {
    return campaign === null || booking.interaction === campaign.public_key;
  },
  inRange(booking: Booking, { from, to }: ListQuery, _account: Account): boolean {
    return booking.start >= from && booking.start <= to;
  },
  hasStatus(booking: Booking, statuses: readonly string[]): boolean {
    return statuses.length === 0 || statuses.includes(booking.status);
  },
  order(a: Booking, b: Booking): number {
    return a.start - b.start || (a.booking < b.booking ? -1 : 1);
  },
  page<Item>(items: readonly Item[], { page_number, page_size }: ListQuery): readonly Item[] {
    return items.slice((page_number - 1) * page_size, page_number * page_size);
  },
  listAnswer({ records, total, query }: ListResult): Json {
    return {
      ...(records.length === 0 ? {} : { bookings: records }),
      page_number: query.page_number,
      page_size: query.page_size,
      ...(total === 0 ? {} : { total_count: total }),
    };
  },

  // A record

  /** One record; a broken join would make several. */
  records(account: Account, booking: Booking, language: string | null): readonly Json[] {
    return [this.record(account, booking, language)];
  },
  record(account: Account, booking: Booking, language: string | null): Json {
    const campaign = account.campaigns.get(booking.interaction);
    const activity = this.activity(account, booking);
    if (campaign === undefined || activity === undefined) return {};
    const host = this.host(account, booking);
    const minutes = this.minutes(activity, host);
    return {
      activity: {
        id: activity.id,
        title: this.text(activity.title, language, campaign),
        location_hint: this.text(activity.location_hint, language, campaign),
      },
      interaction: { public_key: campaign.public_key, timezone: campaign.timezone },
      group: campaign.group,
      slot_starting_at: this.time(booking.start),
      ...(minutes === undefined ? {} : { slot_duration_in_minutes: minutes }),
      booking_status: this.status(booking),
      booked_at: this.time(this.bookedAt(booking)),
      ticket_type: account.ticketTypes.get(
        key(booking.interaction, booking.activity, booking.ticketType),
      ),
      ...(host === undefined ? {} : { host: { display_name: host.display_name } }),
      booking: booking.booking,
    };
  },
  activity(account: Account, { interaction, activity }: Booking): Activity | undefined {
    return account.activities.get(key(interaction, activity));
  },
  host(account: Account, { interaction, activity, host }: Booking): Host | undefined {
    return account.hostsOfActivities.get(key(interaction, activity, host ?? ""));
  },
  minutes(activity: Activity, host: Host | undefined): number | undefined {
    return host === undefined ? activity.minutes : host.minutes;
  },
  text(texts: Texts, language: string | null, campaign: Campaign): string {
    const chosen = language !== null && campaign.languages.includes(language) ? language : null;
    const found = texts[chosen ?? campaign.default_language] ?? texts[campaign.default_language];
    return found ?? (Object.keys(texts).length === 0 ? "" : JSON.stringify(texts));
  },
  status(booking: Booking): string {
    return booking.status;
  },
  bookedAt(booking: Booking): number {
    return booking.bookedAt;
  },
  time(ms: number): string {
    return new Date(ms).toISOString().replace(".000Z", "Z");
  },

  // Cancel

  /** The booking's id, or null where the body does not name one. */
  readCancel(request: Request): string | null {
    const booking = objectOf(request.body)?.["booking"];
    return typeof booking === "string" && uuid.test(booking) ? booking : null;
  },
  findBooking(account: Account, _accounts: readonly Account[], id: string): Booking | undefined {
    return account.bookings.find(({ booking }) => booking === id);
  },
  unreadableCancel(): Answer {
    return this.error(500, 3, "booking is not the UUID of a booking");
  },
  unknownBooking(_accounts: readonly Account[], _id: string): Answer {
    return this.error(500, 5, "no such booking");
  },
  refuseCancel(booking: Booking): string | null {
    if (booking.tickets.every(({ cancelled }) => cancelled)) return "already cancelled";
    const checkedIn = booking.tickets.some((ticket) => !ticket.cancelled && ticket.checkedIn);
    return checkedIn ? "an attendee has checked in" : null;
  },
  cancellableHeaders(
    account: Account,
    { records }: ListResult,
    request: Request,
  ): Record<string, string> {
    if (request.headers["prefer"] !== "cancellable") return {};
    const ids = new Set(records.map(({ booking }) => booking));
    const named = account.bookings
      .filter(({ booking, status }) => ids.has(booking) && status !== "CANCELLED")
      .filter((booking) => this.refuseCancel(booking) !== null)
      .map(({ booking }) => `${booking};reason=refused`);
    return {
      "preference-applied": "cancellable",
      ...(named.length > 0 && { "x-not-cancellable": named.join(", ") }),
    };
  },
  refusedCancel(message: string): Answer {
    return this.error(400, 9, message);
  },
  /** Runs between the read of a booking and its change; the correct server does nothing here. */
  async beforeChange(): Promise<void> {},
  cancel(account: Account, booking: Booking, now: number): void {
    const freesSeat = booking.status === "CONFIRMED";
    booking.status = "CANCELLED";
    booking.bookedAt = now;
    for (const ticket of booking.tickets) ticket.cancelled = true;
    if (freesSeat) this.freeSeat(account, booking, now);
  },
  freeSeat(account: Account, freed: Booking, now: number): void {
    if (account.campaigns.get(freed.interaction)?.promotes === true) {
      this.promote(account, freed, now);
    }
  },
  /** Confirms the first entry of the same slot's waitlist. */
  promote(account: Account, freed: Booking, now: number): void {
    const next = this.waiting(account, freed)[0];
    if (next === undefined) return;
    next.status = "CONFIRMED" satisfies Status;
    next.bookedAt = now;
  },
  waiting(account: Account, slot: Booking): Booking[] {
    return account.bookings
      .filter(
        (other) =>
          other.status === "WAITLIST" &&
          other.interaction === slot.interaction &&
          other.activity === slot.activity &&
          other.start === slot.start,
      )
      .toSorted((a, b) => a.bookedAt - b.bookedAt);
  },
  cancelAnswer(_account: Account, _booking: Booking): Answer {
    return { status: 200, body: {} };
  },
};

function objectOf(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Json) : null;
  } catch {
    return null;
  }
}
