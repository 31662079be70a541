import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, test } from "node:test";
import { isTest } from "./rooms.ts";

/**
 * Tests, comments and commits cite decisions by number. An entry is short enough to be read on the way,
 * and the index lists every entry once, so that a number leads to its answer.
 */
const wordLimit = 150;
/** The pages by their readers: what callers and operators see (A), and how the service is built (B). */
const folders = [
  { folder: "docs/decisions", letter: "A", least: 55 },
  { folder: "docs/maintainers", letter: "B", least: 100 },
] as const;
/** Maintainers' pages keep what would change somebody's mind. */
const maintainersWordLimit = 25_000;

interface Entry {
  readonly folder: string;
  readonly page: string;
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

describe("the decisions", () => {
  const entries = folders.flatMap(({ folder }) =>
    globSync(`${folder}/*.md`)
      .filter((page) => basename(page) !== "README.md")
      .toSorted()
      .flatMap((page) => entriesOf(folder, page)),
  );

  for (const { folder, letter, least } of folders) {
    test(`the index of ${folder} lists every entry once, under its title, with a link to its heading`, () => {
      const index = readFileSync(`${folder}/README.md`, "utf8");
      const listed = [...index.matchAll(/^- \[[AB]\d.*$/gm)].map(([line]) => line).toSorted();
      assert.ok(listed.length >= least, `only ${listed.length} entries`);
      assert.deepEqual(
        listed,
        entries
          .filter((entry) => entry.folder === folder)
          .map(indexLine)
          .toSorted(),
      );
    });

    test(`${folder} holds decisions of kind ${letter} only`, () => {
      const others = entries.filter(
        (entry) => entry.folder === folder && !entry.number.startsWith(letter),
      );
      assert.deepEqual(
        others.map(({ number }) => number),
        [],
      );
    });
  }

  test(`the maintainers' pages have at most ${maintainersWordLimit} words`, () => {
    const words = globSync("docs/maintainers/*.md").flatMap((page) =>
      readFileSync(page, "utf8")
        .split(/\s+/)
        .filter((word) => /\w/.test(word)),
    );
    assert.ok(words.length <= maintainersWordLimit, `${words.length} words`);
  });

  test("a number is given once", () => {
    const numbers = entries.map(({ number }) => number);
    const repeated = numbers.filter((number, at) => numbers.indexOf(number) !== at);
    assert.deepEqual(repeated, []);
  });

  test("an entry asks, answers, and has at most 150 words", () => {
    for (const { number, text } of entries) {
      const words = text.split(/\s+/).filter((word) => word !== "").length;
      assert.ok(words <= wordLimit, `${number} has ${words} words`);
      assert.match(text, /^### .*\n\n_.*\?_\n\n\S/, `${number} has a question and an answer`);
    }
  });

  test("every number that code and docs cite exists", () => {
    const known = new Set(entries.map(({ number }) => number));
    const cited = globSync("**/*.{ts,tsx,js,mjs,sql,css,md,yml,sh}", {
      exclude: (path) => /(^|\/)(node_modules|data|coverage|dist)$/.test(path),
    }).flatMap((file) =>
      // A percent-encoded byte such as %A0 is no number of a decision.
      [...readFileSync(file, "utf8").matchAll(/(?<![\w%])[AB][1-9]\d{0,2}\b/g)].map(
        ([number]) => `${number} in ${file}`,
      ),
    );
    assert.ok(cited.length > 400, `only ${cited.length} numbers were seen`);
    assert.deepEqual(
      cited.filter((citation) => !known.has(citation.split(" ")[0] ?? "")),
      [],
    );
  });

  test("a comment of src that cites a decision speaks of its subject", () => {
    const known = new Map(entries.map((entry) => [entry.number, entry]));
    const citations = globSync("{src,contract}/**/*.ts")
      .filter((file) => !isTest(file))
      .flatMap(citationsIn);
    assert.ok(citations.length > 60, `only ${citations.length} citations were seen`);
    const others = citations.flatMap(({ file, number, sentence }) => {
      const entry = known.get(number);
      if (entry === undefined || sharesSubject(sentence, entry)) return [];
      return [
        `${file} cites ${number}, which is "${entry.title}": cite another or name the subject`,
      ];
    });
    assert.deepEqual(others, []);
  });

  test("a citation of another subject would be seen", () => {
    const feed = entries.find(({ number }) => number === "B250") ?? assert.fail();
    assert.ok(sharesSubject("Gives each change of the feed its position.", feed));
    const sentence =
      "An account's data stays, and it is opened again with a host and a new client.";
    assert.ok(!sharesSubject(sentence, feed));
  });
});

interface Citation {
  readonly file: string;
  readonly number: string;
  /** The whole comment, and the two lines after it. */
  readonly sentence: string;
}

function citationsIn(file: string): Citation[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) =>
    [...line.matchAll(/(?<![\w%])[AB][1-9]\d{0,2}\b/g)].map(([number]) => {
      let [first, last] = [at, at];
      while (isComment(lines[first - 1])) first -= 1;
      while (isComment(lines[last + 1])) last += 1;
      const sentence = [basename(file), ...lines.slice(first, last + 3)].join(" ");
      return { file, number, sentence };
    }),
  );
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^\s*(\/\/|\*|\/\*)/.test(line);
}

/** Words of an entry that a comment must share with it, unless it has one of the title. */
const sharedWords = 3;

function sharesSubject(sentence: string, { title, text }: Entry): boolean {
  const said = stems(sentence);
  if ([...stems(title)].some((stem) => said.has(stem))) return true;
  return [...stems(text)].filter((stem) => said.has(stem)).length >= sharedWords;
}

/** The beginnings of the words that say something, in names of code as well. */
function stems(text: string): Set<string> {
  const words = text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").match(/[A-Za-z]{4,}/g) ?? [];
  return new Set(
    words
      .map((word) => word.toLowerCase().replace(/ies$/, "y"))
      .map((word) => word.replace(/(ings?|ed|es|s|ly|ers?)$/, "").slice(0, 7))
      .filter((stem) => !saysNothing.has(stem)),
  );
}

const saysNothing: ReadonlySet<string> = new Set(
  "after also because before does each from have into only other than that then they this thi what when which with without".split(
    " ",
  ),
);

function entriesOf(folder: string, page: string): Entry[] {
  return readFileSync(page, "utf8")
    .split(/^(?=#{2,3} )/m)
    .flatMap((text) => {
      const heading = /^### ([AB]\d+) · (.*)$/m.exec(text);
      if (heading === null) return [];
      return [
        { folder, page: basename(page), number: heading[1] ?? "", title: heading[2] ?? "", text },
      ];
    });
}

function indexLine({ page, number, title }: Entry): string {
  return `- [${number}](${page}#${anchor(`${number} · ${title}`)}) · ${title}`;
}

/** The anchor that Markdown viewers give to a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}
