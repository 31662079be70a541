import { randomUUID } from "node:crypto";
import {
  badLine,
  type BadLine,
  type BookingLine,
  type FileLine,
} from "../../domain/data-file/data-line.ts";
import { shown } from "../../domain/data-file/values.ts";
import { referenceName } from "../../domain/import/decide-booking-line.ts";
import { joinLines } from "../../domain/import/join-lines.ts";
import { loadCatalogue } from "../catalogue/load-catalogue.ts";
import { inSnapshot, type ImportTarget, type ImportTransaction } from "./import-target.ts";
import { loadKnownBookings } from "./load-state.ts";
import { loadReferences } from "./load-references.ts";
import type { Spool } from "./spool.ts";

/**
 * Settles which booking lines mean that name it by a reference alone: the account's booking with that reference, else
 * the one whose id was made of it. Lines that mean the same one are joined. A line is bad whose made id is that of a
 * booking with another reference.
 */
export async function settleReferences(
  target: ImportTarget,
  spool: Spool,
  onBad: (bad: BadLine) => void,
): Promise<void> {
  spool.indexNames();
  await inSnapshot(target, async (within) => {
    for (const lines of spool.linesOfReferences("line")) {
      await findBookings(within, lines, spool, onBad);
      await within.pause();
    }
  });
  let first: FileLine<BookingLine> | null = null;
  for (const lines of spool.linesOfReferences("+name, line")) {
    for (const each of lines) {
      if (first?.content.booking !== each.content.booking) {
        first = each;
        continue;
      }
      const joined = joinLines(first, each.content);
      spool.remove(each.line);
      if ("expected" in joined) {
        onBad(badLine(each.line, each.content, joined));
        continue;
      }
      first = { line: first.line, content: joined };
      spool.replace(first);
    }
    await target.pause();
  }
}

async function findBookings(
  within: ImportTransaction,
  lines: readonly FileLine<BookingLine>[],
  spool: Spool,
  onBad: (bad: BadLine) => void,
): Promise<void> {
  within.numbers.clear();
  const contents = lines.map(({ content }) => content);
  await loadCatalogue(within, contents, spool, randomUUID);
  const owners = await loadReferences(within, contents);
  const ownerOf = ({ interaction, reference }: BookingLine) =>
    owners.get(referenceName(interaction, reference ?? ""));
  const unowned = contents.filter((content) => ownerOf(content) === undefined);
  const known = await loadKnownBookings(
    within,
    [...new Set(unowned.map(({ booking }) => booking))],
    "unlocked",
  );
  for (const { line, content } of lines) {
    const booking = ownerOf(content) as BookingLine["booking"] | undefined;
    if (booking !== undefined) {
      if (booking !== content.booking) spool.replace({ line, content: { ...content, booking } });
      continue;
    }
    const here = known.get(content.booking)?.line;
    if (here === undefined) continue;
    const has = here.reference == null ? "no reference" : `the reference ${shown(here.reference)}`;
    const expected =
      `another one than ${shown(content.reference ?? "")}: the booking whose id is made of it, ` +
      `${content.booking}, has ${has}; name the booking by its id`;
    spool.remove(line);
    onBad(badLine(line, content, { field: "reference", expected }));
  }
}
