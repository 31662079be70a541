import { RequestError } from "./errors.ts";

/**
 * The client secret must never appear in browser code, a kiosk page or a mobile app bundle (interface, What
 * the service does). Web workers and embedded browsers have no `document`, but their user agent begins with
 * Mozilla like every browser's; no server runtime's does.
 */
export function refuseBrowser(global: object): void {
  const { window, document, navigator } = global as Record<string, unknown>;
  const { userAgent, product } = (navigator ?? {}) as Record<string, unknown>;
  const isBrowser =
    (window !== undefined && document !== undefined) ||
    (typeof userAgent === "string" && userAgent.startsWith("Mozilla/")) ||
    product === "ReactNative";
  if (isBrowser) {
    throw new RequestError(
      "BookingClient holds a client secret and must not run in a browser or an app. Call it from " +
        "your server. (In a test under jsdom, choose the node environment for this file.)",
      {},
    );
  }
}
