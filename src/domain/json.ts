/** The value of a JSON text; undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message repeats a piece of the text, which may be an external id.
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a parsed text has all that it says, in one member of its object or anywhere: no key twice, of which a parser
 * keeps the last, and no number with more digits than a number keeps. The text is JSON.
 */
export function isKeptWhole(text: string, member?: string): boolean {
  /** Of each object and list around the token; a list has no keys. */
  const around: (Set<string> | null)[] = [];
  let outermost = "";
  let before = "";
  const tokens = /[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\],:"]+/g;
  for (const [token] of text.matchAll(tokens)) {
    const keys = around.at(-1) ?? null;
    if (token === "{") around.push(new Set());
    else if (token === "[") around.push(null);
    else if (token === "}" || token === "]") around.pop();
    else if (keys !== null && token.startsWith('"') && (before === "{" || before === ",")) {
      const key = JSON.parse(token) as string;
      if (around.length === 1) outermost = key;
      if (keys.has(key) && isAsked(outermost, member)) return false;
      keys.add(key);
    } else if (/^[-\d]/.test(token) && isAsked(outermost, member) && losesDigits(token)) {
      return false;
    }
    before = token;
  }
  return true;
}

function isAsked(outermost: string, member: string | undefined): boolean {
  return member === undefined || outermost === member;
}

function losesDigits(number: string): boolean {
  return digitsOf(number) !== digitsOf(String(Number(number)));
}

/** The digits that a number has beside its sign and its scale. */
function digitsOf(number: string): string {
  return number
    .toLowerCase()
    .replace(/e.*|[-.]/g, "")
    .replace(/^0+|0+$/g, "");
}
