/** The instants of one scan, in milliseconds of the page's clock. */
export interface Scan {
  /** The scanner's Enter. */
  readonly enter: number;
  /** The check-in is on its way. */
  readonly sent: number;
  /** The answer's first byte, and its last one. */
  readonly answered: number;
  readonly read: number;
  /** The frame with the green panel has been drawn. */
  readonly painted: number;
}

/** Runs in the desk's page; `nextScan()` resolves with the next scan that is green, or null after ten seconds. */
export const watchScans = `(() => {
  let resolve = () => {};
  globalThis.nextScan = () =>
    new Promise((settle) => {
      resolve = settle;
      setTimeout(settle, 10_000, null);
    });
  performance.setResourceTimingBufferSize(100_000);
  let enter = 0;
  addEventListener("keydown", ({ key }) => { if (key === "Enter") enter = performance.now(); }, true);
  const isGreen = () =>
    document.querySelector("section[aria-label=Outcome]")?.dataset.tone === "good";
  const checkIn = () =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/check-in")).at(-1);
  const seen = () => {
    if (enter === 0 || !isGreen()) return;
    const from = enter;
    // The panel of the scan before is green until the new one is drawn.
    const entry = checkIn();
    if (entry === undefined || entry.fetchStart < from) return;
    enter = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const { requestStart, responseStart, responseEnd } = entry;
        resolve({
          enter: from, sent: requestStart, answered: responseStart, read: responseEnd,
          painted: performance.now(),
        });
      };
      port2.postMessage(null);
    });
  };
  new MutationObserver(seen).observe(document.body, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
})()`;

/** The milliseconds of each scan, part by part; together they are the whole. */
export function partsOf(scans: readonly Scan[]): Readonly<Record<string, readonly number[]>> {
  return {
    "in the page before the request": scans.map(({ enter, sent }) => sent - enter),
    "in the service": scans.map(({ sent, answered }) => answered - sent),
    "for the answer's body": scans.map(({ answered, read }) => read - answered),
    "in the page until it is drawn": scans.map(({ read, painted }) => painted - read),
  };
}

export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
