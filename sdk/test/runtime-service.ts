import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService } from "../../test/harness/service.ts";

/** A service with a customer CUST-1 who has twenty bookings, for programs that are run. */
export async function runtimeService(): Promise<
  AsyncDisposable & { environment(): Record<string, string> }
> {
  const bookings = Array.from({ length: 20 }, () => booking("CUST-1"));
  const account = { ...acmeWith(bookings), hosts: ["127.0.0.1"] };
  const service = await startTestService([account]);
  const { clientId, clientSecret, audience } = await service.credential();
  return {
    environment: () => ({
      BOOKING_BASE_URL: service.api,
      BOOKING_CLIENT_ID: clientId,
      BOOKING_CLIENT_SECRET: clientSecret,
      BOOKING_AUDIENCE: audience,
    }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
