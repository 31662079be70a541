import { BookingClient, type BookingClientOptions } from "../src/index.ts";
import { fakeRuntime, type FakeRuntime } from "./fake-runtime.ts";
import { scriptedService, type Received } from "./scripted-service.ts";

export const credentials = {
  baseUrl: "https://bookings.example.com",
  clientId: "client-of-the-tests",
  clientSecret: "the-secret-of-the-tests",
  audience: "https://bookings.example.com",
} as const;

/** A client whose clock, randomness and service the test controls. */
export function scriptedClient(
  script: Parameters<typeof scriptedService>[1] = {},
  options: BookingClientOptions = {},
): {
  readonly client: BookingClient;
  readonly runtime: FakeRuntime;
  readonly received: Received[];
} {
  const runtime = fakeRuntime();
  const { fetch, received } = scriptedService(runtime, script);
  const client = new BookingClient({ ...credentials, fetch, ...options }, runtime);
  return { client, runtime, received };
}
