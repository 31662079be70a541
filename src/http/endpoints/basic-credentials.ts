import { decodeBody } from "./json-body.ts";
import { decodeFormText } from "./query-string.ts";

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * The credentials of an HTTP Basic header, each of them form-encoded inside it (RFC 6749, 2.3.1; A29).
 * Null for another scheme, and for a header that cannot be read.
 */
export function basicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^basic +([\w+/-]+={0,2})$/i.exec(header?.trim() ?? "")?.[1];
  const text = encoded === undefined ? null : decodeBody(Buffer.from(encoded, "base64"));
  const colon = text?.indexOf(":") ?? -1;
  if (text === null || colon === -1) return null;
  const clientId = decodeFormText(text.slice(0, colon));
  const clientSecret = decodeFormText(text.slice(colon + 1));
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret };
}
