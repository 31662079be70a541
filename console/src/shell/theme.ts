import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

const key = "booking-console-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Applies the chosen theme; `system` follows the machine, also when it changes at dusk. */
export function applyTheme(): void {
  const theme = chosenTheme();
  const ofMachine = dark.matches ? "dark" : "light";
  const shown = theme === "system" ? ofMachine : theme;
  document.documentElement.dataset["theme"] = shown;
  for (const each of listeners) each();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  applyTheme();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, chosenTheme);
}

dark.addEventListener("change", applyTheme);
