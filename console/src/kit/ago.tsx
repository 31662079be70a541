import { distance } from "./distance.ts";
import { wordsOf } from "./words-of.ts";

/** How long ago something was, or how long it still takes; the exact time on pointing at it. */
export function Ago({ at, zone = "UTC" }: { readonly at: string; readonly zone?: string }) {
  return (
    <time dateTime={at} title={wordsOf(at, zone)} className="num">
      {distance(Date.parse(at) - Date.now())}
    </time>
  );
}
