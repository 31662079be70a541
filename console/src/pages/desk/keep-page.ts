/** The name that `desk-worker.js` looks in. */
const cacheName = "booking-console-desk";

/**
 * Keeps what the desk's page is made of, so that it can be loaded without a connection: the index, and
 * every script and style that this page has loaded. Browsers allow it over HTTPS and on this machine.
 */
export async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/desk-worker.js", { scope: "/at/" });
  // The router loads it only when it opens the desk without an answer, so this page may lack its chunk.
  await import("./kept-day.ts");
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith("/assets/"));
  const wanted = new Set(["/index.html", "/icon.svg", ...loaded]);
  const cache = await caches.open(cacheName);
  await cache.addAll([...wanted]);
  for (const request of await cache.keys()) {
    // Of an earlier version of the console.
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
