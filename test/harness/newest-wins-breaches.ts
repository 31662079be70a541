import { query } from "./query.ts";
import { fileActor } from "./storm-import.ts";

/** The events of imports in a storm that undid something newer, which only `--overwrite` may. */
export function newestWinsBreaches(databaseUrl: string): string[] {
  const events = query(
    databaseUrl,
    `select booking_id, number, kind, at, actor, details
     from booking_event
     order by booking_id, number`,
  );
  const histories = Map.groupBy(events, (event) => event["booking_id"]);
  return [...histories].flatMap(([booking, history]) =>
    history.flatMap((event, index) => {
      if (event["actor"] !== fileActor) return [];
      const said = JSON.parse((event["details"] as string | null) ?? "{}") as {
        changed_at?: number;
      };
      // An import keeps `changed_at` where it is later than the line's own times, as `booked_at`.
      const lineAt = Math.max(said.changed_at ?? 0, Number(event["at"]));
      const undone = history
        .slice(0, index)
        .find(({ kind, at }) => !ofFiles.has(String(kind)) && Number(at) > lineAt);
      return undone === undefined
        ? []
        : [
            `booking ${String(booking)}: event ${String(event["number"])} of a file undid the ${String(undone["kind"])}`,
          ];
    }),
  );
}

/** A file may be older than the booking was made here. */
const ofFiles = new Set(["imported", "updated", "booked"]);
