/** What the columns `host_id` hold where the activity offers no choice of hosts: a key has no null. */
const noHost = "";

export function toHostColumn(host: string | null): string {
  return host ?? noHost;
}

export function fromHostColumn(hostId: string): string | null {
  return hostId === noHost ? null : hostId;
}
