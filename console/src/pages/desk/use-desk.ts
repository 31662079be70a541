import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { newRequestId } from "../../api/request-id.ts";
import { useSession } from "../../api/session.ts";
import { useAccount } from "../../shell/account.ts";
import { memoryOf } from "./desk-memory.ts";
import { openDesk, type Desk, type DeskParts } from "./desk.ts";
import type { DeskState } from "./desk-state.ts";
import { createDeskApi } from "./desk-api.ts";

type Now = Pick<
  DeskParts,
  "scope" | "expected" | "mayCheckIn" | "wholeParties" | "placeOf" | "onSeen"
>;

/** Opens one desk of the operator for the life of the page; the desk reads the page's present props. */
export function useDesk(parts: Now): { readonly desk: Desk; readonly state: DeskState } {
  const account = useAccount();
  const operator = useSession()?.operator.name ?? "";
  const now = useRef(parts);
  now.current = parts;
  const [desk] = useState(() =>
    openDesk({
      api: createDeskApi(account),
      memory: memoryOf(`${account.tenant}/${account.environment}`, operator),
      newKey: newRequestId,
      now: Date.now,
      mayCheckIn: parts.mayCheckIn,
      scope: () => now.current.scope(),
      expected: () => now.current.expected(),
      wholeParties: () => now.current.wholeParties(),
      placeOf: (booking) => now.current.placeOf(booking),
      onSeen: (booking) => now.current.onSeen(booking),
    }),
  );
  useEffect(() => {
    const close = desk.open();
    window.addEventListener("online", desk.retryNow);
    return () => {
      window.removeEventListener("online", desk.retryNow);
      close();
    };
  }, [desk]);
  return { desk, state: useSyncExternalStore(desk.subscribe, desk.state) };
}
