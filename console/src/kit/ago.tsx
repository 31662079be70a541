import { wordsOf } from "./when.tsx";

/** How long ago something was, or how long it still takes; the exact time on pointing at it. */
export function Ago({ at, zone = "UTC" }: { readonly at: string; readonly zone?: string }) {
  return (
    <time dateTime={at} title={wordsOf(at, zone)} className="num">
      {distance(Date.parse(at) - Date.now())}
    </time>
  );
}

const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `3 days ago`, `in 2 hours`, `just now`; `ms` is negative for what has been. */
export function distance(ms: number): string {
  const unit = units.find(([, length]) => Math.abs(ms) >= length);
  if (unit === undefined) return ms > 0 ? "in less than a minute" : "just now";
  const [name, length] = unit;
  const format = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });
  return format.format(Math.trunc(ms / length), name);
}
