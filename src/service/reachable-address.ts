/** A URL at which a program on this machine reaches a server, which may listen on every address. */
export function reachableAddress(address: string): string {
  const url = new URL(address);
  if (everyAddress.has(url.hostname)) url.hostname = "127.0.0.1";
  return url.origin;
}

const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);
