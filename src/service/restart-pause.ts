/** A process that lived this long does not count with the deaths before it. */
const recoveredMs = 60_000;
const firstPauseMs = 200;
const longestPauseMs = 30_000;

/**
 * The pause before a server process, or the operators' thread, that died is replaced: none the first
 * time, then twice as long for each that dies young, so that a machine that cannot serve is not kept busy.
 */
export function pauseBeforeRestart(
  earlierDeaths: number,
  livedMs: number,
): { readonly pauseMs: number; readonly deaths: number } {
  const deaths = livedMs >= recoveredMs ? 1 : earlierDeaths + 1;
  const pauseMs = deaths === 1 ? 0 : firstPauseMs * 2 ** Math.min(deaths - 2, 20);
  return { pauseMs: Math.min(pauseMs, longestPauseMs), deaths };
}
