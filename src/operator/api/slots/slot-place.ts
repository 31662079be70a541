import { Type } from "typebox";
import { activityId, hostId, publicKey } from "../../../operations/fields.ts";

/** The place of slots; `host` only where the activity offers a choice of hosts. */
export const place = {
  interaction: publicKey,
  activity: activityId,
  host: Type.Optional(hostId),
} as const;
export const placeRefusals = ["not-in-catalogue", "host-missing", "host-not-offered"] as const;

export const DryRun = Type.Optional(
  Type.Boolean({ description: "Only tell what would be added." }),
);

export function placeOf(body: {
  interaction: string;
  activity: string;
  host?: string | undefined;
}) {
  return { publicKey: body.interaction, activityId: body.activity, hostId: body.host ?? null };
}
