import { locale, t } from "../language/t.ts";
const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const format = new Intl.RelativeTimeFormat(locale, { numeric: "always" });

/** `3 days ago`, `in 2 hours`, `just now`; `ms` is negative for the past. */
export function distance(ms: number): string {
  const unit = units.find(([, length]) => Math.abs(ms) >= length);
  if (unit === undefined) return ms > 0 ? t("in less than a minute") : t("just now");
  const [name, length] = unit;
  return format.format(Math.trunc(ms / length), name);
}
