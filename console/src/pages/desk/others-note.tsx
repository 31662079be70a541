import { useEffect, useState } from "react";
import { useSession } from "../../api/session.ts";
import { useAccount } from "../../shell/account.ts";
import { scansOfOthers } from "./desk-memory.ts";
import { LeftScansList } from "./left-scans-list.tsx";
import type { LeftScans } from "./left-scans.ts";

/** What other operators scanned at this browser is theirs: the desk names it, and does not send it. */
export function OthersNote() {
  const { tenant, environment } = useAccount();
  const operator = useSession()?.operator.name ?? "";
  const [left, setLeft] = useState<LeftScans>({});
  useEffect(() => {
    void scansOfOthers(`${tenant}/${environment}`, operator)
      .then(setLeft)
      // A browser without the database keeps no scans.
      .catch(() => null);
  }, [tenant, environment, operator]);
  return <LeftScansList left={left} />;
}
