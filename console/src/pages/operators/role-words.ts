import { t } from "../../language/t.ts";
import type { Operator } from "../../api/operations.ts";

/** The rights of each role, in a sentence. */
export const roleWords = {
  admin: t(
    "does everything in the accounts it has: credentials, campaigns, slots, bookings, imports.",
  ),
  agent: t("does what staff does, and books, cancels, moves and promotes bookings."),
  staff: t("looks everything up, checks people in, and takes a check-in back."),
  viewer: t("looks, and changes nothing."),
} as const satisfies Record<NonNullable<Operator["role"]>, string>;

export const roles = ["admin", "agent", "staff", "viewer"] as const;
