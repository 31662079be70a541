import { at, expect, expectEqual, expectError, expectSameAnswer } from "../engine/expect.ts";
import { expectRefusedParameter, idsOf } from "../engine/list-claims.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "both-scopes-are-500",
    requirements: ["R73", "R62", "R63", "R100"],
    sentence: "both together",
    needs: ["campaign"],
    async check({ account, fact }) {
      const { external_id, public_key, interaction } = fact("campaign");
      const query = { external_id, public_keys: public_key, interactions: interaction };
      await expectRefusedParameter(account, query, /public.?key|interaction|campaign|scope/i);
    },
  },
  {
    name: "empty-public-key-is-500",
    requirements: ["R62", "R73"],
    sentence: "One value only.",
    decisions: ["A18"],
    async check({ account, unknownId }) {
      const exchange = await account.list({ external_id: unknownId(), public_keys: "" });
      expectError(exchange, 500, "an empty public_keys");
    },
  },
  {
    name: "foreign-campaign-reads-like-an-unknown-one",
    requirements: ["R73", "R11"],
    sentence: "an unknown public key each produce a 500 response with a message about the request",
    decisions: ["A53"],
    needs: ["other_account"],
    async check({ account, fact, unknownId }) {
      const { public_key, interaction } = fact("other_account");
      const external_id = unknownId();
      const scopes = [
        ["public_keys", public_key, unknownId()],
        ["interactions", interaction, `interactions/${unknownId()}`],
      ] as const;
      for (const [parameter, foreign, unknown] of scopes) {
        const exchange = await account.list({ external_id, [parameter]: foreign });
        expectError(exchange, 500, "a campaign of another account");
        const beside = await account.list({ external_id, [parameter]: unknown });
        expectSameAnswer(
          [exchange, foreign],
          [beside, unknown],
          "its answer, beside an unknown campaign's",
        );
      }
    },
  },
  {
    name: "no-scope-lists-all-campaigns",
    requirements: ["R72"],
    sentence:
      "When both public_keys and interactions are omitted, the bookings of the contact across all campaigns are returned.",
    needs: ["listed", "campaign"],
    async check({ account, fact, listed }) {
      const all = await listed();
      const keys = new Set(all.map((record) => at(record, "interaction.public_key")));
      expect(keys.size > 1, "the contact `listed` shows bookings of one campaign only");
      const { external_id, public_key } = fact("campaign");
      const scoped = idsOf(await account.records({ external_id, public_keys: public_key }));
      const unscoped = idsOf(await account.records({ external_id }));
      const lost = scoped.filter((booking) => !unscoped.includes(booking));
      expect(
        lost.length === 0,
        `${lost.length} bookings are in the scope but not in the whole list`,
      );
    },
  },
  {
    name: "public-key-scopes-to-its-campaign",
    requirements: ["R62", "R11"],
    sentence: "Scope to one campaign by public key.",
    needs: ["listed"],
    async check({ account, fact, listed }) {
      const { external_id } = fact("listed");
      const all = await listed();
      for (const key of new Set(
        all.map((record) => String(at(record, "interaction.public_key"))),
      )) {
        const scoped = await account.records({ external_id, public_keys: key });
        const wanted = all.filter((record) => at(record, "interaction.public_key") === key);
        expectEqual(idsOf(scoped), idsOf(wanted), `the bookings with public_keys=${key}`);
      }
    },
  },
  {
    name: "resource-name-scopes-to-its-campaign",
    requirements: ["R63", "R12"],
    sentence: "Resource name of a campaign.",
    needs: ["campaign"],
    async check({ account, fact }) {
      const { external_id, public_key, interaction } = fact("campaign");
      const byName = await account.records({ external_id, interactions: interaction });
      const byKey = await account.records({ external_id, public_keys: public_key });
      expect(byKey.length > 0, "the contact has no bookings in the campaign");
      expectEqual(idsOf(byName), idsOf(byKey), `the bookings with interactions=${interaction}`);
      const others = byName.filter((record) => at(record, "interaction.public_key") !== public_key);
      expect(others.length === 0, `${others.length} bookings are of other campaigns`);
    },
  },
  {
    name: "two-interactions-are-500",
    requirements: ["R73", "R106", "R63", "R100"],
    sentence:
      "More than one value of public_keys or of interactions, both together, a missing external_id, or an unknown public key each produce a 500 response",
    needs: ["campaign"],
    async check({ account, fact, unknownId }) {
      const { external_id, interaction } = fact("campaign");
      const pairs = [
        [interaction, interaction],
        [interaction, `interactions/${unknownId()}`],
      ];
      for (const interactions of pairs) {
        await expectRefusedParameter(
          account,
          { external_id, interactions },
          /interaction|campaign|scope/i,
        );
      }
    },
  },
  {
    name: "two-public-keys-are-500",
    requirements: ["R73", "R105", "R62", "R100"],
    sentence:
      "More than one value of public_keys or of interactions, both together, a missing external_id, or an unknown public key each produce a 500 response",
    needs: ["campaign"],
    async check({ account, fact, unknownId }) {
      const { external_id, public_key } = fact("campaign");
      const pairs = [
        [public_key, public_key],
        [public_key, unknownId()],
      ];
      for (const public_keys of pairs) {
        await expectRefusedParameter(
          account,
          { external_id, public_keys },
          /public.?key|interaction|campaign|scope/i,
        );
      }
    },
  },
  {
    name: "unknown-interaction-is-500",
    requirements: ["R63"],
    sentence: "Scope to one campaign by resource name (interactions/<uuid>).",
    decisions: ["A15"],
    async check({ account, unknownId }) {
      for (const interactions of [`interactions/${unknownId()}`, unknownId(), "interactions/"]) {
        const exchange = await account.list({ external_id: unknownId(), interactions });
        expectError(exchange, 500, `interactions=${interactions}`);
      }
    },
  },
  {
    name: "unknown-public-key-is-500",
    requirements: ["R73", "R100"],
    sentence: "an unknown public key each produce a 500 response with a message about the request",
    async check({ account, unknownId }) {
      const query = { external_id: unknownId(), public_keys: unknownId() };
      await expectRefusedParameter(account, query, /public.?key|interaction|campaign/i);
    },
  },
  {
    name: "unknown-public-key-of-a-known-contact-is-500",
    requirements: ["R73"],
    sentence: "an unknown public key each produce a 500 response with a message about the request",
    needs: ["listed"],
    async check({ account, fact, listed, unknownId }) {
      const { external_id } = fact("listed");
      const known = (await listed()).map((record) => String(at(record, "interaction.public_key")));
      const key = known[0] ?? "";
      // Half a key, because the key without its last letter may be another campaign's, as pk_1 of pk_12.
      const half = key.slice(0, Math.ceil(key.length / 2));
      const wrong = [unknownId(), `${key}-${unknownId()}`, half, key.toUpperCase(), `${key} `];
      for (const public_keys of wrong.filter((candidate) => !known.includes(candidate))) {
        const exchange = await account.list({ external_id, public_keys });
        expectError(exchange, 500, `public_keys=${public_keys}`);
      }
    },
  },
];
