/**
 * The headers of a page that loads what this listener serves, and nothing else; `more` adds to its policy. No
 * script or style is inline.
 */
export function pageHeaders(more: readonly string[] = []) {
  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      ...more,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // A newer program may serve another one from the same address.
    "cache-control": "no-cache",
  } as const;
}
