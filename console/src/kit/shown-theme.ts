import { useSyncExternalStore } from "react";

/** The theme that is shown now; what is painted on a canvas has to be painted again with another. */
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
