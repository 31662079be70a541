import { BadRequestException, Injectable, NotFoundException } from "@nestjs/common";
import { PrismaService } from "./prisma-service.ts";

const shown = {
  activity: { include: { interaction: { include: { group: true } } } },
  ticketType: true,
  host: true,
} as const;

@Injectable()
export class BookingsService {
  constructor(private readonly prisma: PrismaService) {}

  async list(query: { external_id: string; page_size: number; page_number: number }) {
    const where = { contact: { externalId: query.external_id } };
    const [bookings, total] = await Promise.all([
      this.prisma.booking.findMany({
        // One statement instead of six, which halves the time.
        relationLoadStrategy: "join",
        where,
        include: shown,
        orderBy: [{ slotStartingAt: "asc" }, { key: "asc" }],
        take: query.page_size,
        skip: (query.page_number - 1) * query.page_size,
      }),
      this.prisma.booking.count({ where }),
    ]);
    return {
      bookings: bookings.map((booking) => {
        const { activity, ticketType, host } = booking;
        const { interaction } = activity;
        const minutes = (host ?? activity).slotDurationInMinutes;
        return {
          activity: {
            id: activity.key,
            title: textIn(activity.title, interaction.defaultLanguage),
            location_hint: textIn(activity.locationHint, interaction.defaultLanguage),
          },
          interaction: { public_key: interaction.publicKey, timezone: interaction.timezone },
          group: {
            unique_key: interaction.group.uniqueKey,
            display_name: interaction.group.displayName,
          },
          slot_starting_at: instant(booking.slotStartingAt),
          ...(minutes !== null && { slot_duration_in_minutes: minutes }),
          booking_status: booking.status,
          booked_at: instant(booking.bookedAt),
          ticket_type: {
            display_name: ticketType.displayName,
            has_limited_capacity: ticketType.hasLimitedCapacity,
          },
          ...(host !== null && { host: { display_name: host.displayName } }),
          booking: booking.key,
        };
      }),
      page_number: query.page_number,
      page_size: query.page_size,
      total_count: total,
    };
  }

  /** The second cancel of a booking waits for the first one's commit, and finds the booking cancelled. */
  async cancel(key: string): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select id from numbered.booking where key = ${key} for update`;
      const booking = await tx.booking.findUnique({
        where: { key },
        include: { tickets: true, ticketType: true, activity: { include: { interaction: true } } },
      });
      if (booking === null) throw new NotFoundException();
      const now = new Date();
      const { id: bookingId, tickets, ticketType, activity } = booking;
      const live = tickets.filter(({ cancelledAt }) => cancelledAt === null);
      const cutoff = activity.interaction.cancellationCutoffMinutes;
      if (
        live.length === 0 ||
        tickets.some(({ checkedInAt }) => checkedInAt !== null) ||
        (cutoff !== null && now.getTime() > booking.slotStartingAt.getTime() - cutoff * 60_000)
      ) {
        throw new BadRequestException();
      }
      await tx.booking.update({
        where: { id: bookingId },
        data: { status: "CANCELLED", bookedAt: now },
      });
      await tx.ticket.updateMany({
        where: { bookingId, cancelledAt: null },
        data: { cancelledAt: now },
      });
      const { _max } = await tx.event.aggregate({ where: { bookingId }, _max: { number: true } });
      await tx.event.create({
        data: {
          bookingId,
          number: (_max.number ?? 0) + 1,
          kind: "cancelled",
          status: "CANCELLED",
          at: now,
          actor: "nest",
        },
      });
      if (ticketType.hasLimitedCapacity && booking.status === "CONFIRMED") {
        await tx.slot.update({
          where: { id: booking.slotId },
          data: { taken: { decrement: live.length } },
        });
      }
    });
  }
}

function textIn(map: string, language: string): string {
  return JSON.parse(map)[language] ?? "";
}

function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
