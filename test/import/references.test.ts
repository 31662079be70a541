import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { imported, places, refused, startImporting, uuidOf, type Importing } from "./importing.ts";
import {
  activity,
  booking,
  catalogue,
  group,
  host,
  interaction,
  nine,
  slot,
  ticketType,
} from "./lines.ts";

const eightKey = "2030-05-01T08:00:00Z";
const none = "2031-01-01T00:00:00Z";

/** Lines that name what is not there; each of them alone is the only bad line of its file. */
const dangling: readonly (readonly [line: object, key: string, field: string])[] = [
  [interaction({ public_key: "pk_new", group: "nobody" }), "pk_new", "group"],
  [activity({ interaction: "pk_none" }), "pk_none/tasting", "interaction"],
  [host({ interaction: "pk_none" }), "pk_none/workshop/ann", "interaction"],
  [host({ activity: "none" }), "pk_summer/none/ann", "activity"],
  [ticketType({ interaction: "pk_none" }), "pk_none/tasting/standard", "interaction"],
  [ticketType({ activity: "none" }), "pk_summer/none/standard", "activity"],
  [slot({ interaction: "pk_none" }), `pk_none/tasting/${eightKey}`, "interaction"],
  [slot({ activity: "none" }), `pk_summer/none/${eightKey}`, "activity"],
  [slot({ activity: "workshop", host: "zoe" }), `pk_summer/workshop/zoe/${eightKey}`, "host"],
  [booking("x", { interaction: "pk_none" }), uuidOf("x"), "interaction"],
  [booking("x", { activity: "none" }), uuidOf("x"), "activity"],
  [booking("x", { activity: "workshop", host: "zoe" }), uuidOf("x"), "host"],
  [booking("x", { slot_starting_at: none }), uuidOf("x"), "slot_starting_at"],
  [
    booking("x", { activity: "workshop", host: "ann", slot_starting_at: nine }),
    uuidOf("x"),
    "slot_starting_at",
  ],
  [booking("x", { ticket_type: "none" }), uuidOf("x"), "ticket_type"],
  [
    // The tasting's free tickets are none of the workshop's.
    booking("x", { activity: "workshop", host: "ann", ticket_type: "free" }),
    uuidOf("x"),
    "ticket_type",
  ],
];

describe("a line that names what is neither in the file nor in the account", () => {
  // What is refused changes nothing: the first account has the catalogue and no more, the other nothing.
  let shared: Importing;
  before(async () => {
    shared = await startImporting();
    await imported(shared, catalogue);
  });
  after(() => shared[Symbol.asyncDispose]());

  for (const [line, key, field] of dangling) {
    const { kind } = line as { kind: string };
    test(`is bad: a ${kind} by its ${field} (${key})`, async () => {
      // The new campaign of the first case needs an activity to be good otherwise.
      const lines = [
        line,
        activity({ interaction: "pk_new" }),
        interaction({ public_key: "pk_new" }),
      ];
      const alone = kind === "interaction" ? lines.slice(0, 2) : [line];
      const into = shared.accountIds[1];
      assert.deepEqual(places(await refused(shared, [...catalogue, ...alone], { into })), [
        [catalogue.length + 1, kind, key, field],
      ]);
      assert.deepEqual(places(await refused(shared, alone)), [[1, kind, key, field]]);
    });
  }

  test("is refused for the outermost missing record, and for one only", async () => {
    await using importing = await startImporting();
    const nowhere = { interaction: "pk_none", host: "zoe", ticket_type: "none" };
    const errors = await refused(importing, [
      booking("x", nowhere),
      slot({ interaction: "pk_none" }),
    ]);
    assert.deepEqual(places(errors), [
      [1, "booking", uuidOf("x"), "interaction"],
      [2, "slot", `pk_none/tasting/${eightKey}`, "interaction"],
    ]);
  });

  test("is good when the file of an earlier import had it", async () => {
    await using importing = await startImporting();
    for (const line of catalogue.slice(0, 1)) await imported(importing, [line]);
    await imported(importing, catalogue.slice(1, 3));
    for (const line of catalogue.slice(3)) await imported(importing, [line]);
    await imported(importing, [booking("x"), interaction({ group: "acme-fr" })]);
  });
});

describe("a campaign without any activity (R14)", () => {
  test("is a bad line", async () => {
    await using importing = await startImporting();
    const empty = interaction({ public_key: "pk_empty" });
    const errors = await refused(importing, [...catalogue, empty]);
    assert.deepEqual(places(errors), [
      [catalogue.length + 1, "interaction", "pk_empty", "public_key"],
    ]);
  });

  test("is good where the account has its activity", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    assert.deepEqual((await imported(importing, [interaction()])).unchanged, { interaction: 1 });
  });
});

