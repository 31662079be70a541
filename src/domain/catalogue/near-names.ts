import { shown } from "../data-file/values.ts";
import { foldText } from "../fold-text.ts";

/** What a campaign, an activity, a host or a ticket type is called: its id, and what people read. */
export interface Named {
  readonly id: string;
  readonly texts: readonly string[];
}

/** How many names are listed where none is near. */
const namesListed = 5;

/**
 * Words that follow the expectation of a line which names something unknown: what the line has, and the name whose id or
 * text is nearest, or some of the names.
 */
export function offerNames(given: string, names: readonly Named[] = []): string {
  const known = offers.get(names)?.get(given);
  if (known !== undefined) return known;
  const offer = offerOf(given, names);
  const ofNames = offers.get(names) ?? new Map<string, string>();
  if (ofNames.size >= offersKept) ofNames.clear();
  offers.set(names, ofNames.set(given, offer));
  return offer;
}

const offersKept = 1_000;

/** The words that were made before, because many lines have the same misspelling. */
const offers = new WeakMap<readonly Named[], Map<string, string>>();

function offerOf(given: string, names: readonly Named[]): string {
  if (names.length === 0) return "";
  const said = `; "${shown(given)}" is none`;
  const [near, ...asNear] = nearestOf(given, names);
  if (near !== undefined) {
    return asNear.length === 0
      ? `${said}, the nearest is ${shown(near)}`
      : `${said}, ${listed("the nearest are", [near, ...asNear])}`;
  }
  const ids = names.map(({ id }) => id);
  return `${said}, ${listed(ids.length === 1 ? "the only one is" : "there are", ids.toSorted())}`;
}

function listed(are: string, ids: readonly string[]): string {
  const some = ids.slice(0, namesListed).map(shown);
  return `${are} ${some.join(", ")}${ids.length > namesListed ? ", …" : ""}`;
}

/** The ids whose own or whose texts' letters differ least: several, where several are called so. */
function nearestOf(given: string, names: readonly Named[]): readonly string[] {
  const text = plain(given);
  let [nearest, least]: [string[], number] = [[], Math.floor(text.length / 3)];
  for (const { id, texts } of names) {
    const distance = Math.min(...[id, ...texts].map((each) => editDistance(text, plain(each))));
    if (distance > least) continue;
    nearest = distance < least ? [id] : [...nearest, id];
    least = distance;
  }
  return nearest;
}

/** A longer text is no misspelling of a name. */
const comparedLength = 100;

function plain(text: string): string {
  return foldText(text.slice(0, comparedLength)).replaceAll(/[\s_-]+/g, " ");
}

/** The number of characters to insert, to delete or to replace (Levenshtein). */
function editDistance(given: string, named: string): number {
  const [one, other] = [Array.from(given), Array.from(named)];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of one.entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (other[at - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
