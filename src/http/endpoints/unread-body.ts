import type { IncomingMessage } from "node:http";
import type { UnreadBody } from "../../domain/refusal.ts";

const compressions = ["gzip", "deflate", "br", "zstd"] as const;

/** What a body is that could not be read as JSON, or as the form that `takesForm` allows; null where nothing tells. */
export function unreadBody(
  { headers }: Pick<IncomingMessage, "headers">,
  body: Buffer,
  takesForm: boolean,
): UnreadBody | null {
  const [first = 0, second = 0] = body;
  const coding = headers["content-encoding"]?.trim().toLowerCase();
  const isGzip = first === 0x1f && second === 0x8b;
  const compression = isGzip ? "gzip" : compressions.find((name) => name === coding);
  if (compression !== undefined && body.length > 0) return `compressed with ${compression}`;
  // A byte order mark, or one of the zeros that ASCII text has in UTF-16.
  const hasMark = first + second === 0xfe + 0xff;
  if (hasMark || (body.length > 1 && (first === 0) !== (second === 0))) return "UTF-16";
  const type = headers["content-type"]?.toLowerCase() ?? "";
  if (type.startsWith("multipart/")) return "multipart/form-data";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  return isForm && !takesForm ? "application/x-www-form-urlencoded" : null;
}
