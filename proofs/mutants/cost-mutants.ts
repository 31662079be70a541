import { mutantsOf, type Mutant } from "./mutant.ts";

const counted = "test/counted-costs.test.ts";

/** A service that is right and dearer than before. */
export const costMutants: readonly Mutant[] = [
  ...mutantsOf("src/http/public-server.ts", counted, [
    [
      "each request makes one more promise",
      "await untilSent(call, response);",
      "await null;\n    await untilSent(call, response);",
    ],
  ]),
  ...mutantsOf("src/store/migrations/0102-bookings.sql", counted, [
    [
      "each change of a booking writes one more index entry",
      "create index booking_event_of_given",
      "create index booking_event_by_time on booking_event (account_id, at);\ncreate index booking_event_of_given",
    ],
  ]),
  ...mutantsOf("src/store/postgres/transaction.ts", { test: counted, engine: "postgres" }, [
    [
      "each change of a booking makes one more round trip",
      "const { answer, writes } = decide(found);",
      'await connection.ask("select 1");\n      const { answer, writes } = decide(found);',
    ],
  ]),
];
