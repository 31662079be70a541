import { randomUUID } from "node:crypto";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { operate } from "../../test/harness/operate.ts";
import { cancelPath, fetchPath } from "../../test/harness/seed.ts";
import { acme } from "../../test/harness/service.ts";
import type { ClockBooking } from "./clock-seats.ts";
import type { ClockStep, ClockType } from "./clock-step.ts";
import type { Side } from "./side.ts";

/** The slots of one sequence, with bookings of one contact. */
export interface ClockPlace {
  readonly publicKey: string;
  readonly activityId: string;
  readonly contact: string;
  /** The start of each slot, milliseconds UTC. */
  readonly starts: readonly number[];
  readonly now: () => number;
}

/** Takes the steps of the model of the clock on one engine. */
export class ClockSide {
  readonly #side: Side;
  readonly #place: ClockPlace;
  readonly #ids: string[] = [];
  /** The holds, each as it was asked for. */
  readonly #holds: { readonly hold: string }[] = [];

  constructor(side: Side, place: ClockPlace) {
    this.#side = side;
    this.#place = place;
  }

  /** Ends what is due, as each process does several times a second. */
  async endDue(): Promise<void> {
    await this.#side.service.store.endDueSeats(this.#place.now());
  }

  /** Makes the step and returns its outcome in the model's words. */
  async take(step: Exclude<ClockStep, { kind: "wait" }>): Promise<string> {
    if (step.kind === "book") {
      const { tickets, late } = step;
      return this.#book({ ...this.#orderOf(step), tickets, ...(late && { late }) });
    }
    if (step.kind === "hold") {
      const order = { hold: randomUUID(), ...this.#orderOf(step), tickets: step.tickets };
      const made = await this.#ask("makeHold", { ...order, seconds: step.seconds });
      if (typeof made !== "string") this.#holds.push(order);
      return outcome(made);
    }
    if (step.kind === "capacity") {
      const { slot_starting_at: starting_at, ...place } = this.#slotOf(step.slot);
      const order = { ...place, starting_at, capacity: step.capacity };
      return outcome(await this.#ask("changeSlotCapacity", order));
    }
    if ("hold" in step) {
      const order = this.#holds[step.hold];
      return order === undefined ? "nothing" : this.#keep(step, order);
    }
    const booking = this.#ids[step.index];
    return booking === undefined ? "nothing" : this.#change(step, booking);
  }

  async #book(order: object): Promise<string> {
    const booked = await this.#ask("book", { ...order, external_id: this.#place.contact });
    if (typeof booked === "string") return booked;
    this.#ids.push(booked.booking);
    return booked.booking_status;
  }

  async #keep(
    step: Extract<ClockStep, { kind: "extend" | "release" | "book held" }>,
    order: { readonly hold: string },
  ): Promise<string> {
    if (step.kind === "book held") return this.#book(order);
    const { hold } = order;
    return step.kind === "release"
      ? outcome(await this.#ask("releaseHold", { hold }))
      : outcome(await this.#ask("extendHold", { hold, seconds: step.seconds }));
  }

  async #change(
    step: Extract<ClockStep, { readonly index: number }>,
    booking: string,
  ): Promise<string> {
    if (step.kind === "cancel") return this.#cancel(booking, step.ticket);
    const late = "late" in step && step.late ? { late: true } : {};
    const ask = () => {
      if (step.kind === "accept") return this.#ask("acceptOffer", { booking });
      return step.kind === "promote"
        ? this.#ask("promoteBooking", { booking, overtake: step.overtake, ...late })
        : this.#ask("moveBooking", { booking, ...this.#targetOf(step), ...late });
    };
    const changed = await ask();
    return typeof changed === "string" ? changed : changed.booking_status;
  }

  async #cancel(booking: string, ticket: number | null): Promise<string> {
    if (ticket !== null) {
      const answer = await this.#ask("cancelBooking", { booking, ticket });
      return typeof answer === "string" ? "refused" : "done";
    }
    // Callers cancel whole bookings over the interface.
    const { service, token } = this.#side;
    const call = { method: "POST", path: cancelPath, token, body: { booking } };
    const { status } = await service.call(call);
    return { 200: "done", 400: "refused" }[status] ?? String(status);
  }

