import {
  badLine,
  type BadLine,
  type CatalogueLine,
  type FileLine,
} from "../data-file/data-line.ts";
import { expectedAlone } from "./kept-clock.ts";
import { contentFields, differingFields, recordName } from "./catalogue-state.ts";

type NumberedRecord = FileLine<CatalogueLine>;

/**
 * Compares a few lines with each other. One that repeats another word for word is left out; bad is one that says
 * something else of the same record, gives another campaign's id, or keeps the hour of slots beside lines of them. The spool
 * does the same with a whole file.
 */
export function compareLines(all: readonly NumberedRecord[]): {
  readonly lines: readonly NumberedRecord[];
  readonly bad: readonly BadLine[];
} {
  const firsts = new Map<string, NumberedRecord>();
  const owners = new Map<string, number>();
  const bad: BadLine[] = [];
  const withSlots = new Set(
    all.flatMap(({ content }) => (content.kind === "slot" ? [content.interaction] : [])),
  );
  for (const each of all) {
    const { line, content } = each;
    const name = recordName(content);
    const first = firsts.get(name);
    if (first !== undefined) {
      const fields = [...contentFields(content.kind), "id"];
      const [field] = differingFields(fields, content, first.content);
      if (field === undefined) continue;
      const expected = `what line ${first.line} says of the same ${content.kind}`;
      bad.push(badLine(line, content, { field, expected }));
      continue;
    }
    firsts.set(name, each);
    if (content.kind !== "interaction") continue;
    if (content.zone_change === "keep_wall_clock" && withSlots.has(content.public_key)) {
      bad.push(badLine(line, content, { field: "zone_change", expected: expectedAlone }));
    }
    if (content.id === null) continue;
    const owner = owners.get(content.id);
    if (owner === undefined) owners.set(content.id, line);
    else {
      const expected = `an id of its own: line ${owner} gives it to another interaction`;
      bad.push(badLine(line, content, { field: "id", expected }));
    }
  }
  return { lines: [...firsts.values()], bad };
}
