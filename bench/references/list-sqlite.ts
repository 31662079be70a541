import { DatabaseSync, type StatementSync } from "node:sqlite";
import { serveBare } from "./bare-server.ts";
import { readListQuestion } from "./list-question.ts";
import { uuidText } from "./uuid-text.ts";
import { naiveAnswer, naiveStatement, type NaiveRow } from "./naive-list.ts";
import {
  catalogueFragments,
  catalogueStatement,
  tunedAnswer,
  tunedCount,
  tunedStatement,
  type CatalogueRow,
  type TunedRow,
} from "./tuned-list.ts";

const mark = () => "?";

export function serveNaiveList(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  const statement = database.prepare(naiveStatement(mark));
  serveBare((request) => {
    const question = readListQuestion(request.url ?? "");
    const rows = statement.all(
      question.externalId,
      question.pageSize,
      (question.pageNumber - 1) * question.pageSize,
    );
    for (const row of rows) row["id"] = uuidText(row["id"] as Uint8Array);
    return naiveAnswer(rows as unknown as NaiveRow[], question);
  });
}

type StoredRow = TunedRow extends readonly [string, ...infer Others]
  ? [Uint8Array, ...Others]
  : never;

/** Distinct pages kept compiled. Their limits are literals, for which the engine plans better. */
const maxStatements = 1000;

export function serveTunedList(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  const fragments = catalogueFragments(
    database.prepare(catalogueStatement).all() as unknown as CatalogueRow[],
  );
  const count = database.prepare(tunedCount(mark));
  const pages = new Map<string, StatementSync>();
  serveBare((request) => {
    const question = readListQuestion(request.url ?? "");
    const { pageNumber, pageSize } = question;
    const key = `${pageSize} ${pageNumber}`;
    let page = pages.get(key);
    if (page === undefined) {
      page = database.prepare(tunedStatement(mark, pageSize + 1, (pageNumber - 1) * pageSize));
      page.setReturnArrays(true);
      if (pages.size < maxStatements) pages.set(key, page);
    }
    const found = page.all(question.externalId) as unknown as StoredRow[];
    const rows = found.map(([id, ...row]): TunedRow => [uuidText(id), ...row]);
    const total =
      pageNumber === 1 && rows.length <= pageSize
        ? rows.length
        : Number(Object.values(count.get(question.externalId) ?? {})[0]);
    return tunedAnswer(fragments, rows, question, total);
  });
}
