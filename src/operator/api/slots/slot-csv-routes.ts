import { Type } from "typebox";
import { isRefused } from "../../../domain/refusal.ts";
import { importSlots } from "../../../usecases/operator/import-slots.ts";
import type { AnyRefusal } from "../../../operations/problems.ts";
import type { Operation } from "../../../operations/operation.ts";
import { ofAccount, operationsOf } from "../../../operations/operations-of.ts";
import { activityId, Capacity, hostId, publicKey } from "../../../operations/fields.ts";
import { ImportCounts, ImportReport } from "../imports/import-schema.ts";

const route = operationsOf({ tag: "Slots", below: `${ofAccount}/slots`, scope: "account" });

/** A slot takes about fifty bytes. */
const csvLimitBytes = 32 * 1024 * 1024;

/** Slots from a spreadsheet. */
export const slotCsvRoutes: readonly Operation[] = [
  route(
    {
      name: "importSlots",
      method: "POST",
      path: "/csv",
      role: "admin",
      summary: "Add slots from a spreadsheet, or change capacities: all rows or none.",
      description:
        "The first row names the columns, in any order: interaction, activity, host, starting_at, " +
        "capacity. starting_at is RFC 3339, or `2031-05-01 09:30` in the campaign's time zone. Bad " +
        "rows are told by their lines with status 422.",
      query: Type.Object({
        interaction: Type.Optional(publicKey),
        activity: Type.Optional(activityId),
        host: Type.Optional(hostId),
        capacity: Type.Optional(Capacity),
        dry_run: Type.Optional(Type.Boolean({ description: "Change nothing." })),
        allow_overbooked: Type.Optional(
          Type.Boolean({ description: "Capacities below what is taken; that is recorded." }),
        ),
      }),
      body: { type: "text/csv", schema: Type.String(), limitBytes: csvLimitBytes },
      answers: { 200: ImportCounts, 422: ImportReport },
    },
    async ({ store }, { audit, query, body }, { name }) => {
      const { interaction, activity, host, capacity } = query;
      const answer = await importSlots(store, audit, name, {
        text: body,
        defaults: {
          ...(interaction !== undefined && { interaction }),
          ...(activity !== undefined && { activity }),
          ...(host !== undefined && { host }),
          ...(capacity !== undefined && { capacity }),
        },
        dryRun: query.dry_run ?? false,
        allowOverbooked: query.allow_overbooked ?? false,
      });
      if (isRefused<AnyRefusal>(answer)) return answer;
      if (!("errors" in answer)) return { body: answer };
      return { status: 422, body: { errors: answer.errors, error_count: answer.errorCount } };
    },
  ),
];
