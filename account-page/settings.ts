import type { SellerSettings } from "./selling/seller.ts";
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
  /** Null where customers cannot book here. */
  readonly selling: SellerSettings | null;
}

/**
 * Reads `HOST`, `PORT`, `PUBLIC_URL`, `CALENDAR_FOLDER`, `BOOKING_OPERATOR_URL`, `BOOKING_OPERATOR_KEY`,
 * `BOOKING_ACCOUNT` and `HOLD_MINUTES`. The client library reads its own variables (`BOOKING_BASE_URL`,
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
    selling: readSelling(text),
  };
}

const sellingNames = ["BOOKING_OPERATOR_URL", "BOOKING_OPERATOR_KEY", "BOOKING_ACCOUNT"] as const;

function readSelling(text: (name: string, byDefault: string) => string): SellerSettings | null {
  const [server = "", key = "", named = ""] = sellingNames.map((name) => text(name, ""));
  if (server + key + named === "") return null;
  const missing = sellingNames.filter((name) => text(name, "") === "");
  if (missing.length > 0) {
    throw new WrongSetting(
      `Customers book with ${sellingNames.join(", ")}: set ${missing.join(", ")} too.`,
    );
  }
  if (!URL.canParse(server)) {
    throw new WrongSetting("BOOKING_OPERATOR_URL must be the address of the operator's listener.");
  }
  const [, tenant, environment] = /^([^/]+)\/([^/]+)$/.exec(named) ?? [];
  if (tenant === undefined || environment === undefined) {
    throw new WrongSetting("BOOKING_ACCOUNT must be an account, such as acme/production.");
  }
  const minutes = text("HOLD_MINUTES", "0");
  if (!/^\d{1,2}$/.test(minutes) || Number(minutes) > 60) {
    throw new WrongSetting("HOLD_MINUTES must be a whole number to 60; 0 keeps no places.");
  }
  return { server, key, account: { tenant, environment }, holdMinutes: Number(minutes) };
}

function readPublicUrl(text: string): URL | null {
  if (text === "") return null;
  if (/^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text)) return new URL(text);
  throw new WrongSetting(
    "PUBLIC_URL must be the address that browsers use, such as https://account.example.com.",
  );
}
