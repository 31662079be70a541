import { numberedKeys, numberedTables } from "./numbered-tables.ts";
import type { Peer } from "./peer.ts";

export const nestPrisma: Peer = {
  name: "nest-prisma",
  program: "dist/main.js",
  tables: [...numberedTables, ...numberedKeys],
  listPath: "/bookings?external_id={}",
  cancel: { path: "/bookings/cancel", body: '{"booking":"{}"}', success: 200 },
  readList: (body) => {
    const { bookings, total_count } = body as { bookings: object[]; total_count: number };
    return { records: bookings, total: total_count };
  },
};
