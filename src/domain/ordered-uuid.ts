/**
 * Makes a UUID of version 7 (RFC 9562) from one of version 4 and the time in milliseconds. UUIDs of one time
 * sort close together, so rows that are written together lie on few pages of an index. Random keys would each
 * change a page of their own.
 */
export function orderedUuid(random: string, now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
