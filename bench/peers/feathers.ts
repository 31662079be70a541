import type { Peer } from "./peer.ts";
import { recordOf, recordTable, type RecordRow } from "./record-table.ts";

export const feathers: Peer = {
  name: "feathers",
  program: "server.mjs",
  tables: recordTable,
  listPath: "/bookings?external_id={}&$sort[slot_order]=1&$sort[booking]=1",
  cancel: { path: "/cancellations", body: '{"booking":"{}"}', success: 201 },
  readList: (body) => {
    const { data, total } = body as { data: RecordRow[]; total: number };
    return { records: data.map(recordOf), total };
  },
};
