import { useSharedZone } from "../api/campaigns.ts";
import { distance } from "./distance.ts";
import { instantWords } from "./instant-words.ts";

/** A time relative to now; a tooltip has the exact time. */
export function Ago({ at }: { readonly at: string }) {
  const zone = useSharedZone();
  return (
    <time dateTime={at} title={instantWords(at, zone)} className="num">
      {distance(Date.parse(at) - Date.now())}
    </time>
  );
}
