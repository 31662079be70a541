import { compileMessage } from "@lingui/message-utils/compileMessage";

/** The operator API's sentences and what they are in another language; a sentence with values is a message of ICU. */
export type ApiCatalogue = Readonly<Record<string, string>>;

/** A sentence of the operator API: its message, with the values that were found in it. */
export interface ApiSentence {
  readonly message: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Finds the message that a sentence was composed of; null where there is none. */
export type FindSentence = (sentence: string) => ApiSentence | null;

/** Values that are sentences of the API themselves: without their translation the whole has none. */
const sentenceValues: ReadonlySet<string> = new Set(["expected", "holders", "why", "wrong"]);
/** Values that are words of the API, or a name. */
const wordValues: ReadonlySet<string> = new Set([
  "field",
  "of",
  "part",
  "remedy",
  "status",
  "what",
]);

/**
 * The API sends whole sentences, because most of its readers are programs that print them. The values are found by
 * turning each message around, that with the most words of its own first.
 */
export function sentenceFinder(catalogue: ApiCatalogue): FindSentence {
  let patterns: readonly Pattern[] | null = null;
  return (sentence) => {
    if (Object.hasOwn(catalogue, sentence)) return { message: sentence, values: {} };
    patterns ??= Object.keys(catalogue)
      .map(patternOf)
      .filter(({ names }) => names.length > 0)
      .toSorted((one, other) => other.ownLength - one.ownLength);
    for (const { message, names, pattern } of patterns) {
      const found = pattern.exec(sentence);
      if (found !== null) return { message, values: valuesOf(names, found.slice(1)) };
    }
    return null;
  };
}

/** The sentence by these finders and words; null where it, or a sentence within it, has none. */
export function translateSentence(
  sentence: string,
  find: FindSentence,
  say: (found: ApiSentence) => string,
): string | null {
  const found = find(sentence);
  if (found === null) return null;
  const values: Record<string, string | number> = { ...found.values };
  for (const [name, value] of Object.entries(found.values)) {
    if (!sentenceValues.has(name) && !wordValues.has(name)) continue;
    const translated = translateSentence(String(value), find, say);
    if (translated === null && sentenceValues.has(name)) return null;
    values[name] = translated ?? value;
  }
  return say({ message: found.message, values });
}

interface Pattern {
  readonly message: string;
  readonly pattern: RegExp;
  /** Of each group, the value that it holds. */
  readonly names: readonly GroupName[];
  readonly ownLength: number;
}

interface GroupName {
  readonly name: string;
  readonly isNumber: boolean;
}

function patternOf(message: string): Pattern {
  const names: GroupName[] = [];
  let ownLength = 0;
  const write = (tokens: readonly unknown[], counted: string): string =>
    tokens.map((token) => writeToken(token, counted)).join("");
  const writeToken = (token: unknown, counted: string): string => {
    if (token === "#" && counted !== "") {
      names.push({ name: counted, isNumber: true });
      return "(\\d+)";
    }
    if (typeof token === "string") {
      ownLength += token.length;
      return token.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    }
    const [name, , cases] = token as [string, string?, Readonly<Record<string, unknown>>?];
    if (cases === undefined) {
      names.push({ name, isNumber: false });
      return "(.+?)";
    }
    // Beside its cases a plural has an offset.
    return `(?:${Object.values(cases)
      .filter((each) => Array.isArray(each))
      .map((each) => write(each as unknown[], name))
      .join("|")})`;
  };
  const compiled: unknown = compileMessage(message);
  const tokens = typeof compiled === "string" ? [compiled] : (compiled as unknown[]);
  const pattern = new RegExp(`^${write(tokens, "")}$`, "su");
  return { message, pattern, names, ownLength };
}

function valuesOf(
  names: readonly GroupName[],
  groups: readonly (string | undefined)[],
): ApiSentence["values"] {
  return Object.fromEntries(
    groups.flatMap((group, index) => {
      const found = names[index];
      if (group === undefined || found === undefined) return [];
      return [[found.name, found.isNumber ? Number(group) : group] as const];
    }),
  );
}
