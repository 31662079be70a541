/** As the service compares hosts: lower case, without port; null for what is no host name. */
export function readHost(text: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)\.?(?::\d{0,5})?$/i.exec(
    text.trim(),
  );
  return match?.[1]?.toLowerCase() ?? null;
}
