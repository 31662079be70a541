import { Session } from "node:inspector/promises";

/**
 * The files under `src/` of which `work` calls a function, by their paths there. V8's precise
 * coverage counts every call of this process, so `work` must be done alone.
 */
export async function countFiles(work: () => Promise<unknown>): Promise<string[]> {
  const source = new URL("../../src/", import.meta.url).href;
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true });
    // What was counted since the functions were compiled is reported once, here.
    await session.post("Profiler.takePreciseCoverage");
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url, functions }) => url.startsWith(source) && functions.some(wasCalled))
      .map(({ url }) => url.slice(source.length))
      .toSorted();
  } finally {
    session.disconnect();
  }
}

function wasCalled({ ranges }: { readonly ranges: readonly { readonly count: number }[] }) {
  return ranges.some(({ count }) => count > 0);
}
