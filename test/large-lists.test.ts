import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { acmeWith, booking, fetchPath } from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";

const large = 40;
/** An ordinary list arrives among the large ones, and one that is being answered comes before it. */
const mostBefore = large / 2;

describe("lists of contacts with very many bookings", () => {
  let service: TestService;
  let token: string;
  before(async () => {
    const bookings = Array.from({ length: 3_000 }, () => booking("popular"));
    service = await startTestService([acmeWith([...bookings, booking("guest")])]);
    token = await service.token();
    // What is read once is prepared.
    for (const who of ["popular", "guest"]) await list(`external_id=${who}`);
  });
  after(() => service[Symbol.asyncDispose]());

  const list = (query: string) => service.call({ path: `${fetchPath}?${query}`, token });

  const query = "external_id=popular&page_size=100&page_number=30";

  test("the deepest pages of a contact let ordinary lists pass", async () => {
    // A process that stood still for long answers 408, which shows nothing.
    for (;;) {
      let answered = 0;
      const asked = Array.from({ length: large }, async () => {
        if ((await list(query)).status === 200) answered += 1;
      });
      const small = await list("external_id=guest");
      const before = answered;
      await Promise.all(asked);
      if (small.status === 408) continue;
      assert.equal(small.json.total_count, 1);
      assert.ok(before < mostBefore, `${before} large lists were answered before it`);
      return;
    }
  });
});