describe("hosts", () => {
  const workshop = { activity: "workshop" };

  test("are named by every slot and booking of an activity that has them", async () => {
    await using importing = await startImporting();
    const lines = [slot({ ...workshop, starting_at: nine }), booking("x", workshop)];
    const expected = (first: number) => [
      [first, "slot", "pk_summer/workshop/2030-05-01T09:00:00Z", "host"],
      [first + 1, "booking", uuidOf("x"), "host"],
    ];
    assert.deepEqual(
      places(await refused(importing, [...catalogue, ...lines])),
      expected(catalogue.length + 1),
    );
    await imported(importing, catalogue);
    assert.deepEqual(places(await refused(importing, lines)), expected(1));
  });

  test("are named by no slot or booking of an activity that has none", async () => {
    await using importing = await startImporting();
    const lines = [slot({ host: "ann", starting_at: nine }), booking("x", { host: "ann" })];
    const expected = (first: number) => [
      [first, "slot", "pk_summer/tasting/ann/2030-05-01T09:00:00Z", "host"],
      [first + 1, "booking", uuidOf("x"), "host"],
    ];
    const errors = await refused(importing, [...catalogue, ...lines]);
    assert.deepEqual(places(errors), expected(catalogue.length + 1));
    for (const error of errors) assert.equal(error.expected, "no host: the activity offers none");
    await imported(importing, catalogue);
    assert.deepEqual(places(await refused(importing, lines)), expected(1));
  });

  test("of the file join those of the account", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    await imported(importing, [
      booking("x", { ...workshop, host: "cleo" }),
      slot({ ...workshop, host: "cleo" }),
      host({ id: "cleo" }),
    ]);
    assert.deepEqual(
      importing.query("select host_id, taken from slot where activity_id = 'workshop'"),
      [
        { host_id: "ann", taken: 0 },
        { host_id: "bob", taken: 0 },
        { host_id: "cleo", taken: 1 },
      ],
    );
  });

  test("cannot come to an activity that has slots without one", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    const first = host({ activity: "tasting", id: "cleo" });
    const errors = await refused(importing, [first, slot({ activity: "tasting", host: "cleo" })]);
    assert.deepEqual(places(errors), [[1, "host", "pk_summer/tasting/cleo", "activity"]]);
  });

  test("can come to an activity that has no slot yet", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue);
    await imported(importing, [activity({ id: "tour" }), ticketType({ activity: "tour" })]);
    await imported(importing, [
      host({ activity: "tour", id: "cleo" }),
      slot({ activity: "tour", host: "cleo" }),
    ]);
  });

  test("cannot stand beside slots without one in the same file", async () => {
    await using importing = await startImporting();
    const errors = await refused(importing, [
      ...catalogue,
      activity({ id: "tour" }),
      slot({ activity: "tour" }),
      host({ activity: "tour", id: "cleo" }),
    ]);
    assert.deepEqual(places(errors), [
      [catalogue.length + 2, "slot", `pk_summer/tour/${eightKey}`, "host"],
    ]);
  });
});

describe("the id of a campaign", () => {
  const id = uuidOf("campaign");
  const winter = interaction({ public_key: "pk_winter" });

  test("is the file's where it gives one, and then stays", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue.with(1, interaction({ id })));
    assert.deepEqual(importing.query("select id from interaction"), [{ id }]);
    // Without an id, and with the same one, it is the same campaign.
    assert.deepEqual((await imported(importing, catalogue)).updated, {});
    assert.deepEqual((await imported(importing, [interaction({ id })])).unchanged, {
      interaction: 1,
    });
  });

  test("cannot become another one", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue.with(1, interaction({ id })));
    const errors = await refused(importing, [interaction({ id: uuidOf("other") })]);
    assert.deepEqual(places(errors), [[1, "interaction", "pk_summer", "id"]]);
  });

  test("cannot be that of another campaign of the account", async () => {
    await using importing = await startImporting();
    await imported(importing, catalogue.with(1, interaction({ id })));
    const errors = await refused(importing, [
      { ...winter, id },
      activity({ interaction: "pk_winter" }),
    ]);
    assert.deepEqual(places(errors), [[1, "interaction", "pk_winter", "id"]]);
  });

  test("cannot be that of another campaign of the file", async () => {
    await using importing = await startImporting();
    const errors = await refused(importing, [
      ...catalogue.with(1, interaction({ id })),
      activity({ interaction: "pk_winter" }),
      { ...winter, id },
    ]);
    assert.deepEqual(places(errors), [[catalogue.length + 2, "interaction", "pk_winter", "id"]]);
  });
});

