import type { PageSettings } from "./server.ts";

/** A variable with an unusable value; the message is a sentence for its operator. */
export class WrongSetting extends Error {
  override name = "WrongSetting";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting of the page's own. */
export interface Settings extends PageSettings {
  /** Keeps the key of the calendar addresses and the revocations; null where the page offers none. */
  readonly calendarFolder: string | null;
}

/**
 * Reads `HOST`, `PORT`, `PUBLIC_URL` and `CALENDAR_FOLDER`. The client library reads its own variables (`BOOKING_BASE_URL`,
 * `BOOKING_CLIENT_ID`, `BOOKING_CLIENT_SECRET`, `BOOKING_AUDIENCE`).
 */
export function readSettings(environment: Environment): Settings {
  const text = (name: string, byDefault: string) => environment[name] || byDefault;
  const port = text("PORT", "8090");
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new WrongSetting(`PORT is ${JSON.stringify(port)}, but must be a whole number to 65535.`);
  }
  return {
    host: text("HOST", "127.0.0.1"),
    port: Number(port),
    publicUrl: readPublicUrl(text("PUBLIC_URL", "")),
    calendarFolder: text("CALENDAR_FOLDER", "") || null,
  };
}

function readPublicUrl(text: string): URL | null {
  if (text === "") return null;
  if (/^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text)) return new URL(text);
  throw new WrongSetting(
    "PUBLIC_URL must be the address that browsers use, such as https://account.example.com.",
  );
}
