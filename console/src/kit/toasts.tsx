import { useSyncExternalStore } from "react";

interface Toast {
  readonly id: number;
  readonly text: string;
}

const shownForMs = 6_000;
let toasts: readonly Toast[] = [];
let made = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const each of listeners) each();
}

/** Shows for a few seconds that an action is done; screen readers read it. */
export function tell(text: string): void {
  made += 1;
  const id = made;
  change([...toasts, { id, text }]);
  setTimeout(() => change(toasts.filter((each) => each.id !== id)), shownForMs);
}

/** The place of the messages of `tell`; the shell has one. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <div key={id} className="toast">
          {text}
        </div>
      ))}
    </div>
  );
}
