import { setTimeout as sleep } from "node:timers/promises";

export interface DemoTrafficSettings {
  /** The URL of the API. */
  readonly baseUrl: string;
  readonly credential: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly audience: string;
  };
  /** The external ids whose bookings are listed. */
  readonly contacts: readonly string[];
  /** The contact whose bookings are cancelled, one now and then, until none is left. */
  readonly spareContact: string;
  /** A number at least 0 and below 1. */
  readonly random: () => number;
  /** Milliseconds UTC. */
  readonly now: () => number;
}

/** The rate swings around two requests a second. */
const meanPauseMs = 450;
const waveMs = 90_000;
const requestLimitMs = 5_000;
/** The share of wrong secrets stays well below their rate limit. */
const shares = { list: 0.8, token: 0.07, withoutToken: 0.08, wrongSecret: 0.02, cancel: 0.012 };

/**
 * Sends a demo some requests a second, as callers would, so that the console's plots show something.
 * Requests that the service records are so few that a month of them is some megabytes. A request that
 * fails is skipped.
 */
export function startDemoTraffic(settings: DemoTrafficSettings): { close(): Promise<void> } {
  const stopper = new AbortController();
  const { signal: stopping } = stopper;
  const ended = run(new Caller(settings, stopping), settings, stopping);
  return {
    close: async () => {
      stopper.abort();
      await ended;
    },
  };
}

async function run(
  caller: Caller,
  { random, now }: DemoTrafficSettings,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await caller.doSomething(random()).catch(() => {});
    const wave = 1 + 0.6 * Math.sin((2 * Math.PI * now()) / waveMs);
    const pause = meanPauseMs * wave * (0.4 + 1.2 * random());
    await sleep(pause, undefined, { signal: stopping }).catch(() => {});
  }
}

class Caller {
  readonly #settings: DemoTrafficSettings;
  readonly #stopping: AbortSignal;
  #token = "";

  constructor(settings: DemoTrafficSettings, stopping: AbortSignal) {
    this.#settings = settings;
    this.#stopping = stopping;
  }

  async doSomething(dice: number): Promise<void> {
    if (this.#token === "") return this.#getToken();
    let below = shares.list;
    if (dice < below) return this.#list();
    if (dice < (below += shares.token)) return this.#getToken();
    if (dice < (below += shares.withoutToken)) return this.#listWithoutToken();
    if (dice < (below += shares.wrongSecret)) return this.#tryWrongSecret();
    if (dice < (below += shares.cancel)) return this.#cancel();
    return this.#forgetExternalId();
  }

  async #getToken(): Promise<void> {
    const { clientSecret } = this.#settings.credential;
    const { access_token } = (await this.#askForToken(clientSecret)) as { access_token?: string };
    this.#token = access_token ?? "";
  }

  async #tryWrongSecret(): Promise<void> {
    await this.#askForToken("not the secret");
  }

  #askForToken(secret: string): Promise<unknown> {
    const { clientId, audience } = this.#settings.credential;
    return this.#send("POST", "/v1/oauth:token", "", {
      client_id: clientId,
      client_secret: secret,
      audience,
      grant_type: "client_credentials",
    });
  }

  async #list(): Promise<void> {
    const { contacts, random } = this.#settings;
    const contact = contacts[Math.floor(random() * contacts.length)] ?? "";
    const language = random() < 0.5 ? "&language=en" : "";
    await this.#send("GET", `${listPath}?external_id=${contact}${language}`, this.#token);
  }

  async #listWithoutToken(): Promise<void> {
    await this.#send("GET", `${listPath}?external_id=nobody`, "");
  }

  async #forgetExternalId(): Promise<void> {
    await this.#send("GET", listPath, this.#token);
  }

  /** Cancels a booking of the spare contact; where none is left, a cancelled one, which is refused. */
  async #cancel(): Promise<void> {
    const ofSpare = `${listPath}?external_id=${this.#settings.spareContact}&page_size=1`;
    for (const status of ["CONFIRMED", "CANCELLED"]) {
      const found = await this.#send("GET", `${ofSpare}&booking_status=${status}`, this.#token);
      const [booking] = (found as { bookings?: { booking: string }[] }).bookings ?? [];
      if (booking === undefined) continue;
      const path = "/v1/interactions:cancelInteractionBooking";
      await this.#send("POST", path, this.#token, { booking: booking.booking });
      return;
    }
  }

  async #send(method: string, path: string, token: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.#settings.baseUrl + path, {
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#stopping, AbortSignal.timeout(requestLimitMs)]),
    });
    // The next request asks for a new token.
    if (answer.status === 401 && token !== "") this.#token = "";
    return answer.json();
  }
}

const listPath = "/v1/interactions:fetchContactBookings";
