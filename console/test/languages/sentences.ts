import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** What the console's sources show to a reader. */
export interface Sentences {
  /** The first arguments of `t` and the ids of `Trans`, which the catalogues translate. */
  readonly translated: ReadonlySet<string>;
  /** Texts that no catalogue reaches, each after its file and line; code and addresses aside. */
  readonly untranslated: readonly string[];
}

const sources = new URL("../../src/", import.meta.url).pathname;
/** Attributes whose value is shown or read out. */
const shownAttributes = /^(label|title|hint|legend|what|word|placeholder|alt|aria-label)$/;

export function readSentences(): Sentences {
  const translated = new Set<string>();
  const untranslated: string[] = [];
  for (const file of globSync("**/*.{ts,tsx}", { cwd: sources })) {
    if (file.endsWith(".test.ts")) continue;
    collect(file, readFileSync(`${sources}${file}`, "utf8"), translated, untranslated);
  }
  return { translated, untranslated };
}

/** The sentences of one file, added to what is given. */
export function collect(
  file: string,
  text: string,
  translated: Set<string>,
  untranslated: string[],
): void {
  const miss = (node: Node, what: string) => {
    const line = text.slice(0, node.start).split("\n").length;
    untranslated.push(`${file}:${line} ${what.trim()}`);
  };
  walk(parseSync(file, text).program as unknown as Node, false, (node, inCode) => {
    const sentence = sentenceOf(node);
    if (sentence === null) miss(node, "a sentence that is not written out");
    else if (sentence !== undefined) translated.add(sentence);
    if (node.type === "JSXText" && !inCode && /\p{L}/u.test(String(node["value"]))) {
      miss(node, String(node["value"]));
    }
    if (node.type !== "JSXAttribute") return;
    const { name, value } = node as unknown as Attribute;
    if (value?.type !== "Literal" || !shownAttributes.test(String(name.name))) return;
    if (/\p{L}/u.test(value.value) && !isPlace(value.value)) miss(node, value.value);
  });
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

interface Attribute {
  readonly name: { readonly name: unknown };
  readonly value: { readonly type: string; readonly value: string } | null;
}

/** A name of the tz database reads the same in every language. */
function isPlace(text: string): boolean {
  return Intl.supportedValuesOf("timeZone").includes(text);
}

/** What a node asks the catalogue for; null where only a running program knows, undefined for others. */
function sentenceOf(node: Node): string | null | undefined {
  const { callee, arguments: given, openingElement: tag } = node as unknown as Asking;
  if (node.type === "CallExpression" && callee.name === "t") return textOf(given[0]);
  if (node.type !== "JSXElement" || tag.name.name !== "Trans") return undefined;
  const id = tag.attributes.find(({ name }) => name.name === "id")?.value;
  return textOf(id?.expression ?? id);
}

interface Asking {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly Value[];
  readonly openingElement: {
    readonly name: { readonly name?: string };
    readonly attributes: readonly { readonly name: { readonly name: string }; value: Value }[];
  };
}

interface Value {
  readonly type: string;
  readonly value?: unknown;
  readonly expression?: Value;
}

function textOf(value: Value | undefined): string | null {
  return value?.type === "Literal" && typeof value.value === "string" ? value.value : null;
}

function walk(node: Node, inCode: boolean, visit: (node: Node, inCode: boolean) => void): void {
  visit(node, inCode);
  const name = (node["openingElement"] as Asking["openingElement"] | undefined)?.name.name;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child !== "object" || child === null || !("type" in child)) continue;
      walk(child as Node, inCode || name === "code", visit);
    }
  }
}
