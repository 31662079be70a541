import { useSyncExternalStore } from "react";
import type { Operations } from "./operations.ts";

export type Session = Operations["showSession"]["answer"];

/** The session of the operator, in this tab's memory only; scripts cannot read the cookie. */
let session: Session | null = null;
const listeners = new Set<() => void>();

export function currentSession(): Session | null {
  return session;
}

/** Names the operator who signed in last at this browser, for its other windows. */
const operatorMark = "booking-console-operator";

export function keepSession(found: Session): void {
  localStorage.setItem(operatorMark, found.operator.name);
  session = found;
  for (const each of listeners) each();
}

export function forgetSession(): void {
  if (session === null) return;
  session = null;
  for (const each of listeners) each();
}

/** Whether another window has signed in as another operator since: the browser's one cookie is theirs. */
export function isAnothersBrowser(): boolean {
  const last = localStorage.getItem(operatorMark);
  return session !== null && last !== null && last !== session.operator.name;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(listen, currentSession);
}

type Scope = Session["scopes"][number];

/** Whether the operator has this scope; buttons that would be refused are not shown. */
export function useMay(scope: Scope): boolean {
  return useSession()?.scopes.includes(scope) === true;
}

/** Whether the operator has this scope for the whole installation. */
export function useMayEverywhere(scope: Scope): boolean {
  const found = useSession();
  if (found === null) return false;
  const { accounts, interactions } = found.operator;
  return found.scopes.includes(scope) && accounts === null && interactions === null;
}
