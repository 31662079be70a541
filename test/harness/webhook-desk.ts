import assert from "node:assert/strict";
import { acmePath, openDesk, type Desk } from "./operator-api.ts";
import { acmeWith, booking } from "./seed.ts";
import { startTestService, type TestService } from "./service.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";

const settings = {
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  WEBHOOK_NETWORKS: "127.0.0.0/8",
  WEBHOOK_ALLOW_HTTP: "true",
};
/** The contacts, each with one booking. */
export const guests = "one two three four five six seven eight nine ten".split(" ");
export const guestBookings = guests.map((name) => booking(name));

interface Delivered {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly answer: string | null }[];
  readonly request: string;
}

/** A service that delivers to a receiver, and the acts of an operator there. */
export class WebhookDesk implements AsyncDisposable {
  #next = 0;
  readonly service: TestService;
  readonly desk: Desk;
  readonly receiver: Receiver;

  private constructor(service: TestService, desk: Desk, receiver: Receiver) {
    [this.service, this.desk, this.receiver] = [service, desk, receiver];
  }

  static async open(): Promise<WebhookDesk> {
    const service = await startTestService([acmeWith(guestBookings)], settings);
    return new WebhookDesk(service, await openDesk(service), await openReceiver());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
  }

  /** A booking that no test has changed, and its contact's name. */
  fresh(): { readonly id: string; readonly name: string } {
    const index = this.#next++;
    const id = guestBookings[index]?.booking ?? assert.fail("no booking is left");
    return { id, name: guests[index] ?? "" };
  }

  /** Makes a webhook; the receiver forgets what it had, and accepts all from now on. */
  async make(more: object = {}): Promise<{ id: string; secret: string; state: string }> {
    const { desk, receiver } = this;
    const answer = await desk.ask("POST", `${acmePath}/webhooks`, { url: receiver.url, ...more });
    assert.equal(answer.status, 201, answer.text);
    receiver.secret = answer.json.secret;
    receiver.received.splice(0);
    receiver.answer = () => ({ status: 200 });
    return answer.json;
  }

  async change(id: string, act: "cancel" | "check-in" | "undo-check-in"): Promise<void> {
    const answer = await this.desk.ask("POST", `${acmePath}/bookings/${id}/${act}`, {});
    assert.equal(answer.status, 200, answer.text);
  }

  async remove(id: string): Promise<void> {
    const { status, text } = await this.desk.ask("DELETE", webhookPath(id));
    assert.equal(status, 200, text);
  }

  async deliveries(id: string): Promise<readonly Delivered[]> {
    return (await this.desk.ask("GET", webhookPath(id, "/deliveries"))).json.items;
  }
}

export function webhookPath(id: string, path = ""): string {
  return `${acmePath}/webhooks/${id}${path}`;
}
