/** Which slot, by the columns of its key; `hostId` is `""` where there is no choice of hosts (B13). */
export interface SlotPlace {
  readonly interactionId: string;
  readonly activityId: string;
  readonly hostId: string;
  /** Milliseconds UTC. */
  readonly startingAt: number;
}

/** The key of the slot, for conditions on slots. */
export function slotKey(accountId: number, place: SlotPlace) {
  return {
    account_id: accountId,
    interaction_id: place.interactionId,
    activity_id: place.activityId,
    host_id: place.hostId,
    starting_at: place.startingAt,
  } as const;
}

/** The same, for conditions on the slot's bookings. */
export function bookingsOf(accountId: number, place: SlotPlace) {
  const { starting_at, ...key } = slotKey(accountId, place);
  return { ...key, slot_starting_at: starting_at } as const;
}
