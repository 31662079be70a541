import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Slot } from "../../api/operations.ts";
import { useAccount } from "../../shell/account.ts";

type Named = Pick<Slot, "interaction" | "activity" | "host" | "starting_at">;

/** The parameters that name a slot in its page's address. */
export function slotSearch({ interaction, activity, host, starting_at: at }: Named) {
  return { interaction, activity, ...(host !== undefined && { host }), at };
}

export function SlotLink({
  slot,
  children,
}: {
  readonly slot: Named;
  readonly children: ReactNode;
}) {
  return (
    <Link to="/at/$tenant/$environment/slot" params={useAccount()} search={slotSearch(slot)}>
      {children}
    </Link>
  );
}
