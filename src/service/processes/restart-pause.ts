/** A process that has lived so long has recovered from whatever ended the ones before it. */
const recoveredMs = 60_000;
const firstPauseMs = 200;
const longestPauseMs = 30_000;

/**
 * How long to wait before a server process that died is replaced. The first time not at all; where
 * one after the other dies young, twice as long each time, so that a broken machine is not kept busy.
 */
export function pauseBeforeRestart(
  earlierDeaths: number,
  livedMs: number,
): { readonly pauseMs: number; readonly deaths: number } {
  const deaths = livedMs >= recoveredMs ? 1 : earlierDeaths + 1;
  const pauseMs = deaths === 1 ? 0 : firstPauseMs * 2 ** Math.min(deaths - 2, 20);
  return { pauseMs: Math.min(pauseMs, longestPauseMs), deaths };
}
