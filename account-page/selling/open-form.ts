import { SellingFailed, SellingRefused } from "./answer-of.ts";
import { activityKey, type OfferedActivity, type OfferedType } from "./offered-activities.ts";
import type { Place, Slot } from "./place.ts";
import type { FormFields } from "./read-form-fields.ts";
import { areFree, seatsLeft } from "./seats-left.ts";
import type { Hold, Seller } from "./seller.ts";

/** The form of one booking, with what it is about. */
export interface OpenForm {
  readonly fields: FormFields;
  readonly slot: Slot;
  readonly activity: OfferedActivity;
  readonly type: OfferedType;
  readonly hold: Hold | null;
  /** Whether a booking would wait, as far as one sees now. */
  readonly waits: boolean;
  /** Whether there are free places, but fewer than wished for. */
  readonly isShort: boolean;
}

/** Reads a slot with its activity, or refuses it like one that does not exist. */
export async function readSlot(
  seller: Seller,
  place: Place,
  signal: AbortSignal,
): Promise<{ readonly slot: Slot; readonly activity: OfferedActivity }> {
  const { activities, isWhole } = await seller.offered();
  const wanted = activityKey({ interaction: place.interaction, id: place.activity });
  const activity = activities.find((each) => activityKey(each) === wanted);
  if (activity === undefined) {
    // It may be of a campaign that could not be read.
    if (!isWhole) throw new SellingFailed(null, null);
    throw new SellingRefused("not-in-catalogue", null);
  }
  return { slot: await seller.slot(place, signal), activity };
}

/** Reads the form anew each time that it is shown: others book meanwhile. */
export async function readOpenForm(
  seller: Seller,
  fields: FormFields,
  signal: AbortSignal,
): Promise<OpenForm> {
  const { slot, activity } = await readSlot(seller, fields.place, signal);
  const type = activity.ticketTypes.find(({ id }) => id === fields.ticketType);
  if (type === undefined) throw new SellingRefused("not-in-catalogue", null);
  const hold = fields.hold === null ? null : await readHold(seller, fields.hold, signal);
  const left = seatsLeft(slot, type);
  // A live hold has its seats whatever the slot says.
  if (hold?.endsAt) return { fields, slot, activity, type, hold, waits: false, isShort: false };
  if (left.kind === "not-open") throw new SellingRefused("booking-not-open", null);
  if (left.kind === "closed") throw new SellingRefused("booking-closed", null);
  const waits = !areFree(fields.tickets, left);
  // It would wait for ever, and everybody behind it.
  if (waits && slot.capacity > 0 && fields.tickets > slot.capacity) {
    throw new SellingRefused("larger-than-slot", null);
  }
  return {
    // A booking that names a hold never joins the waitlist.
    fields: waits ? { ...fields, hold: null } : fields,
    slot,
    activity,
    type,
    hold,
    waits,
    isShort: waits && left.kind === "free",
  };
}

/** Reads a hold. A hold that the service does not know any more has ended. */
async function readHold(seller: Seller, id: string, signal: AbortSignal): Promise<Hold> {
  try {
    return await seller.showHold(id, signal);
  } catch (error) {
    if (!(error instanceof SellingRefused)) throw error;
    return { id, endsAt: null };
  }
}
