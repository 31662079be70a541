import type { Slot } from "../../api/operations.ts";

/** A slot as paths of the API name it. */
export function namedSlot(
  account: { readonly tenant: string; readonly environment: string },
  {
    interaction,
    activity,
    host,
    starting_at: at,
  }: Pick<Slot, "interaction" | "activity" | "host" | "starting_at">,
) {
  return {
    path: { ...account, interaction, activity, starting_at: at },
    query: host === undefined ? {} : { host },
  };
}
