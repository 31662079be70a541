import { booking, eight, group, interaction, activity, slot, ticketType } from "./lines.ts";

const slots = 200;

/** A good file with very many bookings, in pieces, line by line. */
export async function* generatedFile(bookings: number): AsyncGenerator<Buffer> {
  yield piece([group(), interaction(), activity(), ticketType()]);
  for (let index = 0; index < slots; index += 1) {
    yield piece([slot({ starting_at: startOf(index), capacity: bookings })]);
  }
  for (let index = 0; index < bookings; index += 1) {
    const attendee = { display_name: `Guest ${index}` };
    yield piece([
      booking(`${index}`, {
        external_id: `CUST-${index % Math.ceil(bookings / 3)}`,
        slot_starting_at: startOf(index % slots),
        tickets: [{ attendee }],
      }),
    ]);
  }
}

function startOf(index: number): string {
  return new Date(Date.parse(eight) + index * 3_600_000).toISOString();
}

function piece(lines: readonly object[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
