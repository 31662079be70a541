import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a form was sent from another site. Browsers state its origin in `Sec-Fetch-Site` or at least in
 * `Origin`, and no page can change that.
 */
export function comesFromElsewhere(headers: IncomingHttpHeaders, publicUrl: URL | null): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (origin === publicUrl?.origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Whether a form lacks the token of its session. */
export function lacksToken(form: URLSearchParams, token: string): boolean {
  const given = Buffer.from(form.get("token") ?? "");
  const wanted = Buffer.from(token);
  return given.length !== wanted.length || !timingSafeEqual(given, wanted);
}
