import type { BrowserContextOptions } from "playwright-core";
import { catalogue, productionHost } from "../../test/harness/seed.ts";
import { acme, type TestAccount } from "../../test/harness/service.ts";
import {
  bookingLine,
  guest,
  noon,
  slotLine,
  today,
  tomorrowNoon,
  type Guest,
} from "./desk-data.ts";

/** A desk of a given size on a given network, with people of its own who come to a slot of its own. */
export interface DeskCell {
  readonly size: string;
  readonly network: string;
  readonly options: BrowserContextOptions;
  /** The desk's address. */
  readonly path: string;
  readonly slot: string;
  readonly party: Guest;
  readonly alone: Guest;
  /** Whom another desk checks in. */
  readonly elsewhere: Guest;
  readonly waiting: Guest;
  readonly cancelled: Guest;
  /** Two people of one name. */
  readonly namesakes: readonly Guest[];
}

export const tomorrows: Guest = guest("TOMORROW", "Tom Tomorrow");
/** Somebody with a booking of the winter campaign, at the hour of the summer's first slot. */
export const skier: Guest = guest("SKIER", "Sven Skier");

const sizes = [
  { size: "1280 px", viewport: { width: 1280, height: 860 } },
  { size: "820 px", viewport: { width: 820, height: 1180 } },
  { size: "390 px, dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** Each network at every other size, so that a network has one or two sizes, and a size two networks. */
export function deskCells(networks: readonly string[]): readonly DeskCell[] {
  return networks.flatMap((network, row) =>
    sizes.flatMap(({ size, ...options }, column) => {
      if ((row + column) % 2 === 1) return [];
      const minutes = 10 * (row * sizes.length + column);
      const slot = new Date(Date.parse(noon) + minutes * 60_000).toISOString().replace(".000", "");
      const query = { interaction: "pk_summer", day: today, activity: "tasting", slot };
      const cell = {
        size,
        network,
        options,
        path: `/at/acme/production/desk?${new URLSearchParams(query).toString()}`,
        slot,
        party: guest("PARTY", "Ada Five", "Bea Five", "Cy Five", "Dee Five", "Eli Five"),
        alone: guest("ALONE", "Alma Alone"),
        elsewhere: guest("ELSEWHERE", "Otto Elsewhere"),
        waiting: guest("WAITING", "Wanda Waiting"),
        cancelled: guest("CANCELLED", "Carl Cancelled"),
        namesakes: [guest("ZOE-1", "Zoe Zimmer"), guest("ZOE-2", "Zoe Zuckmayer")],
      };
      return [cell];
    }),
  );
}

export function accountOf(cells: readonly DeskCell[]): TestAccount {
  const slots = new Set([noon, ...cells.map(({ slot }) => slot), tomorrowNoon]);
  const data = [
    ...catalogue,
    ...[...slots].map((slot) => slotLine(slot, 20)),
    slotLine(noon, 5, "pk_winter"),
    bookingLine(tomorrows, tomorrowNoon, "CONFIRMED"),
    bookingLine(skier, noon, "CONFIRMED", "pk_winter"),
    ...cells.flatMap(({ slot, party, alone, elsewhere, waiting, cancelled, namesakes }) => [
      ...[party, alone, elsewhere, ...namesakes].map((each) =>
        bookingLine(each, slot, "CONFIRMED"),
      ),
      bookingLine(waiting, slot, "WAITLIST"),
      bookingLine(cancelled, slot, "CANCELLED"),
    ]),
  ];
  return { name: acme, hosts: [productionHost], data };
}
