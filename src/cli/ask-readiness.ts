import { reachableAddress } from "../service/listening.ts";

/** The answer of `/readyz`. */
export interface Readiness {
  readonly status: string;
  readonly version: string;
  /** Why the service is not ready; null when it is. */
  readonly reason: string | null;
}

const limitMs = 2_000;

/** Asks the service whose operator's listener this is; null where none answers. */
export async function askReadiness(host: string, port: number): Promise<Readiness | null> {
  const address = host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
  try {
    const answer = await fetch(`${reachableAddress(address)}/readyz`, {
      signal: AbortSignal.timeout(limitMs),
    });
    const { status, version, reason } = (await answer.json()) as Record<string, unknown>;
    if (typeof version !== "string" || typeof status !== "string") return null;
    return { status, version, reason: answer.ok ? null : String(reason) };
  } catch {
    return null;
  }
}
