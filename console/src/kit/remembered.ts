import { useState } from "react";

/** A choice that this browser remembers, as text under a name; `null` until one was made. */
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
