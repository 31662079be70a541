import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, test } from "node:test";

/**
 * Tests, comments and commits cite decisions by number, and the index lists every entry once, so that a number leads to
 * its answer. The pages by their readers: what callers and operators see (A), and how the service is built (B).
 */
const folders = [
  { folder: "docs/decisions", letter: "A", least: 55 },
  { folder: "docs/maintainers", letter: "B", least: 90 },
] as const;

/** The index that callers and operators read has the titles too. */
const linkOf = { A: /^- \[A\d.*$/gm, B: /\[B\d+\]\([^)]*\)/g } as const;

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
    test(`the index of ${folder} lists every entry once, with a link to its heading`, () => {
      const index = readFileSync(`${folder}/README.md`, "utf8");
      const listed = [...index.matchAll(linkOf[letter])].map(([link]) => link).toSorted();
      assert.ok(listed.length >= least, `only ${listed.length} entries`);
      assert.deepEqual(
        listed,
        entries
          .filter((entry) => entry.folder === folder)
          .map((entry) =>
            letter === "A" ? `- ${indexLink(entry)} · ${entry.title}` : indexLink(entry),
          )
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

  test("a number is given once", () => {
    const numbers = entries.map(({ number }) => number);
    const repeated = numbers.filter((number, at) => numbers.indexOf(number) !== at);
    assert.deepEqual(repeated, []);
  });

  test("an entry asks and answers", () => {
    for (const { number, text } of entries) {
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
});

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

function indexLink({ page, number, title }: Entry): string {
  return `[${number}](${page}#${anchor(`${number} · ${title}`)})`;
}

/** The anchor that Markdown viewers give to a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}
