import { isDeepStrictEqual } from "node:util";
import type { BookingId } from "../../src/domain/booking.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import {
  bookSlot,
  changeBooking,
  changeSlotCapacity,
  closeSlot,
  moveBooking,
  promoteBooking,
} from "../../test/harness/desk-acts.ts";
import { cancelPath, fetchPath, newBookingId } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import type { DeskStep, FileLine, SeenBooking } from "./desk-step.ts";
import type { Side } from "./side.ts";

/** The slots of one sequence: all of one campaign, with bookings of one contact. */
export interface DeskPlace {
  readonly publicKey: string;
  readonly contact: string;
  /** The start of each slot, milliseconds UTC. */
  readonly startingAt: readonly number[];
  readonly now: () => number;
}

/** Takes a desk's steps on one engine. */
export class DeskSide {
  readonly #side: Side;
  readonly #place: DeskPlace;
  readonly #ids: BookingId[] = [];

  constructor(side: Side, place: DeskPlace) {
    this.#side = side;
    this.#place = place;
  }

  /** Adds the slots with these capacities. */
  async open(capacities: readonly number[]): Promise<void> {
    const { publicKey, startingAt } = this.#place;
    const lines = startingAt.map((start, slot) => ({
      kind: "slot",
      interaction: publicKey,
      activity: "tasting",
      starting_at: formatInstant(start),
      capacity: capacities[slot],
    }));
    const answer = await this.#importFile(lines, "add");
    if ("errors" in answer) throw new Error(JSON.stringify(answer));
  }

  /** Makes the step and returns its outcome in the model's words. */
  async take(step: DeskStep): Promise<string> {
    const { store } = this.#side.service;
    const audit = this.#audit();
    if (step.kind === "book") {
      const booked = await bookSlot(store, audit, acme, {
        place: this.#slot(step.slot),
        ticketTypeId: step.limited ? "standard" : "open",
        externalId: this.#place.contact,
        tickets: step.tickets,
      });
      if (isRefused(booked)) return "refused";
      this.#ids.push(booked.details.booking.id);
      return booked.details.booking.status;
    }
    if (step.kind === "capacity") {
      const order = { place: this.#slot(step.slot), capacity: step.capacity, overbook: false };
      return outcome(await changeSlotCapacity(store, audit, acme, order));
    }
    if (step.kind === "close") {
      const { evenIfCheckedIn, dryRun } = step;
      const order = { place: this.#slot(step.slot), reason: null, evenIfCheckedIn, dryRun };
      const closed = await closeSlot(store, audit, acme, order);
      return isRefused(closed) ? "refused" : `closed ${closed.cancelled.length}`;
    }
    if (step.kind === "import") return this.#import(step);
    const bookingId = this.#ids[step.index];
    return bookingId === undefined ? "refused" : this.#change(step, bookingId);
  }

  async #change(
    step: Exclude<DeskStep, { kind: "book" | "capacity" | "close" | "import" }>,
    bookingId: BookingId,
  ): Promise<string> {
    const { service, token } = this.#side;
    const { store } = service;
    const audit = this.#audit();
    switch (step.kind) {
      case "promote":
        return outcome(
          await promoteBooking(store, audit, { bookingId, account: acme, overtake: step.overtake }),
        );
      case "move":
        return outcome(
          await moveBooking(store, audit, {
            bookingId,
            account: acme,
            startingAt: this.#place.startingAt[step.slot] ?? 0,
            ticketTypeId: step.limited ? "standard" : "open",
          }),
        );
      case "cancel":
        if (step.ticket === null) {
          // Callers cancel whole bookings over the interface.
          const body = { booking: bookingId };
          const { status } = await service.call({ method: "POST", path: cancelPath, token, body });
          return { 200: "done", 400: "refused" }[status] ?? String(status);
        }
        break;
      case "check-in":
      case "undo-check-in":
    }
    const { kind, ticket } = step;
    return outcome(await changeBooking(store, audit, bookingId, acme, { kind, ticket }));
  }

  async #import({ index, line, mode }: Extract<DeskStep, { kind: "import" }>): Promise<string> {
    const id = this.#ids[index];
    const bookingId = id ?? (newBookingId() as BookingId);
    const answer = await this.#importFile([this.#lineOf(bookingId, line)], mode);
    if ("errors" in answer) return "bad";
    if (id === undefined) this.#ids.push(bookingId);
    const { created, updated, unchanged, kept } = answer;
    const counts = Object.entries({ created, updated, unchanged, kept });
    return counts.find(([, { booking = 0 }]) => booking > 0)?.[0] ?? "nothing";
  }

