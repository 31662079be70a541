import { useEffect, useState } from "react";

/** The value once it has stayed the same for a moment, so that not every typed letter asks the service. */
export function useRested(value: string, ms = 300): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
