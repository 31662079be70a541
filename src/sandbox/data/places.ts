import { dayMs } from "../../fixtures/durations.ts";

export const tasting = { interaction: "pk_paris", activity: "tasting" } as const;
export const consultation = { interaction: "pk_paris", activity: "consultation" } as const;
export const gardenWalk = { interaction: "pk_paris", activity: "garden-walk" } as const;
export const longEvening = { interaction: "pk_paris", activity: "long-evening" } as const;
export const aperitivo = { interaction: "pk_paris", activity: "aperitivo" } as const;
export const atelier = { interaction: "pk_paris", activity: "atelier" } as const;
export const markup = { interaction: "pk_paris", activity: "markup" } as const;
export const tastingInNewYork = { interaction: "pk_new_york", activity: "tasting" } as const;
export const tea = { interaction: "pk_kathmandu", activity: "tea" } as const;
export const talk = { interaction: "pk_cut_off", activity: "talk" } as const;

/** The slot that is full. Only contacts that show a full slot have bookings there. */
export const fullSlot = { ...tasting, daysAhead: 3, capacity: 2 } as const;
export const startOfFullSlot = (base: number) => base + fullSlot.daysAhead * dayMs;
