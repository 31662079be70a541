/** The address of a call, and the Host header where the address is not the account's own. */
export interface CallTarget {
  readonly baseUrl: string;
  readonly hostHeader: string | null;
}

/** The credential of a caller. */
export interface IssuedClient {
  readonly client_id: string;
  readonly client_secret: string;
  readonly audience: string;
}

/** The loopback names of a machine, which have no TLS. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/**
 * The addresses of an account: its own host, over TLS unless that is this machine, and the service's machine
 * while the host has no DNS entry. `listener` is the public listener there.
 */
export function targetsOf(host: string, listener: string | null): readonly CallTarget[] {
  const port = listener === null ? "" : new URL(listener).port;
  if (isLoopback(host)) {
    const baseUrl = `http://${host}${port === "" ? "" : `:${port}`}`;
    return [{ baseUrl, hostHeader: null }];
  }
  const own = { baseUrl: `https://${host}`, hostHeader: null };
  return listener === null ? [own] : [own, { baseUrl: listener, hostHeader: host }];
}

/** The calls to paste into a shell: the token, which is stored in `$TOKEN`, then the calls that use it. */
export function firstCalls(
  { baseUrl, hostHeader }: CallTarget,
  { client_id, client_secret, audience }: IssuedClient,
): { readonly token: string; readonly list: string; readonly cancel: string } {
  const host = hostHeader === null ? "" : ` -H ${quoted(`Host: ${hostHeader}`)}`;
  const body = { client_id, client_secret, audience, grant_type: "client_credentials" };
  const token = [
    `ANSWER=$(curl -sS ${baseUrl}/v1/oauth:token${host}`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}); echo "$ANSWER" >&2`,
  ];
  const kept = String.raw`TOKEN=$(printf %s "$ANSWER" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')`;
  const list = [
    `curl -sS '${baseUrl}/v1/interactions:fetchContactBookings?external_id=CUST-1'${host}`,
    `  -H "Authorization: Bearer $TOKEN"`,
  ];
  const cancel = [
    `curl -sS ${baseUrl}/v1/interactions:cancelInteractionBooking${host}`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json'`,
    `  -d '{"booking":"BOOKING"}'`,
  ];
  const whole = (lines: readonly string[]) => lines.join(" \\\n");
  return { token: `${whole(token)}\n${kept}`, list: whole(list), cancel: whole(cancel) };
}

/** Quotes any text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
