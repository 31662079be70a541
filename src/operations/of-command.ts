import type { Operation } from "./machinery/operation.ts";

type Load = () => Promise<readonly Operation[] | Operation>;

const holds: Load = async () => (await import("./bookings/holds.ts")).holdOperations;
const bookings: Load = async () => (await import("./bookings/find-bookings.ts")).bookingOperations;
const changes: Load = async () =>
  (await import("./bookings/cancel-and-check-in.ts")).bookingChanges;
const seats: Load = async () => (await import("./bookings/seat-bookings.ts")).seatOperations;
const offers: Load = async () => (await import("./bookings/offers.ts")).offers;
const promotions: Load = async () => (await import("./bookings/promotions.ts")).promotions;
const operators: Load = async () => (await import("./access/operators.ts")).operatorOperations;
const records: Load = async () => (await import("./records.ts")).recordOperations;

/** The operations whose commands begin with a word, in the order of `all.ts`: a command loads no others. */
const loads: Readonly<Record<string, readonly Load[]>> = {
  account: [
    async () => (await import("./access/accounts.ts")).accountOperations,
    async () => (await import("./access/delete-account.ts")).deleteAccount,
    async () => (await import("./access/account-access.ts")).accessOperations,
  ],
  credential: [async () => (await import("./access/credentials.ts")).credentialOperations],
  find: [bookings],
  show: [bookings],
  explain: [bookings],
  cancel: [changes],
  "check-in": [changes],
  change: [async () => (await import("./bookings/change-booking.ts")).changeBooking],
  waitlist: [promotions],
  promote: [promotions],
  accept: [offers],
  offer: [offers],
  cancellation: [async () => (await import("./bookings/cancellations.ts")).listCancellations],
  book: [seats],
  move: [seats],
  hold: [holds],
  slot: [
    async () => (await import("./slots/find-slots.ts")).slotOperations,
    async () => (await import("./slots/add-slots-by-pattern.ts")).slotAdditions,
    async () => (await import("./slots/import-slots.ts")).importSlots,
    async () => (await import("./slots/single-slots.ts")).slotChanges,
    async () => (await import("./slots/change-slot.ts")).changeSlot,
    async () => (await import("./slots/slot-lengths.ts")).slotLengths,
  ],
  catalogue: [async () => (await import("./catalogue/catalogue.ts")).catalogueOperations],
  contact: [
    async () => (await import("./contacts/contacts.ts")).contactOperations,
    async () => (await import("./contacts/end-contacts.ts")).contactEndings,
  ],
  trace: [records],
  audit: [records],
  operator: [operators],
  whoami: [operators],
  session: [async () => (await import("./access/sessions.ts")).sessionOperations],
  changes: [async () => (await import("./changes.ts")).changeOperations],
  webhook: [
    async () => (await import("./webhooks/webhooks.ts")).webhookOperations,
    async () => (await import("./webhooks/webhook-deliveries.ts")).webhookDeliveryOperations,
  ],
  import: [async () => (await import("./imports/imports.ts")).importOperations],
  export: [async () => (await import("./imports/data-export.ts")).exportOperations],
  verify: [async () => (await import("./data-verification.ts")).verificationOperations],
  report: [async () => (await import("./report.ts")).reportOperations],
};

/** Null where no operation has a command that begins so. */
export async function operationsOfCommand(word: string): Promise<readonly Operation[] | null> {
  const some = Object.hasOwn(loads, word) ? loads[word] : undefined;
  if (some === undefined) return null;
  const loaded = await Promise.all(some.map((load) => load()));
  return loaded.flat().filter(({ command }) => command?.words.split(" ")[0] === word);
}