describe("a key that stands twice in a file with different content", () => {
  const repeats: readonly (readonly [line: object, key: string, field: string])[] = [
    [group({ display_name: "Acme" }), "acme-fr", "display_name"],
    [interaction({ timezone: "Europe/Lisbon" }), "pk_summer", "timezone"],
    [interaction({ id: uuidOf("campaign") }), "pk_summer", "id"],
    [interaction({ cancellation_cutoff_minutes: 5 }), "pk_summer", "cancellation_cutoff_minutes"],
    [activity({ title: { en: "Tasting", fr: "Dégustation" } }), "pk_summer/tasting", "title"],
    [activity({ slot_duration_in_minutes: 5 }), "pk_summer/tasting", "slot_duration_in_minutes"],
    [host({ display_name: "Anna" }), "pk_summer/workshop/ann", "display_name"],
    [
      ticketType({ has_limited_capacity: false }),
      "pk_summer/tasting/standard",
      "has_limited_capacity",
    ],
    [slot({ capacity: 3 }), `pk_summer/tasting/${eightKey}`, "capacity"],
    [
      slot({
        activity: "workshop",
        host: "ann",
        starting_at: "2030-05-01T10:00:00+02:00",
        capacity: 3,
      }),
      `pk_summer/workshop/ann/${eightKey}`,
      "capacity",
    ],
    [booking("a", { external_id: "CUST-b" }), uuidOf("a"), "external_id"],
    [booking("a", { slot_starting_at: nine }), uuidOf("a"), "slot_starting_at"],
    [booking("a", { booking_status: "WAITLIST" }), uuidOf("a"), "booking_status"],
    [booking("a", { tickets: [{}, {}] }), uuidOf("a"), "tickets"],
  ];
  let importing: Importing;
  before(async () => {
    importing = await startImporting();
  });
  after(() => importing[Symbol.asyncDispose]());

  for (const [line, key, field] of repeats) {
    test(`is bad where it is repeated: ${field} of ${key}`, async () => {
      const { kind } = line as { kind: string };
      const lines = [booking("a"), ...catalogue, line];
      const errors = await refused(importing, lines);
      assert.deepEqual(places(errors), [[lines.length, kind, key, field]]);
      const what = field === "slot_starting_at" ? "slot" : field.replaceAll("_", " ");
      const expected =
        kind === "booking"
          ? `the same again, or another id: line 1 has the same booking with another ${what}`
          : /^what line \d+ says of the same /;
      if (typeof expected === "string") assert.equal(errors[0]!.expected, expected);
      else assert.match(errors[0]!.expected, expected);
    });
  }
});

describe("a known booking", () => {
  const elsewhere: readonly (readonly [field: string, different: object])[] = [
    ["external_id", { external_id: "CUST-b" }],
    ["external_id", { external_id: "CUST-A" }],
    ["interaction", { interaction: "pk_winter" }],
    ["activity", { activity: "tour" }],
    ["host", { activity: "workshop", host: "bob" }],
    ["slot_starting_at", { slot_starting_at: nine }],
    ["ticket_type", { ticket_type: "free" }],
  ];
  const known = booking("a");
  const withHost = booking("c", { activity: "workshop", host: "ann" });
  let shared: Importing;
  before(async () => {
    shared = await startImporting();
    await imported(shared, [
      ...catalogue,
      interaction({ public_key: "pk_winter" }),
      activity({ interaction: "pk_winter" }),
      ticketType({ interaction: "pk_winter" }),
      slot({ interaction: "pk_winter" }),
      activity({ id: "tour" }),
      ticketType({ activity: "tour" }),
      slot({ activity: "tour" }),
      known,
      booking("b"),
      withHost,
    ]);
  });
  after(() => shared[Symbol.asyncDispose]());

  for (const [field, different] of elsewhere) {
    const line = field === "host" ? withHost : known;
    test(`keeps its ${field} (${JSON.stringify(different)})`, async () => {
      const before = shared.contents();
      const { kept, kept_bookings } = await imported(shared, [{ ...line, ...different }]);
      assert.deepEqual(kept, { booking: 1 });
      assert.deepEqual(
        kept_bookings.map(({ booking: id }) => id),
        [line.booking],
      );
      assert.deepEqual(shared.contents(), before);
    });
  }

  test("cannot move to another campaign, also with --update", async () => {
    const elsewhere = { ...known, interaction: "pk_winter", external_id: "CUST-b" };
    const errors = await refused(shared, [elsewhere], { update: true });
    assert.deepEqual(places(errors), [[1, "booking", known.booking, "interaction"]]);
  });

  test("keeps its state, whatever state the file has", async () => {
    await using importing = await startImporting();
    await imported(importing, [...catalogue, booking("a")]);
    const before = importing.contents();
    const answer = await imported(importing, [
      booking("a", { booking_status: "CANCELLED", booked_at: "2030-04-02T00:00:00Z" }),
    ]);
    assert.deepEqual(answer, {
      read: 1,
      created: {},
      updated: {},
      unchanged: {},
      kept: { booking: 1 },
      kept_bookings: [
        {
          line: 1,
          booking: uuidOf("a"),
          here: { booking_status: "CONFIRMED", booked_at: "2030-04-01T10:11:12Z" },
          file: { booking_status: "CANCELLED", booked_at: "2030-04-02T00:00:00Z" },
        },
      ],
    });
    assert.deepEqual(importing.contents(), before);
  });
});