  #lineOf(booking: string, line: FileLine): object {
    return {
      kind: "booking",
      booking,
      external_id: this.#place.contact,
      interaction: this.#place.publicKey,
      activity: "tasting",
      slot_starting_at: formatInstant(this.#place.startingAt[line.slot] ?? 0),
      ticket_type: line.limited ? "standard" : "open",
      booking_status: line.status,
      booked_at: formatInstant(line.bookedAt),
      tickets: line.tickets.map(({ cancelledAt, checkedInAt }) => ({
        cancelled_at: cancelledAt === null ? null : formatInstant(cancelledAt),
        attendee: { checked_in_at: checkedInAt === null ? null : formatInstant(checkedInAt) },
      })),
      ...(line.changedAt !== null && { changed_at: formatInstant(line.changedAt) }),
    };
  }

  #importFile(lines: readonly object[], mode: "add" | "update" | "overwrite") {
    const file = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const door = this.#side.service.store.account(this.#side.accountId);
    return importDataFile(door, [Buffer.from(file)], {
      audit: this.#audit(),
      // The proof moves the clock itself.
      monotonicMs: () => 0,
      update: mode === "update",
      overwrite: mode === "overwrite",
    });
  }

  /** The bookings as operators see them, in the order in which they were made. */
  async bookings(): Promise<SeenBooking[]> {
    const { service, accountId } = this.#side;
    const { contact, startingAt } = this.#place;
    const door = service.store.account(accountId);
    const found = await door.findBookings({ externalId: contact, limit: 100 });
    const seen = new Map(
      found.map(({ booking, line }) => [
        booking.id,
        {
          slot: startingAt.indexOf(booking.slotStartingAt),
          limited: line.ticket_type === "standard",
          status: booking.status,
          bookedAt: booking.bookedAt,
          tickets: booking.tickets.map(({ cancelledAt, checkedInAt }) => ({
            cancelledAt,
            checkedInAt,
          })),
        },
      ]),
    );
    return this.#ids.flatMap((id) => seen.get(id) ?? []);
  }

  /** Whether callers see these bookings too; the difference where they do not. */
  async differenceInList(expected: readonly SeenBooking[]): Promise<string | null> {
    const { service, token } = this.#side;
    const { contact, startingAt } = this.#place;
    const { json } = await service.call({ path: `${fetchPath}?external_id=${contact}`, token });
    const records = new Map<string, any>(
      (json.bookings ?? []).map((record: any) => [record.booking, record]),
    );
    const listed = this.#ids.map((id) => {
      const { slot_starting_at, ticket_type, booking_status, booked_at } = records.get(id) ?? {};
      return [slot_starting_at, ticket_type?.display_name, booking_status, booked_at];
    });
    const wanted = expected.map(({ slot, limited, status, bookedAt }) => [
      formatInstant(startingAt[slot] ?? 0),
      limited ? "Standard" : "Open",
      status,
      formatInstant(bookedAt),
    ]);
    if (isDeepStrictEqual(listed, wanted)) return null;
    return `the list was ${JSON.stringify(listed)} and should be ${JSON.stringify(wanted)}`;
  }

  #slot(number: number) {
    const { publicKey, startingAt } = this.#place;
    return {
      publicKey,
      activityId: "tasting",
      hostId: null,
      startingAt: startingAt[number] ?? 0,
    };
  }

  #audit() {
    return { actor: "model", now: this.#place.now() };
  }
}

function outcome(answer: object): string {
  return isRefused(answer) ? "refused" : "done";
}
