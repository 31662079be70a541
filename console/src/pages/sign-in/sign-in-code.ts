import { useSyncExternalStore } from "react";

/** The one-time code of a sign-in link, until it is exchanged; in memory only. */
let code: string | null = null;
const listeners = new Set<() => void>();

export function keepSignInCode(found: string): void {
  change(found);
}

/** Takes the code, once; null where no link was followed. */
export function takeSignInCode(): string | null {
  const taken = code;
  change(null);
  return taken;
}

export function useSignInCode(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => code,
  );
}

function change(next: string | null): void {
  if (code === next) return;
  code = next;
  for (const each of listeners) each();
}
