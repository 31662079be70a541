/** A sentence for each change that was lost, for each booking or slot out of order, and for what nobody has made. */
export function receiptBreaches(
  name: string,
  expected: ReadonlyMap<string, { readonly of: string; readonly position: number }>,
  receipts: readonly string[],
): string[] {
  const breaches: string[] = [];
  const last = new Map<string, number>();
  const seen = new Set<string>();
  for (const id of receipts) {
    const change = expected.get(id);
    if (change === undefined) breaches.push(`${name}: ${id} tells of no change`);
    if (change === undefined || seen.has(id)) continue;
    seen.add(id);
    if (change.position < (last.get(change.of) ?? 0)) {
      breaches.push(`${name}: ${change.of} was told of ${change.position} too late`);
    }
    last.set(change.of, change.position);
  }
  for (const [id, { of, position }] of expected) {
    if (!seen.has(id)) breaches.push(`${name}: ${of} was not told of ${position}`);
  }
  return breaches;
}
