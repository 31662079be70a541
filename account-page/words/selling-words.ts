import type { Message } from "./message.ts";

/** The texts of the pages on which a customer books. */
export interface SellingWords {
  /** The link to the list, and its title. */
  readonly book: string;
  readonly title: string;
  readonly lead: string;
  readonly allTimes: (zone: string) => string;
  /** Where some of what is sold could not be read. */
  readonly notAll: string;
  readonly weekNav: string;
  readonly previousWeek: string;
  readonly nextWeek: string;
  readonly activity: string;
  readonly host: string;
  readonly everything: string;
  readonly everybody: string;
  readonly show: string;
  readonly empty: Message;
  readonly nextSlot: (day: string) => string;
  readonly free: (seats: number | null) => string;
  readonly waitlist: string;
  readonly opens: (moment: string) => string;
  readonly closed: string;
  readonly choose: string;
  readonly wait: string;

  readonly slotTitle: string;
  readonly ticketType: string;
  readonly tickets: string;
  readonly continue: string;
  readonly otherTimes: string;
  readonly nothingBookable: Message;

  readonly formTitle: string;
  readonly waitTitle: string;
  readonly names: string;
  readonly namesNote: string;
  readonly nameOf: (ticket: number) => string;
  readonly ticketsOf: (count: number, type: string) => string;
  readonly keptFor: (minutes: number) => string;
  readonly keepLonger: string;
  readonly keptLonger: string;
  readonly keptNoMore: string;
  readonly waitNote: string;
  readonly fewerNote: (tickets: number) => string;
  readonly confirm: string;
  readonly confirmWait: string;
  readonly leave: string;

  readonly booked: Message;
  readonly waits: Message;
  /** Where a seat was seen when the form was opened. */
  readonly waitsInstead: Message;
  readonly another: string;

  readonly offer: (until: string) => string;
  readonly accept: string;
  readonly accepted: Message;

  /** By the service's name of the refusal; `other` is for one that it did not have yet. */
  readonly refused: Readonly<Record<string, Message>>;
  readonly unknown: Message;
  readonly problem: Readonly<Record<"busy" | "unavailable" | "broken", Message>>;
}
