/** A server's address as one of this machine can go to it: it may listen on every one. */
export function reachableAddress(address: string): string {
  const url = new URL(address);
  if (everyAddress.has(url.hostname)) url.hostname = "127.0.0.1";
  return url.origin;
}

const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);
