import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { operate } from "../harness/operate.ts";
import { assertProblem, callApi, openDesk } from "../harness/operator-api.ts";
import { execute } from "../harness/query.ts";
import { booking, catalogue, withSlots } from "../harness/seed.ts";
import { acme, audit, startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

describe("P28 A65 a key that is limited to a campaign", () => {
  const start = "2031-05-01T08:00:00Z";
  const lines = [
    booking("WINTERS", { interaction: "pk_winter", slot_starting_at: start }),
    booking("SUMMERS", { interaction: "pk_summer", slot_starting_at: start }),
  ] as const;
  const [winters, summers] = lines;

  test("sees and changes nothing of another, over every operation", async () => {
    const data = [...catalogue, ...withSlots(lines)];
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data },
    ]);
    const limited = await openDesk(service, "admin", [acme], ["pk_summer"]);
    const whole = await openDesk(service);
    const exported = async () => (await whole.ask("GET", "/accounts/acme/production/export")).text;
    const before = await exported();
    const seen: string[] = [];
    for (const interaction of ["pk_winter", "pk_summer"]) {
      const values: Readonly<Record<string, string>> = {
        tenant: "acme",
        environment: "production",
        interaction,
        public_key: interaction,
        activity: "tasting",
        id: "tasting",
        starting_at: start,
        booking: interaction === "pk_winter" ? winters.booking : summers.booking,
        endpoint: "interactions:fetchContactBookings",
      };
      for (const { name, method, path, body } of routes) {
        // What a file may say is tried below.
        if (
          /session|sign|^start\w*Import/i.test(name) ||
          (method !== "GET" && interaction === "pk_summer")
        )
          continue;
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => values[field] ?? "none");
        const query = name === "listChanges" ? "?after=start" : "";
        const isJson = body?.type === "application/json";
        const place = { interaction, activity: "tasting", slot_starting_at: start };
        const bodies: Readonly<Record<string, object>> = {
          book: { ...place, external_id: "X", ticket_type: "open" },
          promoteWaitlist: { interaction },
        };
        const sent = bodies[name] ?? {};
        const answer = await limited.ask(method, filled + query, isJson ? sent : undefined);
        const what = `${name} ${interaction}: ${answer.status} ${answer.text}`;
        // What was asked for may be repeated in a refusal.
        if (answer.status < 400) seen.push(what);
        // A preview looks at the file that was sent, and changes nothing.
        const isWriting = method !== "GET" && name !== "previewSpreadsheet";
        if (interaction === "pk_winter" && isWriting) assert.ok(answer.status >= 400, what);
      }
    }
    for (const text of seen) {
      assert.doesNotMatch(text.replace(/^\w+ \w+/, ""), /winter|WINTERS|Cata\b/i);
    }
    assert.ok(seen.some((text) => text.includes("SUMMERS")));
    assert.ok(seen.filter((text) => text.includes("pk_summer")).length >= 8);
    assert.equal(await exported(), before);
  });

  test("lists only its own when it asks for another, and finds no booking of it by its id", async () => {
    const data = [...catalogue, ...withSlots(lines)];
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data },
    ]);
    const limited = await openDesk(service, "read", null, ["pk_summer"]);
    const of = "/accounts/acme/production";
    const ask = (path: string) => limited.ask("GET", path, undefined, { "x-request-id": "same" });
    for (const list of ["bookings", "slots"]) {
      assert.deepEqual((await ask(`${of}/${list}?interaction=pk_winter`)).json.items, []);
      assert.equal((await ask(`${of}/${list}`)).json.items.length, 1);
    }
    const nobodys = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99";
    for (const path of [`${of}/bookings/ID`, "/bookings/ID/accounts"]) {
      const [theirs, none] = [
        await ask(path.replace("ID", winters.booking)),
        await ask(path.replace("ID", nobodys)),
      ];
      assert.equal(theirs.status, 404);
      assert.equal(theirs.text.replaceAll(winters.booking, nobodys), none.text);
    }
    const [foreign, unknown] = [
      await ask(`${of}/interactions/pk_winter`),
      await ask(`${of}/interactions/pk_nobodys`),
    ];
    assert.deepEqual([foreign.status, foreign.text], [unknown.status, unknown.text]);
    const one = await ask(of);
    assert.deepEqual(one.json.counts, {});
  });

  test("with the scope book sees what can be booked, and nobody's name", async () => {
    const names = [{ attendee: { display_name: "Ada Secret" } }];
    const booked = [
      booking("SECRET-1", { slot_starting_at: start, tickets: names }),
      booking("SECRET-2", { slot_starting_at: start, booking_status: "WAITLIST", tickets: names }),
      winters,
    ];
    const data = [...catalogue, ...withSlots(booked)];
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data },
    ]);
    const shop = await openDesk(service, "book", [acme], ["pk_summer"]);
    const of = "/accounts/acme/production";
    const activity = `${of}/interactions/pk_summer/activities/tasting`;
    for (const [path, count] of [
      [`${of}/interactions`, 1],
      [`${of}/interactions/pk_summer/activities`, 3],
      [`${of}/interactions/pk_summer/activities/workshop/hosts`, 2],
      [`${activity}/ticket-types`, 2],
      [`${of}/slots`, 1],
    ] as const) {
      const { status, json, text } = await shop.ask("GET", path);
      assert.equal(status, 200, `${path}: ${text}`);
      assert.equal(json.items.length, count, path);
      assert.doesNotMatch(text, /secret|winter/i);
    }
    const slot = await shop.ask("GET", `${activity}/slots/${start}`);
    assert.equal(slot.json.taken, 1);
    assert.equal(slot.json.waiting_tickets, 1);
    assert.deepEqual(slot.json.availability.standard, { bookable: true, until: start });
    assert.doesNotMatch(slot.text, /secret/i);
    for (const path of [
      `${activity}/slots/${start}/waitlist`,
      `${of}/bookings`,
      `${of}/bookings/${booked[0]?.booking}`,
      `${of}/holds`,
      `${of}/changes`,
      `${of}/export`,
    ]) {
      assert.equal((await shop.ask("GET", path)).status, 403, path);
    }
    assert.equal((await shop.ask("GET", `${of}/interactions/pk_winter/activities`)).status, 404);
  });

  test("imports lines of its own campaigns alone, and sees no other job", async () => {
    const data = [...catalogue, ...withSlots(lines)];
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data },
    ]);
    const limited = await openDesk(service, "import", null, ["pk_summer"]);
    const whole = await openDesk(service);
    const of = "/accounts/acme/production/imports";
    const send = async (
      desk: typeof limited,
      text: string,
      how = "",
      type = "application/x-ndjson",
    ) => {
      const headers = { "content-type": type };
      const {
        status,
        json,
        text: told,
      } = await desk.ask("POST", of + how, Buffer.from(text), headers);
      assert.equal(status, 202, told);
      return until(async () => {
        const job = (await desk.ask("GET", `${of}/${json.import}`)).json;
        return job.state === "running" ? null : job;
      });
    };
    const file = (...some: object[]) => some.map((each) => JSON.stringify(each)).join("\n");
    const exported = async () => (await whole.ask("GET", "/accounts/acme/production/export")).text;
    const before = await exported();
    const theirs = await send(whole, file(winters));
    const own = await send(limited, file(summers));
    assert.deepEqual(own.counts.unchanged, { booking: 1 });

    const foreign = { ...winters, external_id: "STOLEN" };
    const group = { kind: "group", unique_key: "acme-fr", display_name: "Mine" };
    const nobodys = { ...foreign, interaction: "pk_nobodys" };
    const campaign = { kind: "interaction", public_key: "pk_winter", group: "acme-fr" };
    const texts = { timezone: "Europe/Paris", default_language: "fr", languages: ["fr"] };
    const mine = { kind: "slot", interaction: "pk_summer", activity: "tasting", capacity: 3 };
    const slot = { ...mine, starting_at: "2031-06-01T08:00:00Z" };
    const mixed = file(foreign, group, nobodys, { ...campaign, ...texts }, slot);
    const refused = await send(limited, mixed);
    assert.equal(refused.state, "refused");
    const ofKey = "a campaign that your key is for: pk_summer";
    assert.deepEqual(
      refused.errors.map(({ line, field, expected }: Record<string, unknown>) => [
        line,
        field,
        expected,
      ]),
      [
        [1, "interaction", ofKey],
        [2, "kind", "a line of a campaign: your key is for campaigns only"],
        [3, "interaction", ofKey],
        [4, "public_key", ofKey],
      ],
    );
    assert.equal(await exported(), before);
    for (const how of ["", "?update=true", "?overwrite=true", "?skip_bad=true"]) {
      // Its id is another campaign's booking.
      const taken = await send(limited, file({ ...summers, booking: winters.booking }), how);
      const [error] = taken.errors ?? taken.skipped;
      assert.equal(error.expected, "the campaign that the booking has in the account");
      assert.doesNotMatch(JSON.stringify(taken), /WINTERS|pk_winter/);
    }
    assert.equal(await exported(), before);
    const good = await send(limited, mixed, "?skip_bad=true");
    assert.deepEqual([good.counts.created, good.skipped_count], [{ slot: 1 }, 4]);

    const head =
      "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at";
    const row = (key: string) =>
      `${head}\n${winters.booking},X,${key},tasting,2031-06-01 10:00,standard,WAITLIST,2025-01-01 10:00\n`;
    const spoken = async (key: string) => {
      const { errors } = await send(limited, row(key), "/csv", "text/csv");
      return JSON.stringify(errors).replaceAll(key, "KEY");
    };
    assert.equal(await spoken("pk_winter"), await spoken("pk_nobodys"));

    const { items } = (await limited.ask("GET", of)).json;
    assert.ok(items.every((each: { readonly import: string }) => each.import !== theirs.import));
    assert.equal((await limited.ask("GET", `${of}/${theirs.import}`)).status, 404);
    const again = await send(limited, file(summers), `?import=${theirs.import}`);
    assert.notEqual(again.import, theirs.import);
    const other = await openDesk(service, "import", null, ["pk_fair"]);
    assert.deepEqual((await other.ask("GET", of)).json.items, []);
    const seen = (await whole.ask("GET", of)).json.items;
    // Theirs, and the one after that list.
    assert.equal(seen.length, items.length + 2);
    const overbooking = await limited.ask("POST", `${of}?allow_overbooked=true`, Buffer.from(""), {
      "content-type": "application/x-ndjson",
    });
    assert.equal(overbooking.status, 403);
  });

  test("promotes on its own campaigns alone", async () => {
    const data = [
      ...catalogue,
      ...withSlots(
        ["pk_winter", "pk_summer"].map((interaction) =>
          booking("W", { interaction, booking_status: "WAITLIST", slot_starting_at: start }),
        ),
      ),
    ];
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data },
    ]);
    const limited = await openDesk(service, "waitlist", null, ["pk_summer", "pk_gone"]);
    const promote = (body: object) =>
      limited.ask("POST", "/accounts/acme/production/waitlist/promote", body);
    assert.equal((await promote({ interaction: "pk_winter" })).status, 404);
    assert.equal((await promote({})).json.promoted.length, 1);
    const whole = await openDesk(service);
    const waiting = await whole.ask("GET", "/accounts/acme/production/bookings?status=WAITLIST");
    assert.deepEqual(
      waiting.json.items.map(({ interaction }: { readonly interaction: string }) => interaction),
      ["pk_winter"],
    );
  });

  test("adds slots to its own from a spreadsheet, and learns of no other from a local time", async () => {
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data: [...catalogue] },
    ]);
    const limited = await openDesk(service, "slots", null, ["pk_summer"]);
    const add = (interaction: string, at: string) =>
      limited.ask(
        "POST",
        "/accounts/acme/production/slots/csv",
        `interaction,activity,starting_at,capacity\n${interaction},tasting,${at},3\n`,
        { "content-type": "text/csv", "x-request-id": "same" },
      );
    assert.equal((await add("pk_summer", "2031-06-01 09:30")).status, 200);
    for (const at of ["2031-06-01 09:30", "2031-06-01T09:30:00Z"]) {
      const [foreign, unknown] = [await add("pk_winter", at), await add("pk_nobodys", at)];
      assert.ok(foreign.status >= 400);
      assert.deepEqual([foreign.status, foreign.text], [unknown.status, unknown.text]);
    }
  });
});

