/**
 * The page after signing in: the one that was left, or the overview. Only a path of this site is accepted,
 * because anybody may have written the address.
 */
export function wayBack(from: unknown): string {
  if (typeof from !== "string" || !/^\/(?![/\\])[\x21-\x7e]*$/.test(from)) return "/";
  return from.startsWith("/sign-in") ? "/" : from;
}
