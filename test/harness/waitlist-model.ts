/** One step on a slot. `index` names a booking by the order in which they were made. */
export type WaitlistStep =
  | { readonly kind: "book"; readonly tickets: number; readonly limited: boolean }
  | { readonly kind: "cancel"; readonly index: number }
  | { readonly kind: "cancel-ticket"; readonly index: number; readonly ticket: number }
  | { readonly kind: "promote"; readonly index: number; readonly overtake: boolean }
  | { readonly kind: "capacity"; readonly capacity: number }
  | { readonly kind: "switch"; readonly automatic: boolean };

interface ModelBooking {
  readonly limited: boolean;
  /** Whether each ticket is live. */
  readonly tickets: boolean[];
  status: "CONFIRMED" | "WAITLIST" | "CANCELLED";
}

/** A slot whose campaign promotes automatically, by decisions A40, A41 and B60 alone. */
export class WaitlistModel {
  readonly #bookings: ModelBooking[] = [];
  #capacity: number;
  #automatic = true;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  statuses(): string[] {
    return this.#bookings.map(({ status }) => status);
  }

  take(step: WaitlistStep): void {
    if (this.#isTaken(step) && this.#automatic) this.#fill();
  }

  /** Makes the step; returns false when it is refused. */
  #isTaken(step: WaitlistStep): boolean {
    if (step.kind === "switch") {
      this.#automatic = step.automatic;
      return true;
    }
    if (step.kind === "capacity") {
      const excess = (capacity: number) => Math.max(0, this.#taken() - capacity);
      if (excess(step.capacity) > excess(this.#capacity)) return false;
      this.#capacity = step.capacity;
      return true;
    }
    if (step.kind === "book") return this.#book(step.tickets, step.limited);
    const booking = this.#bookings[step.index];
    if (booking === undefined) return false;
    if (step.kind === "promote") return this.#promote(booking, step.overtake);
    return cancelTickets(booking, step.kind === "cancel" ? null : step.ticket);
  }

  #book(count: number, limited: boolean): boolean {
    const waits = limited && (this.#line().length > 0 || count > this.#free());
    const tickets = Array.from({ length: count }, () => true);
    this.#bookings.push({ limited, tickets, status: waits ? "WAITLIST" : "CONFIRMED" });
    return true;
  }

  #promote(booking: ModelBooking, overtake: boolean): boolean {
    const isFirst = this.#line()[0] === booking;
    if (booking.status !== "WAITLIST" || live(booking) > this.#free()) return false;
    if (!isFirst && !overtake) return false;
    booking.status = "CONFIRMED";
    return true;
  }

  #fill(): void {
    for (const booking of this.#line()) {
      if (live(booking) > this.#free()) return;
      booking.status = "CONFIRMED";
    }
  }

  #line(): ModelBooking[] {
    return this.#bookings.filter(({ status }) => status === "WAITLIST");
  }

  #taken(): number {
    return this.#bookings
      .filter(({ limited, status }) => limited && status === "CONFIRMED")
      .reduce((sum, booking) => sum + live(booking), 0);
  }

  #free(): number {
    return Math.max(0, this.#capacity - this.#taken());
  }
}

function live({ tickets }: ModelBooking): number {
  return tickets.filter((isLive) => isLive).length;
}

/** Cancels one ticket, or all of them; the last one cancels the booking. */
function cancelTickets(booking: ModelBooking, number: number | null): boolean {
  if (booking.status === "CANCELLED") return false;
  if (number === null) booking.tickets.fill(false);
  else if (booking.tickets[number - 1] !== true) return false;
  else booking.tickets[number - 1] = false;
  if (live(booking) === 0) booking.status = "CANCELLED";
  return true;
}
