/** Callers come from addresses of their own through a proxy that is listed. */
export const throughProxy = { TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, fd00::/8" };
export const here = "203.0.113.1";
export const elsewhere = "203.0.113.2";

export function from(address: string): Record<string, string> {
  return { "x-forwarded-for": address };
}
