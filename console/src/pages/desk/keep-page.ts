/** The cache that `desk-worker.js` reads. */
const cacheName = "booking-console-desk";

/**
 * Caches the desk's page, so that it loads without a connection: the index, and every script and style
 * that this page has loaded. Browsers allow service workers over HTTPS and on localhost only.
 */
export async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/desk-worker.js", { scope: "/at/" });
  // The router imports these chunks only when the desk opens, or is left, without a connection.
  await Promise.all([import("./kept-day.ts"), import("../sign-in/sign-in-page.tsx")]);
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith("/assets/"));
  const wanted = new Set(["/index.html", "/icon.svg", ...loaded]);
  const cache = await caches.open(cacheName);
  await cache.addAll([...wanted]);
  for (const request of await cache.keys()) {
    // The other entries belong to an earlier version of the console.
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
