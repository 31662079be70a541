import { keyboardLayouts } from "./keyboard-layouts.ts";

/** The keys, in the order of `keyboardLayouts`. */
export const codeKeys = "0123456789abcdef-";
/** Characters of a booking's id. */
const idLength = 36;

interface Layout {
  readonly ids: RegExp;
  readonly keys: ReadonlyMap<string, string>;
}

let made: readonly Layout[] | null = null;

/**
 * The bookings' ids that a text can be, when a scanner that is set to a US keyboard typed it on a computer with another
 * layout. No text is the id of two bookings, but it can be read through two layouts.
 */
export function readThroughLayouts(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const typed = text.toLowerCase();
  if (typed.length < idLength) return found;
  made ??= keyboardLayouts.map(([, of]) => layoutOf(of.toLowerCase()));
  for (const { ids, keys } of made) {
    const [id] = [...typed.matchAll(ids)].at(-1) ?? [];
    if (id !== undefined) found.add(Array.from(id, (character) => keys.get(character)).join(""));
  }
  return found;
}

function layoutOf(typed: string): Layout {
  const characters = Array.from(typed);
  const dash = escaped(characters.at(-1) ?? "");
  const one = `[${characters.slice(0, -1).map(escaped).join("")}]`;
  const parts = [8, 4, 4, 4, 12].map((length) => `${one}{${length}}`).join(dash);
  return {
    ids: new RegExp(`(?<!${one})${parts}(?!${one})`, "gu"),
    keys: new Map(characters.map((character, at) => [character, codeKeys[at] ?? ""])),
  };
}

/** No character has a meaning of its own in the pattern. */
function escaped(character: string): string {
  return String.raw`\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Whether a text has the form of a booking's id in other characters, as a scanner types it on another keyboard. */
export function looksLikeCode(text: string): boolean {
  const characters = Array.from(text.trim()).slice(-idLength);
  const dash = characters[8];
  const places = characters.flatMap((character, at) => (character === dash ? [at] : []));
  return (
    characters.length === idLength &&
    places.join() === "8,13,18,23" &&
    !/\s/.test(text.trim()) &&
    // An id that is typed as it is was typed on the right keyboard.
    !/^[\da-f-]+$/i.test(text.trim())
  );
}
