import type { Campaign } from "./catalogue.ts";

type Told = Pick<Campaign, "waitlist_promotion" | "cancellation_cutoff_minutes">;

/** How the waitlist moves up. */
export function promotionWords({ waitlist_promotion: promotion }: Told): string {
  return promotion === "automatic" ? "promotes by itself" : "promoted by hand";
}

/** Until when callers can cancel. */
export function cutoffWords({ cancellation_cutoff_minutes: minutes }: Told): string {
  return minutes === null || minutes === undefined
    ? "at any time"
    : minutes === 0
      ? "until the slot starts"
      : `until ${durationWords(minutes)} before`;
}

const units = [
  ["day", 1440],
  ["hour", 60],
  ["minute", 1],
] as const;

/** `1 day 2 hours`, from minutes. */
export function durationWords(minutes: number): string {
  let rest = minutes;
  const parts: string[] = [];
  for (const [name, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
  }
  return parts.length === 0 ? "0 minutes" : parts.join(" ");
}
