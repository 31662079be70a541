import { useState } from "react";

/** A choice that this browser stores, as text under a name; null before the first choice. */
export function useRemembered(name: string): readonly [string | null, (value: string) => void] {
  const key = `booking-console-${name}`;
  const [value, setValue] = useState(() => localStorage.getItem(key));
  return [
    value,
    (next) => {
      localStorage.setItem(key, next);
      setValue(next);
    },
  ];
}
