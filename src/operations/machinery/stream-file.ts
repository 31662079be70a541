import { Readable } from "node:stream";
import type { Refused } from "../../domain/refusal.ts";
import { ReaderWatch } from "../../usecases/operator/reader-watch.ts";
import type { Parts, PlaceTaker, Reply } from "./operation.ts";
import type { AnyRefusal } from "./problems.ts";

/** A piece holds many lines, because one write a line is slow. */
const pieceCharacters = 64 * 1024;

/** Answers a file that is read while it is sent. It takes the place of a long read until it has ended. */
export async function streamFile(
  { longReads }: Pick<Parts, "longReads">,
  taker: PlaceTaker,
  file: FileLabel & { readonly lines: AsyncIterable<string> },
): Promise<Reply | Refused<AnyRefusal>> {
  const end = await longReads.begin(taker);
  if (end === null) return { refused: { why: "too-many-long-reads" } };
  const watch = new ReaderWatch((error) => body.destroy(error), { hasPlace: true });
  const body = Readable.from(inPieces(file.lines, watch));
  // `close` follows every end, also one before the first line was read.
  body.once("close", () => {
    watch[Symbol.dispose]();
    end();
  });
  return fileReply(body, file);
}

/** What a browser calls the file, and takes it for. */
interface FileLabel {
  /** The media type. */
  readonly type: string;
  readonly name: string;
}

export function fileReply(body: object, { type, name }: FileLabel): Reply {
  return {
    body,
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
    },
  };
}

/** Joins lines to pieces. The watch ends a reader that takes none for too long. */
async function* inPieces(lines: AsyncIterable<string>, watch: ReaderWatch): AsyncGenerator<string> {
  let text = "";
  for await (const line of lines) {
    text += line;
    if (text.length < pieceCharacters) continue;
    watch.waits();
    yield text;
    watch.goesOn(text.length);
    text = "";
  }
  if (text !== "") yield text;
}
