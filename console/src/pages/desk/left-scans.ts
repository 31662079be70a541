/** How many scans the service has not recorded, by the operator who scanned. */
export type LeftScans = Readonly<Record<string, number>>;

const mark = "booking-console-desk-left";

export function countScans(scans: readonly { readonly operator?: string }[]): LeftScans {
  const counts = new Map<string, number>();
  for (const { operator = "" } of scans) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Marks what a session left behind at its end, for the sign-in page, which opens no database. */
export function markLeftScans(left: LeftScans): void {
  if (Object.keys(left).length === 0) localStorage.removeItem(mark);
  else localStorage.setItem(mark, JSON.stringify(left));
}

export function leftScans(): LeftScans {
  return JSON.parse(localStorage.getItem(mark) ?? "{}") as LeftScans;
}