describe("P28 A66 nobody gives what they do not hold", () => {
  test("a key that makes keys: scopes, accounts, campaigns and end are at most its own", async () => {
    await using service = await startTestService();
    const admin = await openDesk(service);
    const make = async (body: object, desk = admin) => desk.ask("POST", "/operators", body);
    const own = { scopes: ["operators", "book"], accounts: ["acme/production"] };
    const made = await make({ name: "giver", ...own, expires_at: "2100-01-01T00:00:00Z" });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.json.scopes, ["operators", "book"]);
    const give = (name: string, more: object) =>
      callApi(service, {
        method: "POST",
        path: "/operators",
        token: made.json.key,
        body: {
          name,
          scopes: ["book"],
          accounts: ["acme/production"],
          expires_at: "2099-01-01T00:00:00Z",
          ...more,
        },
      });
    assert.equal((await give("least", {})).status, 201);
    assert.equal((await give("one", { interactions: ["pk_summer"] })).status, 201);
    for (const more of [
      { scopes: ["book", "cancel"] },
      { scopes: undefined, role: "viewer" },
      { accounts: null },
      { expires_at: null },
      { expires_at: "2101-01-01T00:00:00Z" },
    ]) {
      const answer = await give("more", more);
      assert.equal(answer.status, 403, JSON.stringify(more));
      assert.match(answer.json.type, /:more-than-own$/);
    }
    const list = await callApi(service, { path: "/operators", token: made.json.key });
    assert.deepEqual(
      list.json.items.map(({ name }: { name: string }) => name),
      ["giver", "least", "one"],
    );
    const who = await callApi(service, { path: "/whoami", token: made.json.key });
    assert.deepEqual(who.json, {
      name: "giver",
      ...own,
      interactions: null,
      expires_at: "2100-01-01T00:00:00Z",
      timezone: null,
    });
  });

  test("operators whose only account was deleted are no one's but those of all accounts", async () => {
    const other = { tenant: "other", environment: "production" } as const;
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"] },
      { name: other, hosts: ["api.other.example"] },
    ]);
    const { store } = service;
    const admin = await openDesk(service);
    const giver = { name: "giver", scopes: ["operators", "book"], accounts: ["acme/production"] };
    const made = await admin.ask("POST", "/operators", giver);
    const left = { name: "left", scopes: ["book"], accounts: ["other/production"] };
    assert.equal((await admin.ask("POST", "/operators", left)).status, 201);
    const id = (await store.accounts.identify(other)) ?? assert.fail();
    await store.accounts.close(audit(), id, false);
    await store.accounts.delete(audit(), { id, name: other }, false);
    const token = made.json.key;
    const list = await callApi(service, { path: "/operators", token });
    assert.deepEqual(
      list.json.items.map(({ name }: { name: string }) => name),
      ["giver"],
    );
    const path = "/operators/left/revoke";
    assert.equal((await callApi(service, { method: "POST", path, token })).status, 404);
    assert.equal((await admin.ask("POST", path)).status, 200);
  });

  test("a repeated revocation shows nothing of a stronger key of the same name", async () => {
    await using service = await startTestService();
    const [admin, giver] = [await openDesk(service), await openDesk(service, "operators")];
    const make = (desk: typeof admin, more: object) =>
      desk.ask("POST", "/operators", { name: "jo", ...more });
    assert.equal((await make(giver, { scopes: ["operators"] })).status, 201);
    const revoke = () =>
      giver.ask("POST", "/operators/jo/revoke", undefined, { "idempotency-key": "jo" });
    const first = await revoke();
    assert.equal(first.status, 200, first.text);
    assert.deepEqual((await revoke()).json, first.json);
    assert.equal((await make(admin, { role: "admin" })).status, 201);
    assert.equal((await revoke()).status, 404);
  });

  test("a revocation ends the key that was looked at, not a stronger one that got its name meanwhile", async () => {
    await using service = await startTestService();
    const { store } = service;
    const admin = await openDesk(service);
    const make = (rights: object) => admin.ask("POST", "/operators", { name: "jo", ...rights });
    assert.equal((await make({ scopes: ["book"] })).status, 201);
    const find = async (name: string) => {
      const found = await store.operators.find(name);
      assert.equal((await admin.ask("POST", "/operators/jo/revoke")).status, 200);
      assert.equal((await make({ role: "admin" })).status, 201);
      return found;
    };
    const between = { ...store, operators: { ...store.operators, find } };
    const revoked = await operate(between, "revokeOperator", { name: "jo" }, { audit: audit() });
    assert.deepEqual(revoked.scopes, ["book"]);
    assert.notEqual(revoked.revoked_at, null);
    assert.equal((await store.operators.find("jo"))?.revokedAt, null);
  });

  test("a key for booking books, overbooks nothing, and reaches no credentials", async () => {
    const slot = { kind: "slot", interaction: "pk_summer", activity: "tasting", capacity: 1 };
    const data = [...catalogue, { ...slot, starting_at: "2031-05-01T08:00:00Z" }];
    await using service = await startTestService([
      { name: acme, hosts: ["api.acme.example"], data },
    ]);
    const shop = await openDesk(service, "book", [acme], ["pk_summer"]);
    const order = {
      external_id: "X",
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: "2031-05-01T08:00:00Z",
      ticket_type: "standard",
    };
    const of = "/accounts/acme/production";
    assert.equal((await shop.ask("POST", `${of}/bookings`, order)).status, 201);
    for (const [method, path, body] of [
      ["POST", "/bookings", { ...order, overbook: true }],
      ["POST", "/credentials", {}],
      ["GET", "/credentials", undefined],
      ["GET", "/bookings", undefined],
      ["GET", "/export", undefined],
    ] as const) {
      assert.equal((await shop.ask(method, `${of}${path}`, body)).status, 403, path);
    }
    const agent = await openDesk(service, "agent", [acme]);
    const over = await agent.ask("POST", `${of}/bookings`, { ...order, overbook: true });
    assert.equal(over.status, 403);
    assert.equal((await agent.ask("POST", `${of}/bookings`, order)).status, 201);
  });

  test("a key ends at its time, and an end in the past is refused", async () => {
    await using service = await startTestService();
    const admin = await openDesk(service);
    const past = { name: "late", role: "viewer", expires_at: "2020-01-01T00:00:00Z" };
    assert.equal((await admin.ask("POST", "/operators", past)).status, 400);
    const end = Date.now() + 3_600_000;
    const expires_at = new Date(end).toISOString();
    const made = await admin.ask("POST", "/operators", { ...past, expires_at });
    assert.equal(made.status, 201, made.text);
    const who = () => callApi(service, { path: "/whoami", token: made.json.key });
    assert.equal((await who()).status, 200);
    // The hour is over.
    execute(
      service.databaseUrl,
      `update operator set limits = replace(limits, '${end}', '${end - 3_600_000}')`,
    );
    assertProblem(await who(), 401, "key-refused");
  });
});
