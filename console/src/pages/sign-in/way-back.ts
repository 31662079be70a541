/**
 * Where to go after signing in: the page that was left, or the overview. Only a path of this site
 * counts, since the address may have come from somebody else.
 */
export function wayBack(from: unknown): string {
  if (typeof from !== "string" || !/^\/(?![/\\])[\x21-\x7e]*$/.test(from)) return "/";
  return from.startsWith("/sign-in") ? "/" : from;
}
