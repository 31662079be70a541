import type { BookingId } from "../../src/domain/booking.ts";
import { openStore } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { generatedFile } from "./generated.ts";
import { now, uuidOf } from "./importing.ts";

/**
 * A program for tests: imports very many bookings and prints how much memory that took, in MiB. With `writing` it
 * is killed while it writes; with `committed` when a cancel has got its lock between two portions, so a part of
 * the bookings is committed.
 */
const [databaseUrl, bookings, killed] = process.argv.slice(2);
if (databaseUrl === undefined) throw new Error("Which database?");
const store = openStore(databaseUrl);
const account = await store.accounts.find({ tenant: "acme", environment: "production" });
if (account === null) throw new Error("The account is missing.");
const { id } = account;
let cancelling: Promise<unknown> | null = null;
await importDataFile(store.account(id), generatedFile(Number(bookings)), {
  audit: { actor: "test", now },
  // As the tests import the same file.
  zoneChange: "keep_instants",
  onProgress: ({ step, done }) => {
    if (step !== "writing" || done < 1_000) return;
    if (killed === "writing") kill();
    if (killed === "committed") cancelling ??= cancelUnknown().then(kill);
  },
});
await store.close();
console.log(Math.round(process.resourceUsage().maxRSS / 1024));

function kill(): void {
  process.kill(process.pid, "SIGKILL");
}

function cancelUnknown(): Promise<unknown> {
  const order = { clientId: "test", requestId: "test", idempotencyKey: null };
  return cancelBooking(
    store.account(id),
    { ...order, bookingId: uuidOf("unknown") as BookingId },
    now,
  );
}
