import { createInterface } from "node:readline";
import { BookingClient, BookingError, verifyWebhook, WebhookError } from "booking-service-client";

/** Makes the calls of a scenario that stand in standard input, a JSON object a line, and prints what each gives. */
let client: BookingClient | undefined;

for await (const line of createInterface(process.stdin)) {
  process.stdout.write(`${JSON.stringify(await make(JSON.parse(line)))}\n`);
}

interface Step {
  readonly call: string;
  readonly options: Readonly<
    Record<"base_url" | "client_id" | "client_secret" | "audience", string>
  >;
  readonly external_id: string;
  readonly public_key?: string;
  readonly booking: string;
  readonly asked?: boolean;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly now: number;
}

async function make(step: Step): Promise<object> {
  try {
    if (step.call === "open") {
      const { base_url, client_id, client_secret, audience } = step.options;
      client = new BookingClient({
        baseUrl: base_url,
        clientId: client_id,
        clientSecret: client_secret,
        audience,
      });
      return {};
    }
    if (client === undefined) throw new Error("No client is open.");
    if (step.call === "list") {
      const { bookings, totalCount } = await client.listBookings(step.external_id, {
        publicKey: step.public_key,
      });
      return { bookings: bookings.length, total: totalCount };
    }
    if (step.call === "cancellable") {
      const { asked: cancellable = true } = step;
      const page = await client.listBookings(step.external_id, { cancellable });
      const reasons =
        page.cancellable && [...page.cancellable].map(([id, { reason }]) => [id, reason]);
      return { reasons: reasons && Object.fromEntries(reasons) };
    }
    if (step.call === "webhook") {
      const { body, headers, secret } = step;
      const { id, type } = await verifyWebhook(body, headers, secret, {
        now: () => step.now * 1000,
      });
      return { id, type };
    }
    if (step.call === "all") {
      const all = await client.bookings(step.external_id).toArray({ limit: 10_000 });
      return { bookings: all.length };
    }
    const { outcome } = await client.cancelBooking(step.booking, { externalId: step.external_id });
    return { outcome };
  } catch (error) {
    if (error instanceof BookingError || error instanceof WebhookError)
      return { error: error.name };
    throw error;
  }
}
