import type { Attempt } from "./attempt.ts";
import { about, type Step } from "./scratch.ts";

/** Finds the lines that name what is neither in the file nor in the account. */
export function checkReferences({ scratch }: Attempt): void {
  scratch.run([...catalogueFaults, ...catalogueLines, ...bookingLines]);
}

/** Each thing is reported for its first fault, which causes the later ones. */
const catalogueFaults: readonly Step[] = [
  about("activity")`
    insert into found_activity_fault
    select activity.no, 'interaction', 'the public_key of an interaction, in the file or in the account'
    from activity
    join interaction on interaction.no = activity.interaction_no
    where interaction.line is null
    and interaction.no not in (select no from known_interaction)`,
  about("activity")`
    insert or ignore into found_activity_fault
    select no, 'activity', 'the id of an activity of the interaction, in the file or in the account'
    from activity
    where line is null
    and (interaction_no, id) not in (select interaction_no, id from known_activity)`,
  about("host")`
    insert into found_offering
    select activity_no from host
    union
    select activity_no from known_host`,
  about("slot")`
    insert into found_slot_fault
    select slot.no, field, expected
    from slot
    join found_activity_fault on found_activity_fault.no = slot.activity_no`,
  about("host", "slot")`
    insert or ignore into found_slot_fault
    select no, 'host', 'the id of a host: the activity offers a choice of hosts'
    from slot
    where host = ''
    and activity_no in (select activity_no from found_offering)`,
  about("host", "slot")`
    insert or ignore into found_slot_fault
    select no, 'host', 'no host: the activity offers none'
    from slot
    where host <> ''
    and activity_no not in (select activity_no from found_offering)`,
  about("host", "slot")`
    insert or ignore into found_slot_fault
    select no, 'host', 'the id of a host of the activity, in the file or in the account'
    from slot
    where host <> ''
    and (activity_no, host) not in (select activity_no, id from host)
    and (activity_no, host) not in (select activity_no, id from known_host)`,
  about("slot")`
    insert or ignore into found_slot_fault
    select no, 'slot_starting_at', 'the start of a slot' || iif(host = '', '', ' of the host') || ' of the activity, in the file or in the account'
    from slot
    where line is null
    and no not in (select no from known_slot)`,
  about("ticket_type")`
    insert into found_ticket_type_fault
    select no, 'ticket_type', 'the id of a ticket type of the activity, in the file or in the account'
    from ticket_type
    where line is null
    and (activity_no, id) not in (select activity_no, id from known_ticket_type)`,
];

const catalogueLines: readonly Step[] = [
  about("group", "interaction")`
    insert or ignore into found_bad_line
    select interaction.line, 'interaction', public_key, null, 'group', 'the unique_key of a group, in the file or in the account'
    from interaction
    join "group" on "group".unique_key = interaction."group"
    where "group".line is null
    and "group".unique_key not in (select unique_key from known_group)`,
  about("interaction")`
    insert or ignore into found_bad_line
    select interaction.line, 'interaction', public_key, null, 'id', 'the id that the interaction has already, ' || known_interaction.id || ', or none'
    from interaction
    join known_interaction using (no)
    where interaction.id <> known_interaction.id`,
  about("interaction")`
    insert or ignore into found_bad_line
    select interaction.line, 'interaction', interaction.public_key, null, 'id', 'an id of its own: the account gives it to another interaction'
    from interaction
    join known_interaction_id using (id)
    where known_interaction_id.public_key <> interaction.public_key`,
  // Interface, Concepts and identifiers, rule 1 (R14): a campaign contains one or more activities.
  about("interaction")`
    insert or ignore into found_bad_line
    select line, 'interaction', public_key, null, 'public_key', 'an interaction with at least one activity, in the file or in the account'
    from interaction
    where line is not null
    and no not in (select interaction_no from activity where line is not null)
    and no not in (select interaction_no from known_activity)`,
  about("activity")`
    insert or ignore into found_bad_line
    select line, 'activity', key, null, field, expected
    from activity
    join activity_key using (no)
    join found_activity_fault using (no)
    where line is not null`,
  about("host")`
    insert or ignore into found_bad_line
    select line, 'host', key || '/' || host.id, null, field, expected
    from host
    join activity_key on activity_key.no = host.activity_no
    join found_activity_fault on found_activity_fault.no = host.activity_no`,
  // A slot without a host could not be booked in an activity that offers a choice of hosts.
  about("host")`
    insert or ignore into found_bad_line
    select line, 'host', key || '/' || host.id, null, 'activity', 'an activity whose slots in the account have hosts'
    from host
    join activity_key on activity_key.no = host.activity_no
    where host.activity_no in (select activity_no from known_hostless)`,
  about("ticket_type")`
    insert or ignore into found_bad_line
    select line, 'ticket_type', key || '/' || ticket_type.id, null, field, expected
    from ticket_type
    join activity_key on activity_key.no = ticket_type.activity_no
    join found_activity_fault on found_activity_fault.no = ticket_type.activity_no
    where line is not null`,
  about("slot")`
    insert or ignore into found_bad_line
    select line, 'slot', key, starting_at, field, expected
    from slot
    join slot_key using (no)
    join found_slot_fault using (no)
    where line is not null`,
];

const bookingLines: readonly Step[] = [
  // A booking moves inside its campaign only.
  about("booking")`
    insert or ignore into found_bad_line
    select line, 'booking', id, null, 'interaction', 'the campaign that the booking has in the account'
    from found_change
    join moved_booking using (no)
    join booking using (no)
    where interaction_differs`,
  about("booking")`
    insert or ignore into found_bad_line
    select line, 'booking', id, null, field, expected
    from booking
    join found_slot_fault on found_slot_fault.no = booking.slot_no`,
  about("booking")`
    insert or ignore into found_bad_line
    select line, 'booking', id, null, field, expected
    from booking
    join found_ticket_type_fault on found_ticket_type_fault.no = booking.ticket_type_no`,
];
