import { randomUUID } from "node:crypto";
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
import { operate } from "../../test/harness/operate.ts";
import { cancelPath, fetchPath, newBookingId } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import {
  ticketTypes,
  type DeskStep,
  type FileLine,
  type SeenBooking,
  type TicketType,
} from "./desk-step.ts";
import type { Side } from "./side.ts";

const displayNames = { standard: "Standard", vip: "VIP", open: "Open" } as const;

/** The slots of one sequence: all of one campaign, with bookings of one contact. */
export interface DeskPlace {
  readonly publicKey: string;
  /** The activity, with ticket types of its own. */
  readonly activityId: string;
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
  /** The holds, each as it was asked for. */
  readonly #holds: { readonly hold: string }[] = [];

  constructor(side: Side, place: DeskPlace) {
    this.#side = side;
    this.#place = place;
  }

  /** Adds the slots with these capacities, in an activity whose slots take so many of `vip`. */
  async open(capacities: readonly number[], vipLimit: number): Promise<void> {
    const { publicKey: interaction, activityId: activity, startingAt } = this.#place;
    const lines = [
      { kind: "activity", interaction, id: activity, title: { en: "Tasting" } },
      ...ticketTypes.map((type) => this.#typeLine(type, type === "vip" ? vipLimit : null)),
      ...startingAt.map((start, slot) => ({
        kind: "slot",
        interaction,
        activity,
        starting_at: formatInstant(start),
        capacity: capacities[slot],
      })),
    ];
    const answer = await this.#importFile(lines, "add");
    if ("errors" in answer) throw new Error(JSON.stringify(answer));
  }

  #typeLine(id: TicketType, limit: number | null): object {
    const { publicKey: interaction, activityId: activity } = this.#place;
    const has_limited_capacity = id !== "open";
    const names = { id, display_name: displayNames[id] };
    const type = { kind: "ticket_type", interaction, activity, ...names, has_limited_capacity };
    return { ...type, capacity_per_slot: limit };
  }

  /** Makes the step and returns its outcome in the model's words. */
  async take(step: DeskStep): Promise<string> {
    const { store } = this.#side.service;
    const audit = this.#audit();
    if (step.kind === "book") {
      const booked = await bookSlot(store, audit, acme, {
        place: this.#slot(step.slot),
        ticketTypeId: step.type,
        externalId: this.#place.contact,
        tickets: step.tickets,
        overbook: step.overbook,
      });
      if (isRefused(booked)) return "refused";
      this.#ids.push(booked.details.booking.id);
      return booked.details.booking.status;
    }
    if (step.kind === "hold" || step.kind === "release" || step.kind === "book held") {
      return this.#keep(step);
    }
    if (step.kind === "capacity") {
      const order = { place: this.#slot(step.slot), capacity: step.capacity, overbook: false };
      return outcome(await changeSlotCapacity(store, audit, acme, order));
    }
    if (step.kind === "limit") {
      const place = this.#slot(step.slot);
      const { startingAt: at, publicKey, activityId } = place;
      const door = store.account(this.#side.accountId);
      const [slot] = await door.findSlots({ publicKey, activityId, from: at, to: at, limit: 1 });
      const order = {
        place,
        capacity: slot?.seats.capacity ?? 0,
        limits: { [step.type]: step.limit },
        overbook: step.overbook,
      };
      return outcome(await changeSlotCapacity(store, audit, acme, order));
    }
    if (step.kind === "type limit") {
      const answer = await this.#importFile([this.#typeLine("vip", step.limit)], "add");
      if ("errors" in answer) return "bad";
      return (answer.updated.ticket_type ?? 0) > 0 ? "updated" : "unchanged";
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

  async #keep(
    step: Extract<DeskStep, { kind: "hold" | "release" | "book held" }>,
  ): Promise<string> {
    const ask = (name: string, values: object): Promise<any> =>
      operate(this.#side.service.store, name, { ...acme, ...values }, { audit: this.#audit() });
    if (step.kind === "hold") {
      const { publicKey: interaction, activityId: activity, startingAt } = this.#slot(step.slot);
      const order = {
        hold: randomUUID(),
        interaction,
        activity,
        slot_starting_at: formatInstant(startingAt),
        ticket_type: step.type,
        tickets: step.tickets,
      };
      const made = outcome(await ask("makeHold", { ...order, seconds: 3_600 }));
      if (made === "done") this.#holds.push(order);
      return made;
    }
    const order = this.#holds[step.hold];
    if (order === undefined) return "refused";
    if (step.kind === "release") {
      const released = await ask("releaseHold", { hold: order.hold });
      return released === null ? "done" : outcome(released);
    }
    const booked = await ask("book", { ...order, external_id: this.#place.contact });
    if (isRefused(booked)) return "refused";
    this.#ids.push(booked.booking);
    return booked.booking_status;
  }

  async #change(
    step: Exclude<
      DeskStep,
      {
        kind:
          | "book"
          | "hold"
          | "release"
          | "book held"
          | "capacity"
          | "limit"
          | "type limit"
          | "close"
          | "import";
      }
    >,
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
            ticketTypeId: step.type,
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
      activity: this.#place.activityId,
      slot_starting_at: formatInstant(this.#place.startingAt[line.slot] ?? 0),
      ticket_type: line.type,
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
          // The sequence's activity has these alone.
          type: line.ticket_type as TicketType,
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

  /** Which limit `explain` says that keeps each booking waiting, in the model's words. */
  async whyTheyWait(): Promise<(string | null)[]> {
    const { store } = this.#side.service;
    const reasons: (string | null)[] = [];
    for (const booking of this.#ids) {
      const values = { ...acme, booking };
      const { waitlist } = await operate(store, "explainBooking", values, { audit: this.#audit() });
      const inLine = (waitlist?.position ?? null) !== null;
      reasons.push(inLine ? (waitlist.limited_by ?? "its turn") : null);
    }
    return reasons;
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
    const wanted = expected.map(({ slot, type, status, bookedAt }) => [
      formatInstant(startingAt[slot] ?? 0),
      displayNames[type],
      status,
      formatInstant(bookedAt),
    ]);
    if (isDeepStrictEqual(listed, wanted)) return null;
    return `the list was ${JSON.stringify(listed)} and should be ${JSON.stringify(wanted)}`;
  }

  #slot(number: number) {
    const { publicKey, activityId, startingAt } = this.#place;
    return {
      publicKey,
      activityId,
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
