import createClient from "openapi-fetch";

/** Makes a client of the operator API. Documented in `index.d.ts`. */
export function operatorClient({ server, key, ...more }) {
  const url = new URL(server);
  const isLocal = /^(localhost|\[::1\]|127(\.\d+){3})$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)) {
    throw new TypeError(
      "The server must be https://, except on this machine: the key would be seen.",
    );
  }
  return createClient({
    ...more,
    baseUrl: url.origin,
    headers: { ...more.headers, authorization: `Bearer ${key}` },
    // A redirect could take the key elsewhere; the API sends none.
    redirect: "error",
    bodySerializer: (body) => (isFile(body) ? body : JSON.stringify(body)),
  });
}

/** Data files and spreadsheets are sent as they are. */
function isFile(body) {
  return typeof body === "string" || body instanceof Blob || body instanceof ReadableStream;
}
