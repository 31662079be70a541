export type HostFault = "host-missing" | "host-not-offered" | "unknown-host";

/** A host is named exactly where the activity offers a choice of hosts, and is one of them (decision A60). */
export function refuseHost(
  host: string | null,
  { offersHosts, hostExists }: { readonly offersHosts: boolean; readonly hostExists: boolean },
): HostFault | null {
  if (host === null) return offersHosts ? "host-missing" : null;
  if (!offersHosts) return "host-not-offered";
  return hostExists ? null : "unknown-host";
}
