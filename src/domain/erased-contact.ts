/** The external id of an erased contact (B93); `uuid` is random. */
export function erasedExternalId(uuid: string): string {
  return `erased-${uuid}`;
}

export function isErased(externalId: string): boolean {
  return /^erased-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(externalId);
}
