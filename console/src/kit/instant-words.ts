import { locale } from "../language/t.ts";
import { wallTimeOf } from "../../../src/domain/local-time.ts";
import { zoneAbbreviation } from "../../../src/domain/zones/zone-clock.ts";

/** `Mon 4 May 2026, 10:00 CEST`; the zone's short name stands only beside a time of day. */
export function instantWords(
  at: string,
  zone: string,
  show: "both" | "time" | "date" = "both",
): string {
  const date: Intl.DateTimeFormatOptions = {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  };
  const time: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  };
  const words = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    ...(show !== "time" && date),
    ...(show !== "date" && time),
  }).format(wallTimeOf(Date.parse(at), zone));
  return show === "date" ? words : `${words} ${zoneAbbreviation(Date.parse(at), zone)}`;
}

/** The zone of the browser, for times that no campaign has. */
export const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A sentence of the service with its instants as words. */
export function sentenceIn(zone: string, sentence: string): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => instantWords(at, zone));
}
