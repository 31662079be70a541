/** A week from Monday to Sunday, by its days: `2030-05-01`. */
export interface Week {
  readonly days: readonly string[];
  readonly previous: string;
  readonly next: string;
}

const dayMs = 86_400_000;
/** No clock is further from UTC. */
const farthestMs = 15 * 3_600_000;

/** The week of a day that a link names, else of today. */
export function weekOf(asked: string | null, today: string): Week {
  const isDay =
    asked !== null && /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked));
  const day = Date.parse(isDay ? asked : today);
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
  const plus = (days: number) => new Date(monday + days * dayMs).toISOString().slice(0, 10);
  return {
    days: [0, 1, 2, 3, 4, 5, 6].map(plus),
    previous: plus(-7),
    next: plus(7),
  };
}

/** The instants between which the week lies, whatever the zone. */
export function boundsOf({ days }: Week): { readonly from: Date; readonly to: Date } {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return {
    from: new Date(Date.parse(first) - farthestMs),
    to: new Date(Date.parse(last) + dayMs + farthestMs),
  };
}

/** The day on the clock of a zone. */
export function dayIn(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