  #targetOf({ slot, type }: { readonly slot: number; readonly type: ClockType }): object {
    const { slot_starting_at } = this.#slotOf(slot);
    return { slot_starting_at, ticket_type: type };
  }

  #orderOf({ slot, type }: { readonly slot: number; readonly type: ClockType }) {
    return { ...this.#slotOf(slot), ticket_type: type };
  }

  #slotOf(slot: number) {
    const { publicKey: interaction, activityId: activity, starts } = this.#place;
    return { interaction, activity, slot_starting_at: formatInstant(starts[slot] ?? 0) };
  }

  async #ask(name: string, values: object): Promise<any> {
    const audit = { actor: "model", now: this.#place.now() };
    const answer = await operate(this.#side.service.store, name, { ...acme, ...values }, { audit });
    return answer !== null && isRefused<{ why: string }>(answer) ? answer.refused.why : answer;
  }

  /** The bookings as operators see them, in the order in which they were made. */
  async bookings(): Promise<ClockBooking[]> {
    const { service, accountId } = this.#side;
    const { contact: externalId, starts } = this.#place;
    const found = await service.store.account(accountId).findBookings({ externalId, limit: 100 });
    const seen = new Map<string, ClockBooking>(
      found.map(({ booking, line, offerEndsAt }) => [
        booking.id,
        {
          slot: starts.indexOf(booking.slotStartingAt),
          // The sequence's activity has these alone.
          type: line.ticket_type as ClockType,
          status: booking.status,
          bookedAt: booking.bookedAt,
          tickets: booking.tickets.map(({ cancelledAt }) => cancelledAt === null),
          offerEndsAt,
        },
      ]),
    );
    return this.#ids.flatMap((id) => seen.get(id) ?? []);
  }

  /** When each hold ends, null where it is not live; then the seats that each slot has taken. */
  async kept(): Promise<(number | null)[]> {
    const door = this.#side.service.store.account(this.#side.accountId);
    const { publicKey, activityId, starts, now } = this.#place;
    const held = await door.findHolds({
      publicKey,
      activityId,
      amongCampaigns: null,
      now: now(),
      limit: 100,
    });
    const ends = new Map(held.map(({ id, expiresAt }) => [id, expiresAt]));
    const [from, to] = [Math.min(...starts), Math.max(...starts)];
    const slots = await door.findSlots({ publicKey, activityId, from, to, limit: 10 });
    return [
      ...this.#holds.map(({ hold }) => ends.get(hold) ?? null),
      ...starts.map(
        (start) => slots.find(({ startingAt }) => startingAt === start)?.seats.taken ?? null,
      ),
    ];
  }

  /** What callers see of each booking: who is offered seats still waits. */
  async listed(): Promise<unknown[]> {
    const { service, token } = this.#side;
    const path = `${fetchPath}?external_id=${this.#place.contact}`;
    const { json } = await service.call({ path, token });
    const records = new Map<string, any>(
      (json.bookings ?? []).map((record: any) => [record.booking, record]),
    );
    return this.#ids.map((id) => records.get(id)?.booking_status);
  }

  /** The laws that this sequence broke. */
  async broken(): Promise<string[]> {
    const door = this.#side.service.store.account(this.#side.accountId);
    const { violations } = await door.checkInvariants(this.#place.now() + 1);
    const own = violations.filter(({ booking, slot }) =>
      booking === null ? slot?.activity === this.#place.activityId : this.#ids.includes(booking),
    );
    return own.map(({ invariant, message }) => `${invariant}: ${message}`);
  }
}

function outcome(answer: unknown): string {
  return typeof answer === "string" ? answer : "done";
}
