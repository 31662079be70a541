import { beginningMark } from "./sheet-mapping.ts";
import type { SheetCatalogue } from "./guess-values.ts";

/** What stands behind an activity's name in titles that also name people, in the languages of `columnNames`. */
const joins: ReadonlySet<string> = new Set(
  "between|with|zwischen|mit|entre|avec|con|tussen|met|tra".split("|"),
);

/**
 * A title that names the people of its booking, such as `Tasting between Ann and Zoë`, as the beginning that all titles
 * of its activity have: `Tasting between *`. A host's name belongs to the beginning, since it says which host it is.
 * Other texts are returned as they are.
 */
export function beginningOfTitle(text: string, catalogue: SheetCatalogue | null): string {
  if (catalogue === null) return text;
  for (const activity of catalogue.activities) {
    const behind = restBehind(text, [activity.id, ...activity.texts]);
    const [, joined = "", word = ""] = /^(\s+(\p{L}+)\s+)/u.exec(behind ?? "") ?? [];
    if (behind === null || !joins.has(word.toLowerCase())) continue;
    const people = behind.slice(joined.length);
    const hosts = catalogue.hosts.filter((host) => host.activity === activity.id);
    if (hosts.length === 0) return `${text.slice(0, -people.length)}${beginningMark}`;
    for (const { id, texts } of hosts) {
      const other = restBehind(people, [id, ...texts]);
      if (other !== null && /^\s/.test(other)) {
        return `${text.slice(0, -other.length)} ${beginningMark}`;
      }
    }
  }
  return text;
}

/** What follows the first of these names with which a text begins; null where it begins with none. */
function restBehind(text: string, names: readonly string[]): string | null {
  const name = names.find(
    (each) => each !== "" && text.toLowerCase().startsWith(each.toLowerCase()),
  );
  return name === undefined || name.length >= text.length ? null : text.slice(name.length);
}
