import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

const sources = new URL("../../../src/", import.meta.url).pathname;
/** Where what is said of a line of a file is composed. */
const ofFiles = /^(domain\/(data-file|import|catalogue)|store\/import|usecases\/operator)\//;
/** Where every text of several words is said of a file, but for names of columns and patterns of times. */
const allOfFiles = /^domain\/(data-file|import|catalogue)\/(?!column-names|date-forms)/;
/** What begins otherwise than a sentence is a part of one. */
const fragments: ReadonlySet<string> = new Set([
  "Ada Lovelace|Grace Hopper",
  "Texts by base language code.",
  "a first row with the names of columns",
  "of the ticket type 7",
  "slot to come has",
  "slot to come moves",
  "slots to come have",
  "slots to come move",
  "texts by language",
  "the id of a host of the activity",
  "the id of a ticket type of the activity",
  "the id of an activity of the interaction",
  "the nearest are",
  "the only one is",
  "with limited ticket types",
]);

/** The functions whose argument at this place says what was expected, or what is wrong. */
const sayings: Readonly<Record<string, number>> = {
  badContent: 2,
  fault: 1,
  mismatch: 0,
  text: 0,
  wrong: 0,
};

/**
 * What the service's sources say of a file's lines and of fields, each with the place where it stands: a value in a
 * sentence is 7.
 */
export function composedSentences(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync("{domain,store,usecases,operations}/**/*.ts", { cwd: sources })) {
    if (!file.endsWith(".test.ts")) readFile(file, found);
  }
  return found;
}

function readFile(file: string, found: Map<string, string>): void {
  const text = readFileSync(`${sources}${file}`, "utf8");
  const { program } = parseSync(file, text);
  const nodes = [...nodesOf(program as unknown as Node)];
  const constants = new Map<string, Node>();
  for (const { type, id, init } of nodes) {
    if (type === "VariableDeclarator" && id?.name !== undefined && init != null) {
      constants.set(id.name, init);
    }
  }
  const add = (said: Node | undefined, end = "", begin = "") => {
    if (said === undefined) return;
    const line = text.slice(0, said.start).split("\n").length;
    for (const each of textsOf(said, constants)) {
      // What is a value as a whole is composed elsewhere.
      if (/[a-z]/i.test(each)) found.set(`${begin}${each}${end}`, `src/${file}:${line}`);
    }
  };
  for (const { type, key, value, callee, arguments: given = [] } of nodes) {
    const name = callee?.name ?? "";
    if (type === "Property") {
      const isSaid = key?.name === "expected" || (key?.name === "message" && ofFiles.test(file));
      if (isSaid) add(value as Node);
    }
    if (type === "CallExpression" && Object.hasOwn(sayings, name)) add(given[sayings[name] ?? 0]);
    if (type === "NewExpression" && name === "BadInput") add(given[1], ".", "name ");
  }
  if (!allOfFiles.test(file)) return;
  for (const node of phrasesOf(program as unknown as Node)) {
    const isWhole = textsOf(node, constants).every((each) => /^[a-z]/i.test(each));
    if (isWhole && !textsOf(node, constants).some((each) => fragments.has(each))) add(node);
  }
}

/** Texts of several words, but for what programmers read and what describes a field. */
function* phrasesOf(node: Node): Generator<Node> {
  const isText = ["Literal", "TemplateLiteral", "BinaryExpression"].includes(node.type);
  if (isText && textsOf(node, new Map()).some((text) => / \S+ /.test(text))) return yield node;
  if (node.type === "ThrowStatement" || node.callee?.name === "about") return;
  for (const child of childrenOf(node)) yield* phrasesOf(child);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
  readonly id?: Node;
  readonly init?: Node | null;
  readonly key?: Node;
  readonly value?: unknown;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly left?: Node;
  readonly right?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly [more: string]: unknown;
}

/** The texts that an expression can be; none where only a running program knows. */
function textsOf(node: Node, constants: ReadonlyMap<string, Node>): readonly string[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "Identifier": {
      const init = constants.get(node.name ?? "");
      return init === undefined ? [] : textsOf(init, constants);
    }
    case "CallExpression":
      return countedText(node);
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap((each) =>
        each === undefined ? [] : textsOf(each, constants),
      );
    case "BinaryExpression":
      return joined(
        [node.left, node.right].flatMap((each) => each ?? []),
        constants,
      );
    case "TemplateLiteral": {
      const { quasis = [], expressions = [] } = node;
      const parts = quasis.flatMap(({ value }, index): (string | Node)[] => [
        value.cooked,
        ...expressions.slice(index, index + 1),
      ]);
      return joined(parts, constants);
    }
    default:
      return [];
  }
}

function joined(
  parts: readonly (string | Node)[],
  constants: ReadonlyMap<string, Node>,
): readonly string[] {
  return parts.reduce<readonly string[]>(
    (texts, part) => {
      const each = typeof part === "string" ? [part] : valuesOf(part, constants);
      return texts.flatMap((text) => each.map((end) => text + end));
    },
    [""],
  );
}

/** A value that is no text of the sources is 7. */
function valuesOf(node: Node, constants: ReadonlyMap<string, Node>): readonly string[] {
  const texts = textsOf(node, constants);
  return texts.length === 0 ? ["7"] : texts;
}

/** `counted(seats, "free seat")` is 7 of them. */
function countedText({ callee, arguments: [, words, plural] = [] }: Node): readonly string[] {
  if (callee?.name !== "counted" || words === undefined) return [];
  return [`7 ${plural === undefined ? `${String(words.value)}s` : String(plural.value)}`];
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(
      (child): child is Node => typeof child === "object" && child !== null && "type" in child,
    );
}
