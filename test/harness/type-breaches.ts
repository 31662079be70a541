import { query } from "./query.ts";
import { isOfTypes } from "./storm-data.ts";

/** A slot of a campaign with limited ticket types, and what each type has there. */
interface TypeInStorm {
  readonly public_key: string;
  readonly starting_at: number;
  readonly capacity: number;
  readonly id: string;
  readonly type_limit: number | null;
  readonly confirmed: number;
  readonly held: number;
  readonly waiting: number;
}

/**
 * What contradicts the limits of ticket types in a storm, where nothing is overbooked on purpose: too many in a slot or
 * of a type, and room beside somebody who waits for it. Counted from tickets and live holds, past the service.
 */
export function typeBreaches(databaseUrl: string): string[] {
  const rows = query(databaseUrl, countedTypes) as object[] as TypeInStorm[];
  const slots = Map.groupBy(
    rows.filter(({ public_key: publicKey }) => isOfTypes(publicKey) !== undefined),
    (row) => `${row.public_key} ${row.starting_at}`,
  );
  return [...slots].flatMap(([slot, types]) => {
    const { public_key: publicKey = "", capacity = 0 } = types[0] ?? {};
    const taken = types.reduce((sum, { confirmed, held }) => sum + confirmed + held, 0);
    const free = capacity - taken;
    const full = free < 0 ? [`${slot}: ${taken} seats of ${capacity}`] : [];
    return full.concat(
      types.flatMap(({ id, type_limit: limit, confirmed, held, waiting }) => {
        const given = confirmed + held;
        if (limit !== null && given > limit) return [`${slot}: ${given} ${id} of ${limit}`];
        const hasRoom = free > 0 && (limit === null || limit > given);
        return isOfTypes(publicKey) === "automatic" && hasRoom && waiting > 0
          ? [`${slot}: ${waiting} ${id} wait beside ${free} seats`]
          : [];
      }),
    );
  });
}

const countedTypes = `
  select
    interaction.public_key,
    slot.starting_at,
    slot.capacity,
    ticket_type.id,
    coalesce(type_limit.capacity, ticket_type.capacity_per_slot) as type_limit,
    count(case when booking.booking_status = 'CONFIRMED' then ticket.number end) as confirmed,
    (
      select cast(coalesce(sum(hold.tickets), 0) as integer)
      from hold
      where hold.account_id = slot.account_id
      and hold.slot_number = slot.number
      and hold.ticket_type_number = ticket_type.number
      and hold.state = 'live'
    ) as held,
    count(case when booking.booking_status = 'WAITLIST' then ticket.number end) as waiting
  from slot
  join interaction
  on interaction.account_id = slot.account_id
  and interaction.id = slot.interaction_id
  join ticket_type
  on ticket_type.account_id = slot.account_id
  and ticket_type.interaction_id = slot.interaction_id
  and ticket_type.activity_id = slot.activity_id
  left join type_limit
  on type_limit.account_id = slot.account_id
  and type_limit.slot_number = slot.number
  and type_limit.ticket_type_number = ticket_type.number
  and type_limit.until = ${Number.MAX_SAFE_INTEGER}
  left join booking
  on booking.account_id = slot.account_id
  and booking.slot_number = slot.number
  and booking.ticket_type_number = ticket_type.number
  left join ticket
  on ticket.account_id = booking.account_id
  and ticket.booking_id = booking.id
  and ticket.cancelled_at is null
  where ticket_type.has_limited_capacity = 1
  group by
    interaction.public_key,
    slot.account_id,
    slot.number,
    slot.starting_at,
    slot.capacity,
    ticket_type.number,
    ticket_type.id,
    type_limit.capacity,
    ticket_type.capacity_per_slot`;
