import { useState } from "react";
import { useApiQuery } from "../../api/queries.ts";
import { useAccount } from "../../shell/account.ts";
import type { Choice, Place } from "./use-place.ts";

/** The activity that slots are added to, and its hosts; each of its slots belongs to one of them. */
export function useSlotPlace(place: Place) {
  const account = useAccount();
  const { interaction } = place;
  const [activity, setActivity] = useState(place.activity || (place.activities[0]?.id ?? ""));
  const found = useApiQuery("listHosts", { path: { ...account, interaction, activity } });
  const hosts: readonly Choice[] | null =
    found.data?.body.items.map(({ id, display_name: name }) => ({ id, name })) ?? null;
  return { activity, setActivity, hosts };
}
