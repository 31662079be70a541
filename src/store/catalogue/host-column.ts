/**
 * The value of `host_id` columns where the activity offers no choice of hosts: a key column cannot be null.
 */
const noHost = "";

export function toHostColumn(host: string | null): string {
  return host ?? noHost;
}

export function fromHostColumn(hostId: string): string | null {
  return hostId === noHost ? null : hostId;
}
