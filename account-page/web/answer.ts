import type { Markup } from "./html.ts";

/** An answer to the browser. The server adds security headers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole `Set-Cookie` values. */
  readonly cookies?: readonly string[];
  readonly body?: Markup | Asset;
}

/** A file that is the same for every visitor. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

export function page(
  body: Markup,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, body };
}

/** The answer to a POST, so that a reload of the next page sends nothing again. */
export function redirect(path: string, cookies: readonly string[] = []): Answer {
  return { status: 303, headers: { location: path }, cookies };
}
