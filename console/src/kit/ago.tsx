import { useSharedZone } from "../api/campaigns.ts";
import { distance } from "./distance.ts";
import { wordsOf } from "./words-of.ts";

/** A time relative to now; a tooltip has the exact time. */
export function Ago({ at }: { readonly at: string }) {
  const zone = useSharedZone();
  return (
    <time dateTime={at} title={wordsOf(at, zone)} className="num">
      {distance(Date.parse(at) - Date.now())}
    </time>
  );
}
