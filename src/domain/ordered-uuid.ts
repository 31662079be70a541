/**
 * A UUID of version 7 (RFC 9562), made of one of version 4 and the time in milliseconds: those of one
 * time sort close together. Rows that are written together then lie on few pages of an index, where
 * random keys would each touch a page of their own.
 */
export function orderedUuid(random: string, now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
