import { useSyncExternalStore } from "react";
import type { Operations } from "./operations.ts";

export type Session = Operations["showSession"]["answer"];

/** The session of the operator, in this tab's memory only; scripts cannot read the cookie. */
let session: Session | null = null;
const listeners = new Set<() => void>();

export function currentSession(): Session | null {
  return session;
}

export function keepSession(found: Session): void {
  session = found;
  for (const each of listeners) each();
}

export function forgetSession(): void {
  if (session === null) return;
  session = null;
  for (const each of listeners) each();
}

export function useSession(): Session | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentSession);
}

const rank = { viewer: 0, staff: 1, agent: 2, admin: 3 } as const;

type Scope = NonNullable<Session["operator"]["scopes"]>[number];

/** The lowest role that has a scope; every other one is an admin's. */
const lowest: { readonly [S in Scope]?: keyof typeof rank } = {
  desk: "staff",
  book: "agent",
  cancel: "agent",
  move: "agent",
  waitlist: "agent",
};

/** Whether the operator has this scope; buttons that would be refused are not shown. */
export function useMay(scope: Scope): boolean {
  const found = useSession();
  if (found === null) return false;
  const { role, scopes } = found.operator;
  if (role === undefined) return scopes?.includes(scope) === true;
  return rank[role] >= rank[lowest[scope] ?? "admin"];
}

/** Whether the operator may change the whole installation. */
export function useMayEverywhere(): boolean {
  const found = useSession();
  return found !== null && found.operator.role === "admin" && found.operator.accounts === null;
}
