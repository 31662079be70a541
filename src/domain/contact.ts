/** The external id of an erased contact (B93); `uuid` is random. */
export function erasedExternalId(uuid: string): string {
  return `erased-${uuid}`;
}

export function isErased(externalId: string): boolean {
  return /^erased-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(externalId);
}

/** A contact, with what decides whether its time is over. */
export interface ContactSlots {
  readonly id: string;
  readonly externalId: string;
  readonly bookings: number;
  /** When the latest slot of its bookings starts, cancelled ones included; null without a booking. */
  readonly lastSlot: number | null;
}

/** Whether a contact is still known and all its slots started before the moment (B320). */
export function hasExpired({ externalId, lastSlot }: ContactSlots, before: number): boolean {
  return !isErased(externalId) && (lastSlot === null || lastSlot < before);
}

const dayMs = 86_400_000;

/** Slots that started before this moment are older than so many days. */
export function endOfRetention(days: number, now: number): number {
  return now - days * dayMs;
}
