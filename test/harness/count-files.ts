import { Session } from "node:inspector/promises";

/**
 * The files under `src/` with a function that `work` calls, by path. V8's precise coverage counts every call
 * of this process, so nothing else may run beside `work`.
 */
export async function countFiles(work: () => Promise<unknown>): Promise<string[]> {
  const source = new URL("../../src/", import.meta.url).href;
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true });
    // The first report has everything since the functions were compiled, so it is discarded.
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
