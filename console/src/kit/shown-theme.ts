import { useSyncExternalStore } from "react";

/** The present theme; a canvas has to be painted again when it changes. */
export function useShownTheme(): string {
  return useSyncExternalStore(
    (listener) => {
      const watcher = new MutationObserver(listener);
      watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      return () => watcher.disconnect();
    },
    () => document.documentElement.dataset["theme"] ?? "light",
  );
}
