import { Client, Pool, types } from "pg";
import { serveBare } from "./bare-server.ts";
import { readListQuestion } from "./list-question.ts";
import { naiveAnswer, naiveStatement, type NaiveRow } from "./naive-list.ts";
import { pipelined } from "./pipelined.ts";
import {
  catalogueFragments,
  catalogueStatement,
  tunedAnswer,
  tunedCount,
  tunedStatement,
  type CatalogueRow,
  type TunedRow,
} from "./tuned-list.ts";

const int8 = 20;
types.setTypeParser(int8, Number);
const mark = (position: number) => `$${position}`;

/** A pool of the driver's default size. The statement is prepared once on each connection. */
export function serveNaiveList(databaseUrl: string): void {
  const pool = new Pool({ connectionString: databaseUrl });
  const text = naiveStatement(mark);
  serveBare(async (request) => {
    const question = readListQuestion(request.url ?? "");
    const { rows } = await pool.query<NaiveRow>({
      name: "list",
      text,
      values: [
        question.externalId,
        question.pageSize,
        (question.pageNumber - 1) * question.pageSize,
      ],
    });
    return naiveAnswer(rows, question);
  });
}

/** Sends every query over one connection, without waiting for the previous answer. */
export async function serveTunedList(databaseUrl: string): Promise<void> {
  const client = new Client(pipelined(databaseUrl));
  await client.connect();
  const { rows: catalogue } = await client.query<CatalogueRow>(catalogueStatement);
  const fragments = catalogueFragments(catalogue);
  const countText = tunedCount(mark);
  serveBare(async (request) => {
    const question = readListQuestion(request.url ?? "");
    const { externalId, pageNumber, pageSize } = question;
    const offset = (pageNumber - 1) * pageSize;
    const values = [externalId];
    const { rows } = await client.query<[...TunedRow]>({
      name: `page ${pageSize} ${pageNumber}`,
      text: tunedStatement(mark, pageSize + 1, offset),
      values,
      rowMode: "array",
    });
    if (pageNumber === 1 && rows.length <= pageSize) {
      return tunedAnswer(fragments, rows, question, rows.length);
    }
    const { rows: counted } = await client.query<{ count: number }>({
      name: "count",
      text: countText,
      values,
    });
    return tunedAnswer(fragments, rows, question, counted[0]?.count ?? 0);
  });
}
