/** No scripts, nothing from other origins, no frames, no cache. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    // Not `no-referrer`: browsers would then send this page's own forms with `Origin: null`.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(secure && { "strict-transport-security": "max-age=31536000" }),
  };
}
