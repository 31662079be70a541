import { useEffect, useState } from "react";
import { leftWords } from "./left-words.ts";

/** The time that is left until an instant, in seconds below an hour; `ending` after it. */
export function Countdown({ at }: { readonly at: string }) {
  const now = useClock();
  return (
    <time dateTime={at} className="num">
      {leftWords(Date.parse(at) - now)}
    </time>
  );
}

function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
