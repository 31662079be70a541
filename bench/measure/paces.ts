import type { Pace } from "./stage.ts";

export const paces = {
  quick: {
    rounds: 6,
    warmUps: 5_000,
    warmUpSeconds: 4,
    seconds: 0.3,
    bookings: 30_000,
    cancelsPerRound: 700,
  },
  full: {
    rounds: 10,
    warmUps: 15_000,
    warmUpSeconds: 10,
    seconds: 1,
    bookings: 100_000,
    cancelsPerRound: 3_000,
  },
} satisfies Record<string, Pace>;
