/*
 * Serves the check-in desk's page from the browser's cache while the service does not answer. The page
 * itself fills the cache (`keep-page.ts`). Requests to the operator API never pass through here.
 */
const cacheName = "booking-console-desk";
const pageLimitMs = 4_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(answerPage(request));
  else if (pathname.startsWith("/assets/") || pathname === "/icon.svg") {
    event.respondWith(answerFile(request));
  }
});

async function answerPage(request) {
  const late = new Promise((resolve) => setTimeout(resolve, pageLimitMs, null));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  if (answer !== null && answer.status < 500) return withoutPreloads(answer);
  const kept = await keptFile("/index.html");
  return kept === undefined ? (answer ?? Response.error()) : withoutPreloads(kept);
}

/** A file that comes from here is not taken for a preload of the page: it would be read twice, with a warning. */
async function withoutPreloads(page) {
  const text = (await page.text()).replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
  return new Response(text, { status: page.status, headers: page.headers });
}

/** The name of such a file changes with its content. */
async function answerFile(request) {
  return (await keptFile(request)) ?? fetch(request);
}

async function keptFile(request) {
  return (await caches.open(cacheName)).match(request);
}
