import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startTestService, type TestService } from "../harness/service.ts";
import { acmeWith, booking, fetchPath, ids } from "../harness/seed.ts";

const slot = (day: number) => `2030-06-${String(day).padStart(2, "0")}T09:00:00Z`;

describe("listing a contact's bookings", () => {
  const mixed = [
    booking("mixed", { slot_starting_at: slot(3) }),
    booking("mixed", { slot_starting_at: slot(1), booking_status: "WAITLIST" }),
    booking("mixed", { slot_starting_at: slot(2), booking_status: "CANCELLED" }),
    booking("mixed", { slot_starting_at: slot(4), interaction: "pk_winter" }),
    booking("mixed", { slot_starting_at: slot(5), interaction: "pk_fair", activity: "talk" }),
    booking("mixed", {
      slot_starting_at: slot(6),
      tickets: [{ attendee: { checked_in_at: "2025-05-01T08:01:00Z" } }],
    }),
  ];
  const [confirmed, waitlisted, cancelled, winter, fair, checkedIn] = mixed.map(
    (line) => line.booking,
  );
  const many = Array.from({ length: 101 }, (_, index) =>
    booking("many", { slot_starting_at: slot(1 + (index % 5)) }),
  );
  const odd = [
    booking("Case"),
    booking(" spaced "),
    booking("plus+sign"),
    booking("What?"),
    booking("ünï©ode🎫"),
  ];
  let service: TestService;
  before(async () => {
    service = await startTestService([acmeWith([...mixed, ...many, ...odd])]);
  });
  after(() => service[Symbol.asyncDispose]());

  async function ask(query: string) {
    return service.call({ path: `${fetchPath}?${query}`, token: await service.token() });
  }
  async function list(query: string) {
    const answer = await ask(query);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }
  async function idsOf(query: string): Promise<string[]> {
    return ((await list(query)).bookings ?? []).map((record: any) => record.booking);
  }
  async function refused(query: string, code: number, names: RegExp) {
    const answer = await ask(query);
    assert.equal(answer.status, 500, `${query}: ${answer.text}`);
    assert.deepEqual(Object.keys(answer.json), ["code", "message"]);
    assert.equal(answer.json.code, code, `${query}: ${answer.text}`);
    assert.match(answer.json.message, names);
  }

  test("R41 R72 R74 A7 without filters all campaigns and statuses are listed by slot start", async () => {
    const all = [waitlisted, cancelled, confirmed, winter, fair, checkedIn];
    assert.deepEqual(await idsOf("external_id=mixed"), all);
    assert.equal((await list("external_id=mixed")).total_count, 6);
  });

  test("R12 R63 interactions scopes to the same campaign as its public key", async () => {
    for (const [key, id] of [
      ["pk_summer", ids.summer],
      ["pk_winter", ids.winter],
      ["pk_fair", ids.fair],
    ]) {
      assert.deepEqual(
        await list(`external_id=mixed&interactions=interactions/${id}`),
        await list(`external_id=mixed&public_keys=${key}`),
      );
    }
  });

  test("R64 A9 the lower bound is inclusive and bounds the slot's start", async () => {
    assert.deepEqual(await idsOf("external_id=mixed&slot_date_range.from=2030-06-05T09:00:00Z"), [
      fair,
      checkedIn,
    ]);
    assert.deepEqual(await idsOf("external_id=mixed&slot_date_range.from=2030-06-05T09:00:01Z"), [
      checkedIn,
    ]);
    assert.deepEqual(
      await idsOf("external_id=mixed&slot_date_range.from=2030-06-06T09:00:00.0001Z"),
      [],
    );
  });

  test("R65 A9 the upper bound is inclusive and bounds the slot's start", async () => {
    assert.deepEqual(await idsOf("external_id=mixed&slot_date_range.to=2030-06-02T09:00:00Z"), [
      waitlisted,
      cancelled,
    ]);
    assert.deepEqual(await idsOf("external_id=mixed&slot_date_range.to=2030-06-02T08:59:59Z"), [
      waitlisted,
    ]);
    assert.deepEqual(
      await idsOf("external_id=mixed&slot_date_range.to=2030-06-02T11:00:00%2B02:00"),
      [waitlisted, cancelled],
    );
  });

  test("R65 a fraction of a second, however fine, does not round a bound", async () => {
    const until = "slot_date_range.to=2030-06-02T08:59:59.9999999Z";
    assert.deepEqual(await idsOf(`external_id=mixed&${until}`), [waitlisted]);
    const since = "slot_date_range.from=2030-06-05T09:00:00.0000001Z";
    assert.deepEqual(await idsOf(`external_id=mixed&${since}`), [checkedIn]);
  });

  test("A10 a range that ends before it begins matches nothing", async () => {
    const query =
      "external_id=mixed&slot_date_range.from=2030-06-05T09:00:00Z&slot_date_range.to=2030-06-01T09:00:00Z";
    assert.deepEqual(await list(query), { page_number: 1, page_size: 100 });
  });

  test("R42 R44 R66 statuses filter alone and combined, and CHECKED_IN matches nothing", async () => {
    const byStatus: Record<string, (string | undefined)[]> = {
      CONFIRMED: [confirmed, winter, fair, checkedIn],
      WAITLIST: [waitlisted],
      CANCELLED: [cancelled],
      CHECKED_IN: [],
    };
    const statuses = Object.keys(byStatus);
    for (const one of statuses) {
      for (const other of statuses) {
        const found = await idsOf(
          `external_id=mixed&booking_status=${one}&booking_status=${other}`,
        );
        const expected = new Set([...(byStatus[one] ?? []), ...(byStatus[other] ?? [])]);
        assert.deepEqual(new Set(found), expected, `${one} ${other}`);
      }
    }
    const all = await list(
      `external_id=mixed&${statuses.map((s) => `booking_status=${s}`).join("&")}`,
    );
    assert.equal(all.total_count, 6);
    assert.deepEqual(await list("external_id=mixed&booking_status=CHECKED_IN"), {
      page_number: 1,
      page_size: 100,
    });
  });

  test("R13 R71 R75 R76 R77 the pages together hold every booking once, in the same order", async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 15; page += 1) {
      const answer = await list(`external_id=many&page_size=7&page_number=${page}`);
      assert.deepEqual([answer.page_number, answer.page_size, answer.total_count], [page, 7, 101]);
      seen.push(...answer.bookings.map((record: any) => record.booking));
    }
    assert.deepEqual(seen, await idsOf("external_id=many&page_size=1000"));
    assert.deepEqual(new Set(seen), new Set(many.map((line) => line.booking)));
    for (const id of seen) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("R71 R77 with any filter every page has the same total and begins where the last ended", async () => {
    const filters = [
      [7, `external_id=many&slot_date_range.from=${slot(2)}&slot_date_range.to=${slot(4)}`],
      [9, `external_id=many&public_keys=pk_summer&slot_date_range.from=${slot(3)}`],
      [1, "external_id=mixed&booking_status=CONFIRMED&booking_status=WAITLIST"],
      [2, "external_id=mixed&public_keys=pk_summer"],
      [1, `external_id=mixed&public_keys=pk_summer&slot_date_range.to=${slot(6)}`],
    ] as const;
    for (const [size, filter] of filters) {
      const all = await idsOf(`${filter}&page_size=1000`);
      assert.ok(all.length > size, filter);
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / size); page += 1) {
        const answer = await list(`${filter}&page_size=${size}&page_number=${page}`);
        assert.equal(answer.total_count, all.length, `${filter}, page ${page}`);
        seen.push(...answer.bookings.map((record: any) => record.booking));
      }
      assert.deepEqual(seen, all, filter);
      const past = await list(`${filter}&page_size=${size}&page_number=${all.length + 1}`);
      assert.deepEqual([past.total_count, past.bookings], [all.length, undefined]);
    }
  });

  test("A3 past the last page there are no bookings but the true total", async () => {
    assert.deepEqual(await list("external_id=many&page_number=3"), {
      page_number: 3,
      page_size: 100,
      total_count: 101,
    });
    assert.deepEqual(await list("external_id=many&page_number=2147483647&page_size=1000"), {
      page_number: 2147483647,
      page_size: 1000,
      total_count: 101,
    });
  });

  test("A14 a page_size above the maximum is reduced and the answer says so", async () => {
    const page = await list("external_id=many&page_size=5000");
    assert.deepEqual([page.page_size, page.bookings.length], [1000, 101]);
  });

  test("R78 A2 A46 an unknown contact and one without matching bookings get the same answer", async () => {
    const unknown = await ask("external_id=nobody");
    assert.equal(unknown.text, '{"page_number":1,"page_size":100}');
    const empty = await ask("external_id=many&booking_status=WAITLIST");
    assert.equal(empty.text, unknown.text);
  });

  test("R10 the resource name of a contact is an external id like any other", async () => {
    assert.deepEqual(await list(`external_id=contacts/${ids.summer}`), {
      page_number: 1,
      page_size: 100,
    });
  });

  test("R61 A45 external ids match exactly", async () => {
    assert.equal((await idsOf("external_id=Case")).length, 1);
    assert.equal((await idsOf("external_id=case")).length, 0);
    assert.equal((await idsOf("external_id=%20spaced%20")).length, 1);
    assert.equal((await idsOf("external_id=spaced")).length, 0);
    assert.equal((await idsOf("external_id=plus%2Bsign")).length, 1);
    assert.equal((await idsOf("external_id=plus+sign")).length, 0);
    // A question mark inside the query is a character of the value.
    assert.equal((await idsOf("external_id=Case?7")).length, 0);
    assert.equal((await idsOf("external_id=What?")).length, 1);
    assert.equal((await idsOf(`external_id=${encodeURIComponent("ünï©ode🎫")}`)).length, 1);
  });

  test("R61 R73 R100 A16 a missing, empty or repeated external_id is refused", async () => {
    await refused("", 3, /external_id/);
    await refused("external_id=", 3, /external_id/);
    await refused("public_keys=pk_summer", 3, /external_id/);
    await refused("external_id=a&external_id=a", 3, /external_id/);
    await refused("external_id=%FF", 3, /UTF-8/);
    await refused("external_id=%E0%A4%A", 3, /UTF-8/);
  });

  test("R73 R105 R106 more than one scope is refused, even if it means the same campaign", async () => {
    await refused(
      "external_id=mixed&public_keys=pk_summer&public_keys=pk_winter",
      3,
      /public_keys/,
    );
    await refused(
      "external_id=mixed&public_keys=pk_summer&public_keys=pk_summer",
      3,
      /public_keys/,
    );
    const both = `interactions=interactions/${ids.summer}&interactions=interactions/${ids.winter}`;
    await refused(`external_id=mixed&${both}`, 3, /interactions/);
    await refused(
      `external_id=mixed&public_keys=pk_summer&interactions=interactions/${ids.summer}`,
      3,
      /public_keys.*interactions/,
    );
  });

  test("R73 A15 A18 a scope that names no campaign is refused", async () => {
    await refused("external_id=mixed&public_keys=pk_unknown", 5, /public_keys/);
    await refused("external_id=mixed&public_keys=PK_SUMMER", 5, /public_keys/);
    await refused("external_id=mixed&public_keys=pk_summer,pk_winter", 5, /public_keys/);
    await refused("external_id=mixed&public_keys=", 5, /public_keys/);
    await refused("external_id=mixed&public_keys=%00", 5, /public_keys/);
    await refused("external_id=nobody&public_keys=pk_unknown", 5, /public_keys/);
    await refused(
      "external_id=mixed&booking_status=CHECKED_IN&public_keys=pk_unknown",
      5,
      /public_keys/,
    );
    await refused(
      "external_id=mixed&interactions=interactions/6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0aff",
      5,
      /interactions/,
    );
    for (const name of [
      ids.summer,
      "interactions/",
      "interactions/x",
      `interaction/${ids.summer}`,
      "",
    ]) {
      await refused(`external_id=mixed&interactions=${name}`, 3, /interactions.*uuid/);
    }
  });

  test("A11 a date that is none is refused with the expected form", async () => {
    for (const bound of ["slot_date_range.from", "slot_date_range.to"]) {
      for (const text of [
        "",
        "2030-06-01",
        "2030-02-30T00:00:00Z",
        "2030-06-01T09:00Z",
        "1",
        "2030-06-01T09:00:00",
        "2030-06-01T09:00:00+02:00",
        "tomorrow",
      ]) {
        await refused(`external_id=mixed&${bound}=${text}`, 3, /slot_date_range.*RFC 3339/);
      }
      const date = "2030-06-01T09:00:00Z";
      await refused(`external_id=mixed&${bound}=${date}&${bound}=${date}`, 3, /slot_date_range/);
    }
  });

  test("A11 A13 R104 page numbers and sizes are plain whole numbers from 1", async () => {
    for (const parameter of ["page_size", "page_number"]) {
      for (const text of [
        "0",
        "-1",
        "1.5",
        "1e2",
        "0x10",
        "%2B5",
        "%205",
        "",
        "abc",
        "2147483648",
        "99999999999999999999999",
      ]) {
        await refused(
          `external_id=mixed&${parameter}=${text}`,
          3,
          new RegExp(`${parameter}.*from 1`),
        );
      }
      await refused(`external_id=mixed&${parameter}=1&${parameter}=1`, 3, new RegExp(parameter));
    }
  });

  test("A12 a status outside the list is refused", async () => {
    for (const text of ["confirmed", "CONFIRMED,WAITLIST", "", "CHECKED-IN", "NONE"]) {
      await refused(`external_id=mixed&booking_status=${text}`, 3, /booking_status.*CONFIRMED/);
    }
    await refused(
      "external_id=mixed&booking_status=CONFIRMED&booking_status=none",
      3,
      /booking_status/,
    );
  });

  test("A16 language sent twice is refused", async () => {
    await refused("external_id=mixed&language=fr&language=fr", 3, /language/);
  });

  test("R78 A45 an external_id that cannot be stored matches nobody, whatever the scope", async () => {
    const nobody = await ask("external_id=nobody");
    for (const externalId of [
      "x".repeat(513),
      "x".repeat(8_000),
      "mixed%00",
      "%F0%9F%98%80".repeat(513),
    ]) {
      const answer = await ask(`external_id=${externalId}`);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json, nobody.json);
    }
    await refused(`external_id=${"x".repeat(513)}&public_keys=pk_unknown`, 5, /public_keys/);
    await refused(`external_id=${"x".repeat(513)}&page_size=0`, 3, /page_size/);
  });

  test("A17 unknown parameters are ignored and named, on a production account too", async () => {
    const answer = await ask("external_id=mixed&campaign=pk_winter&sort=desc");
    assert.equal(answer.json.total_count, 6);
    assert.equal(answer.headers["x-ignored-parameters"], "campaign, sort");
  });

  test("A17 a near miss of a parameter is refused with the right name", async () => {
    await refused("external_id=mixed&booking_status[]=CANCELLED", 3, /^booking_status /);
    await refused("external_id=mixed&booking_status%5B0%5D=CANCELLED", 3, /^booking_status /);
    await refused("external_id=mixed&public_key=pk_winter", 3, /^public_keys /);
    await refused("external_id=mixed&Page_Size=1", 3, /^page_size /);
    await refused("externalId=mixed", 3, /^external_id /);
    // It was not ignored.
    const { headers } = await ask("external_id=mixed&Page_Size=1");
    assert.equal(headers["x-ignored-parameters"], undefined);
  });

  test("R50 R90 A54 the answer is JSON, is not stored, and carries a request id", async () => {
    const { headers } = await ask("external_id=mixed");
    assert.match(headers["content-type"] ?? "", /^application\/json/);
    assert.equal(headers["cache-control"], "no-store");
    assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/);
  });
});
