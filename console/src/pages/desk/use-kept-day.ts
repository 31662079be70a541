import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { currentSession } from "../../api/session.ts";
import { useAccount } from "../../shell/account.ts";
import type { DeskScope } from "./decide-entry.ts";
import { keepDay } from "./kept-day.ts";
import { keepPage } from "./keep-page.ts";

const restMs = 500;

/** While the desk is open, the browser stores its page, its scripts and the day that it shows. */
export function useKeptDay(scope: DeskScope): void {
  const { tenant, environment } = useAccount();
  const client = useQueryClient();
  useEffect(() => void keepPage().catch(() => null), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const session = currentSession();
      if (session === null) return;
      const account = `${tenant}/${environment}`;
      void keepDay({ account, session, until: scope.to }).catch(() => null);
    };
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type === "updated") timer ??= setTimeout(keep, restMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, tenant, environment, scope]);
}
