/**
 * What a caller of the service may have written: three calls, one token for all of them, and an
 * answer to a bad day. It needs nothing but `fetch`. Its test is `booking-client.test.js`.
 */
export class BookingClient {
  #url;
  #credentials;
  #sleep;
  #token = null;

  /** `sleep` waits for so many milliseconds; a test need not wait in earnest. */
  constructor({ url, credentials, sleep }) {
    this.#url = url;
    this.#credentials = credentials;
    this.#sleep = sleep;
  }

  /** All bookings of a customer, from all pages. */
  async list(externalId) {
    const bookings = [];
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({ external_id: externalId, page_number: String(page) });
      const answer = await this.#call(`/v1/interactions:fetchContactBookings?${query}`);
      const body = await answer.json();
      bookings.push(...(body.bookings ?? []));
      const total = body.total_count ?? 0;
      if (body.bookings === undefined || body.page_number * body.page_size >= total)
        return bookings;
    }
  }

  /** True when the booking is cancelled now; false when it cannot be. */
  async cancel(booking) {
    const answer = await this.#call("/v1/interactions:cancelInteractionBooking", {
      method: "POST",
      body: JSON.stringify({ booking }),
      // One key for all tries: should an answer be lost, the next try gets it again.
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    });
    return answer.status === 200;
  }

  /** Tries a call up to four times; only what may help is done again. */
  async #call(path, { headers = {}, ...request } = {}) {
    let renewed = false;
    for (let tries = 1; ; tries += 1) {
      this.#token ??= await this.#askToken();
      const authorization = `Bearer ${this.#token}`;
      const answer = await fetch(this.#url + path, {
        ...request,
        headers: { ...headers, authorization },
      }).catch((error) => {
        // No answer came, and nobody knows how far the request got.
        if (tries < 4) return null;
        throw error;
      });
      if (answer?.status === 200 || answer?.status === 400) return answer;
      if (answer?.status === 401 && !renewed) {
        this.#token = null;
        renewed = true;
      } else if (tries < 4 && (answer === null || [429, 503].includes(answer.status))) {
        await this.#sleep(Number(answer?.headers.get("retry-after") ?? 1) * 1000);
      } else {
        throw new Error(`The booking service answered ${answer?.status}.`);
      }
    }
  }

  async #askToken() {
    const answer = await fetch(`${this.#url}/v1/oauth:token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...this.#credentials, grant_type: "client_credentials" }),
    });
    if (answer.status !== 200) throw new Error(`No token: ${answer.status}.`);
    return (await answer.json()).access_token;
  }
}
