/** Normalises a host as the service does: lower case, without port; null where it is no host name. */
export function readHost(text: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)\.?(?::\d{0,5})?$/i.exec(
    text.trim(),
  );
  return match?.[1]?.toLowerCase() ?? null;
}
