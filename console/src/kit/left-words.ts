import { t } from "../language/t.ts";

/** `4:05`, `3 h 12 min`, `2 d 3 h`: the last second that has begun is counted. */
export function leftWords(ms: number): string {
  if (ms <= 0) return t("ending");
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24)
    return t("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours >= 1) return t("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
